"""What a table does by itself: it asks bots, runs deferred entries, fills seats and deals the next hand."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import structlog

from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.messages import Message
from sabacc.rules import BEHAVIOUR, LevelProgress
from sabacc.server.table import entries as en
from sabacc.server.table.decision_timer import DecisionTimer
from sabacc.server.table.lesson_state import is_taught
from sabacc.server.table.passive import lone_person, only_waits_for
from sabacc.server.table.state import TableState
from sabacc.variants.lessons import LET_PASS, next_move

if TYPE_CHECKING:
    from sabacc.server.table.actor import Table

BOT_NAMES = (
    "Koda", "Bril", "Ossa", "Tarn", "Jexa", "Mirro", "Velt", "Dunya", "Pax", "Serrin", "Hobb", "Quill", "Nim", "Rook",
    "Tavi", "Ulm",
)  # fmt: skip
FIRST_DEAL_DELAY = 1.5  # seconds after enough have sat down
_log = structlog.get_logger()


class Autopilot:
    """The bots and deals of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.decision_timer = DecisionTimer(table)
        self.deal_at = 0.0
        self.deal_timer: asyncio.TimerHandle | None = None
        self.randomiser_timer: asyncio.TimerHandle | None = None
        self.bot_tasks: dict[tuple[int, int, int], asyncio.Task[None]] = {}  # by hand, question and seat
        self.lesson_timer: asyncio.TimerHandle | None = None
        self.stopped = False

    @property
    def state(self) -> TableState:
        return self.table.state

    def wake(self) -> None:
        """Goes on with whatever is due, after any change."""
        table = self.table
        if self.stopped or table.broken or table.context.stopping or table.durable_version != self.state.version:
            return  # where only the log is behind, its next write wakes us again
        if self.state.in_hand:
            self._schedule_randomiser()
            if not self.state.paused:
                self.decision_timer.schedule_preset_answers()
                if is_taught(self.state):
                    self._schedule_lesson_move()
                elif self._is_looked_at():
                    self._ask_bots()
                if not self.table.seat_clocks.running:  # after a recovery or a pause
                    self.decision_timer.start()
        elif not self.state.game.closed:
            self._advance_between_hands()
        self.run_level_clock()
        table.context.on_progress(table)

    def stop(self) -> None:
        """Cancels all timers and bots."""
        self.stopped = True
        self.decision_timer.stop()
        for handle in (self.deal_timer, self.randomiser_timer, self.lesson_timer):
            if handle is not None:
                handle.cancel()
        for task in self.bot_tasks.values():
            task.cancel()

    def wind_up(self) -> None:
        """Closes a table that everybody has forgotten; a hand is first played to its end."""
        lone = lone_person(self.state)
        if not self.state.in_hand:
            self.table.submit(en.Ended())
        elif self.state.paused:
            self.table.submit(en.Paused(False))
        elif lone is not None:  # for whom no clock runs
            self.table.submit(en.GotUp(lone))

    # ---- in a hand

    def _ask_bots(self) -> None:
        hand = self.state.hand
        assert hand is not None
        for seat in hand.waiting:
            owner = self.state.owner(seat)
            key = (hand.seating.number, hand.question, seat)
            if owner is not None and owner.bot is not None and key not in self.bot_tasks:
                task = self.table.loop.create_task(self._ask_bot(key, owner.bot))
                self.bot_tasks[key] = task

    async def _ask_bot(self, key: tuple[int, int, int], character: str) -> None:
        """Submits a bot's decision at a moment that does not depend on it."""
        table = self.table
        number, question, seat = key
        hand = self.state.hand
        assert hand is not None
        sort = (character, hand.seating.rules.preset, hand.kind)
        at_least = self.state.settings.pace * self.table.context.luck.uniform(0.7, 1.3)
        began = table.loop.time()
        action: Action | None = None
        thought = 0.0
        try:
            answer = await table.context.bot_workers.decide(hand, seat, character, self.state.host)
            action, thought = answer.action, answer.seconds
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever is wrong with a bot, the game goes on
            table.context.metrics.bot_faults.inc()
            _log.warning("bot failed", table=table.id, bot=character, error=type(error).__name__, exc_info=error)
        missing = table.context.bot_pace.missing(sort, thought)
        await asyncio.sleep(max(missing, began + at_least - table.loop.time()))
        self.bot_tasks.pop(key, None)
        if not self.stopped and not table.broken and not table.context.stopping:
            self._submit_bot_action(number, question, seat, action)

    def _submit_bot_action(self, number: int, question: int, seat: int, action: Action | None) -> None:
        hand = self.state.hand
        current = hand is not None and (hand.seating.number, hand.question) == (number, question)
        if hand is None or hand.over or not current or seat not in hand.waiting:
            return
        if self.state.paused:
            return  # it is asked again when the table goes on
        self.table.context.metrics.bot_decisions.inc()
        answer = action
        if answer is None or answer not in hand.options(seat):
            answer = hand.phase.default(hand, seat)
        self.table.submit(en.ActionTaken(seat, answer, 0 if answer.free else question))

    def _schedule_lesson_move(self) -> None:
        """Sets a timer for the move that comes next in a lesson, if the table makes it; what nobody waits for is at once."""
        if self._lesson_move() is not None and self.lesson_timer is None:
            hand = self.state.hand
            at_once = hand is not None and hand.kind in LET_PASS
            delay = 0.0 if at_once else self.state.settings.pace
            self.lesson_timer = self.table.loop.call_later(delay, self._make_lesson_move)

    def _lesson_move(self) -> tuple[int, Action] | None:
        hand, lesson = self.state.hand, self.state.lesson
        if hand is None or lesson is None or not is_taught(self.state):
            return None
        return next_move(hand, lesson.left)

    def _make_lesson_move(self) -> None:
        self.lesson_timer = None
        move, hand = self._lesson_move(), self.state.hand
        if self.stopped or self.table.broken or self.table.context.stopping or move is None or hand is None:
            return
        self.table.submit(en.ActionTaken(*move, 0 if move[1].free else hand.question))

    def _schedule_randomiser(self) -> None:
        """Sets the timer of the randomiser, which rings at random intervals (HR5).

        It rests while a table of bots waits for its one person: who takes their time is not to be shifted for it.
        """
        hand = self.state.hand
        if hand is not None and only_waits_for(lone_person(self.state), hand.waiting):
            self._rest_randomiser()
            return
        if hand is None or not hand.seating.clock or self.randomiser_timer is not None or self.state.paused:
            return
        delay = self.table.context.luck.expovariate(1 / self.state.settings.clocks.randomiser)
        self.randomiser_timer = self.table.loop.call_later(delay, self._ring_randomiser, hand.seating.number)

    def _rest_randomiser(self) -> None:
        if self.randomiser_timer is not None:
            self.randomiser_timer.cancel()
            self.randomiser_timer = None

    def _ring_randomiser(self, number: int) -> None:
        self.randomiser_timer = None
        hand = self.state.hand
        if self.stopped or self.table.context.stopping or hand is None or hand.over:
            return
        if hand.seating.number == number and hand.seating.clock and not self.state.paused:
            self.table.submit(en.RandomiserRang())
        else:
            self.wake()

    # ---- between hands

    def _advance_between_hands(self) -> None:
        """Submits the next thing to be done; each of them wakes the autopilot again."""
        state, table = self.state, self.table
        if state.deferred:
            self._run_deferred(state.deferred[0])
            return
        if state.lesson is not None:
            self._advance_lesson()
            return
        if state.tournament:
            self._schedule_deal()
            return
        level = self._next_level_entry()
        if level is not None:
            table.submit(level)
            return
        entry = self._next_bot_entry()  # who may need more credits at another level
        if entry is not None:
            try:
                table.submit(entry)
                return
            except SabaccError as error:  # a deck too small for more players, for example
                _log.warning("bots", table=table.id, error=str(error))
        self._schedule_deal()

    def _advance_lesson(self) -> None:
        """Deals the one hand of a lesson; a table without a learner, or whose hand was lost, closes."""
        if not self.state.owners:
            return  # the learner is about to sit down
        if not is_taught(self.state) or self.state.voided is not None:
            self.table.submit(en.Ended())
        elif not self.state.game.number:
            self._schedule_deal()

    def _run_deferred(self, wanted: en.AnyEntry) -> None:
        """Runs the first deferred entry; its requester is told if it can't be done any more."""
        person = self._requester_of(wanted)
        self.table.submit(en.DeferredRun(), on_durable=lambda version: self._announce_dropped(person))

    def _announce_dropped(self, person: str | None) -> None:
        if self.state.drop_reason and person is not None:
            self.table.broadcaster.notify(person, Message("refusal.after-hand", why=self.state.drop_reason))

    def _requester_of(self, wanted: en.AnyEntry) -> str | None:
        """Whoever is named in an entry, has its seat, or is the host; nobody if the seat was left since."""
        if isinstance(wanted, en.GotUp):
            return self.state.host
        seat: int | None = getattr(wanted, "seat", None)
        owner = self.state.owner(seat) if seat is not None else None
        named: str | None = getattr(wanted, "person", None)
        return named or (owner.person if owner is not None else self.state.host if seat is None else None)

    def _next_level_entry(self) -> en.Entry | None:
        """Another level of the blinds, if one is due by the next deal; none while the table waits for people."""
        if not self._can_deal():
            return None
        now = self.table.loop.time()
        delay = self._deal_delay() if self.deal_timer is None else max(0.0, self.deal_at - now)
        return self.table.level_clock.due_entry(now, delay)

    def _next_bot_entry(self) -> en.Entry | None:
        """The next bot to sit down, get up or rebuy, if one should."""
        state = self.state
        people, bots = state.person_seats(), state.bot_seats()
        wanted = max(0, state.settings.fill_to - len(people)) if people or state.house else 0
        wanted = min(wanted, state.settings.seats - len(people))
        if not people and bots and not self.table.connections and not state.house:
            return None  # they stay until somebody comes
        if people and len(bots) > wanted:
            return en.GotUp(bots[-1])
        if len(bots) < wanted:
            return self._new_bot(len(bots))
        for seat in bots:
            short = state.game.price() - state.game.stacks[seat]
            if short > 0:
                return en.Rebought(seat, max(short, state.settings.stack - state.game.stacks[seat]))
        return None

    def _new_bot(self, already: int) -> en.Entry | None:
        state = self.state
        free = [seat for seat in range(state.settings.seats) if state.owner(seat) is None]
        names = [name for name in BOT_NAMES if name not in state.game.names]
        if not free or not names:
            return None
        character = state.settings.bots[already % len(state.settings.bots)]
        return en.SatDown(free[0], self.table.context.luck.choice(names), state.settings.stack, bot=character)

    def _can_deal(self) -> bool:
        """Whether a hand can be dealt to some person who is there and can pay for it; bots don't play among themselves."""
        state, game = self.state, self.state.game
        if state.in_hand or state.paused or game.closed or state.deferred or len(game.able()) < 2:
            return False
        if state.lesson is not None and game.number:
            return False
        if state.tournament:
            return self.table.may_deal
        if state.house and not state.person_seats():
            return self._is_looked_at()
        connected = self.table.broadcaster.connected_seats()
        playing = (seat for seat in state.person_seats() if connected[seat] and not game.sitting_out[seat])
        return any(game.stacks[seat] >= game.price() for seat in playing)

    def _is_looked_at(self) -> bool:
        """Whether bots have a reason to play: a table of the house sleeps while nobody looks."""
        return not self.state.house or bool(self.table.connections or self.state.person_seats())

    def _schedule_deal(self) -> None:
        if not self._can_deal():
            if self.deal_timer is not None:
                self.deal_timer.cancel()
                self.deal_timer = None
        elif self.deal_timer is None:
            delay = self._deal_delay()
            self.deal_at = self.table.loop.time() + delay
            self.deal_timer = self.table.loop.call_later(delay, self._deal)

    def _deal_delay(self) -> float:
        """Seconds from the end of a hand to the next, fewer before the first one."""
        between = self.state.settings.clocks.between
        return between if self.state.game.number else min(between, FIRST_DEAL_DELAY)

    def _deal(self) -> None:
        self.deal_timer = None
        if self.stopped or self.table.broken or self.table.context.stopping:
            return
        if not self._can_deal():
            self.run_level_clock()
            return
        if not self.state.house and self.table.context.is_over_quota(self.state.host):
            self.table.submit(en.Paused(True))
            self.table.broadcaster.notify_all(Message("refusal.host-no-room"))
            return
        self.bot_tasks.clear()
        progress = self._level_at_deal()
        deal = en.HandDealt(secrets.token_hex(32), secrets.token_hex(16), BEHAVIOUR, progress.ms, progress.hands)
        self.table.may_deal = False
        self.table.submit(deal)

    def _level_at_deal(self) -> LevelProgress:
        """How long the level has been played, with the hand that is dealt now; nothing where there are no levels."""
        return self.table.level_clock.at_deal(self.table.loop.time()) if self.state.game.level else LevelProgress()

    def run_level_clock(self, restart: bool = False) -> None:
        """Lets the level's clock run from the first deal on, while hands are played and the next one comes by itself."""
        now, clock = self.table.loop.time(), self.table.level_clock
        if restart:
            clock.restart(now)
        playing = self.state.in_hand and not self.state.paused
        if clock.counts_hands:
            clock.run(False, now)
            return
        clock.run(playing or (self.state.game.number > 0 and self._can_deal()), now)

    def next_hand_ms(self) -> int | None:
        """Milliseconds to the next hand, if there will be one."""
        if not self._can_deal():
            return None
        if self.deal_timer is not None:
            return max(0, round(1000 * (self.deal_at - self.table.loop.time())))
        return round(1000 * self._deal_delay())
