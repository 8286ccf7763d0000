"""A table as an actor: commands come in, the engine decides, the log stores the entry, and only then it is broadcast."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sabacc.errors import SabaccError
from sabacc.game.events import HandEnded
from sabacc.messages import Message
from sabacc.server.history.archive import hand_rows
from sabacc.server.ratings.recording import SeatsBefore, rated_rows
from sabacc.server.storage.lease import LeaseLost
from sabacc.server.storage.log import LogWrite, RecoveryData
from sabacc.server.table import entries as en
from sabacc.server.table.autopilot import Autopilot
from sabacc.server.table.clocks import SeatClocks
from sabacc.server.table.coach_desk import CoachDesk
from sabacc.server.table.commands import CommandHandler, Surroundings
from sabacc.server.table.context import TableContext
from sabacc.server.table.idempotency import CommandIds, RecentIds
from sabacc.server.table.level_clock import LevelClock
from sabacc.server.table.speech import chat_line, emote_shown
from sabacc.server.table.state import TableState
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.broadcast import Broadcaster
from sabacc.server.wire.connection import Connection

# Entries that change nothing but the hand.
HAND_ONLY_ENTRIES = (en.ActionTaken, en.TimedOut, en.RandomiserRang, en.LessonContinued)

ROW_BYTES = 60  # that a row takes beside its body
WITHOUT_ROOM = (pr.Act, pr.Leave, pr.SitOut, pr.CloseTable)  # commands of who has used up their quota
NO_ROOM = Message("refusal.no-room")
NOT_NOW = Message("refusal.not-now")


class Table:
    """One table of a server."""

    def __init__(self, table_id: str, state: TableState, context: TableContext) -> None:
        self.id = table_id
        self.state = state
        self.context = context
        self.loop = asyncio.get_running_loop()
        self.seat_clocks = SeatClocks()
        self.level_clock = LevelClock(state)
        self.autopilot = Autopilot(self)
        self.coach = CoachDesk(self)
        self.durable_version = state.version  # the last one that the log has
        self.command_ids = CommandIds()
        self.unlogged_ids = RecentIds()  # apart, so that no talk makes a command forgotten
        self.lookups: set[asyncio.Task[None]] = set()  # for commands that may have been done long ago
        self.pending_acks: list[tuple[int, Connection, str]] = []  # repeated commands whose version is not durable yet
        self.broadcaster = Broadcaster(self)
        self.active_at = self.loop.time()
        self.broken = False
        self.may_deal = False  # in a tournament: its director lets the next hand begin

    # ---- new, or from the log

    @staticmethod
    def open(table_id: str, entry: en.Opened, context: TableContext) -> Table:
        """A new table, whose first entry is on its way into the log."""
        table = Table(table_id, TableState.new(entry), context)
        table.durable_version = 0
        table._append(
            entry, LogWrite(table_id, 1, _now(), entry.host, None, en.write_entry(entry, context.log.vault)), [], None
        )
        return table

    @staticmethod
    def recover(table_id: str, stored: RecoveryData, context: TableContext) -> Table:
        """A table from its last snapshot and the entries since; all clocks start again with the full time. A hand that an
        older behaviour dealt is voided."""
        rows = list(stored.rows)
        vault = context.log.vault
        if stored.snapshot is not None:
            state = TableState.from_snapshot(stored.snapshot, vault)
        else:
            first = en.read_entry(rows.pop(0).body, vault)
            assert isinstance(first, en.Opened)
            state = TableState.new(first)
        for row in rows:
            if row.version != state.version + 1:
                raise SabaccError(f"version {state.version + 1} is not in the log, but {row.version} is.")
            state.apply(en.read_entry(row.body, vault))
        for hand, seat, choices in stored.preset_answers:
            state.preset(hand, seat, choices)
        table = Table(table_id, state, context)
        table.command_ids = CommandIds(stored.done)
        for row in stored.rows:
            if row.person is not None and row.command is not None:
                table.command_ids.add(row.person, row.command, row.version)
        if state.old_hand is not None:
            table.submit(en.HandVoided())
        return table

    # ---- connections

    @property
    def connections(self) -> list[Connection]:
        """The clients that are shown the table."""
        return self.broadcaster.connections

    def join(self, connection: Connection, since: int | None) -> None:
        """A client connects, or comes back with the last version it has; it is shown the table once that is durable."""
        self.active_at = self.loop.time()
        self.broadcaster.join(connection, since)

    def leave(self, connection: Connection) -> None:
        """A client disconnects."""
        self.active_at = self.loop.time()
        self.broadcaster.leave(connection)

    # ---- commands

    def command(self, connection: Connection, command: pr.Command, known_as_new: bool = False) -> None:
        """Carries a command out, or refuses it with a reason."""
        began = self.loop.time()
        self.active_at = began
        try:
            person = self._check_person(connection)
            if isinstance(command, pr.AskCoach):
                self.coach.ask(connection, self._handler(connection, person), command)
            elif isinstance(command, (pr.Chat, pr.Emote, pr.Choose)):
                self._carry_out_unlogged(connection, person, command, began)
            elif not self._answer_repeat(connection, person, command, known_as_new):
                self._carry_out(connection, person, command, began)
        except SabaccError as error:
            self.context.metrics.refused.inc()
            connection.send(pr.Refused(command.id, error.text(connection.language)))

    def _check_person(self, connection: Connection) -> str:
        """The person who gives a command, if it can be taken now."""
        if connection.person is None or connection.name is None:
            raise SabaccError(Message("refusal.only-watching"))
        if self.broken or self.context.stopping:
            raise SabaccError(NOT_NOW)
        return connection.person

    def _answer_repeat(self, connection: Connection, person: str, command: pr.Command, known_as_new: bool) -> bool:
        """Answers a command that was done before, or has it looked up if it may have been; whether it is either."""
        version = self.command_ids.version_of(person, command.id)
        if version is None:
            if known_as_new or not self.command_ids.may_be_stored(person, command.id):
                return False
            task = self.loop.create_task(self._look_up(connection, person, command))
            self.lookups.add(task)
            task.add_done_callback(self.lookups.discard)
        elif version <= self.durable_version:
            connection.send(pr.Done(command.id, version))
        else:  # perhaps on a new connection: it is still on its way into the log
            self.pending_acks.append((version, connection, command.id))
        return True

    async def _look_up(self, connection: Connection, person: str, command: pr.Command) -> None:
        """Answers a command that was done long ago, or carries it out if it only looked like one."""
        try:
            version = await self.context.log.find_command(self.id, person, command.id)
        except Exception:  # the log is not to be had, so nothing could be kept either
            connection.send(pr.Refused(command.id, connection.say(NOT_NOW)))
            return
        if version is not None:
            connection.send(pr.Done(command.id, version))
        else:
            self.command(connection, command, known_as_new=True)

    def _carry_out(self, connection: Connection, person: str, command: pr.Command, began: float) -> None:
        if self.context.is_over_quota(person) and not isinstance(command, WITHOUT_ROOM):
            raise SabaccError(NO_ROOM)
        entry = self._handler(connection, person).entry_for(command)
        if self.state.game.closed:
            raise SabaccError(Message("refusal.table-closed"))
        removed = entry.entry.player if isinstance(entry, en.Deferred) and isinstance(entry.entry, en.GotUp) else None

        def on_durable(version: int) -> None:
            self._acknowledge(connection, command.id, version, began)
            if removed is not None:
                self.broadcaster.notify(removed, "The host removes you from this table when the hand is over.")

        self.submit(entry, person, command.id, on_durable)
        if isinstance(entry, en.ActionTaken):
            self.seat_clocks.reset_missed(entry.seat)

    def _carry_out_unlogged(
        self, connection: Connection, person: str, command: pr.Chat | pr.Emote | pr.Choose, began: float
    ) -> None:
        """Commands that make no version; after a restart their ids are forgotten."""
        if self.unlogged_ids.version_of(person, command.id) is not None:  # done before
            connection.send(pr.Done(command.id, self.durable_version))
        elif isinstance(command, (pr.Chat, pr.Emote)):
            self._speak(connection, person, command)
        else:
            self._choose(connection, person, command, began)

    def _choose(self, connection: Connection, person: str, command: pr.Choose, began: float) -> None:
        """Keeps what somebody answers beforehand. It makes no version, so that nobody else notices."""
        answers = self._handler(connection, person).answers_for(command)
        number, seat, choices = answers

        def on_written(error: BaseException | None) -> None:
            if error is not None:
                self._fail(error)
                return
            self.state.preset(number, seat, choices)
            self.unlogged_ids.add(person, command.id, self.durable_version)
            self.broadcaster.send_choices(person)
            self._acknowledge(connection, command.id, self.durable_version, began)
            self.resume()

        self.context.log.keep_answers(self.id, answers, on_written)

    def _handler(self, connection: Connection, person: str) -> CommandHandler:
        return CommandHandler(self.state, person, str(connection.name), self._surroundings(connection))

    def _surroundings(self, connection: Connection) -> Surroundings:
        broadcaster, shortest_clock = self.broadcaster, self.context.shortest_clock
        tells = (broadcaster.find_person, broadcaster.traces_of)
        return Surroundings(_now(), *tells, shortest_clock, connection.avatar, connection.guest)

    def _acknowledge(self, connection: Connection, command_id: str, version: int, began: float) -> None:
        connection.send(pr.Done(command_id, version))
        self.context.metrics.commands.inc()
        self.context.metrics.seconds.observe(self.loop.time() - began)

    def _acknowledge_repeats(self) -> None:
        """Acknowledges repeated commands whose version is durable now."""
        durable = [one for one in self.pending_acks if one[0] <= self.durable_version]
        self.pending_acks = [one for one in self.pending_acks if one[0] > self.durable_version]
        for version, connection, command_id in durable:
            connection.send(pr.Done(command_id, version))

    def _speak(self, connection: Connection, person: str, command: pr.Chat | pr.Emote) -> None:
        """Says something or shows an emote, unless its person is muted."""
        if person in self.state.muted or self.state.is_removed(person):
            raise SabaccError(Message("refusal.muted"))
        seat = self.state.seat_of(person)
        if isinstance(command, pr.Chat):
            self.broadcaster.send_speech(chat_line(command, connection, seat, _now()))
        else:
            self.broadcaster.send_speech(emote_shown(command, seat))
        self.unlogged_ids.add(person, command.id, self.durable_version)
        connection.send(pr.Done(command.id, self.durable_version))

    # ---- entries

    def submit(
        self,
        entry: en.Entry,
        person: str | None = None,
        command: str | None = None,
        on_durable: Callable[[int], None] | None = None,
    ) -> None:
        """Applies an entry, logs it and broadcasts it once it is durable; raises, with nothing changed, if it can't be."""
        if self.broken:
            raise SabaccError(NOT_NOW)
        try:
            self._submit(entry, person, command, on_durable)
        except SabaccError:
            raise
        except Exception as error:  # a fault of ours half-way through: the log knows nothing of it
            self._fail(error)
            raise SabaccError(Message("refusal.fault")) from error

    def _submit(
        self, entry: en.Entry, person: str | None, command: str | None, on_durable: Callable[[int], None] | None
    ) -> None:
        state = self.state
        vault = self.context.log.vault
        before = SeatsBefore.of(state)
        owners = before.owners
        progress = state.level_progress
        removed = len(state.removals.people)
        events = state.apply(entry)
        version = state.version
        self.broadcaster.record_events(entry, events)
        if person is not None and command is not None:
            self.command_ids.add(person, command, version)
        at = _now()
        ended = any(isinstance(event, HandEnded) for event in events)
        kept = ended and state.keeps_hand_of(owners)
        saved = ended or isinstance(entry, en.HandVoided)
        hand = hand_rows(self.id, state, owners, at, vault) if kept else []
        write = LogWrite(
            self.id,
            version,
            at,
            person,
            command,
            en.write_entry(entry, vault),
            closes=state.game.closed,
            snapshot=state.snapshot(vault) if saved else None,
            done=self.command_ids.take_unstored(saved),
            hand=[*hand, *rated_rows(self.id, state, before, hand, at)],
            ended_hand=state.game.number if saved else 0,
        )
        if kept:
            self.context.metrics.hands.inc()
        self.broadcaster.update_seats(owners)
        self.autopilot.decision_timer.start()
        self.autopilot.run_level_clock(restart=state.level_progress is not progress)
        moved = state.owners != owners
        messages = self.broadcaster.add_version(
            events, table_changed=ended or moved or not isinstance(entry, HAND_ONLY_ENTRIES)
        )
        if len(state.removals.people) > removed:
            on_durable = self._then_dismiss(on_durable)
        self._append(entry, write, [*messages, *(self.broadcaster.presence_messages() if moved else ())], on_durable)

    def _then_dismiss(self, on_durable: Callable[[int], None] | None) -> Callable[[int], None]:
        """The callback, and after it the goodbye to who was removed."""

        def dismiss(version: int) -> None:
            if on_durable is not None:
                on_durable(version)
            self.broadcaster.dismiss_removed()

        return dismiss

    def _append(
        self,
        entry: en.Entry,
        write: LogWrite,
        messages: list[tuple[Connection, bytes]],
        on_durable: Callable[[int], None] | None,
    ) -> None:
        def on_written(error: BaseException | None) -> None:
            if error is not None:
                self._fail(error)
                return
            self.durable_version = write.version
            self.context.metrics.versions.inc()
            for connection, message in messages:
                connection.send_encoded(message)
            if on_durable is not None:
                on_durable(write.version)
            if self.pending_acks:
                self._acknowledge_repeats()
            if not isinstance(entry, en.ActionTaken) or not self.state.in_hand:
                self.context.on_change(self)
            self.resume()

        self.context.log.append(write, on_written)
        size = len(write.body) + sum(len(part) for _, row in write.hand for part in row if isinstance(part, bytes))
        self.context.charge(self.id, write.person or self.state.host, size + ROW_BYTES * (1 + len(write.hand)))

    def resume(self) -> None:
        """Goes on with what is due, after a write or a recovery."""
        try:
            self.broadcaster.admit_joining()
            self.autopilot.wake()
        except Exception as error:  # no command caused it, so nobody would be told
            self._fail(error)

    def drop(self) -> None:
        """Ends the table here without a word to anybody: it goes on elsewhere."""
        self.broken = True
        self.autopilot.stop()

    def _fail(self, error: BaseException) -> None:
        """Stops the table after a failed write or a fault; it is recovered from what the log has."""
        if isinstance(error, LeaseLost):  # another node has the table, or will have it, and shows it
            self.drop()
            self.context.on_lost(self)
        elif not self.broken:
            self.broken = True
            self.autopilot.stop()
            why = "something went wrong at the table, and it starts again where it was last safe"
            self.loop.call_soon(self.broadcaster.disconnect_all, why)  # after the refusal, where there is one
            self.context.on_broken(self, error)


def _now() -> int:
    return time.time_ns() // 1_000_000
