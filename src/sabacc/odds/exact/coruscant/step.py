"""One step ahead in coruscant-shift: what each selection comes to after the shift, improved as well as can be (CS5–CS8)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar, Literal

import msgspec

from sabacc.cards import Card
from sabacc.errors import CardError
from sabacc.game.types import ShiftKind
from sabacc.hands.coruscant import HAND_SIZE, Worth, worth
from sabacc.odds.exact.coruscant.counts import by_distance, by_suit_cards
from sabacc.odds.exact.coruscant.ways import SelectionResult, best_selections
from sabacc.odds.exact.known_cards import KnownCards, refuse_field

THE_SHIFT = "The moves are the shift: what is not selected is thrown away, and as many cards are drawn (CS7)."
TOO_FEW = "Fewer cards are unseen than some selections draw; those are left out."


class DistanceChances(msgspec.Struct, frozen=True, kw_only=True):
    """What one selection comes to: the chance of each distance and number of suit cards; `counts` of `of` are exact."""

    move: Literal["select"]
    cards: tuple[Card, ...]
    of: int
    distance: dict[int, float]
    suit_cards: dict[int, float]
    counts: dict[int, dict[int, int]]  # by distance, then by cards of the suit
    on_the_number: float
    mean_distance: float
    better: float  # than the best selection is now
    worse: float

    @property
    def name(self) -> str:
        """The cards that are selected."""
        return " ".join(self.cards)


class CoruscantShift(msgspec.Struct, frozen=True):
    """A word on what the shift is here."""

    has_notes: ClassVar[bool] = False  # a picture says it

    kind: ShiftKind
    note: str

    def chances_by_name(self) -> dict[str, DistanceChances]:
        """The moves have them all."""
        return {}

    def notes(self, with_moves: bool) -> list[str]:
        """What the shift is here."""
        return [self.note]


def check_known(known: KnownCards) -> None:
    """Refuses what nobody can hold (CS3)."""
    if len(known.hand) != HAND_SIZE:
        raise CardError(f"five cards are dealt to each, not {len(known.hand)} (CS3): give the whole hand.")
    refuse_field(known)


class NextStep:
    """The next step from one hand."""

    def __init__(self, known: KnownCards) -> None:
        self.known = known
        self.gold, self.silver = known.gold or 0, known.silver or ""
        self.selections = list(dict.fromkeys(_selections(known.deck.in_order(known.hand))))
        self.best = max(self.selections, key=lambda cards: self._worth(cards).key)

    def _worth(self, cards: tuple[Card, ...]) -> Worth:
        return worth(cards, self.gold, self.silver)

    def now(self) -> dict[str, Any]:
        """The best selection as the cards are."""
        made = self._worth(self.best)
        return {
            "selection": self.best,
            "total": made.total,
            "distance": made.distance,
            "suit_cards": made.suit_cards,
        }

    def moves(self) -> tuple[DistanceChances, ...]:
        """Every selection, the one that ends on the number most often first."""
        unseen = self.known.unseen.total()
        drawn = [cards for cards in self.selections if len(self.known.hand) - len(cards) <= unseen]
        moves = [self._chances(cards) for cards in drawn]
        return tuple(sorted(moves, key=lambda move: (-move.on_the_number, move.mean_distance, -move.better)))

    def shift(self) -> CoruscantShift:
        """There is no other shift than that of the moves."""
        short = self.known.unseen.total() < len(self.known.hand) - 1
        return CoruscantShift("selection", f"{THE_SHIFT} {TOO_FEW}" if short else THE_SHIFT)

    def _chances(self, cards: tuple[Card, ...]) -> DistanceChances:
        drawn = len(self.known.hand) - len(cards)
        found = best_selections(self.known.unseen.elements(), drawn, cards, [self.gold], self.silver)[self.gold]
        of = found.total()
        counts: dict[int, dict[int, int]] = {}
        for made in sorted(found):
            counts.setdefault(made.distance, {})[made.suit_cards] = found[made]
        now = self._worth(self.best)
        level = SelectionResult(now.distance, now.suit_cards)
        return DistanceChances(
            move="select",
            cards=cards,
            of=of,
            distance={distance: count / of for distance, count in by_distance(found).items()},
            suit_cards={suit: count / of for suit, count in by_suit_cards(found).items()},
            counts=counts,
            on_the_number=sum(ways for made, ways in found.items() if made.distance == 0) / of,
            mean_distance=sum(made.distance * ways for made, ways in found.items()) / of,
            better=sum(ways for made, ways in found.items() if _nearer(made, level)) / of,
            worse=sum(ways for made, ways in found.items() if _nearer(level, made)) / of,
        )


def _selections(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    return [cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)]


def _nearer(one: SelectionResult, other: SelectionResult) -> bool:
    """Whether the one wins over the other (CS9)."""
    return (-one.distance, one.suit_cards) > (-other.distance, other.suit_cards)
