"""A table's last versions, for clients who come back."""

from __future__ import annotations

import msgspec

from sabacc.game.events import Event
from sabacc.server.showing import Told


class Version(msgspec.Struct, frozen=True, gc=False):
    """A version, for those who missed it."""

    version: int
    events: bytes | None  # as everybody saw them,
    secret: tuple[Event, ...]  # or as they were, if some saw more of them than others
    seats: tuple[str | None, ...]  # whose the seats were
    table: bytes | None

    def told_to(self, seat: int | None) -> bytes | None:
        """Its events for a seat."""
        return Told(self.secret).to(seat) if self.secret else self.events
