"""What a seat's later events say about cards that were hidden earlier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sabacc.cards import Card
from sabacc.game.events import (
    BoardDealt,
    Dealt,
    Dropped,
    Event,
    Peeked,
    Placed,
    Shown,
    Shuffled,
    Swapped,
    Taken,
    TieDrawn,
)


class Foresight:
    """The events of a view, looked at from their end."""

    def __init__(self, events: Sequence[Event], seat: int | None) -> None:
        self.events = events
        self.seat = seat
        self.shows: dict[int, list[tuple[int, Card]]] = {}  # by seat: where each card is seen to be theirs
        self.shown_at: dict[int, int] = {}  # by seat: where the whole hand is
        for at, event in enumerate(events):
            if isinstance(event, (Placed, Dropped, Swapped)) and event.card is not None:
                self.shows.setdefault(event.seat, []).append((at, event.card))
            elif isinstance(event, Shown):
                self.shows.setdefault(event.seat, []).extend([(at, card) for card in event.cards])
                self.shown_at.setdefault(event.seat, at)

    def will_show(self, seat: int, after: int) -> Counter[Card]:
        """The cards a seat is yet to show."""
        return Counter(card for at, card in self.shows.get(seat, []) if at > after)

    def shows_all(self, seat: int) -> bool:
        """Whether the whole hand is shown in the end."""
        return seat in self.shown_at

    def faces_of(self, shuffle: int) -> Counter[Card]:
        """The cards of a shuffle that are seen when they are dealt."""
        dealt = [
            e for e in self.events if isinstance(e, (Dealt, BoardDealt, Peeked, TieDrawn)) and e.shuffle == shuffle
        ]
        return Counter(event.card for event in dealt if event.card is not None)

    def shift_after(self, at: int) -> tuple[list[int], list[Card]]:
        """Of a shift that takes a card of each: whose, and which of the others' cards are seen when they are dealt again."""
        takes: list[int] = []
        lost: Card | None = None
        for place in range(at + 1, len(self.events)):
            event = self.events[place]
            if isinstance(event, Taken):
                takes.append(event.seat)
                lost = event.card if event.seat == self.seat else lost
            elif isinstance(event, Shuffled) and takes:
                seen = list(self.faces_of(event.number).elements())
                if lost in seen:
                    seen.remove(str(lost))
                return takes, seen
            else:
                break
        return [], []

    def dealt_from(self, shuffled: Shuffled, at: int) -> list[Dealt]:
        """The cards dealt at once from a shuffle beside the deck."""
        after = self.events[at + 1 : at + 1 + shuffled.size]
        return [event for event in after if isinstance(event, Dealt) and event.shuffle == shuffled.number]
