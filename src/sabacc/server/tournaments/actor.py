"""A tournament as an actor: it decides, writes down what it has decided, and only then has it done at the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from sabacc.chance import Chance
from sabacc.server.table.autopilot import BOT_NAMES
from sabacc.server.tournaments.director_log import DirectorLog, StoredTournament
from sabacc.server.tournaments.table_runner import TableRunner
from sabacc.tournament import Director, Tournament
from sabacc.tournament.events import TournamentEvent

TICK = 0.25  # seconds between two looks at the clock
AFTER_FAULT = 2.0  # seconds until it is tried again
_log = structlog.get_logger()


class TournamentActor:
    """One tournament of this server."""

    def __init__(
        self,
        one: StoredTournament,
        past: list[TournamentEvent],
        log: DirectorLog,
        runner: TableRunner,
        now: Callable[[], int],
    ) -> None:
        self.one = one
        self.log = log
        self.runner = runner
        self.now = now  # milliseconds since 1970
        self.loop = asyncio.get_running_loop()
        self.changed = asyncio.Event()
        self.lock = asyncio.Lock()
        self.first_at: float | None = None  # when the first entered, as far as this process knows
        self.clock_began = self.loop.time()  # of the level or the break; after a restart it begins anew
        self.durable = 0  # events of the log that are written
        self._restore(past)

    @property
    def state(self) -> Tournament:
        """How it stands."""
        return self.director.state

    @property
    def over(self) -> bool:
        """Whether nothing more happens."""
        return self.state.phase in ("finished", "cancelled")

    async def do(self, what: Callable[[Director], None]) -> None:
        """Does something that a person asked for, and returns when it is durable; raises if it can't be done."""
        async with self.lock:
            what(self.director)
            await self._commit()
        self.changed.set()

    async def run(self) -> None:
        """Goes on until it is over."""
        while True:
            try:
                async with self.lock:
                    await self.step()
                if self.over:
                    return
                self.changed.clear()
                async with asyncio.timeout(TICK):
                    await self.changed.wait()
            except TimeoutError:
                continue
            except Exception as error:  # the database, or a table that broke: it is tried again from what is durable
                _log.error("tournament", tournament=self.one.id, error=repr(error), exc_info=error)
                await asyncio.sleep(AFTER_FAULT)
                await self._reload()

    async def step(self) -> None:
        """Whatever is due."""
        self.director.busy = self.runner.busy(self.state)
        if self.state.phase == "registering":
            self._start_if_due()
        for hand in self.runner.finished_hands(self.state):
            self.director.hand_played(hand)
        self._run_clock()
        await self._commit()
        while self.state.phase == "running":
            await self.runner.open_missing(self.state)
            self.director.busy = self.runner.busy(self.state)
            before = len(self.state.log)
            self.runner.settle(self.director)
            self.director.tend()
            if len(self.state.log) == before:
                break
            await self._commit()
        self.runner.close_broken(self.state)
        self.runner.let_deal(self.director)

    # ---- when it begins, and its clock

    def _start_if_due(self) -> None:
        plan, state = self.one.plan, self.state
        entered = sum(one.status == "entered" for one in state.players.values())
        if entered and self.first_at is None:
            self.first_at = self.loop.time()
        time_is_up = plan.starts_at is not None and self.now() >= plan.starts_at
        waited = self.first_at is not None and self.loop.time() >= self.first_at + plan.fill_after
        if plan.bots and entered and (time_is_up or (plan.starts_at is None and waited)):
            entered += self._fill_up(plan.settings.most_entries - entered)
        if time_is_up and entered < 2:
            self.director.cancel()
        elif time_is_up or (plan.starts_at is None and entered == plan.settings.most_entries):
            self.director.start()
            self.clock_began = self.loop.time()

    def _fill_up(self, places: int) -> int:
        """Bots take the places that nobody wanted."""
        taken = {one.name.casefold() for one in self.state.players.values()}
        names = [*BOT_NAMES, *(f"{name} {n}" for n in range(2, 70) for name in BOT_NAMES)]
        free = [name for name in names if name.casefold() not in taken]
        for number in range(places):
            bot = self.one.plan.bots[number % len(self.one.plan.bots)]
            self.director.enter(f"bot:{number}", free[number], bot)
        return places

    def _run_clock(self) -> None:
        """A level or a break is over when its minutes are; while a break lasts, no level does."""
        state, settings = self.state, self.one.plan.settings
        if state.phase != "running":
            return
        minutes = (self.loop.time() - self.clock_began) / 60
        if state.on_break:
            if minutes >= settings.break_minutes:
                self.director.end_break()
                self.clock_began = self.loop.time()
        elif not settings.level_hands and minutes >= settings.level_minutes:
            self.director.next_level()
            self.clock_began = self.loop.time()

    def level_ends_in(self) -> int | None:
        """Milliseconds until the level or the break is over, if the clock says when."""
        settings, state = self.one.plan.settings, self.state
        last = state.level >= len(settings.levels)
        if state.phase != "running" or (not state.on_break and (settings.level_hands or last)):
            return None
        minutes = settings.break_minutes if state.on_break else settings.level_minutes
        return max(0, round(1000 * (60 * minutes - (self.loop.time() - self.clock_began))))

    # ---- the log

    async def _commit(self) -> None:
        """Writes down what was decided; if that can't be, nothing was."""
        if len(self.state.log) == self.durable:
            return
        try:
            await self.log.append(self.one, self.state, self.durable, self.now())
        except BaseException:
            self._restore(self.state.log[: self.durable])
            raise
        self.durable = len(self.state.log)

    async def _reload(self) -> None:
        self._restore(await self.log.events(self.one.id))

    def _restore(self, past: list[TournamentEvent]) -> None:
        state = Tournament(self.one.plan.settings, past)
        self.director = Director(state, Chance(self.one.seed))
        self.runner.state = state
        self.durable = len(past)
