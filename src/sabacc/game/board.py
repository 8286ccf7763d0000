"""The places of a board: six petals and, in the centre, the discard pile (CH5)."""

from __future__ import annotations

from typing import Final

from sabacc.cards import Card

PETALS: Final = 6
PILE: Final = 6  # the centre's place


def card_at(board: tuple[Card, ...], pile: tuple[Card, ...], place: int) -> Card:
    """The card at a place of the board, the pile's top for its centre; an empty text where there is none."""
    if place == PILE:
        return pile[-1] if pile else ""
    return board[place]
