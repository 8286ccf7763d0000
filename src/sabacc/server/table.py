"""A table as an actor: commands come in, the engine decides, the log keeps it, and only then everybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable

import msgspec

from sabacc.errors import SabaccError
from sabacc.game.events import Event, HandEnded, HandStarted
from sabacc.server import entries as en
from sabacc.server import protocol as pr
from sabacc.server.clocks import Clockwork
from sabacc.server.connection import Connection, encode
from sabacc.server.history import hand_rows
from sabacc.server.log import Kept, Written
from sabacc.server.orders import Orders
from sabacc.server.place import Place
from sabacc.server.rhythm import Rhythm
from sabacc.server.showing import Told, table_info, told_to, you_at
from sabacc.server.state import Owner, State
from sabacc.words import Teller

REMEMBERED = 256  # versions that a client who comes back can be given one by one
DONE = 1000  # commands whose ids are remembered
CHAT = 50  # lines that a newcomer is shown
QUIET = (en.Did, en.TimedOut, en.Struck, en.Chose)  # entries that change nothing but the hand


class Past(msgspec.Struct, frozen=True, gc=False):
    """A version, for those who missed it."""

    version: int
    told: Told
    seats: tuple[str | None, ...]  # whose the seats were
    table: bytes | None


class Table:
    """One table of a server."""

    def __init__(self, table_id: str, state: State, place: Place) -> None:
        self.id = table_id
        self.state = state
        self.place = place
        self.loop = asyncio.get_running_loop()
        self.connections: list[Connection] = []
        self.newcomers: list[tuple[Connection, int | None]] = []
        self.clockwork = Clockwork()
        self.rhythm = Rhythm(self)
        self.safe = state.version  # the last version that the log has
        self.past: deque[Past] = deque(maxlen=REMEMBERED)
        self.done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.echoes: list[tuple[int, Connection, str]] = []  # commands sent again before they were safe
        self.events: list[Event] = list(state.hand.events) if state.hand is not None else []
        self.names: tuple[str, ...] = tuple(state.game.names)
        self.held: tuple[Owner | None, ...] = tuple(state.owners)  # who had the seats in that hand
        self.chat: deque[pr.ChatLine] = deque(maxlen=CHAT)
        self.gone_at: dict[str, float] = {}  # when somebody lost the last connection
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
            state.apply(en.read_entry(row.body))
        table = Table(table_id, state, place)
        for person, command, version in kept.done:
            table.done[(person, command)] = version
        return table

    # ---- who is there

    def here(self) -> list[bool]:
        """Which seats have somebody connected."""
        present = {connection.person for connection in self.connections}
        return [owner is not None and owner.person in present for owner in self.state.owners]

    def join(self, connection: Connection, since: int | None) -> None:
        """A client comes, or comes back. It is shown what is safe in the log, and that may take a moment."""
        connection.on_behind = self._behind
        self.newcomers.append((connection, since))
        self.touched = self.loop.time()
        self._welcome()

    def part(self, connection: Connection) -> None:
        """A client goes."""
        self.newcomers = [one for one in self.newcomers if one[0] is not connection]
        if connection in self.connections:
            self.connections.remove(connection)
            if connection.person is not None and not self._connected(connection.person):
                self.gone_at[connection.person] = self.loop.time()
            self._tell_presence()
        self.touched = self.loop.time()

    def _connected(self, person: str) -> bool:
        return any(one.person == person for one in self.connections)

    def _behind(self, connection: Connection) -> None:
        """A client could not keep up: a snapshot is due."""
        self.place.metrics.collapsed.inc()
        if connection in self.connections:
            self.connections.remove(connection)
            self.newcomers.append((connection, None))
            self._welcome()

    def _welcome(self) -> None:
        """Shows the table to whoever waits to see it, as soon as the log is as far as the table."""
        if self.safe != self.state.version or not self.newcomers:
            return
        newcomers, self.newcomers = self.newcomers, []
        for connection, since in newcomers:
            connection.seat = self.state.seat_of(connection.person)
            connection.sees = connection.seat is not None or self.state.settings.spectators
            self.connections.append(connection)
            if connection.person is not None:
                self.gone_at.pop(connection.person, None)
            missed = self._missed(connection, since)
            if missed is None:
                connection.catch_up(self._snapshot(connection))
            else:
                for message in missed:
                    connection.send(message)
        self._tell_presence()
        self.rhythm.wake()

    def _tell_presence(self) -> None:
        watching = sum(connection.seat is None for connection in self.connections)
        message = encode(pr.Presence(self.here(), watching))
        for connection in self.connections:
            connection.send(message)
        self.place.changed(self)

    def notify(self, person: str, text: str) -> None:
        """A sentence for somebody who is here."""
        for connection in self.connections:
            if connection.person == person:
                connection.tell(pr.Notice(text))

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
        if isinstance(command, pr.Chat):
            self._say(connection, command)
            return
        version = self.done.get((person, command.id))
        if version is None:
            entry = Orders(self.state, person, connection.name).entry_for(command)
            if self.state.game.closed:
                raise SabaccError("the table is closed.")
            self.submit(entry, person, command.id, lambda at: self._acknowledge(connection, command.id, at, began))
            if isinstance(entry, en.Did):
                self.clockwork.answered(entry.seat)
        elif version <= self.safe:
            connection.tell(pr.Done(command.id, version))  # once more, for it was done before
        else:  # it is on its way into the log: whoever sent it again, perhaps on a new line, is told then
            self.echoes.append((version, connection, command.id))

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
        self.chat.append(line)
        message = encode(line)
        for other in self.connections:
            other.send(message)
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
        state = self.state
        owners = list(state.owners)
        events = state.apply(entry)
        version = state.version
        self._remember(entry, events)
        if person is not None and command is not None:
            self.done[(person, command)] = version
            if len(self.done) > DONE:
                self.done.popitem(last=False)
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
            hand=hand_rows(self.id, state, owners, at) if ended else (),
        )
        if ended:
            self.place.metrics.hands.inc()
        self._seat_people(owners)
        self.rhythm.ask()
        changed = ended or state.owners != owners or not isinstance(entry, QUIET)
        self._keep(entry, written, self._messages(events, changed), safe)

    def _remember(self, entry: en.Entry, events: list[Event]) -> None:
        """The hand's events, for who comes later."""
        if isinstance(entry, en.HandDealt):
            self.events = []
            self.names = tuple(self.state.game.names)
            self.held = tuple(self.state.owners)
        self.events += [event for event in events if self.state.hand is not None and not _between_hands(event)]

    def _seat_people(self, before: list[Owner | None]) -> None:
        """Who sits where, after somebody sat down or got up."""
        if self.state.owners == before:
            return
        for seat in range(len(self.state.owners)):
            if seat >= len(before) or before[seat] != self.state.owners[seat]:
                self.clockwork.forget(seat)
        for connection in self.connections:
            connection.seat = self.state.seat_of(connection.person)
            connection.sees = connection.seat is not None or self.state.settings.spectators

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
            self._welcome()
            if not isinstance(entry, en.Did) or not self.state.in_hand:
                self.place.changed(self)
            self.rhythm.wake()

        self.place.log.append(written, told)

    def _break(self, error: BaseException) -> None:
        """The log failed. What was not kept never happened: the table is set up again from what was."""
        if not self.broken:
            self.broken = True
            self.rhythm.stop()
            for connection in [*self.connections, *(one for one, _ in self.newcomers)]:
                connection.close("the table could not be saved and starts again where it was last safe", again=True)
            self.place.broken(self, error)

    # ---- messages

    def _messages(self, events: list[Event], changed: bool) -> list[tuple[Connection, bytes]]:
        """One message for everybody who is connected, made now: what comes after must not show in it."""
        told = Told(events)
        table = encode(table_info(self.id, self.state, self.here())) if changed else None
        seats = tuple(owner.person if owner is not None else None for owner in self.state.owners)
        self.past.append(Past(self.state.version, told, seats, table))
        clock, deal = self._clock_part()
        by_seat: dict[int | None, bytes] = {}
        messages = []
        for connection in self.connections:
            if connection.words or not connection.sees:
                message = self._update(connection, told, table, clock, deal)
            else:
                found = by_seat.get(connection.seat)
                if found is None:
                    found = by_seat[connection.seat] = self._update(connection, told, table, clock, deal)
                message = found
            messages.append((connection, message))
        return messages

    def _clock_part(self) -> tuple[bytes, bytes]:
        now = self.loop.time()
        ticking = self.clockwork.shown(self.state.settings.clocks, now)
        clock = b',"clock":' + encode(ticking) if ticking else b""
        deal = self.rhythm.next_hand_ms()
        return clock, b',"next_hand_ms":%d' % deal if deal is not None else b""

    def _update(self, connection: Connection, told: Told, table: bytes | None, clock: bytes, deal: bytes) -> bytes:
        """As `protocol.Update`, put together by hand since the parts are JSON already."""
        parts = [b'{"type":"update","version":%d' % self.state.version]
        if told.events and connection.sees:
            parts += [b',"events":', told.to(connection.seat)]
        if table is not None:
            parts += [b',"table":', table]
        you = told_to(self.state, connection.seat)
        if you is not None:
            parts += [b',"you":', you]
        parts += [clock, deal]
        if connection.words and told.events and connection.sees:
            parts += [b',"say":', encode(self._say_events(connection, connection.seat, told.seen(connection.seat)))]
        parts.append(b"}")
        return b"".join(parts)

    def _say_events(self, connection: Connection, seat: int | None, events: list[Event]) -> list[str]:
        """A sentence for each event, to one listener."""
        said = []
        for event in events:
            if connection.teller is None or isinstance(event, HandStarted):
                connection.teller = Teller(list(self.state.game.names), seat, self.state.game.rules)
            if _between_hands(event):  # names have changed
                names = list(self.state.game.names)
                if name := getattr(event, "name", ""):
                    names[event.seat] = name  # type: ignore[attr-defined]  # an event with a name has a seat
                elif (gone := getattr(event, "seat", None)) is not None and not names[gone]:
                    names[gone] = self.names[gone] if gone < len(self.names) else "Somebody"
                said.append(Teller(names, seat, self.state.game.rules).tell(event))
            else:
                said.append(connection.teller.tell(event))
        return said

    def _seat_in_hand(self, connection: Connection) -> int | None:
        """As whom somebody may see the hand in play or the last one: who has taken a seat since had none in it."""
        seat = connection.seat
        if seat is None or seat >= len(self.held) or self.held[seat] != self.state.owner(seat):
            return None
        return seat

    def _snapshot(self, connection: Connection) -> bytes:
        """The whole table for one client."""
        state = self.state
        seat = self._seat_in_hand(connection)
        events = [event.seen_by(seat) for event in self.events] if connection.sees else []
        connection.teller = None
        snapshot = pr.Snapshot(
            protocol=pr.PROTOCOL,
            version=state.version,
            table=table_info(self.id, state, self.here()),
            me=connection.name,
            host=connection.person is not None and connection.person == state.host,
            events=events,  # type: ignore[arg-type]  # an Event is one of AnyEvent
            names=self.names,
            you=you_at(state, connection.seat),
            clock=self.clockwork.shown(state.settings.clocks, self.loop.time()),
            say=self._say_events(connection, seat, events) if connection.words else [],
            chat=list(self.chat),
            next_hand_ms=self.rhythm.next_hand_ms(),
        )
        return encode(snapshot)

    def _missed(self, connection: Connection, since: int | None) -> list[bytes] | None:
        """The versions that a client who comes back has missed; none if it needs the whole table."""
        now = self.state.version
        if since is None or connection.words or not connection.sees or not 0 < since <= now:
            return None
        missed = [past for past in self.past if past.version > since]
        if len(missed) != now - since:
            return None
        seat = connection.seat
        if any(
            (past.seats.index(connection.person) if connection.person in past.seats else None) != seat
            for past in missed
        ):
            return None  # it sat elsewhere then
        messages = []
        clock, deal = self._clock_part()
        you = you_at(self.state, seat)
        for past in missed:
            last = past.version == now
            parts = [b'{"type":"update","version":%d' % past.version]
            if past.told.events:
                parts += [b',"events":', past.told.to(seat)]
            if past.table is not None:
                parts += [b',"table":', past.table]
            if last:
                parts += [b',"you":' + encode(you) if you is not None else b"", clock, deal]
            parts.append(b"}")
            messages.append(b"".join(parts))
        return messages


def _between_hands(event: Event) -> bool:
    return type(event).__module__.endswith("at_table") and type(event).__name__ != "ItemStaked"


def _now() -> int:
    return time.time_ns() // 1_000_000
