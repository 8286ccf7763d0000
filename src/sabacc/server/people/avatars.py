"""Avatars: emblems that people choose from, known by small numbers; the pages draw them."""

from __future__ import annotations

import zlib

AVATARS = 128


def avatar_of(person: str, chosen: int | None) -> int:
    """The avatar that somebody has chosen, or else the one that goes with their id.

    >>> avatar_of("ana", 7), avatar_of("ana", None) == avatar_of("ana", None)
    (7, True)
    """
    return chosen if chosen is not None else zlib.crc32(person.encode()) % AVATARS
