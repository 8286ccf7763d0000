"""What an event is, and who may see it."""

from __future__ import annotations

import msgspec


class Event(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    gc=False,  # they hold texts and numbers: nothing that could come round to them again
):
    """The base of all events."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat sees it."""
        raise NotImplementedError(type(self).__name__)


class Public(Event, frozen=True):
    """An event that everybody sees whole."""

    def seen_by(self, seat: int | None) -> Event:
        return self


def kind_of(event: Event) -> str:
    """The event's name in JSON, such as `hand-started`."""
    return str(event.__struct_config__.tag)
