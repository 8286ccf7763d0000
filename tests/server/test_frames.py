"""Frames by hand are those that websockets itself makes and reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sabacc.server.wire.frames import is_whole, read_text, write_text

LENGTHS = [2, 3, 125, 126, 127, 4096, 65_535, 65_536]
short = st.tuples(st.sampled_from([Opcode.TEXT, Opcode.PING, Opcode.CLOSE]), st.binary(max_size=125))
long = st.tuples(st.sampled_from([Opcode.TEXT, Opcode.BINARY]), st.binary(min_size=126, max_size=300))
frames = st.one_of(short, long).map(lambda frame: Frame(*frame).serialize(mask=True))


@pytest.mark.parametrize("length", [0, *LENGTHS])
def test_a_text_goes_out_as_websockets_would_write_it(length: int) -> None:
    text = b"x" * length
    assert write_text(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_is_read_unless_it_is_too_long(length: int) -> None:
    text = bytes(range(256)) * 256
    packet = Frame(Opcode.TEXT, text[:length]).serialize(mask=True)
    assert read_text(packet, 4096) == (text[:length] if length <= 4096 else None)


TEXT = Frame(Opcode.TEXT, b"abc")
UNUSUAL = {
    "nothing": b"",
    "not masked": TEXT.serialize(mask=False),
    "bytes": Frame(Opcode.BINARY, b"abc").serialize(mask=True),
    "in parts": Frame(Opcode.TEXT, b"abc", fin=False).serialize(mask=True),
    "a bit that means nothing": b"\xc1" + TEXT.serialize(mask=True)[1:],
    "a ping": Frame(Opcode.PING, b"abc").serialize(mask=True),
    "two texts": 2 * TEXT.serialize(mask=True),
    "cut short": TEXT.serialize(mask=True)[:-1],
    "and the beginning of another": TEXT.serialize(mask=True) + b"\x81",
}


@pytest.mark.parametrize("what", UNUSUAL)
def test_whatever_is_not_just_a_text_of_a_client_is_left_to_websockets(what: str) -> None:
    assert read_text(UNUSUAL[what], 4096) is None


@given(st.lists(frames, max_size=4), st.data())
def test_a_packet_is_whole_if_it_ends_where_a_frame_does(packets: list[bytes], data: st.DataObject) -> None:
    assert is_whole(b"".join(packets))
    if packets:
        cut = data.draw(st.integers(1, len(packets[-1]) - 1))
        assert not is_whole(b"".join(packets)[:-cut])


@pytest.mark.parametrize(("opcode", "last"), [(Opcode.TEXT, False), (Opcode.CONT, False), (Opcode.CONT, True)])
def test_a_message_in_parts_is_not_whole(opcode: Opcode, last: bool) -> None:
    assert not is_whole(Frame(opcode, b"abc", fin=last).serialize(mask=True))
