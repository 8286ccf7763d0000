"""A table as an actor: commands come in, the engine decides, the log keeps it, and only then everybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sabacc.errors import SabaccError
from sabacc.game.events import HandEnded
from sabacc.server import entries as en
from sabacc.server import protocol as pr
from sabacc.server.audience import Audience
from sabacc.server.clocks import Clockwork
from sabacc.server.connection import Connection
from sabacc.server.history import hand_rows
from sabacc.server.log import Kept, Written
from sabacc.server.orders import Orders
from sabacc.server.place import Place
from sabacc.server.remembered import Remembered
from sabacc.server.rhythm import Rhythm
from sabacc.server.state import State

QUIET = (en.Did, en.TimedOut, en.Struck, en.Chose)  # entries that change nothing but the hand


class Table:
    """One table of a server."""

    def __init__(self, table_id: str, state: State, place: Place) -> None:
        self.id = table_id
        self.state = state
        self.place = place
        self.loop = asyncio.get_running_loop()
        self.clockwork = Clockwork()
        self.rhythm = Rhythm(self)
        self.safe = state.version  # the last version that the log has
        self.done = Remembered()
        self.echoes: list[tuple[int, Connection, str]] = []  # commands sent again before they were safe
        self.audience = Audience(self)
        self.touched = self.loop.time()
        self.broken = False

    # ---- from nothing, and from the log

    @staticmethod
    def opened(table_id: str, entry: en.Opened, place: Place) -> Table:
        """A new table, with its first entry on the way into the log."""
        table = Table(table_id, State.opened(entry), place)
        table.safe = 0
        table._keep(entry, Written(table_id, 1, _now(), entry.host, None, en.write_entry(entry)), [], None)
        return table

    @staticmethod
    def recovered(table_id: str, kept: Kept, place: Place) -> Table:
        """A table from the log: the last snapshot, and what was done since. Whose turn it is has the full time again."""
        rows = list(kept.rows)
        if kept.snapshot is not None:
            state = State.loaded(kept.snapshot)
        else:
            first = en.read_entry(rows.pop(0).body)
            assert isinstance(first, en.Opened)
            state = State.opened(first)
        for row in rows:
            if row.version != state.version + 1:
                raise SabaccError(f"version {state.version + 1} is not in the log, but {row.version} is.")
            state.apply(en.read_entry(row.body))
        table = Table(table_id, state, place)
        for person, command, version in kept.done:
            table.done.add(person, command, version)
        return table

    # ---- who is there

    @property
    def connections(self) -> list[Connection]:
        """Everybody who is shown the table."""
        return self.audience.connections

    def join(self, connection: Connection, since: int | None) -> None:
        """A client comes, or comes back. It is shown what is safe in the log, and that may take a moment."""
        self.touched = self.loop.time()
        self.audience.join(connection, since)

    def part(self, connection: Connection) -> None:
        """A client goes."""
        self.touched = self.loop.time()
        self.audience.part(connection)

    # ---- commands

    def command(self, connection: Connection, command: pr.Command) -> None:
        """Does what somebody wants, or says why not."""
        began = self.loop.time()
        self.touched = began
        try:
            self._command(connection, command, began)
        except SabaccError as error:
            self.place.metrics.refused.inc()
            connection.tell(pr.Refused(command.id, str(error)))

    def _command(self, connection: Connection, command: pr.Command, began: float) -> None:
        person = connection.person
        if person is None or connection.name is None:
            raise SabaccError("you are only watching: give yourself a name first.")
        if self.broken or self.place.stopping:
            raise SabaccError("the table is not taking commands just now: try again in a moment.")
        version = self.done.version(person, command.id)
        if version is None and isinstance(command, pr.Chat):
            self._say(connection, command)
            self.done.add(person, command.id, self.safe)
        elif version is None:
            entry = Orders(self.state, person, connection.name, self.audience.find).entry_for(command)
            if self.state.game.closed:
                raise SabaccError("the table is closed.")
            removed = self._removed_by(entry)

            def safe(version: int) -> None:
                self._acknowledge(connection, command.id, version, began)
                if removed is not None:
                    self.audience.notify(removed, "the host has removed you from this table.")

            self.submit(entry, person, command.id, safe)
            if isinstance(entry, en.Did):
                self.clockwork.answered(entry.seat)
        elif version <= self.safe:
            connection.tell(pr.Done(command.id, version))  # once more, for it was done before
        else:  # it is on its way into the log: whoever sent it again, perhaps on a new line, is told then
            self.echoes.append((version, connection, command.id))

    def _removed_by(self, entry: en.Entry) -> str | None:
        """Whom the host sends away for good."""
        owner = self.state.owner(entry.seat) if isinstance(entry, en.GotUp) and entry.banned else None
        return owner.person if owner is not None else None

    def _acknowledge(self, connection: Connection, command_id: str, version: int, began: float) -> None:
        connection.tell(pr.Done(command_id, version))
        self.place.metrics.commands.inc()
        self.place.metrics.seconds.observe(self.loop.time() - began)

    def _echo(self) -> None:
        """Answers commands that were sent once more while they were written down."""
        safe = [one for one in self.echoes if one[0] <= self.safe]
        self.echoes = [one for one in self.echoes if one[0] > self.safe]
        for version, connection, command_id in safe:
            connection.tell(pr.Done(command_id, version))

    def _say(self, connection: Connection, command: pr.Chat) -> None:
        text = "".join(character for character in command.text if character.isprintable()).strip()
        if connection.person in self.state.muted or connection.person in self.state.banned:
            raise SabaccError("the host has muted you at this table.")
        if not connection.sees:
            raise SabaccError("sit down to chat at this table.")
        if not text:
            raise SabaccError("there is nothing to read in that message.")
        line = pr.ChatLine(str(connection.name), text, _now())
        self.audience.say(line)
        connection.tell(pr.Done(command.id, self.safe))

    # ---- what happens

    def submit(
        self,
        entry: en.Entry,
        person: str | None = None,
        command: str | None = None,
        safe: Callable[[int], None] | None = None,
    ) -> None:
        """Does it, writes it into the log, and tells everybody once it is safe there. Raises if it can't be done, and then
        nothing has changed."""
        try:
            self._submit(entry, person, command, safe)
        except SabaccError:
            raise
        except Exception as error:  # a fault of ours, in the middle of doing it: the log knows nothing of it
            self._break(error)
            raise SabaccError("that went wrong here; nothing of it is done, and the table starts again.") from error

    def _submit(
        self, entry: en.Entry, person: str | None, command: str | None, safe: Callable[[int], None] | None
    ) -> None:
        state = self.state
        owners = list(state.owners)
        events = state.apply(entry)
        version = state.version
        self.audience.remember(entry, events)
        if person is not None and command is not None:
            self.done.add(person, command, version)
        at = _now()
        ended = any(isinstance(event, HandEnded) for event in events)
        written = Written(
            self.id,
            version,
            at,
            person,
            command,
            en.write_entry(entry),
            closes=state.game.closed,
            snapshot=state.saved() if ended else None,
            done=self.done.lately() if ended else (),
            hand=hand_rows(self.id, state, owners, at) if ended else (),
        )
        if ended:
            self.place.metrics.hands.inc()
        self.audience.seat_people(owners)
        self.rhythm.ask()
        moved = state.owners != owners
        messages = self.audience.messages(events, changed=ended or moved or not isinstance(entry, QUIET))
        self._keep(entry, written, [*messages, *(self.audience.presence() if moved else ())], safe)

    def _keep(
        self,
        entry: en.Entry,
        written: Written,
        messages: list[tuple[Connection, bytes]],
        safe: Callable[[int], None] | None,
    ) -> None:
        def told(error: BaseException | None) -> None:
            if error is not None:
                self._break(error)
                return
            self.safe = written.version
            self.place.metrics.versions.inc()
            for connection, message in messages:
                connection.send(message)
            if safe is not None:
                safe(written.version)
            if self.echoes:
                self._echo()
            if not isinstance(entry, en.Did) or not self.state.in_hand:
                self.place.changed(self)
            self.go_on()

        self.place.log.append(written, told)

    def go_on(self) -> None:
        """Does what is due, now that the log is further, or that the table has been set up again."""
        try:
            self.audience.welcome()
            self.rhythm.wake()
        except Exception as error:  # nobody has asked for it, so nobody else would notice
            self._break(error)

    def _break(self, error: BaseException) -> None:
        """Something could not be kept, or not be done as it should. What was not kept never happened: the table is set up
        again from what was."""
        if not self.broken:
            self.broken = True
            self.rhythm.stop()
            why = "something went wrong at the table, and it starts again where it was last safe"
            self.loop.call_soon(self.audience.send_away, why)  # after the refusal, where there is one
            self.place.broken(self, error)


def _now() -> int:
    return time.time_ns() // 1_000_000
