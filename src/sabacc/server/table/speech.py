"""What people say at a table: lines of chat, and emotes from a fixed list."""

from __future__ import annotations

from typing import cast

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection


def chat_line(command: pr.Chat, connection: Connection, seat: int | None, now: int) -> pr.ChatLine:
    """The line that somebody says; raises where they may not, or where there is nothing to read."""
    text = "".join(character for character in command.text if character.isprintable()).strip()
    if not connection.sees_hand:
        raise SabaccError(Message("refusal.sit-to-chat"))
    if not text:
        raise SabaccError(Message("refusal.nothing-to-read"))
    return pr.ChatLine(str(connection.name), text, now, seat)


def emote_shown(command: pr.Emote, seat: int | None) -> pr.EmoteShown:
    """The emote that somebody shows; raises where they have no seat, or where there is no such emote."""
    if seat is None:
        raise SabaccError(Message("people.emote.needs-seat"))
    if command.emote not in pr.EMOTES:
        raise SabaccError(Message("people.emote.unknown", emote=command.emote, emotes=pr.EMOTES))
    return pr.EmoteShown(seat, cast("pr.EmoteName", command.emote))
