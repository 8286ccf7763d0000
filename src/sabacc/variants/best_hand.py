"""The plainest showdown: the best hand takes the pot, equal hands share it. For families that need no more."""

from __future__ import annotations

from sabacc.betting import make_pots
from sabacc.cards import Card
from sabacc.game.events import Shown
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.hands.weigh import Worth, worth_of
from sabacc.rules import family_of
from sabacc.variants.case import SABACC_POT, Case, Draw, Emit
from sabacc.variants.ending import case_of, take_over


class BestHandShowdown(Phase):
    """All live hands are shown, and every pot is paid out."""

    name = "showdown"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def begin(self, hand: Hand) -> None:
        case = case_of(hand)
        special = settle_best_hand(case, hand.news.append, _no_draw, self.clause)
        take_over(hand, case)
        hand.finish("showdown", special)


def _no_draw(seats: tuple[int, ...]) -> dict[int, Card] | None:
    return None


def settle_best_hand(case: Case, emit: Emit, draw: Draw, clause: str) -> bool:
    """Settles a hand by the family's ranker; True if a special hand took the sabacc pot too."""
    case.return_uncalled(emit)
    worths: dict[int, Worth] = {}
    for seat in case.from_dealers_left([seat for seat, live in enumerate(case.live) if live]):
        worth = worths[seat] = worth_of(case.rules, case.hands[seat], case.sides[seat])
        cards = family_of(case.rules).deck.in_order(case.hands[seat])
        emit(Shown(seat, cards, worth.name, worth.total, worth.bombed_out, (), worth.rank, worth.key))
    special = False
    for number, pot in enumerate(make_pots(case.paid, case.live, case.fees)):
        seats = case.from_dealers_left(pot.contested_by)
        best = max(worths[seat].key for seat in seats)
        winners = tuple(seat for seat in seats if worths[seat].key == best)
        case.pay_out(pot.amount, winners, number, clause, emit)
        if number == 0 and worths[winners[0]].special:
            special = True
            sabacc_pot, case.sabacc_pot = case.sabacc_pot, 0
            case.pay_out(sabacc_pot, winners, SABACC_POT, clause, emit)
    return special
