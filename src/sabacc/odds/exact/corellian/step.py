"""One step ahead in corellian-house: a card off the stub, and what a spike would do (CH13, CH18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Literal

import msgspec

from sabacc.cards import Card
from sabacc.errors import CardError
from sabacc.game.combinations import without
from sabacc.game.types import ShiftKind
from sabacc.hands.corellian import HAND_SIZES, RANKS, Worth, worth
from sabacc.odds.exact.corellian.ways import worths
from sabacc.odds.exact.known_cards import KnownCards

Move = Literal["draw", "add", "swap", "shift"]

DRAWN = "To draw is to look at the card, then to do the best: add it, swap it for one of yours, or push it back (CH13)."
SPIKE = (
    "A spike is counted with no unseen card in the muck. After double spikes face-up cards change hands besides, "
    "and what you get depends on what the others give (CH19)."
)


class RankChances(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one move makes of a hand: the chance of every rank; `counts` of `of` are exact."""

    move: Move
    card: Card | None = None  # the card discarded
    of: int
    ranks: dict[str, float]
    counts: dict[str, int]
    special: float  # Banthas Wild or better
    better: float  # than the hand is now
    worse: float

    @property
    def name(self) -> str:
        """What people call the move."""
        return f"{self.move} {self.card}" if self.card else self.move


class CorellianShift(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a spike would do to the pocket cards."""

    has_notes: ClassVar[bool] = True  # they stand below a picture

    kind: ShiftKind
    note: str
    chances: RankChances

    def chances_by_name(self) -> dict[str, RankChances]:
        """What the spike does, under its name."""
        return {f"{self.kind} shift": self.chances}

    def notes(self, with_moves: bool) -> list[str]:
        """What has to be said about drawing, and about the spike."""
        return [DRAWN, self.note] if with_moves else [self.note]


def check_known(known: KnownCards) -> None:
    """Refuses what nobody can hold (CH4, CH13, CH17)."""
    if len(known.hand) not in HAND_SIZES:
        raise CardError(f"a Corellian hand has four or five cards, not {len(known.hand)} (CH4, CH13).")
    if not known.loose:
        raise CardError("one card at least stays face down: leave it out of the field (CH17).")


class NextStep:
    """The next step from one hand."""

    def __init__(self, known: KnownCards) -> None:
        self.known = known
        self.worth = worth(known.hand)

    def now(self) -> dict[str, Any]:
        """The hand as it is."""
        made = self.worth
        return {"name": made.name, "rank": made.rank, "total": made.total, "special": made.special}

    def moves(self) -> tuple[RankChances, ...]:
        """Drawing and doing the best with the card; then each thing that can be done with it (CH13)."""
        unseen = self.known.unseen
        if not unseen:
            return ()  # CH14
        hand = self.known.hand
        ways = {card: without(hand, card) for card in dict.fromkeys(hand)}
        best = self._chances("draw", ((self._best_worth(card, list(ways.values())), n) for card, n in unseen.items()))
        add = [self._chances("add", worths(unseen, 1, hand))] if len(hand) < max(HAND_SIZES) else []
        return best, *add, *(self._chances("swap", worths(unseen, 1, kept), card) for card, kept in ways.items())

    def _best_worth(self, card: Card, ways: list[tuple[Card, ...]]) -> Worth:
        """The best that can be made with a card once one has looked at it: pushed back, it changes nothing."""
        added = [(*kept, card) for kept in (*ways, self.known.hand) if len(kept) < max(HAND_SIZES)]
        return max([self.worth, *map(worth, added)], key=lambda made: made.key)

    def shift(self) -> CorellianShift:
        """The pocket cards are shuffled with the stub and as many dealt (CH18)."""
        loose = self.known.loose
        dealt = worths(self.known.unseen + Counter(loose), len(loose), self.known.field)
        return CorellianShift("spike", SPIKE, self._chances("shift", dealt))

    def _chances(self, move: Move, made: Iterable[tuple[Worth, int]], card: Card | None = None) -> RankChances:
        counts = dict.fromkeys(RANKS, 0)
        of = special = better = worse = 0
        for one, ways in made:
            of += ways
            counts[one.name] += ways
            special += ways * one.special
            better += ways * (one.key > self.worth.key)
            worse += ways * (one.key < self.worth.key)
        ranks = {name: count / of for name, count in counts.items()}
        return RankChances(
            move=move,
            card=card,
            of=of,
            ranks=ranks,
            counts=counts,
            special=special / of,
            better=better / of,
            worse=worse / of,
        )
