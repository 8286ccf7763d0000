"""What a host decides about a table besides the rules of the game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabacc.bots import find_character
from sabacc.errors import SabaccError
from sabacc.game.table import MOST_CREDITS
from sabacc.rules import Rules, find_preset, most_players, usual_stack

LONGEST_TITLE = 60
Access = Literal["open", "link", "password"]


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Times in seconds."""

    decision: Annotated[float, Meta(ge=0.05, le=3600)] = 30
    window: Annotated[float, Meta(ge=0.05, le=3600)] = 10  # where several are asked at once
    bank: Annotated[float, Meta(ge=0, le=3600)] = 60  # more time for a player, used up when a decision takes longer
    grace: Annotated[float, Meta(ge=0, le=3600)] = 20  # for who has lost the connection
    away_after: Annotated[int, Meta(ge=1, le=100)] = 2  # decisions missed in a row, and one is sat out
    between: Annotated[float, Meta(ge=0, le=600)] = 5  # from the end of a hand to the next
    randomiser: Annotated[float, Meta(ge=1, le=3600)] = 60  # the mean time between two rings (HR5)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run."""

    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    seats: Annotated[int, Meta(ge=2, le=8)] = 8
    stack: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0  # what one sits down with; 0: the usual for the stakes
    access: Access = "open"
    password: str | None = None  # argon2id
    spectators: bool = True
    bots: Annotated[tuple[str, ...], Meta(max_length=8)] = ()  # characters that fill empty seats, in this order
    fill_to: Annotated[int, Meta(ge=0, le=8)] = 0  # with bots, up to so many players
    pace: Annotated[float, Meta(ge=0, le=30)] = 1.2  # seconds that a bot takes at the least
    clocks: Clocks = Clocks()


def checked(settings: Settings, rules: Rules) -> Settings:
    """The settings, with what was left open filled in; or a sentence about what can't be."""
    preset = find_preset(rules.preset)
    title = settings.title.strip() or preset.title
    if not title.isprintable():
        raise SabaccError("a table's title is something one can read: no line breaks and no control characters.")
    for name in settings.bots:
        find_character(name.partition(":")[0])
    if any(":" in name for name in settings.bots):
        raise SabaccError("bots at a table are called by their name alone, like master; their budget is theirs.")
    if settings.fill_to and not settings.bots:
        raise SabaccError("say which bots should fill the seats, such as counter or miner.")
    seats = min(settings.seats, most_players(rules))
    if settings.access == "password" and not settings.password:
        raise SabaccError("a table with a password needs one.")
    return msgspec.structs.replace(
        settings,
        title=title,
        seats=seats,
        stack=settings.stack or usual_stack(rules),
        fill_to=min(settings.fill_to, seats),
        password=settings.password if settings.access == "password" else None,
    )
