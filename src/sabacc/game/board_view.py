"""The parts of a view that only some games have: a board to buy from, cards looked at, a selection."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events import (
    BoardDealt,
    BoardFilled,
    Bought,
    Kept,
    Offered,
    Peeked,
    PushedBack,
    Selected,
    Swapped,
    TargetSet,
    TieDrawn,
)
from sabacc.game.picking import without


class BoardView:
    """What folds from the events of boards and selections."""

    seat: int | None
    cards: tuple[Card, ...]
    counts: list[int]
    fields: list[tuple[Card, ...]]
    pile: tuple[Card, ...]
    deck_count: int

    def __init__(self, seats: int) -> None:
        self.board: tuple[Card, ...] = ("",) * 6  # petals (CH5); an empty text is a gap
        self.peeked: Card | None = None  # the card one has just looked at (CH13)
        self.gold: int | None = None  # the target of a round (CS4)
        self.silver: str | None = None
        self.chosen: tuple[Card, ...] = ()  # one's own selection (CS5)
        self.chosen_counts = [0] * seats

    def _board_dealt(self, event: BoardDealt) -> None:
        self.deck_count -= 1
        self._put_on_board(event.place, event.card)

    def _board_filled(self, event: BoardFilled) -> None:
        self.pile = self.pile[:-1]
        self._put_on_board(event.place, event.card)

    def _bought(self, event: Bought) -> None:
        if event.place == len(self.board):
            self.pile = self.pile[:-1]
        else:
            self._put_on_board(event.place, "")
        self.fields[event.seat] += (event.card,)

    def _swapped(self, event: Swapped) -> None:
        if event.up:
            self.fields[event.seat] = without(self.fields[event.seat], event.card)
        else:
            self._loses(event.seat, event.card)
        self._put_on_board(event.place, event.card)

    def _put_on_board(self, place: int, card: Card) -> None:
        if place == len(self.board):
            self.pile += (card,)
        else:
            self.board = (*self.board[:place], card, *self.board[place + 1 :])

    def _peeked(self, event: Peeked) -> None:
        self.deck_count -= 1
        if event.seat == self.seat:
            self.peeked = event.card

    def _kept(self, event: Kept) -> None:
        self.counts[event.seat] += 1
        if event.seat == self.seat and self.peeked is not None:
            self.cards += (self.peeked,)
            self.peeked = None

    def _pushed_back(self, event: PushedBack) -> None:
        self.peeked = None

    def _offered(self, event: Offered) -> None:
        self.fields[event.seat] = without(self.fields[event.seat], event.card)

    def _target(self, event: TargetSet) -> None:
        self.gold = event.gold
        self.silver = event.silver

    def _selected(self, event: Selected) -> None:
        self.counts[event.seat] -= event.count
        self.chosen_counts[event.seat] += event.count
        if event.seat == self.seat and event.cards is not None:
            for card in event.cards:
                self.cards = without(self.cards, card)
            self.chosen += event.cards

    def _tie_drawn(self, event: TieDrawn) -> None:
        self.deck_count -= 1

    def _loses(self, seat: int, card: Card | None) -> None:
        self.counts[seat] -= 1
        if seat == self.seat and card is not None:
            self.cards = without(self.cards, card)
