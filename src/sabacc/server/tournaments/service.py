"""The tournaments of a server: announced, entered, shown, and recovered when the server starts."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from sabacc.messages import Message
from sabacc.server.http.errors import Conflict, Forbidden, NotFound
from sabacc.server.people.sessions import Person
from sabacc.server.storage.store import Store
from sabacc.server.table_service import new_table_id
from sabacc.server.tables import Tables
from sabacc.server.tournaments.actor import TournamentActor
from sabacc.server.tournaments.director_log import DirectorLog, StoredTournament
from sabacc.server.tournaments.plan import TournamentPlan, check_plan
from sabacc.server.tournaments.report import TournamentReport, TournamentSummary, report_of, summary_of
from sabacc.server.tournaments.table_runner import TableRunner, close_table
from sabacc.tournament import Tournament

MAX_OPEN = 200
MAX_OF_HOST = 5
PAST = 50  # tournaments that are listed


class Tournaments:
    """All tournaments of this process."""

    def __init__(self, store: Store, tables: Tables, now: Callable[[], int], shortest_clock: float) -> None:
        self.store = store
        self.tables = tables
        self.now = now
        self.shortest_clock = shortest_clock
        self.log = DirectorLog(store)
        self.actors: dict[str, TournamentActor] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Goes on with all tournaments that are not over."""
        for one in await self.log.open_ones():
            self._run(TournamentActor(one, await self.log.events(one.id), self.log, self._runner(one), self.now))
        for table in list(self.tables.values()):
            if table.state.tournament and table.state.tournament not in self.actors:
                close_table(table)  # the server was stopped when its tournament was over, and it was not

    def stop(self) -> None:
        """Decides nothing more."""
        for task in self._tasks:
            task.cancel()

    async def announce(self, person: Person, plan: TournamentPlan) -> TournamentSummary:
        """A new tournament."""
        self._require_account(person)
        hosted = sum(actor.one.plan.host == person.id for actor in self.actors.values())
        if len(self.actors) >= MAX_OPEN or hosted >= MAX_OF_HOST:
            raise Conflict(Message("refusal.tournament-too-many"))
        checked = check_plan(plan, self.shortest_clock)
        one = StoredTournament(new_table_id(), self.now(), checked, secrets.token_hex(32))
        await self.log.announce(one)
        self._run(TournamentActor(one, [], self.log, self._runner(one), self.now))
        return summary_of(one, self.actors[one.id].state)

    async def enter(self, tournament: str, person: Person) -> TournamentReport:
        """Somebody enters, or enters again."""
        self._require_account(person)
        actor = self._find(tournament)
        known = actor.state.players.get(person.id)
        if known is not None and known.status == "out":
            await actor.do(lambda director: director.re_enter(person.id))
        else:
            await actor.do(lambda director: director.enter(person.id, person.name))
        return await self.report(tournament, person.id)

    async def leave(self, tournament: str, person: Person) -> TournamentReport:
        """Somebody doesn't take part, or not any more: then their chips stay in play."""
        actor = self._find(tournament)
        before = actor.state.phase == "registering"
        if before or person.id in actor.state.players:
            await actor.do(lambda director: (director.withdraw if before else director.leave)(person.id))
        return await self.report(tournament, person.id)

    async def cancel(self, tournament: str, person: Person) -> TournamentReport:
        """Its host calls it off before it starts."""
        actor = self._find(tournament)
        if actor.one.plan.host != person.id:
            raise Forbidden(Message("refusal.host-only", host=actor.one.plan.host_name))
        await actor.do(lambda director: director.cancel())
        return await self.report(tournament, person.id)

    async def summaries(self) -> list[TournamentSummary]:
        """Those that are open, and the last ones that are over."""
        here = [await self._durable_summary(actor) for actor in list(self.actors.values())]
        over = [one for one in await self.log.past(PAST) if one.id not in self.actors]
        past = [Tournament(one.plan.settings, await self.log.events(one.id)) for one in over]
        return here + [summary_of(one, state) for one, state in zip(over, past, strict=True)]

    async def report(self, tournament: str, person: str | None) -> TournamentReport:
        """One of them, as somebody sees it."""
        actor = self.actors.get(tournament)
        if actor is not None:
            async with actor.lock:  # nothing is shown that is not durable yet
                return report_of(actor.one, actor.state, person, actor.level_ends_in())
        one = await self.log.find(tournament)
        if one is None:
            raise NotFound(Message("refusal.no-tournament"))
        return report_of(one, Tournament(one.plan.settings, await self.log.events(one.id)), person, None)

    async def _durable_summary(self, actor: TournamentActor) -> TournamentSummary:
        async with actor.lock:
            return summary_of(actor.one, actor.state)

    def wake(self, tournament: str) -> None:
        """Something has happened at one of its tables."""
        actor = self.actors.get(tournament)
        if actor is not None:
            actor.changed.set()

    def _find(self, tournament: str) -> TournamentActor:
        actor = self.actors.get(tournament)
        if actor is None:
            raise NotFound(Message("refusal.no-tournament"))
        return actor

    def _require_account(self, person: Person) -> None:
        if person.guest:
            raise Forbidden(Message("refusal.tournament-guest"))

    def _runner(self, one: StoredTournament) -> TableRunner:
        return TableRunner(one, self.tables, self.store)

    def _run(self, actor: TournamentActor) -> None:
        self.actors[actor.one.id] = actor
        task = asyncio.create_task(actor.run())
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._forget(actor, done))

    def _forget(self, actor: TournamentActor, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if actor.over:
            self.actors.pop(actor.one.id, None)
