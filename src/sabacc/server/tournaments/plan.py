"""What was decided about a tournament before anybody entered."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from sabacc.bots import find_character
from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules import find_preset
from sabacc.server.table.settings import MAX_TITLE_LENGTH, BotNames, Clocks, Pace, check_clocks
from sabacc.tournament import TournamentSettings

MAX_FILL_AFTER = 3600.0  # seconds
TOURNAMENT_CLOCKS = Clocks(decision=20, bank=30, between=5)


class TournamentPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament as its maker wants it: it starts when it is full, or at a time."""

    title: Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)]
    host: str  # a person
    host_name: str
    settings: TournamentSettings
    starts_at: int | None = None  # milliseconds since 1970; none: when it is full
    bots: BotNames = ()  # characters that fill it up, in this order
    fill_after: Annotated[float, Meta(ge=0, le=MAX_FILL_AFTER)] = 60  # seconds after the first has entered
    clocks: Clocks = TOURNAMENT_CLOCKS
    pace: Pace = 1.0


def check_plan(plan: TournamentPlan, shortest_clock: float) -> TournamentPlan:
    """A plan with a title; raises where it makes no sense."""
    title = plan.title.strip() or find_preset(plan.settings.game.preset).title
    if not title.isprintable():
        raise SabaccError(Message("refusal.title-readable"))
    check_clocks(plan.clocks, shortest_clock)
    for name in plan.bots:
        find_character(name)
    if plan.settings.for_rounds:
        raise SabaccError(Message("refusal.tournament-needs-credits"))
    if plan.bots and plan.settings.buy_in:
        raise SabaccError(Message("refusal.tournament-bots-free"))
    if plan.settings.rebuys or plan.settings.add_on or plan.settings.guarantee:
        raise SabaccError(Message("refusal.tournament-not-here"))
    return msgspec.structs.replace(plan, title=title)
