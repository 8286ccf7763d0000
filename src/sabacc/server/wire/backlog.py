"""A table's last versions, for clients who come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from sabacc.game.events import Event
from sabacc.server.table.snapshot import Owner
from sabacc.server.wire.projection import EncodedEvents

BACKLOG_SIZE = 64  # versions that a client who comes back can be sent one by one; after more it gets a snapshot


class PastVersion(msgspec.Struct, frozen=True, gc=False):
    """A version, for those who missed it; thousands are kept, so it has as few parts as can be."""

    version: int
    public_events: bytes | None  # JSON; none where there are no events, or private ones
    private_events: tuple[Event, ...]  # all events, where some see more of them than others
    people: tuple[str | None, ...]  # who had the seats
    table: bytes | None  # JSON, where the table has changed

    def events_for(self, seat: int | None) -> bytes | None:
        """Its events as JSON for a seat."""
        return EncodedEvents(self.private_events).for_seat(seat) if self.private_events else self.public_events

    def seat_of(self, person: str | None) -> int | None:
        """Where somebody sat then."""
        return self.people.index(person) if person in self.people else None


class Backlog:
    """The last versions of one table."""

    def __init__(self) -> None:
        self._versions: deque[PastVersion] = deque(maxlen=BACKLOG_SIZE)

    def add(self, version: int, encoded: EncodedEvents, owners: Sequence[Owner | None], table: bytes | None) -> None:
        """Adds the newest version."""
        people = tuple(owner.person if owner is not None else None for owner in owners)
        if self._versions and self._versions[-1].people == people:
            people = self._versions[-1].people  # shared, to save memory
        public_events = encoded.for_seat(None) if encoded.is_public and encoded.events else None
        private_events = () if encoded.is_public else tuple(encoded.events)
        self._versions.append(PastVersion(version, public_events, private_events, people, table))

    def between(self, since: int, now: int) -> list[PastVersion] | None:
        """The versions after one and up to another, if all of them are still here."""
        missed = [past for past in self._versions if past.version > since]
        return missed if len(missed) == now - since else None
