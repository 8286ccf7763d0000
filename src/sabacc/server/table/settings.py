"""What a host decides about a table besides the rules of the game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabacc.bots import find_character
from sabacc.errors import SabaccError
from sabacc.game.checks import MOST_CREDITS
from sabacc.messages import Message
from sabacc.rules import Rules, find_preset, most_players, usual_stack
from sabacc.server.ratings.scale import BOT_MU

MAX_SEATS = 8
MAX_TITLE_LENGTH = 60
USUAL_PACE = 1.2
MAX_RATED_DECISION = 120  # seconds that one has for a decision at a rated table, at the most
SHORTEST_CLOCK = 5.0  # seconds for a decision, unless the keeper of the server says otherwise

Access = Literal["open", "link", "password"]
BotNames = Annotated[tuple[str, ...], Meta(max_length=MAX_SEATS)]
FillTo = Annotated[int, Meta(ge=0, le=MAX_SEATS)]
Pace = Annotated[float, Meta(ge=0, le=30)]


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks of a table; times are in seconds."""

    decision: Annotated[float, Meta(ge=0.05, le=3600)] = 30
    window: Annotated[float, Meta(ge=0.05, le=3600)] = 10  # for a decision that several are asked for at once
    bank: Annotated[float, Meta(ge=0, le=3600)] = 60  # a player's reserve for decisions that take longer
    grace: Annotated[float, Meta(ge=0, le=3600)] = 20  # for a player who has lost the connection
    away_after: Annotated[int, Meta(ge=1, le=100)] = 2  # so many missed decisions in a row sit a player out
    between: Annotated[float, Meta(ge=0, le=600)] = 8  # from the end of a hand to the next: to see it and to read it
    randomiser: Annotated[float, Meta(ge=1, le=3600)] = 60  # the mean time between two rings (HR5)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run."""

    title: Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)] = ""
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS)] = MAX_SEATS
    stack: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0  # what one sits down with; 0: the usual for the stakes
    max_buy_in: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0  # the most one sits down with; 0: 200 antes
    rebuy_to: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] | None = None  # null: as the largest buy-in; 0: no rebuys
    access: Access = "open"
    password: str | None = None  # argon2id
    spectators: bool = True
    bots: BotNames = ()  # characters that fill empty seats, in this order
    fill_to: FillTo = 0  # bots sit down until there are so many players
    pace: Pace = USUAL_PACE  # seconds that a bot takes at the least
    clocks: Clocks = Clocks()
    coach: bool = False  # everybody who sits down agrees that all may ask the coach
    rated: bool = False  # games count for ratings: accounts alone may sit, and the clocks always run


def check_clocks(clocks: Clocks, shortest: float) -> None:
    """Refuses clocks so short that nobody could answer in time."""
    for what, seconds in (("decision", clocks.decision), ("window", clocks.window)):
        if seconds < shortest:
            least, given = f"{shortest:g}", f"{seconds:g}"
            raise SabaccError(Message("refusal.clock-short", what=what, least=least, seconds=given))


def _check_rated(settings: Settings) -> None:
    """Refuses what no rated table may have."""
    if settings.coach:
        raise SabaccError(Message("refusal.coach-rated"))
    unknown = [name for name in settings.bots if name not in BOT_MU]
    if unknown:
        raise SabaccError(Message("refusal.bot-unrated", name=unknown[0], names=", ".join(BOT_MU)))
    if settings.clocks.decision > MAX_RATED_DECISION:
        raise SabaccError(Message("refusal.rated-clock", most=MAX_RATED_DECISION))


def complete_settings(settings: Settings, rules: Rules) -> Settings:
    """The settings with their defaults filled in; raises where they can't be."""
    preset = find_preset(rules.preset)
    title = settings.title.strip() or preset.title
    if not title.isprintable():
        raise SabaccError(Message("refusal.title-readable"))
    if settings.rated:
        _check_rated(settings)
    for name in settings.bots:
        find_character(name.partition(":")[0])
    if any(":" in name for name in settings.bots):
        raise SabaccError(Message("refusal.bots-by-name"))
    if settings.fill_to and not settings.bots:
        raise SabaccError(Message("refusal.which-bots"))
    seats = min(settings.seats, most_players(rules))
    stack = settings.stack or usual_stack(rules)
    if settings.max_buy_in and stack > settings.max_buy_in:
        raise SabaccError(Message("refusal.buy-in-too-small", stack=stack, most=settings.max_buy_in))
    if settings.access == "password" and not settings.password:
        raise SabaccError(Message("refusal.password-missing"))
    return msgspec.structs.replace(
        settings,
        title=title,
        seats=seats,
        stack=stack,
        fill_to=min(settings.fill_to, seats),
        password=settings.password if settings.access == "password" else None,
    )
