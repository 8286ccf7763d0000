"""How a hand ends with one player left (H5), and how a live hand becomes a case to settle."""

from __future__ import annotations

from sabacc.game.events import RoundWon
from sabacc.game.flow import LAST_PLAYER, Phase
from sabacc.game.hand import Hand
from sabacc.variants.case import Case, award_last_player


class LastPlayer(Phase):
    """All others have folded (H5, CH10, CS11)."""

    name = LAST_PLAYER

    def __init__(self, clause: str = "H5") -> None:
        self.clause = clause

    def begin(self, hand: Hand) -> None:
        case = case_of(hand)
        winner = award_last_player(case, hand.news.append, self.clause)
        take_over(hand, case)
        if hand.flow.hand_is_round:
            hand.news.append(RoundWon(winner, self.clause))
        hand.finish("folded", False)


def case_of(hand: Hand) -> Case:
    """A live hand as a case to settle."""
    return Case(
        rules=hand.seating.rules,
        order=hand.seating.dealt_in,
        stacks=hand.stacks,
        paid=hand.paid,
        live=hand.live,
        hands=[hand.cards_of(seat) for seat in range(len(hand.live))],
        fees=hand.fees,
        sabacc_pot=hand.sabacc_pot,
        caller=hand.caller if hand.caller >= 0 else None,
        sides=hand.sides,
        fields=hand.fields,
        spilled=hand.spilled,
    )


def take_over(hand: Hand, case: Case) -> None:
    """What the settlement did to stacks and pots."""
    hand.stacks = case.stacks
    hand.sabacc_pot = case.sabacc_pot
    hand.to_sabacc = [sum(both) for both in zip(hand.to_sabacc, case.to_sabacc, strict=True)]
