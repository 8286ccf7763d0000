"""The showdown of corellian-house (CH20–CH25), for live hands and for hands played with real cards alike."""

from __future__ import annotations

from sabacc.betting import Pot, make_pots
from sabacc.cards import CORELLIAN, Card
from sabacc.game.events import Event, Shown, SuddenDemise, TieDrawn
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.hands.corellian import Worth, blind_key, deciding_clause, worth
from sabacc.variants.case import SABACC_POT, Case, Draw, Emit
from sabacc.variants.ending import case_of, take_over


class FlowerShowdown(Phase):
    """All live hands are shown, the last aggressor's first (CH20)."""

    name = "showdown"

    def begin(self, hand: Hand) -> None:
        case = case_of(hand)
        first = hand.shows_first if hand.shows_first >= 0 and hand.live[hand.shows_first] else -1

        def deal_blind(seats: tuple[int, ...]) -> dict[int, Card] | None:
            if hand.cards_left() < len(seats):
                _refill_stub(hand)
            if hand.cards_left() < len(seats):
                return None
            cards: dict[int, Card] = {}
            for seat in seats:
                number, position, cards[seat] = hand.turn_top()
                hand.news.append(TieDrawn(seat, number, position, cards[seat]))
            return cards

        special = settle_flower(case, hand.news.append, deal_blind, first)
        take_over(hand, case)
        hand.finish("showdown", special)


def _refill_stub(hand: Hand) -> None:
    """The muck and the pile under its top card are shuffled into the stub (CH25)."""
    cards = hand.undealt() + hand.junk + hand.pile[:-1]
    hand.junk = ()
    hand.pile = hand.pile[-1:]
    if cards:
        hand.shuffle(("deck", "junk", "under"), cards, "deck")


def settle_flower(case: Case, emit: Emit, draw: Draw, first: int = -1) -> bool:
    """Settles a hand; True if the sabacc pot was won. `first` is the seat that shows first, if not the dealer's left."""
    case.return_uncalled(emit)
    pots = make_pots(case.paid, case.live, case.fees)
    table = _Table(case, emit, draw)
    live = case.from_dealers_left([seat for seat, is_live in enumerate(case.live) if is_live])
    start = live.index(first) if first in live else 0
    for seat in live[start:] + live[:start]:
        table.show(seat)
    special = False
    for number, pot in enumerate(pots):
        winners, clause = table.contest(number, pot)
        case.pay_out(pot.amount, winners, number, clause, emit)
        if number == 0 and table.worth[winners[0]].special:  # CH21
            special = True
            sabacc_pot, case.sabacc_pot = case.sabacc_pot, 0
            case.pay_out(sabacc_pot, winners, SABACC_POT, "CH21", emit)
    return special


class _Table:
    """The hands shown, and the blind cards as they come."""

    def __init__(self, case: Case, emit: Emit, draw: Draw) -> None:
        self.case = case
        self.emit = emit
        self.draw = draw
        self.worth: dict[int, Worth] = {}
        self.blind: dict[int, Card] = {}

    def show(self, seat: int) -> None:
        cards = self.case.hands[seat]
        made = self.worth[seat] = worth(cards)
        shown: Event = Shown(seat, CORELLIAN.in_order(cards), made.name, made.total, False, (), made.rank, made.key)
        self.emit(shown)

    def contest(self, number: int, pot: Pot) -> tuple[tuple[int, ...], str]:
        """Who wins a pot, and by which clause."""
        seats = self.case.from_dealers_left(pot.contested_by)
        best = max(self.worth[seat].key for seat in seats)
        tied = tuple(seat for seat in seats if self.worth[seat].key == best)
        if len(tied) == 1:
            others = [self.worth[seat] for seat in seats if seat != tied[0]]
            return tied, deciding_clause(self.worth[tied[0]], others) if others else "CH21"
        need = tuple(seat for seat in tied if seat not in self.blind)
        if need:
            self.emit(SuddenDemise(tied, number, "CH25"))
            cards = self.draw(need)
            if cards is None:
                return tied, "CH25"
            self.blind.update(cards)
        keys = {seat: blind_key(self.case.hands[seat], self.blind[seat]) for seat in tied}
        return tuple(seat for seat in tied if keys[seat] == max(keys.values())), "CH25"
