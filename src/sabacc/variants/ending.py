"""How a hand ends: with a showdown, or with one player left (E2, H5)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events import RoundWon
from sabacc.game.hand import LAST_PLAYER, Hand, Phase
from sabacc.variants.showdown import Case, award_last_player, settle


class Showdown(Phase):
    """All live hands are shown and every pot is paid out (H1–H13)."""

    name = "showdown"

    def begin(self, hand: Hand) -> None:
        hand.field_open = False
        hand.shifts_open = False  # X6
        case = case_of(hand)

        def deal_one_each(seats: tuple[int, ...]) -> dict[int, Card] | None:
            if hand.cards_left() + len(hand.junk) + len(hand.pile) < len(seats):
                return None  # D4
            cards: dict[int, Card] = {}
            for seat in seats:
                if not hand.deck:
                    hand.reshuffle_junk()
                cards[seat] = hand.deal_up(seat)
            return cards

        special = settle(case, hand.news.append, deal_one_each)
        take_over(hand, case)
        hand.finish("called" if hand.caller >= 0 else "table-called", special)


class LastPlayer(Phase):
    """All others have folded (H5, CH10, CS11)."""

    name = LAST_PLAYER

    def __init__(self, clause: str = "H5") -> None:
        self.clause = clause

    def begin(self, hand: Hand) -> None:
        case = case_of(hand)
        winner = award_last_player(case, hand.news.append, self.clause)
        take_over(hand, case)
        if hand.flow.counts_rounds:
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
    )


def take_over(hand: Hand, case: Case) -> None:
    """What the settlement did to stacks and pots."""
    hand.stacks = case.stacks
    hand.sabacc_pot = case.sabacc_pot
    hand.to_sabacc = [sum(both) for both in zip(hand.to_sabacc, case.to_sabacc, strict=True)]
