"""What an event is, and who may see it."""

from __future__ import annotations

from typing import Self

import msgspec

from sabacc.cards import Card


class EventBase(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    gc=False,  # they hold texts and numbers: nothing that could come round to them again
):
    """What all events have; `sabacc.game.events.Event` is any of them."""

    def seen_by(self, seat: int | None) -> Self:
        """The event as a seat sees it."""
        raise NotImplementedError(type(self).__name__)


class Public(EventBase, frozen=True):
    """An event that everybody sees whole."""

    def seen_by(self, seat: int | None) -> Self:
        return self


class SeatEvent(Public, frozen=True):
    """A public event about one seat."""

    seat: int


class CardEvent(SeatEvent, frozen=True):
    """A public event about one seat and one card."""

    card: Card


def kind_of(event: EventBase) -> str:
    """The event's name in JSON, such as `hand-started`."""
    return str(event.__struct_config__.tag)
