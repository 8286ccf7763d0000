"""A board of face-up cards that players can buy from."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events.base import CardEvent, EventBase, Public, SeatEvent


class BoardDealt(Public, frozen=True, tag="board-dealt"):
    """A card from a shuffle's position to the board, face up: places 0 to 5 are the petals, 6 is the discard pile."""

    place: int
    shuffle: int
    position: int
    card: Card


class BoardFilled(Public, frozen=True, tag="board-filled"):
    """The top of the discard pile went into a gap of the board (CH12)."""

    place: int
    card: Card


class Bought(SeatEvent, frozen=True, tag="bought"):
    """A board card went to a player, face up (CH11)."""

    place: int
    card: Card


class Swapped(SeatEvent, frozen=True, tag="swapped"):
    """A player's card took the place of the board card just bought (CH11)."""

    place: int
    card: Card
    up: bool = False  # it lay face up before


class Peeked(EventBase, frozen=True, tag="peeked"):
    """A player looked at a card off the stub (CH13)."""

    seat: int
    shuffle: int
    position: int
    card: Card | None = None

    def seen_by(self, seat: int | None) -> Peeked:
        return self if seat == self.seat else Peeked(self.seat, self.shuffle, self.position)


class Kept(SeatEvent, frozen=True, tag="kept"):
    """The card just peeked at joined the pocket cards (CH13)."""


class PushedBack(SeatEvent, frozen=True, tag="pushed-back"):
    """The card just peeked at was mucked (CH13)."""


class Offered(CardEvent, frozen=True, tag="offered"):
    """A player's pick after double spikes (CH19)."""
