"""Who looks at a table, what each of them is shown, and how those who come back catch up."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sabacc.game.events import Event, HandStarted, ItemStaked, at_table
from sabacc.server import entries as en
from sabacc.server import protocol as pr
from sabacc.server.connection import Connection, encode
from sabacc.server.saved import Owner
from sabacc.server.showing import Told, table_info, told_to, you_at
from sabacc.server.state import State
from sabacc.server.versions import Version
from sabacc.words import Teller

if TYPE_CHECKING:
    from sabacc.server.table import Table

REMEMBERED = 256  # versions that a client who comes back can be given one by one
CHAT = 50  # lines that a newcomer is shown


class Audience:
    """Everybody with an open socket to one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        state = table.state
        self.connections: list[Connection] = []
        self.newcomers: list[tuple[Connection, int | None]] = []
        self.past: deque[Version] = deque(maxlen=REMEMBERED)
        self.events: list[Event] = list(state.hand.events) if state.hand is not None else []  # of the hand
        self.names: tuple[str, ...] = tuple(state.game.names)  # in that hand
        self.held: tuple[Owner | None, ...] = tuple(state.owners)  # who had the seats in it
        self.chat: deque[pr.ChatLine] = deque(maxlen=CHAT)
        self.gone_at: dict[str, float] = {}  # when somebody lost the last connection

    @property
    def state(self) -> State:
        return self.table.state

    def here(self) -> list[bool]:
        """Which seats have somebody connected."""
        present = {connection.person for connection in self.connections}
        return [owner is not None and owner.person in present for owner in self.state.owners]

    def join(self, connection: Connection, since: int | None) -> None:
        """A client comes, or comes back. It is shown what is safe in the log, and that may take a moment."""
        connection.on_behind = self._behind
        self.newcomers.append((connection, since))
        self.welcome()

    def part(self, connection: Connection) -> None:
        """A client goes."""
        self.newcomers = [one for one in self.newcomers if one[0] is not connection]
        if connection in self.connections:
            self.connections.remove(connection)
            if connection.person is not None and not self._connected(connection.person):
                self.gone_at[connection.person] = self.table.loop.time()
            self._tell_presence()

    def _connected(self, person: str) -> bool:
        return any(one.person == person for one in self.connections)

    def _behind(self, connection: Connection) -> None:
        """A client could not keep up: a snapshot is due."""
        self.table.place.metrics.collapsed.inc()
        if connection in self.connections:
            self.connections.remove(connection)
            self.newcomers.append((connection, None))
            self.welcome()

    def welcome(self) -> None:
        """Shows the table to whoever waits to see it, as soon as the log is as far as the table."""
        if self.table.safe != self.state.version or not self.newcomers:
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
        self.table.rhythm.wake()

    def _tell_presence(self) -> None:
        for connection, message in self.presence():
            connection.send(message)
        self.table.place.changed(self.table)

    def presence(self) -> list[tuple[Connection, bytes]]:
        """Who is here and how many watch, for everybody who is connected."""
        watching = sum(connection.seat is None for connection in self.connections)
        message = encode(pr.Presence(self.here(), watching))
        return [(connection, message) for connection in self.connections]

    def find(self, name: str) -> str | None:
        """Who is here under a name."""
        return next((one.person for one in self.connections if one.name == name), None)

    def say(self, line: pr.ChatLine) -> None:
        """Somebody says something to all who may see the hand."""
        self.chat.append(line)
        message = encode(line)
        for connection in self.connections:
            if connection.sees:
                connection.send(message)

    def send_away(self, why: str) -> None:
        """The table has to be set up again: everybody should come back to that one."""
        for connection in [*self.connections, *(one for one, _ in self.newcomers)]:
            connection.close(why, again=True)

    def notify(self, person: str, text: str) -> None:
        """A sentence for somebody who is here."""
        for connection in self.connections:
            if connection.person == person:
                connection.tell(pr.Notice(text))

    def remember(self, entry: en.Entry, events: list[Event]) -> None:
        """The hand's events, for who comes later."""
        if isinstance(entry, en.HandDealt):
            self.events = []
            self.names = tuple(self.state.game.names)
            self.held = tuple(self.state.owners)
        self.events += [event for event in events if self.state.hand is not None and not _between_hands(event)]

    def seat_people(self, before: list[Owner | None]) -> None:
        """Who sits where, after somebody sat down or got up."""
        if self.state.owners == before:
            return
        for seat in range(len(self.state.owners)):
            if seat >= len(before) or before[seat] != self.state.owners[seat]:
                self.table.clockwork.forget(seat)
        for connection in self.connections:
            connection.seat = self.state.seat_of(connection.person)
            connection.sees = connection.seat is not None or self.state.settings.spectators

    # ---- messages

    def messages(self, events: list[Event], changed: bool) -> list[tuple[Connection, bytes]]:
        """One message for everybody who is connected, made now: what comes after must not show in it."""
        told = Told(events)
        table = self._table(True) if changed else None
        self._remember_version(told, table)
        clock, deal = self._clock_part()
        head = b'{"type":"update","version":%d' % self.state.version
        tail = (b',"table":' + table if table is not None else b"") + clock + deal
        by_seat: dict[int | None, bytes] = {}
        messages = []
        for connection in self.connections:
            if not connection.sees:
                unseen = (b',"table":' + self._table(False) if changed else b"") + clock + deal
                message = self._update(connection, told, head, unseen)
            elif connection.words:
                message = self._update(connection, told, head, tail)
            else:
                found = by_seat.get(connection.seat)
                if found is None:
                    found = by_seat[connection.seat] = self._update(connection, told, head, tail)
                message = found
            messages.append((connection, message))
        return messages

    def _table(self, sees: bool) -> bytes:
        return encode(table_info(self.table.id, self.state, self.here(), sees))

    def _remember_version(self, told: Told, table: bytes | None) -> None:
        """For who comes back. Thousands of these are kept, so they are made of as few parts as can be."""
        seats = tuple(owner.person if owner is not None else None for owner in self.state.owners)
        if self.past and self.past[-1].seats == seats:
            seats = self.past[-1].seats
        common = told.same_for_all
        events = told.to(None) if common and told.events else None
        self.past.append(Version(self.state.version, events, () if common else tuple(told.events), seats, table))

    def _clock_part(self) -> tuple[bytes, bytes]:
        now = self.table.loop.time()
        ticking = self.table.clockwork.shown(self.state.settings.clocks, now)
        clock = b',"clock":' + encode(ticking) if ticking else b""
        deal = self.table.rhythm.next_hand_ms()
        return clock, b',"next_hand_ms":%d' % deal if deal is not None else b""

    def _update(self, connection: Connection, told: Told, head: bytes, tail: bytes) -> bytes:
        """As `protocol.Update`, put together by hand since the parts are JSON already."""
        parts = [head]
        if told.events and connection.sees:
            parts += (b',"events":', told.to(connection.seat))
        you = told_to(self.state, connection.seat, self._holding(connection))
        if you is not None:
            parts += (b',"you":', you)
        parts.append(tail)
        if connection.words and told.events and connection.sees:
            parts += (b',"say":', encode(self._say_events(connection, connection.seat, told.seen(connection.seat))))
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

    def _holding(self, connection: Connection) -> bool:
        """Whether to say what somebody's cards are worth: it takes time, and who has just sat down has none of them."""
        return connection.words and self._seat_in_hand(connection) is not None

    def _snapshot(self, connection: Connection) -> bytes:
        """The whole table for one client."""
        state = self.state
        seat = self._seat_in_hand(connection)
        events = [event.seen_by(seat) for event in self.events] if connection.sees else []
        connection.teller = None
        snapshot = pr.Snapshot(
            protocol=pr.PROTOCOL,
            version=state.version,
            table=table_info(self.table.id, state, self.here(), connection.sees),
            me=connection.name,
            host=connection.person is not None and connection.person == state.host,
            events=events,  # type: ignore[arg-type]  # an Event is one of AnyEvent
            names=self.names,
            you=you_at(state, connection.seat, self._holding(connection)),
            clock=self.table.clockwork.shown(state.settings.clocks, self.table.loop.time()),
            say=self._say_events(connection, seat, events) if connection.words else [],
            chat=list(self.chat) if connection.sees else [],
            next_hand_ms=self.table.rhythm.next_hand_ms(),
        )
        return encode(snapshot)

    def _missed(self, connection: Connection, since: int | None) -> list[bytes] | None:
        """The versions that a client who comes back has missed; none if it needs the whole table, be it for the clocks
        alone."""
        now = self.state.version
        if since is None or connection.words or not connection.sees or not 0 < since < now:
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
            if (events := past.told_to(seat)) is not None:
                parts += [b',"events":', events]
            if past.table is not None:
                parts += [b',"table":', past.table]
            if last:
                parts += [b',"you":' + encode(you) if you is not None else b"", clock, deal]
            parts.append(b"}")
            messages.append(b"".join(parts))
        return messages


def _between_hands(event: Event) -> bool:
    return type(event) in _BETWEEN_HANDS


_BETWEEN_HANDS = frozenset(
    one for one in vars(at_table).values() if isinstance(one, type) and one.__module__ == at_table.__name__
) - {ItemStaked}
