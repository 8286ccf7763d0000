"""A websocket's frames, as far as the short cuts of a line know them (RFC 6455, section 5.2)."""

from __future__ import annotations

from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no compiled part
    from websockets.utils import apply_mask

TEXT: Final = 0x81  # a whole message of text: its last part, and its first
LAST: Final = 0x80
MASKED: Final = 0x80
LENGTH_IN_TWO: Final = 126  # bytes more, or
LENGTH_IN_EIGHT: Final = 127


def write_text(text: bytes) -> bytes:
    """A message of text in one frame, as a server sends it."""
    size = len(text)
    if size < LENGTH_IN_TWO:
        return b"\x81" + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def read_text(packet: bytes, longest: int) -> bytes | None:
    """What a packet says, if it is one message of text from a client and nothing else; none for all that is less usual."""
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
    if size != start + length or length > longest:
        return None
    return apply_mask(packet[start:], packet[start - 4 : start])


def is_whole(packet: bytes) -> bool:
    """Whether a packet consists of whole frames, and of messages that are not in parts: what comes next begins anew."""
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
