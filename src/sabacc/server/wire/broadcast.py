"""Who is connected to a table, what each of them is sent, and how those who come back catch up."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sabacc.game.events import Event, HandStarted, ItemStaked, Left, Sat, at_table
from sabacc.messages import Message
from sabacc.server.table import entries as en
from sabacc.server.table.removals import Traces
from sabacc.server.table.snapshot import Owner
from sabacc.server.table.state import TableState
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.backlog import Backlog
from sabacc.server.wire.connection import Connection, encode
from sabacc.server.wire.projection import EncodedEvents, private_info, private_info_json, table_info
from sabacc.server.wire.table_info import LevelClock
from sabacc.words import Teller

if TYPE_CHECKING:
    from sabacc.server.table.actor import Table

CHAT_LINES = 50  # that a newcomer is shown
REMOVED = Message("refusal.removed")


class Broadcaster:
    """Everybody with an open socket to one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        state = table.state
        self.connections: list[Connection] = []
        self.joining: list[tuple[Connection, int | None]] = []  # with the last version that each has
        self.backlog = Backlog()
        self.hand_events: list[Event] = [state.voided] if state.voided is not None else []
        if state.hand is not None:
            self.hand_events = list(state.hand.events)
        self.hand_names: tuple[str, ...] = tuple(state.game.names)
        self.hand_owners: tuple[Owner | None, ...] = tuple(state.owners)
        self.last_names: dict[int, str] = {}  # by seat, who has it or had it last: who leaves is told of by name
        self._keep_names()
        self.chat: deque[pr.ChatLine] = deque(maxlen=CHAT_LINES)
        self.disconnected_at: dict[str, float] = {}  # by person, who has no connection left
        self.last_traces: dict[str, Traces] = {}  # by person, who had a seat and has no connection left

    @property
    def state(self) -> TableState:
        return self.table.state

    def connected_seats(self) -> list[bool]:
        """Whether the owner of each seat is connected."""
        present = {connection.person for connection in self.connections}
        return [owner is not None and owner.person in present for owner in self.state.owners]

    def join(self, connection: Connection, since: int | None) -> None:
        """A client connects, or comes back with the last version it has."""
        connection.on_overflow = self._rejoin
        self.joining.append((connection, since))
        self.admit_joining()

    def leave(self, connection: Connection) -> None:
        """A client disconnects."""
        self.joining = [one for one in self.joining if one[0] is not connection]
        if connection in self.connections:
            self.connections.remove(connection)
            if connection.person is not None and not self._is_connected(connection.person):
                self.disconnected_at[connection.person] = self.table.loop.time()
                if connection.seat is not None:
                    self.last_traces[connection.person] = connection.traces
            self._send_presence()

    def _is_connected(self, person: str) -> bool:
        return any(one.person == person for one in self.connections)

    def _rejoin(self, connection: Connection) -> None:
        """Lets a client that could not keep up join again, without what it has missed."""
        self.table.context.metrics.collapsed.inc()
        if connection in self.connections:
            self.connections.remove(connection)
            self.joining.append((connection, None))
            self.admit_joining()

    def admit_joining(self) -> None:
        """Sends the table to whoever is joining, once its version is durable."""
        if self.table.durable_version != self.state.version or not self.joining:
            return
        joining, self.joining = self.joining, []
        for connection, since in joining:
            connection.seat = self.state.seat_of(connection.person)
            connection.sees_hand = connection.seat is not None or self.state.settings.spectators
            self.connections.append(connection)
            if connection.person is not None:
                self.disconnected_at.pop(connection.person, None)
            missed = self._missed_updates(connection, since)
            if missed is None:
                connection.teller = None  # the snapshot tells the hand from its start
                connection.catch_up(self._snapshot(connection))
            else:
                for message in missed:
                    connection.send_encoded(message)
        self._send_presence()
        self.table.autopilot.wake()

    def _send_presence(self) -> None:
        for connection, message in self.presence_messages():
            connection.send_encoded(message)
        self.table.context.on_change(self.table)

    def presence_messages(self) -> list[tuple[Connection, bytes]]:
        """Who is connected and how many watch, for every connection."""
        watching = sum(connection.seat is None for connection in self.connections)
        message = encode(pr.Presence(self.connected_seats(), watching))
        return [(connection, message) for connection in self.connections]

    def find_person(self, name: str) -> str | None:
        """The person who is connected under a name."""
        return next((one.person for one in self.connections if one.name == name), None)

    def traces_of(self, person: str) -> tuple[str, ...]:
        """What a person's browsers are known by, as digests."""
        seen = [one.traces for one in self.connections if one.person == person]
        seen = seen or ([self.last_traces[person]] if person in self.last_traces else [])
        key = self.state.removals.key
        return tuple(sorted({digest for traces in seen for digest in traces.digests(key)}))

    def dismiss_removed(self) -> None:
        """Closes the connections of who was removed."""
        for connection in self.connections:
            if self.is_barred(connection):
                connection.close(REMOVED, again=False)

    def is_barred(self, connection: Connection) -> bool:
        """Whether the host has removed whoever this is; who has a seat under another name keeps it."""
        person = connection.person
        welcome = person is not None and (person == self.state.host or self.state.seat_of(person) is not None)
        return not welcome and self.state.removals.bars(person, connection.known_since, connection.traces)

    def send_speech(self, said: pr.ChatLine | pr.EmoteShown) -> None:
        """Sends what somebody says to all who may see the hand; lines of chat are kept for newcomers."""
        if isinstance(said, pr.ChatLine):
            self.chat.append(said)
        message = encode(said)
        for connection in self.connections:
            if connection.sees_hand:
                connection.send_encoded(message)

    def disconnect_all(self, why: str | Message) -> None:
        """Closes all connections; clients should connect again."""
        for connection in [*self.connections, *(one for one, _ in self.joining)]:
            connection.close(why, again=True)

    def notify(self, person: str, text: str | Message) -> None:
        """Sends a sentence to a person who is connected."""
        for connection in self.connections:
            if connection.person == person:
                connection.send(pr.Notice(connection.say(text)))

    def send_choices(self, person: str) -> None:
        """Tells a person, in all their windows, what they answer beforehand."""
        for connection in self.connections:
            if connection.person == person and connection.seat is not None:
                chosen = self.state.preset_answers.get(connection.seat, ())
                connection.send(pr.Choices(tuple(sorted(chosen))))

    def notify_all(self, text: str | Message) -> None:
        """Sends a sentence to everybody who is connected."""
        for connection in self.connections:
            connection.send(pr.Notice(connection.say(text)))

    def record_events(self, entry: en.Entry, events: list[Event]) -> None:
        """Keeps the hand's events for who joins later."""
        if isinstance(entry, en.HandDealt):
            self.hand_events = []
            self.hand_names = tuple(self.state.game.names)
            self.hand_owners = tuple(self.state.owners)
        if self.state.voided is not None:
            self.hand_events = [self.state.voided]
        elif self.state.hand is not None:
            self.hand_events += [event for event in events if not _between_hands(event)]

    def _keep_names(self) -> None:
        self.last_names |= {seat: name for seat, name in enumerate(self.state.game.names) if name}

    def update_seats(self, before: list[Owner | None]) -> None:
        """Gives connections their seats anew, after somebody sat down or got up."""
        if self.state.owners == before:
            return
        for seat in range(len(self.state.owners)):
            if seat >= len(before) or before[seat] != self.state.owners[seat]:
                self.table.seat_clocks.clear(seat)
        for connection in self.connections:
            connection.seat = self.state.seat_of(connection.person)
            connection.sees_hand = connection.seat is not None or self.state.settings.spectators
        seated = {owner.person for owner in self.state.owners if owner is not None}
        self.last_traces = {person: traces for person, traces in self.last_traces.items() if person in seated}

    # ---- messages

    def add_version(self, events: list[Event], table_changed: bool) -> list[tuple[Connection, bytes]]:
        """Adds the present version to the backlog, and encodes it for every connection before anything comes after it."""
        encoded = EncodedEvents(events)
        table = self._table_json(True) if table_changed else None
        self.backlog.add(self.state.version, encoded, self.state.owners, table)
        clock, deal = self._clock_fields()
        head = b'{"type":"update","version":%d' % self.state.version
        tail = (b',"table":' + table if table is not None else b"") + clock + deal
        by_seat: dict[int | None, bytes] = {}
        messages = []
        for connection in self.connections:
            if not connection.sees_hand:
                is_host = connection.person == self.state.host
                unseen = (b',"table":' + self._table_json(False, is_host) if table_changed else b"") + clock + deal
                message = self._update_message(connection, encoded, head, unseen)
            elif connection.words:
                message = self._update_message(connection, encoded, head, tail)
            else:
                found = by_seat.get(connection.seat)
                if found is None:
                    found = by_seat[connection.seat] = self._update_message(connection, encoded, head, tail)
                message = found
            messages.append((connection, message))
        self._keep_names()
        return messages

    def _table_json(self, sees_hand: bool, is_host: bool = False) -> bytes:
        return encode(table_info(self.table.id, self.state, self.connected_seats(), sees_hand, is_host))

    def _clock_fields(self) -> tuple[bytes, bytes]:
        now = self.table.loop.time()
        clocks = self.table.seat_clocks.remaining(self.state.settings.clocks, now)
        clock = b',"clock":' + encode(clocks) if clocks else b""
        deal = self.table.autopilot.next_hand_ms()
        level = self._level_clock()
        return clock, (b',"next_hand_ms":%d' % deal if deal is not None else b"") + (
            b',"level_clock":' + encode(level) if level is not None else b""
        )

    def _level_clock(self) -> LevelClock | None:
        level_clock = self.table.level_clock
        left = level_clock.left(self.table.loop.time())
        return LevelClock(level_clock.running, left.ms, left.hands) if left is not None else None

    def _update_message(self, connection: Connection, encoded: EncodedEvents, head: bytes, tail: bytes) -> bytes:
        """A `protocol.Update`, joined from parts that are JSON already."""
        parts = [head]
        if encoded.events and connection.sees_hand:
            parts += (b',"events":', encoded.for_seat(connection.seat))
        you = private_info_json(self.state, connection.seat, self._value_language(connection))
        if you is not None:
            parts += (b',"you":', you)
        parts.append(tail)
        if connection.words and encoded.events and connection.sees_hand:
            seen = encoded.visible_to(connection.seat)
            parts += (b',"say":', encode(self._narrate(connection, connection.seat, seen)))
        parts.append(b"}")
        return b"".join(parts)

    def _narrate(self, connection: Connection, seat: int | None, events: list[Event]) -> list[str]:
        """A sentence for each event, by the connection's own teller."""
        sentences = []
        for event in events:
            if connection.teller is None or isinstance(event, HandStarted):
                names = list(self.state.game.names)
                connection.teller = Teller(names, seat, self.state.game.rules, connection.language)
            if _between_hands(event):  # names have changed
                names = list(self.state.game.names)
                if isinstance(event, Sat):
                    names[event.seat] = event.name
                elif isinstance(event, Left):
                    names[event.seat] = self.last_names.get(event.seat) or "Somebody"
                elif (gone := getattr(event, "seat", None)) is not None and not names[gone]:
                    names[gone] = self.last_names.get(gone) or "Somebody"
                sentences.append(Teller(names, seat, self.state.game.rules, connection.language).tell(event))
            else:
                sentences.append(connection.teller.tell(event))
        return sentences

    def _seat_in_hand(self, connection: Connection) -> int | None:
        """The seat a connection had in the hand in play, or in the last one; none for who has sat down since."""
        seat = connection.seat
        if seat is None or seat >= len(self.hand_owners) or self.hand_owners[seat] != self.state.owner(seat):
            return None
        return seat

    def _value_language(self, connection: Connection) -> str | None:
        """The language in which to say what somebody's cards are worth, if at all; working it out takes time."""
        return connection.language if connection.words and self._seat_in_hand(connection) is not None else None

    def _snapshot(self, connection: Connection) -> bytes:
        """The whole table for one client."""
        state = self.state
        seat = self._seat_in_hand(connection)
        events = [event.seen_by(seat) for event in self.hand_events] if connection.sees_hand else []
        is_host = connection.person is not None and connection.person == state.host
        snapshot = pr.Snapshot(
            protocol=pr.PROTOCOL,
            version=state.version,
            table=table_info(self.table.id, state, self.connected_seats(), connection.sees_hand, is_host),
            me=connection.name,
            host=is_host,
            events=events,
            names=self.hand_names,
            you=private_info(state, connection.seat, self._value_language(connection)),
            clock=self.table.seat_clocks.remaining(state.settings.clocks, self.table.loop.time()),
            say=self._narrate(connection, seat, events) if connection.words else [],
            chat=list(self.chat) if connection.sees_hand else [],
            next_hand_ms=self.table.autopilot.next_hand_ms(),
            level_clock=self._level_clock(),
        )
        return encode(snapshot)

    def _missed_updates(self, connection: Connection, since: int | None) -> list[bytes] | None:
        """The versions that a client who comes back has missed, as messages; none if it needs a snapshot instead."""
        now = self.state.version
        if since is None or connection.words or not connection.sees_hand or not self.state.lost_version < since < now:
            return None  # who has the present version needs the clocks, too
        missed = self.backlog.between(since, now)
        seat = connection.seat
        if missed is None or any(past.seat_of(connection.person) != seat for past in missed):
            return None
        messages = []
        clock, deal = self._clock_fields()
        you = private_info(self.state, seat)
        for past in missed:
            last = past.version == now
            parts = [b'{"type":"update","version":%d' % past.version]
            if (events := past.events_for(seat)) is not None:
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
