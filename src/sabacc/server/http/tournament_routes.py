"""Tournaments over HTTP: announced, listed, entered and reported."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sabacc.messages import Message
from sabacc.server.http.auth import HttpRequest, current_person, require_person
from sabacc.server.http.errors import Conflict
from sabacc.server.hub import Hub
from sabacc.server.people.sessions import Person
from sabacc.server.table.settings import MAX_TITLE_LENGTH, BotNames, Clocks, Pace
from sabacc.server.tournaments.plan import MAX_FILL_AFTER, TOURNAMENT_CLOCKS, TournamentPlan
from sabacc.server.tournaments.report import TournamentReport, TournamentSummary
from sabacc.tournament import read_settings
from sabacc.tournament.settings import MOST_ENTRIES

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be announced: its rules, and what is decided about it. What is 0 or left out is as usual."""

    rules: dict[str, Any]
    title: Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)] = ""
    most_entries: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] = 4  # it starts when there are so many
    starts_at: Annotated[int, Meta(ge=0)] | None = None  # milliseconds since 1970; or at this time
    stack: Count = 0
    seats: Annotated[int, Meta(ge=0, le=8)] = 0  # at a table
    level_minutes: Annotated[int, Meta(ge=1, le=1440)] = 20
    level_hands: Annotated[int, Meta(ge=0, le=1000)] = 0  # if any, levels last so many hands and no minutes
    late_until: Annotated[int, Meta(ge=0, le=100)] = 0  # the last level in which one may enter
    re_entries: Annotated[int, Meta(ge=0, le=10)] = 0
    break_every: Annotated[int, Meta(ge=0, le=100)] = 0  # levels
    break_minutes: Annotated[int, Meta(ge=1, le=1440)] = 5
    buy_in: Count = 0  # play credits
    payouts: Annotated[tuple[int, ...], Meta(max_length=100)] = ()  # by place, in percent
    bots: BotNames = ()  # they fill it up
    fill_after: Annotated[float, Meta(ge=0, le=MAX_FILL_AFTER)] = 60  # seconds after the first has entered
    clocks: Clocks = TOURNAMENT_CLOCKS
    pace: Pace = 1.0


OF_SETTINGS = (
    "rules", "stack", "seats", "level_minutes", "level_hands", "late_until", "re_entries", "break_every",
    "break_minutes", "buy_in", "payouts", "most_entries",
)  # fmt: skip


def plan_of(wanted: NewTournament, host: Person) -> TournamentPlan:
    """What somebody wants to announce."""
    settings = read_settings({name: getattr(wanted, name) for name in OF_SETTINGS})
    return TournamentPlan(
        title=wanted.title,
        host=host.id,
        host_name=host.name,
        settings=settings,
        starts_at=wanted.starts_at,
        bots=wanted.bots,
        fill_after=wanted.fill_after,
        clocks=wanted.clocks,
        pace=wanted.pace,
    )


def tournament_routes(hub: Hub) -> Router:
    """The routes about tournaments."""
    tournaments = hub.tournaments

    @get("/tournaments", tags=["tournaments"])
    async def list_tournaments() -> list[TournamentSummary]:
        """The tournaments that are open or running, and the last ones that are over."""
        return await tournaments.summaries()

    @post("/tournaments", tags=["tournaments"])
    async def announce(request: HttpRequest, data: JSONBody[NewTournament]) -> TournamentSummary:
        """Announces a tournament, which you may call off before it starts."""
        person = await require_person(request)
        if hub.cluster is not None:
            raise Conflict(Message("refusal.tournament-not-in-cluster"))
        hub.table_limiter.take(person.id)
        return await tournaments.announce(person, plan_of(data, person))

    @get("/tournaments/{tournament:str}", tags=["tournaments"])
    async def one_tournament(request: HttpRequest, tournament: FromPath[str]) -> TournamentReport:
        """A tournament: its level, what is left, the standings, and your table."""
        person = await current_person(request)
        return await tournaments.report(tournament, person.id if person is not None else None)

    @post("/tournaments/{tournament:str}/entry", tags=["tournaments"])
    async def enter(request: HttpRequest, tournament: FromPath[str]) -> TournamentReport:
        """Enter, or enter again; the buy-in is taken from your wallet."""
        return await tournaments.enter(tournament, await require_person(request))

    @delete("/tournaments/{tournament:str}/entry", status_code=200, tags=["tournaments"])
    async def leave(request: HttpRequest, tournament: FromPath[str]) -> TournamentReport:
        """Take your entry back before the start; later, leave for good: your chips stay in play."""
        return await tournaments.leave(tournament, await require_person(request))

    @delete("/tournaments/{tournament:str}", status_code=200, tags=["tournaments"])
    async def cancel(request: HttpRequest, tournament: FromPath[str]) -> TournamentReport:
        """Call a tournament of yours off before it starts."""
        return await tournaments.cancel(tournament, await require_person(request))

    handlers: list[Any] = [list_tournaments, announce, one_tournament, enter, leave, cancel]
    return Router("/api", route_handlers=handlers)
