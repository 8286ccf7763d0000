"""How most hands begin: antes, and two cards each."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.dues import Dues
from sabacc.game.events import Spilled
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.types import Reason
from sabacc.rules import Rules, ante_due


class SabaccAnte(Dues):
    """The ante to the sabacc pot, where it is paid only when that is empty (CC1)."""

    kinds: tuple[Reason, ...] = ("ante",)

    def due(self, rules: Rules, sabacc_pot: int, order: tuple[int, ...], seat: int) -> tuple[Reason, ...]:
        return () if sabacc_pot else ("ante",)

    def amount(self, rules: Rules, kind: Reason) -> int:
        return ante_due(rules)


class Antes(Phase):
    """Everybody pays the hand pot, and the sabacc pot: always (CL1), or only when it is empty (CC1)."""

    name = "antes"

    def __init__(self, clause: str, sabacc_only_if_empty: bool = False) -> None:
        self.clause = clause
        self.sabacc_only_if_empty = sabacc_only_if_empty

    def price(self, rules: Rules, sabacc_pot: int) -> int:
        """What a player must have to be dealt in (T4, TN1)."""
        if rules.short_antes:
            return 1
        ante = ante_due(rules)
        return ante if self.sabacc_only_if_empty and sabacc_pot else 2 * ante

    def begin(self, hand: Hand) -> None:
        ante = ante_due(hand.seating.rules)
        both = not (self.sabacc_only_if_empty and hand.sabacc_pot)
        for seat in hand.seating.dealt_in:
            hand.pay(seat, ante, "hand", "ante", self.clause)
            if both:
                hand.pay(seat, ante, "sabacc", "ante", self.clause)
        for seat, kind in hand.seating.owes:
            hand.pay(seat, ante, "sabacc", kind, "T12")
        spill_over_cap(hand)


def spill_over_cap(hand: Hand) -> None:
    """What the sabacc pot holds above its cap goes into this hand's pot, as a fee that no penalty is measured by (HR14)."""
    cap = hand.seating.rules.sabacc_pot_cap
    if cap is not None and hand.sabacc_pot > cap:
        hand.spilled = hand.sabacc_pot - cap
        hand.sabacc_pot = cap
        hand.fees += hand.spilled
        hand.news.append(Spilled(hand.spilled))


class DealTwo(Phase):
    """Two cards each, one at a time from the dealer's left (CC2, CL2, X8)."""

    name = "deal"

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards

    def begin(self, hand: Hand) -> None:
        hand.shuffle(("box",), self.cards, "deck")
        for _ in range(2):
            for seat in hand.seating.dealt_in:
                hand.deal(seat)
        hand.field_open = True
        hand.shifts_open = True
