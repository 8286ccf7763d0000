"""How long people are waited for: it starts their clocks, gives preset answers, and ends questions whose time is up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.server.table import entries as en
from sabacc.server.table.clocks import MAX_LAG, Allowance
from sabacc.server.table.passive import (
    LAST_CHANCE,
    LOOK,
    PASSIVE,
    PRESET_DELAY,
    WINDOWS,
    lone_person,
    only_waits_for,
    passive_seconds,
)
from sabacc.server.table.preset_answers import CHOICE_FOR_QUESTION
from sabacc.server.table.state import TableState

if TYPE_CHECKING:
    from sabacc.server.table.actor import Table


class DecisionTimer:
    """The timers of the people who are asked something at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._preset_timers: dict[tuple[int, int, int], asyncio.TimerHandle] = {}  # by hand, question and seat
        self._cards_seen: dict[int, tuple[object, float]] = {}  # by seat: a person's cards, and since when

    @property
    def state(self) -> TableState:
        return self.table.state

    def stop(self) -> None:
        """Cancels all timers."""
        self.stopped = True
        for handle in (self._timer, *self._preset_timers.values()):
            if handle is not None:
                handle.cancel()

    def start(self) -> None:
        """Starts the clocks of the people who have to decide, and sets the timer."""
        state, table = self.state, self.table
        hand = state.hand
        if hand is None or hand.over or state.paused:
            table.seat_clocks.stop_all()
        else:
            now = table.loop.time()
            self._note_cards(hand, now)
            people = [seat for seat in hand.waiting if (one := state.owner(seat)) and one.person and not state.lesson]
            allowed = {seat: time for seat in people if (time := self._allowance(hand, seat, now)) is not None}
            table.seat_clocks.start(allowed, (hand.seating.number, hand.question), state.settings.clocks, now)
            self._hasten_window(hand, now)
        end = table.seat_clocks.next_deadline(state.settings.clocks)
        if end is None or self.stopped:
            return
        if self._timer is not None:
            if self._timer_at <= end:
                return  # it goes off in time, and is set again then
            self._timer.cancel()
        self._timer_at = end
        self._timer = table.loop.call_at(end, self._handle_timeouts)

    def _note_cards(self, hand: Hand, now: float) -> None:
        """Keeps since when people have had the cards they have."""
        for seat in self.state.person_seats():
            if seat < len(hand.hands):
                cards = (hand.seating.number, hand.hands[seat], hand.fields[seat])
                if seat not in self._cards_seen or self._cards_seen[seat][0] != cards:
                    self._cards_seen[seat] = (cards, now)
                    if hand.kind in LOOK and seat in self.table.seat_clocks.running:
                        self.table.seat_clocks.end_at(seat, now + LOOK[hand.kind])  # a field move: there may be another

    def _allowance(self, hand: Hand, seat: int, now: float) -> Allowance | None:
        """How long a person may think; None where nobody else waits for them, so that no clock runs."""
        settings = self.state.settings
        alone = lone_person(self.state) == seat
        lag = min(self._lag(seat), MAX_LAG)
        if hand.kind in PASSIVE:
            seen_for = now - self._cards_seen[seat][1] if seat in self._cards_seen else 0.0
            return Allowance(passive_seconds(hand.kind, settings.clocks, settings.pace, alone, seen_for) + lag, True)
        return None if alone else Allowance(settings.clocks.decision + lag)

    def _hasten_window(self, hand: Hand, now: float) -> None:
        """When all bots have answered in a window, a table of bots waits only a moment longer for its one person."""
        seat = lone_person(self.state)
        if seat is None or hand.kind not in WINDOWS or not only_waits_for(seat, hand.waiting):
            return
        clocks = self.table.seat_clocks
        if seat in clocks.running and clocks.running[seat].deadline(0) > now + LAST_CHANCE:
            clocks.end_at(seat, now + LAST_CHANCE)

    def _lag(self, seat: int) -> float:
        """The round-trip time of a seat's best connection, in seconds."""
        lags = [connection.lag for connection in self.table.connections if connection.seat == seat]
        return min(lags, default=0.0)

    def _handle_timeouts(self) -> None:
        """Answers with the question's default for everybody whose clock has run out (T10)."""
        table, state = self.table, self.state
        self._timer = None
        if self.stopped or table.broken or table.context.stopping:
            return
        clocks, now = state.settings.clocks, table.loop.time()
        for seat in table.seat_clocks.expired(clocks, now):
            if seat not in table.seat_clocks.running:
                continue  # an earlier timeout has ended the question
            if table.seat_clocks.running[seat].passive:
                self._let_pass(seat, now)
            elif not self._grant_grace(seat, now):
                self._time_out(seat)
        self.start()

    def _let_pass(self, seat: int, now: float) -> None:
        """Ends a passive question for a seat, as if it had answered; one person among bots outwaits the bots."""
        hand = self.state.hand
        assert hand is not None
        if lone_person(self.state) == seat and not only_waits_for(seat, hand.waiting):
            self.table.seat_clocks.end_at(seat, now + LAST_CHANCE)
            return
        default: Action = hand.phase.default(hand, seat)
        self.table.submit(en.ActionTaken(seat, default, hand.question))

    def _grant_grace(self, seat: int, now: float) -> bool:
        """Extends the clock of who has lost the connection, once a decision; whether it did."""
        clocks = self.state.settings.clocks
        owner = self.state.owner(seat)
        running = self.table.seat_clocks.running[seat]
        person = owner.person if owner is not None else None
        gone = self.table.broadcaster.disconnected_at.get(person) if person is not None else None
        if gone is None or running.has_grace or gone + clocks.grace <= now:
            return False
        self.table.seat_clocks.grant_grace(seat, gone + clocks.grace, clocks)
        return True

    def _time_out(self, seat: int) -> None:
        table = self.table
        table.context.metrics.timeouts.inc()
        table.submit(en.TimedOut(seat))
        missed = table.seat_clocks.missed[seat] = table.seat_clocks.missed.get(seat, 0) + 1
        if missed >= self.state.settings.clocks.away_after:
            self._sit_out(seat)

    def _sit_out(self, seat: int) -> None:
        """Sits out a player who has missed too many decisions; in a tournament they are dealt in all the same."""
        state = self.state
        entry = en.SatOut(seat)
        if state.tournament or state.owner(seat) is None or state.game.sitting_out[seat] or entry in state.deferred:
            return
        self.table.submit(en.Deferred(entry) if state.in_hand else entry)

    def schedule_preset_answers(self) -> None:
        """Sets a timer for each person who has preset the answer to the open question."""
        hand = self.state.hand
        assert hand is not None
        for seat in hand.waiting if self.state.preset_answers else ():
            key = (hand.seating.number, hand.question, seat)
            if key not in self._preset_timers and self._is_preset(hand, seat):
                delay = self.table.context.luck.uniform(*PRESET_DELAY)
                self._preset_timers[key] = self.table.loop.call_later(delay, self._submit_preset_answer, key)

    def _is_preset(self, hand: Hand, seat: int) -> bool:
        return CHOICE_FOR_QUESTION.get(hand.kind) in self.state.preset_answers.get(seat, ())

    def _submit_preset_answer(self, key: tuple[int, int, int]) -> None:
        """Answers for a person, unless they have answered or chosen otherwise since."""
        self._preset_timers.pop(key, None)
        table, hand = self.table, self.state.hand
        number, question, seat = key
        if self.stopped or table.broken or table.context.stopping or self.state.paused:
            return
        if hand is None or hand.over or (hand.seating.number, hand.question) != (number, question):
            return
        if seat in hand.waiting and self._is_preset(hand, seat):
            default: Action = hand.phase.default(hand, seat)
            table.submit(en.ActionTaken(seat, default, question))
