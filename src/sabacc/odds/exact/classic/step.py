"""One step ahead in the 76-card family: gaining, trading each card, and what a shift would do (CL7, X1–X5)."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, Literal

import msgspec

from sabacc.cards import Card
from sabacc.errors import CardError
from sabacc.game.combinations import different, without
from sabacc.game.types import ShiftKind
from sabacc.hands.classic import PURE, Scale, is_array
from sabacc.odds.exact.classic.ways import TotalResult, signed_total, total_results
from sabacc.odds.exact.known_cards import KnownCards, refuse_field
from sabacc.variants import flow_of
from sabacc.variants.draws import Draw

Move = Literal["gain", "trade", "shift"]

NO_SHIFT = "Nothing sets off a shift at this table (HR5)."
ALL_SAFE = "All your cards lie in the static field, and a shift passes them by (F1)."
TOO_FEW = "Fewer cards are unseen than the shift deals, so your own would come back with the junk (D4)."
RIM = "A rim shift passes cards between players, and what you get depends on how many of them give one (X2)."
PULSE = "A pulse is counted with no unseen card in the junk: it shuffles the deck and the hands, not the junk (X5)."
WILD = "A wild shift is counted with the seen cards in others' fields: it brings back those in the junk (X3)."


class TotalChances(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one move makes of a hand: the chance of every total, and of what is remarkable; `counts` of `of` are exact.

    Totals are as they are told; `pure` is one's own 23, and `pure_negative` the other one: −23, for a Dark player +23.
    """

    move: Move
    card: Card | None = None  # the card traded away
    of: int
    totals: dict[int, float]
    counts: dict[int, int]
    idiots_array: float
    pure: float
    pure_negative: float
    bomb_out: float
    special: float
    better: float  # than the hand is now
    worse: float

    @property
    def name(self) -> str:
        """What people call the move."""
        return f"{self.move} {self.card}" if self.card else self.move


class ClassicShift(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a shift would do, or a note why that can't be told; by dice, each kind with the doubles that bring it."""

    has_notes: ClassVar[bool] = True  # they stand below a picture

    kind: ShiftKind
    note: str = ""
    chances: TotalChances | None = None
    dice: tuple[int, ...] = ()
    kinds: tuple[ClassicShift, ...] = ()

    @property
    def name(self) -> str:
        """The kind of shift, and the doubles that bring it (HR6)."""
        name = "pulse" if self.kind == "pulse" else f"{self.kind} shift"
        return f"{name} (double {', '.join(map(str, self.dice))})" if self.dice else name

    def each_kind(self) -> tuple[ClassicShift, ...]:
        """By dice, every kind; otherwise the shift itself."""
        return self.kinds or (self,)

    def chances_by_name(self) -> dict[str, TotalChances]:
        """Every kind whose chances can be told, under its name."""
        return {one.name: one.chances for one in self.each_kind() if one.chances is not None}

    def notes(self, with_moves: bool) -> list[str]:
        """What has to be said about the shift, each thing once."""
        return list(dict.fromkeys(one.note for one in self.each_kind() if one.note))


def check_known(known: KnownCards) -> None:
    """Refuses what nobody can hold (CC8, F5)."""
    if len(known.hand) < 2:
        raise CardError(f"a hand has at least two cards, not {len(known.hand)} (CC8).")
    if known.rules.static_field == "none":
        refuse_field(known)


class NextStep:
    """The next step from one hand."""

    def __init__(self, known: KnownCards) -> None:
        self.known = known
        self.scale = Scale(known.rules)
        self.values = self.scale.towards(known.side)

    def now(self) -> dict[str, Any]:
        """The hand as it is."""
        worth = self.scale.worth(self.known.hand, self.known.side)
        return {"name": worth.name, "total": worth.total, "bombed_out": worth.bombed_out, "special": worth.special}

    def moves(self) -> tuple[TotalChances, ...]:
        """Gaining a card, and trading each one that may be traded; nothing when the deck is out (D4)."""
        unseen = self.known.unseen
        if not unseen:
            return ()
        gain = self._chances("gain", total_results(unseen, 1, self.known.hand, self.values))
        return gain, *(self._chances("trade", self._after_trade(card), card) for card in self._tradable())

    def _tradable(self) -> list[Card]:
        """Cards of the field can't be traded (F6), and none from too small a hand (CC8)."""
        draws = [phase for phase in flow_of(self.known.rules).phases if isinstance(phase, Draw)]
        may_trade = all(len(self.known.hand) >= draw.trade_from for draw in draws)
        return different(self.known.loose) if may_trade else []

    def _after_trade(self, card: Card) -> Counter[TotalResult]:
        return total_results(self.known.unseen, 1, without(self.known.hand, card), self.values)

    def shift(self) -> ClassicShift:
        """What the table's shift would do."""
        rules = self.known.rules
        if rules.shift_trigger == "none":
            return ClassicShift("none", NO_SHIFT)
        if rules.shift_kind != "by-dice":
            return self._shift_of(rules.shift_kind)
        kinds = rules.shift_by_dice
        return ClassicShift(
            "by-dice",
            kinds=tuple(
                msgspec.structs.replace(
                    self._shift_of(kind), dice=tuple(eye for eye, its in enumerate(kinds, 1) if its == kind)
                )
                for kind in dict.fromkeys(kinds)
            ),
        )

    def _shift_of(self, kind: str) -> ClassicShift:
        loose, unseen = self.known.loose, self.known.unseen
        if not loose:
            return ClassicShift(kind, ALL_SAFE)
        if kind == "rim":
            return ClassicShift(kind, RIM)
        if kind in ("pulse", "wild"):  # one's own cards are shuffled in
            note = PULSE if kind == "pulse" else WILD if self.known.seen else ""
            return ClassicShift(kind, note, self._after_deal(unseen + Counter(loose), len(loose)))
        due = 1 if kind == "one-card" else len(loose)
        if unseen.total() < due:
            return ClassicShift(kind, TOO_FEW)
        if kind == "core":
            return ClassicShift(kind, chances=self._after_deal(unseen, due))
        one_lost = sum((self._after_trade(card) for card in loose), Counter[TotalResult]())
        return ClassicShift(kind, chances=self._chances("shift", one_lost))

    def _after_deal(self, pool: Counter[Card], n: int) -> TotalChances:
        return self._chances("shift", total_results(pool, n, self.known.field, self.values))

    def _chances(self, move: Move, found: Counter[TotalResult], card: Card | None = None) -> TotalChances:
        of = found.total()
        side = self.known.side
        counts: Counter[int] = Counter()
        for result, ways in found.items():
            counts[signed_total(result.total, side)] += ways
        negative_pure = self.known.rules.negative_pure
        total = sum(self.values[card] for card in self.known.hand)
        now = TotalResult(total, is_array(self.known.hand)).standing(negative_pure)
        standings = [(result.standing(negative_pure), ways) for result, ways in found.items()]
        return TotalChances(
            move=move,
            card=card,
            of=of,
            totals={total: counts[total] / of for total in sorted(counts)},
            counts=dict(sorted(counts.items())),
            idiots_array=sum(ways for result, ways in found.items() if result.array) / of,
            pure=counts[signed_total(PURE, side)] / of,
            pure_negative=counts[signed_total(-PURE, side)] / of,
            bomb_out=sum(ways for result, ways in found.items() if result.bombed_out) / of,
            special=sum(ways for result, ways in found.items() if result.special(negative_pure)) / of,
            better=sum(ways for standing, ways in standings if standing > now) / of,
            worse=sum(ways for standing, ways in standings if standing < now) / of,
        )
