"""What a table does by itself: it runs the clocks, lets bots think, does what waited, fills seats and deals the next hand."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import TYPE_CHECKING

import structlog

from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.server import entries as en
from sabacc.server.beforehand import ANSWERS
from sabacc.server.state import State

if TYPE_CHECKING:
    from sabacc.server.table import Table

BOT_NAMES = (
    "Koda", "Bril", "Ossa", "Tarn", "Jexa", "Mirro", "Velt", "Dunya", "Pax", "Serrin", "Hobb", "Quill", "Nim", "Rook",
    "Tavi", "Ulm",
)  # fmt: skip
FIRST_DEAL = 1.5  # seconds after enough have sat down
_luck = random.SystemRandom()
_log = structlog.get_logger()


class Rhythm:
    """The pulse of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.timer: asyncio.TimerHandle | None = None
        self.timer_at = self.deal_at = 0.0
        self.dealing: asyncio.TimerHandle | None = None
        self.striking: asyncio.TimerHandle | None = None
        self.thinking: dict[tuple[int, int, int], asyncio.Task[None]] = {}  # by hand, question and seat
        self.stopped = False

    @property
    def state(self) -> State:
        return self.table.state

    def wake(self) -> None:
        """Something has changed: goes on with whatever is due."""
        table = self.table
        if self.stopped or table.broken or table.place.stopping or table.safe != self.state.version:
            return  # or the log is behind, and wakes it again
        if self.state.in_hand:
            self._set_striking()
            if not self.state.paused and not self._answer_beforehand():
                self._let_bots_think()
                if not self.table.clockwork.running:  # just come back, or resumed
                    self.ask()
        elif not self.state.game.closed:
            self._between_hands()

    def stop(self) -> None:
        """No more."""
        self.stopped = True
        for handle in (self.timer, self.dealing, self.striking):
            if handle is not None:
                handle.cancel()
        for task in self.thinking.values():
            task.cancel()

    # ---- in a hand

    def ask(self) -> None:
        """Starts the clocks of people who have to decide, and sets the timer."""
        state, table = self.state, self.table
        hand = state.hand
        if hand is None or hand.over or state.paused:
            table.clockwork.restart()
        else:
            people = [seat for seat in hand.waiting if (one := state.owner(seat)) and one.person]
            question = (hand.seating.number, hand.question)
            table.clockwork.ask(people, self._lag, question, hand.kind, state.settings.clocks, table.loop.time())
        end = table.clockwork.next_end(state.settings.clocks)
        if end is None or self.stopped:
            return
        if self.timer is not None:
            if self.timer_at <= end:
                return  # it goes off in time, and looks again
            self.timer.cancel()
        self.timer_at = end
        self.timer = table.loop.call_at(end, self._time_is_up)

    def _lag(self, seat: int) -> float:
        """How long messages to a seat take, there and back."""
        lags = [connection.lag for connection in self.table.connections if connection.seat == seat]
        return min(lags, default=0.0)

    def _time_is_up(self) -> None:
        """Somebody's clock has run out: the question's default is their answer (T10)."""
        table, state = self.table, self.state
        self.timer = None
        if self.stopped or table.broken or table.place.stopping:
            return
        clocks, now = state.settings.clocks, table.loop.time()
        for seat in table.clockwork.run_out(clocks, now):
            if seat not in table.clockwork.running:
                continue  # an answer before it has ended the question
            if not self._graced(seat, now):
                self._answer_for(seat)
        self.ask()

    def _graced(self, seat: int, now: float) -> bool:
        """Who has lost the connection gets some time to come back, once a decision."""
        clocks = self.state.settings.clocks
        owner = self.state.owner(seat)
        running = self.table.clockwork.running[seat]
        gone = self.table.audience.gone_at.get(owner.person) if owner is not None and owner.person is not None else None
        if gone is None or running.graced or gone + clocks.grace <= now:
            return False
        self.table.clockwork.grace(seat, gone + clocks.grace, clocks)
        return True

    def _answer_for(self, seat: int) -> None:
        table = self.table
        table.place.metrics.timeouts.inc()
        table.submit(en.TimedOut(seat))
        missed = table.clockwork.missed[seat] = table.clockwork.missed.get(seat, 0) + 1
        if missed >= self.state.settings.clocks.away_after:
            self._sit_out(seat)

    def _sit_out(self, seat: int) -> None:
        """Somebody is away."""
        state = self.state
        entry = en.SatOut(seat)
        if state.owner(seat) is None or state.game.sitting_out[seat] or entry in state.waiting:
            return
        self.table.submit(en.Waits(entry) if state.in_hand else entry)

    def _answer_beforehand(self) -> bool:
        """The answers that players have chosen already; whether there was one."""
        hand = self.state.hand
        assert hand is not None
        choice = ANSWERS.get(hand.kind)
        for seat in hand.waiting if self.state.choices else ():
            if choice in self.state.choices.get(seat, ()):
                default: Action = hand.now.default(hand, seat)
                self.table.submit(en.Did(seat, default, hand.question))  # type: ignore[arg-type]  # an Action is one of AnyAction
                return True
        return False

    def _let_bots_think(self) -> None:
        hand = self.state.hand
        assert hand is not None
        for seat in hand.waiting:
            owner = self.state.owner(seat)
            key = (hand.seating.number, hand.question, seat)
            if owner is not None and owner.bot is not None and key not in self.thinking:
                task = self.table.loop.create_task(self._think(key, owner.bot))
                self.thinking[key] = task

    async def _think(self, key: tuple[int, int, int], character: str) -> None:
        """A bot's decision, at a human pace."""
        table = self.table
        number, question, seat = key
        hand = self.state.hand
        assert hand is not None
        began = table.loop.time()
        action: Action | None = None
        try:
            action = await table.place.thinkers.ask(hand, seat, character)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever a bot does wrong, the game goes on
            table.place.metrics.bot_faults.inc()
            _log.warning("bot failed", table=table.id, bot=character, error=type(error).__name__, exc_info=error)
        pace = self.state.settings.pace
        left = pace * _luck.uniform(0.7, 1.3) - (table.loop.time() - began)
        if left > 0:
            await asyncio.sleep(left)
        self.thinking.pop(key, None)
        if not self.stopped and not table.broken and not table.place.stopping:
            self._bot_answers(number, question, seat, action)

    def _bot_answers(self, number: int, question: int, seat: int, action: Action | None) -> None:
        hand = self.state.hand
        current = hand is not None and (hand.seating.number, hand.question) == (number, question)
        if hand is None or hand.over or not current or seat not in hand.waiting:
            return
        if self.state.paused:
            return  # it is asked again afterwards
        self.table.place.metrics.bot_decisions.inc()
        legal = action is not None and action in hand.options(seat)
        answer = action if legal else hand.now.default(hand, seat)
        self.table.submit(en.Did(seat, answer, 0 if answer.free else question))  # type: ignore[arg-type,union-attr]  # as above

    def _set_striking(self) -> None:
        """The randomiser rings at random intervals (HR5)."""
        hand = self.state.hand
        if hand is None or not hand.seating.clock or self.striking is not None or self.state.paused:
            return
        delay = _luck.expovariate(1 / self.state.settings.clocks.randomiser)
        self.striking = self.table.loop.call_later(delay, self._strike, hand.seating.number)

    def _strike(self, number: int) -> None:
        self.striking = None
        hand = self.state.hand
        if self.stopped or self.table.place.stopping or hand is None or hand.over:
            return
        if hand.seating.number == number and hand.seating.clock and not self.state.paused:
            self.table.submit(en.Struck())
        else:
            self.wake()

    # ---- between hands

    def _between_hands(self) -> None:
        """One thing after the other; each of them wakes it again."""
        state, table = self.state, self.table
        if state.waiting:
            self._do_what_waited(state.waiting[0])
            return
        entry = self._bot_entry()
        if entry is not None:
            try:
                table.submit(entry)
                return
            except SabaccError as error:  # a deck too small for more players, for example
                _log.warning("bots", table=table.id, error=str(error))
        self._plan_deal()

    def _do_what_waited(self, wanted: en.AnyEntry) -> None:
        """The first thing that waited for the end of the hand; if it can't be done any more, whoever wanted it is told."""
        person = self._who_wanted(wanted)
        self.table.submit(en.Due(), safe=lambda version: self._say_dropped(person))

    def _say_dropped(self, person: str | None) -> None:
        if self.state.dropped and person is not None:
            self.table.audience.notify(
                person, f"What you wanted after the hand could not be done: {self.state.dropped}"
            )

    def _who_wanted(self, wanted: en.AnyEntry) -> str | None:
        """Who is named in it, who has the seat it is about, or the host; nobody, if whoever had the seat has left it."""
        seat: int | None = getattr(wanted, "seat", None)
        owner = self.state.owner(seat) if seat is not None else None
        named: str | None = getattr(wanted, "person", None)
        return named or (owner.person if owner is not None else self.state.host if seat is None else None)

    def _bot_entry(self) -> en.Entry | None:
        """A bot sits down, gets up or rebuys, as the table needs it."""
        state = self.state
        people, bots = state.people(), state.bots()
        wanted = max(0, state.settings.fill_to - len(people)) if people else 0
        wanted = min(wanted, state.settings.seats - len(people))
        if not people and bots and not self.table.connections:
            return None  # they wait for somebody to come
        if people and len(bots) > wanted:
            return en.GotUp(bots[-1])
        if len(bots) < wanted:
            return self._new_bot(len(bots))
        for seat in bots:
            short = state.game.price() - state.game.stacks[seat]
            if short > 0:
                return en.Rebought(seat, max(short, state.settings.stack))
        return None

    def _new_bot(self, already: int) -> en.Entry | None:
        state = self.state
        free = [seat for seat in range(state.settings.seats) if state.owner(seat) is None]
        names = [name for name in BOT_NAMES if name not in state.game.names]
        if not free or not names:
            return None
        character = state.settings.bots[already % len(state.settings.bots)]
        return en.SatDown(free[0], _luck.choice(names), state.settings.stack, bot=character)

    def _ready_to_deal(self) -> bool:
        state = self.state
        if state.in_hand or state.paused or state.game.closed or state.waiting or len(state.game.able()) < 2:
            return False
        here = self.table.audience.here()
        return any(here[seat] and not state.game.sitting_out[seat] for seat in state.people())

    def _plan_deal(self) -> None:
        if not self._ready_to_deal():
            if self.dealing is not None:
                self.dealing.cancel()
                self.dealing = None
        elif self.dealing is None:
            delay = self._until_deal()
            self.deal_at = self.table.loop.time() + delay
            self.dealing = self.table.loop.call_later(delay, self._deal)

    def _until_deal(self) -> float:
        """Seconds from the end of a hand to the next; the first one comes soon."""
        between = self.state.settings.clocks.between
        return between if self.state.game.number else min(between, FIRST_DEAL)

    def _deal(self) -> None:
        self.dealing = None
        if self.stopped or self.table.broken or self.table.place.stopping or not self._ready_to_deal():
            return
        self.thinking.clear()
        self.table.submit(en.HandDealt(secrets.token_hex(32), secrets.token_hex(16)))

    def next_hand_ms(self) -> int | None:
        """How long until the next hand, if one is planned or will be."""
        if not self._ready_to_deal():
            return None  # any more, perhaps
        if self.dealing is not None:
            return max(0, round(1000 * (self.deal_at - self.table.loop.time())))
        return round(1000 * self._until_deal())
