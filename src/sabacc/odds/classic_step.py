"""One step ahead in the 76-card family: gaining, trading each card, and what a shift would do (CL7, X1–X5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.game.picking import different, without
from sabacc.hands.classic import PURE, Scale, is_array
from sabacc.odds.classic_ways import Result, results
from sabacc.odds.known import Known
from sabacc.variants import flow_of
from sabacc.variants.draws import Draw

NO_SHIFT = "Nothing sets off a shift at this table (HR5)."
ALL_SAFE = "All your cards lie in the static field, and a shift passes them by (F1)."
TOO_FEW = "Fewer cards are unseen than the shift deals, so your own would come back with the junk (D4)."
RIM = "A rim shift passes cards between players, and what you get depends on how many of them give one (X2)."
PULSE = "A pulse is counted with no unseen card in the junk: it shuffles the deck and the hands, not the junk (X5)."
WILD = "A wild shift is counted with the seen cards in others' fields: it brings back those in the junk (X3)."


class TotalChances(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one move makes of a hand: the chance of every total, and of what is remarkable; `counts` of `of` are exact."""

    move: str
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


class ClassicShift(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a shift would do, or a note why that can't be told; by dice, each kind with the doubles that bring it."""

    kind: str
    note: str = ""
    chances: TotalChances | None = None
    dice: tuple[int, ...] = ()
    kinds: tuple[ClassicShift, ...] = ()


class ClassicStep:
    """The next step from one hand."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.scale = Scale(known.rules)
        self.values = self.scale.values(known.side)
        self.total = self.scale.total(known.hand, known.side)

    def now(self) -> dict[str, Any]:
        """The hand as it is."""
        worth = self.scale.worth(self.known.hand, self.known.side)
        return {"name": worth.name, "total": worth.total, "bombed_out": worth.bombed_out, "special": worth.special}

    def moves(self) -> tuple[TotalChances, ...]:
        """Gaining a card, and trading each one that may be traded; nothing when the deck is out (D4)."""
        unseen = self.known.unseen
        if not unseen:
            return ()
        gain = self._chances("gain", results(unseen, 1, self.known.hand, self.values))
        return gain, *(self._chances("trade", self._traded(card), card) for card in self._tradable())

    def _tradable(self) -> list[Card]:
        """Cards of the field can't be traded (F6), and none from too small a hand (CC8)."""
        draws = [phase for phase in flow_of(self.known.rules).phases if isinstance(phase, Draw)]
        may_trade = all(len(self.known.hand) >= draw.trade_from for draw in draws)
        return different(self.known.loose) if may_trade else []

    def _traded(self, card: Card) -> Counter[Result]:
        return results(self.known.unseen, 1, without(self.known.hand, card), self.values)

    def shift(self) -> ClassicShift:
        """What the table's shift would do."""
        rules = self.known.rules
        if rules.shift_trigger == "none":
            return ClassicShift("none", NO_SHIFT)
        if rules.shift_kind != "by-dice":
            return self._shift(rules.shift_kind)
        kinds = rules.shift_by_dice
        return ClassicShift(
            "by-dice",
            kinds=tuple(
                msgspec.structs.replace(
                    self._shift(kind), dice=tuple(eye for eye, its in enumerate(kinds, 1) if its == kind)
                )
                for kind in dict.fromkeys(kinds)
            ),
        )

    def _shift(self, kind: str) -> ClassicShift:
        loose, unseen = self.known.loose, self.known.unseen
        if not loose:
            return ClassicShift(kind, ALL_SAFE)
        if kind == "rim":
            return ClassicShift(kind, RIM)
        if kind in ("pulse", "wild"):  # one's own cards are shuffled in
            note = PULSE if kind == "pulse" else WILD if self.known.seen else ""
            return ClassicShift(kind, note, self._dealt(unseen + Counter(loose), len(loose)))
        due = 1 if kind == "one-card" else len(loose)
        if unseen.total() < due:
            return ClassicShift(kind, TOO_FEW)
        if kind == "core":
            return ClassicShift(kind, chances=self._dealt(unseen, due))
        one_lost = sum((self._traded(card) for card in loose), Counter[Result]())
        return ClassicShift(kind, chances=self._chances("shift", one_lost))

    def _dealt(self, pool: Counter[Card], n: int) -> TotalChances:
        return self._chances("shift", results(pool, n, self.known.field, self.values))

    def _chances(self, move: str, found: Counter[Result], card: Card | None = None) -> TotalChances:
        of = found.total()
        counts: Counter[int] = Counter()
        for result, ways in found.items():
            counts[result.total] += ways
        negative_pure = self.known.rules.negative_pure
        now = Result(self.total, is_array(self.known.hand)).standing(negative_pure)
        standings = [(result.standing(negative_pure), ways) for result, ways in found.items()]
        return TotalChances(
            move=move,
            card=card,
            of=of,
            totals={total: counts[total] / of for total in sorted(counts)},
            counts=dict(sorted(counts.items())),
            idiots_array=sum(ways for result, ways in found.items() if result.array) / of,
            pure=counts[PURE] / of,
            pure_negative=counts[-PURE] / of,
            bomb_out=sum(ways for result, ways in found.items() if result.bombed_out) / of,
            special=sum(ways for result, ways in found.items() if result.special(negative_pure)) / of,
            better=sum(ways for standing, ways in standings if standing > now) / of,
            worse=sum(ways for standing, ways in standings if standing < now) / of,
        )
