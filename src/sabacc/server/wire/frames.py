"""Websocket frames, as far as the short cuts of `fast_websocket` need them (RFC 6455, section 5.2)."""

from __future__ import annotations

from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no compiled part
    from websockets.utils import apply_mask

TEXT: Final = 0x81  # a text message in one frame
LAST: Final = 0x80  # the last frame of a message
MASKED: Final = 0x80
LENGTH_IN_TWO: Final = 126  # the length follows in two bytes
LENGTH_IN_EIGHT: Final = 127  # the length follows in eight bytes


def write_text(text: bytes) -> bytes:
    """A text message in one frame, as a server sends it."""
    size = len(text)
    if size < LENGTH_IN_TWO:
        return b"\x81" + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def read_text(packet: bytes, max_bytes: int) -> bytes | None:
    """The text of a packet that is one whole text message from a client; none for any other."""
    size = len(packet)
    if size < 8 or packet[0] != TEXT:
        return None
    start = 6
    length = packet[1] ^ MASKED
    if length == LENGTH_IN_TWO:
        start = 8
        length = packet[2] << 8 | packet[3]
    elif length > LENGTH_IN_TWO:
        return None
    if size != start + length or length > max_bytes:
        return None
    return apply_mask(packet[start:], packet[start - 4 : start])


def is_whole(packet: bytes) -> bool:
    """Whether a packet consists of whole frames, each a whole message."""
    size = len(packet)
    at = 0
    while at + 2 <= size:
        if packet[at] & LAST == 0 or packet[at] & 0x0F == 0:
            return False
        length = packet[at + 1] & 0x7F
        extra = 2 if length == LENGTH_IN_TWO else 8 if length == LENGTH_IN_EIGHT else 0
        if at + 2 + extra > size:
            return False
        if extra:
            length = int.from_bytes(packet[at + 2 : at + 2 + extra], "big")
        at += 2 + extra + (4 if packet[at + 1] & MASKED else 0) + length
    return at == size
