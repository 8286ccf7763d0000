"""The flower of board cards: six petals and, in the centre, the discard pile (CH5, CH11, CH12)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.actions import Buy
from sabacc.game.board import PILE, card_at
from sabacc.game.combinations import without
from sabacc.game.events import BoardDealt, BoardFilled, Bought, Swapped
from sabacc.game.hand import Hand


def board_price(hand: Hand) -> int:
    """The price of a board card; nothing once the stub is exhausted (CH14)."""
    return hand.seating.rules.board_price if hand.deck else 0


def board_card(hand: Hand, place: int) -> Card:
    """The card at a place of the board, the pile's top for its centre; an empty text where there is none."""
    return card_at(hand.board, hand.pile, place)


def buy(hand: Hand, seat: int, action: Buy) -> None:
    """A board card goes to a hand, face up; a swapped card takes its place, or the gap is filled (CH11, CH12)."""
    card = board_card(hand, action.place)
    set_board(hand, action.place, "")
    hand.news.append(Bought(seat, action.place, card))
    if action.swap is not None:
        if action.up:
            hand.fields[seat] = without(hand.fields[seat], action.swap)
        else:
            hand.hands[seat] = without(hand.hands[seat], action.swap)
        set_board(hand, action.place, action.swap)
        hand.news.append(Swapped(seat, action.place, action.swap, action.up))
    hand.fields[seat] += (card,)
    if action.swap is None:
        if action.place != PILE and hand.pile:
            top = hand.pile[-1]
            set_board(hand, PILE, "")
            set_board(hand, action.place, top)
            hand.news.append(BoardFilled(action.place, top))
        if not hand.pile and hand.deck:
            deal_to_board(hand, PILE)


def set_board(hand: Hand, place: int, card: Card) -> None:
    """Puts a card on a place of the board, or, with an empty text, takes the one there off."""
    if place != PILE:
        hand.board = (*hand.board[:place], card, *hand.board[place + 1 :])
    elif card:
        hand.pile += (card,)
    else:
        hand.pile = hand.pile[:-1]


def deal_to_board(hand: Hand, place: int) -> None:
    """A stub card, face up, to a place of the board."""
    number, position, card = hand.turn_top()
    set_board(hand, place, card)
    hand.news.append(BoardDealt(place, number, position, card))
