"""The reveal of coruscant-shift (CS9, CS10), for live rounds and for rounds played with real cards alike."""

from __future__ import annotations

from sabacc.betting import Pot, make_pots
from sabacc.cards import CORUSCANT, Card
from sabacc.game.events import RoundWon, Shown, SuddenDemise, TieDrawn
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.hands.coruscant import Worth, draw_key, worth
from sabacc.variants.case import Case, Draw, Emit
from sabacc.variants.ending import case_of, take_over


class Reveal(Phase):
    """All selections are shown, and the nearest to the gold number wins (CS9)."""

    name = "reveal"

    def begin(self, hand: Hand) -> None:
        case = case_of(hand)

        def draw_each(seats: tuple[int, ...]) -> dict[int, Card] | None:
            if hand.cards_left() < len(seats):
                discards = hand.junk
                hand.junk = ()
                hand.shuffle(("deck", "junk") if hand.deck else ("junk",), hand.undealt() + discards, "deck")
            if hand.cards_left() < len(seats):
                return None
            cards: dict[int, Card] = {}
            for seat in seats:
                number, position, cards[seat] = hand.turn_top()
                hand.news.append(TieDrawn(seat, number, position, cards[seat]))
            hand.junk += tuple(cards.values())
            return cards

        settle_selection(case, *hand.target, hand.news.append, draw_each)
        take_over(hand, case)
        hand.finish("showdown", False)


def settle_selection(case: Case, gold: int, silver: str, emit: Emit, draw: Draw) -> int:
    """Settles a round: every pot to the best selection that contests it; who won the round."""
    case.return_uncalled(emit)
    pots = make_pots(case.paid, case.live, case.fees)
    table = _Table(case, emit, draw)
    for seat in case.from_dealers_left([seat for seat, live in enumerate(case.live) if live]):
        table.show(seat, gold, silver)
    winner = -1
    for number, pot in enumerate(pots):
        best, clause = table.contest(number, pot)
        if number == 0:
            winner = best
            emit(RoundWon(best, clause))
        case.pay_out(pot.amount, (best,), number, clause, emit)
    return winner


class _Table:
    """The selections shown, and the cards drawn to break ties."""

    def __init__(self, case: Case, emit: Emit, draw: Draw) -> None:
        self.case = case
        self.emit = emit
        self.draw = draw
        self.worth: dict[int, Worth] = {}
        self.drawn: dict[int, list[Card]] = {}  # they count for every pot a player is tied for

    def show(self, seat: int, gold: int, silver: str) -> None:
        cards = self.case.hands[seat]
        made = self.worth[seat] = worth(cards, gold, silver)
        self.emit(Shown(seat, CORUSCANT.in_order(cards), made.name, made.total, False, (), made.rank, made.key))

    def contest(self, number: int, pot: Pot) -> tuple[int, str]:
        """Who wins a pot, and by which clause."""
        seats = self.case.from_dealers_left(pot.contested_by)
        best = max(self.worth[seat].key for seat in seats)
        tied = tuple(seat for seat in seats if self.worth[seat].key == best)
        if len(tied) == 1:
            return tied[0], "CS9"
        turn = 0
        while len(tied) > 1:
            need = tuple(seat for seat in tied if len(self.drawn.get(seat, [])) <= turn)
            if need:
                self.emit(SuddenDemise(tied, number, "CS10"))
                cards = self.draw(need)
                if cards is None:
                    return tied[0], "CS10"
                for seat, card in cards.items():
                    self.drawn.setdefault(seat, []).append(card)
            highest = max(draw_key(self.drawn[seat][turn]) for seat in tied)
            tied = tuple(seat for seat in tied if draw_key(self.drawn[seat][turn]) == highest)
            turn += 1
        return tied[0], "CS10"
