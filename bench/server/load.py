"""A load of real games: sockets at tables of four, commands at a steady rate, and how long each takes to its last view.

    python -m bench.server.load URL SECONDS TABLES (sabacc | echo | watch)

Reads rates, a line each, and prints JSON, a line for each; or, to see what a connection takes, one whenever so many of
`WATCHERS` have come to watch a table: the first ones fill what the process had to spare. A command is sent when it is due,
whatever became of those before it (an open loop), at a table where somebody is asked something; it has arrived when all four
have the version that it made.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

import httpx
import msgspec

from bench.server.wire import Wire, connect

SEATS = 4
PRESETS = ("classic", "cloud-city", "force", "pagat", "galactic", "corellian-house", "coruscant-shift")
WATCHERS = (400, 800)  # who come first, and then
REMEMBERED = 16  # versions of a table
AVOIDED = (b'"fold"', b'"place"', b'"take-back"')  # or hands would be short, and free moves without end
CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 600, "away_after": 100, "between": 0}


class Asked(msgspec.Struct):
    number: int
    kind: str


class Options(msgspec.Struct):
    actions: list[msgspec.Raw] = []
    raise_from: int = 0
    raise_to: int = 0


class You(msgspec.Struct):
    seat: int
    options: Options | None = None
    question: Asked | None = None


class News(msgspec.Struct):
    type: str
    version: int = 0
    id: str | None = None
    you: You | None = None
    ping: int = 0
    why: str = ""


class Seat:
    """One client."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.wire: Wire | None = None
        self.you: You | None = None
        self.waits = False  # for the answer to a command


class Room:
    """One table."""

    def __init__(self) -> None:
        self.id = ""
        self.seats: list[Seat] = []
        self.arrived: dict[int, list[float]] = {}  # by version: how many have it, and when the last got it
        self.sent: dict[str, float] = {}
        self.mine: dict[int, float] = {}  # by version: when its command was sent


class Load:
    """All of them, and what was measured."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.rooms: list[Room] = []
        self.latencies: list[float] = []
        self.decoder = msgspec.json.Decoder(list[News])
        self.luck = random.Random(1)
        self.refused: list[str] = []
        self.commands = 0
        self.messages = 0
        self.bytes = 0
        self.lagging = 0.0

    # ---- games

    async def sit_down(self, tables: int) -> None:
        """People come in and sit down."""
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=self.url, limits=limits, timeout=60) as http:
            for at in range(tables):
                await self._table(http, at)

    async def _table(self, http: httpx.AsyncClient, at: int) -> None:
        preset = PRESETS[at % len(PRESETS)]
        cookies = []
        for _ in range(SEATS):
            http.cookies.clear()
            answer = await http.post("/api/guest", json={})
            answer.raise_for_status()
            cookies.append(answer.headers["set-cookie"].partition(";")[0])
        http.cookies.clear()
        body = {"rules": {"preset": preset}, "seats": SEATS, "clocks": CLOCKS, "access": "link", "stack": 1_000_000}
        made = await http.post("/api/tables", json=body, headers={"Cookie": cookies[0]})
        made.raise_for_status()
        room = Room()
        room.id = made.json()["id"]
        for cookie in cookies:
            await self._come_to(room, {"Cookie": cookie, "Origin": self.url})
        for number, seat in enumerate(room.seats):
            assert seat.wire is not None
            seat.wire.send(b'{"type":"sit","id":"sit","seat":%d}' % number)
        self.rooms.append(room)

    async def _come_to(self, room: Room, headers: dict[str, str]) -> None:
        seat = Seat(room)
        room.seats.append(seat)
        seat.wire = await connect(self.url, f"/ws/tables/{room.id}", headers, _hearer(self, seat))
        seat.wire.send(b'{"type":"hello","protocol":1}')

    async def watch(self, watchers: int) -> None:
        """People without a name come to look at the first table."""
        for _ in range(watchers):
            await self._come_to(self.rooms[0], {})

    def heard(self, seat: Seat, text: bytes) -> None:
        """A frame of news."""
        now = time.perf_counter()
        self.bytes += len(text)
        room = seat.room
        for news in self.decoder.decode(text):
            if news.type == "update":
                self.messages += 1
                seat.you = news.you
                count = room.arrived.get(news.version)
                if count is None:
                    count = room.arrived[news.version] = [0, 0.0]
                    room.arrived.pop(news.version - REMEMBERED, None)
                count[0] += 1
                count[1] = now
                if count[0] == SEATS:
                    self._complete(room, news.version)
            elif news.type == "snapshot":
                seat.you = news.you
            elif news.type == "done" and news.id in room.sent:
                seat.waits = False
                room.mine[news.version] = room.sent.pop(news.id)
                self._complete(room, news.version)
            elif news.type == "refused":
                seat.waits = False
                room.sent.pop(str(news.id), None)
                self.refused.append(news.why)
            elif news.type == "ping":
                assert seat.wire is not None
                seat.wire.send(b'{"type":"pong","ping":%d}' % news.ping)

    def _complete(self, room: Room, version: int) -> None:
        count = room.arrived.get(version)
        if count is not None and count[0] == SEATS and version in room.mine:
            self.latencies.append(count[1] - room.mine.pop(version))

    def play(self) -> bool:
        """Somebody somewhere does something; whether anybody could."""
        for _ in range(50):
            room = self.luck.choice(self.rooms)
            for seat in room.seats:
                if seat.you is not None and seat.you.question is not None and not seat.waits and not room.sent:
                    self._act(seat)
                    return True
        return False

    def _act(self, seat: Seat) -> None:
        assert seat.you is not None
        assert seat.you.question is not None
        assert seat.you.options is not None
        options = seat.you.options
        every = [bytes(one) for one in options.actions]
        actions = [one for one in every if not any(kind in one for kind in AVOIDED)]
        if options.raise_to and (not actions or self.luck.random() < 0.1):
            action = b'{"type":"raise","to":%d}' % options.raise_from
        else:
            action = self.luck.choice(actions or every)
        self.commands += 1
        command = b"c%d" % self.commands
        room = seat.room
        room.sent[command.decode()] = time.perf_counter()
        seat.waits = True
        assert seat.wire is not None
        seat.wire.send(
            b'{"type":"act","id":"%s","action":%s,"question":%d}' % (command, action, seat.you.question.number)
        )

    # ---- echoes

    async def come_in(self, rooms: int) -> None:
        """The same number of sockets in as many rooms of an echo."""
        for at in range(rooms):
            room = Room()
            for _ in range(SEATS):
                seat = Seat(room)
                room.seats.append(seat)
                seat.wire = await connect(self.url, f"/ws/{at}", {}, _echo_hearer(self, seat))
            self.rooms.append(room)

    def heard_echo(self, seat: Seat, text: bytes) -> None:
        now = time.perf_counter()
        self.messages += 1
        self.bytes += len(text)
        version = int(text[:10])
        count = seat.room.arrived.setdefault(version, [0, 0.0])
        count[0] += 1
        if count[0] == SEATS:
            self.latencies.append(now - seat.room.mine.pop(version))
            del seat.room.arrived[version]

    def say(self) -> bool:
        room = self.luck.choice(self.rooms)
        self.commands += 1
        room.mine[self.commands] = time.perf_counter()
        wire = room.seats[0].wire
        assert wire is not None
        wire.send(b"%010d" % self.commands + b"x" * 600)
        return True

    # ---- the rate

    async def hold(self, rate: float, seconds: float, echo: bool) -> dict[str, Any]:
        """Sends commands at a rate, for so long."""
        self.latencies.clear()
        self.messages = self.bytes = 0  # but commands go on: an id that was used before would be done already
        send = self.say if echo else self.play
        began = time.perf_counter()
        sent = skipped = 0
        while (now := time.perf_counter()) - began < seconds:
            due = int((now - began) * rate)
            while sent + skipped < due:
                if send():
                    sent += 1
                else:
                    skipped += 1
            await asyncio.sleep(0.001)
        took = time.perf_counter() - began
        await asyncio.sleep(1)
        found = sorted(self.latencies)
        return {
            "rate": rate,
            "held": len(found) / took,
            "sent": sent,
            "skipped": skipped,
            "answered": len(found),
            "refused": len(self.refused),
            "why": self.refused[:3],
            "messages": self.messages / took,
            "bytes": self.bytes / max(1, self.messages),
            "ms": {
                str(share): 1000 * found[min(len(found) - 1, int(len(found) * share))]
                for share in (0.5, 0.9, 0.99, 0.999)
            }
            if found
            else {},
        }


def _hearer(load: Load, seat: Seat) -> Any:
    return lambda wire, text: load.heard(seat, text)


def _echo_hearer(load: Load, seat: Seat) -> Any:
    return lambda wire, text: load.heard_echo(seat, text)


async def main(url: str, seconds: float, tables: int, what: str) -> None:
    load = Load(url)
    if what == "watch":
        await load.sit_down(1)
        for watchers in WATCHERS:
            await load.watch(watchers)
            await asyncio.sleep(2)
            await _say({"watchers": watchers})
        return
    await (load.come_in(tables) if what == "echo" else load.sit_down(tables))
    await asyncio.sleep(6)  # until the server has tidied up after so many came at once
    while rate := await asyncio.to_thread(sys.stdin.readline):
        await _say(await load.hold(float(rate), seconds, what == "echo"))


async def _say(found: dict[str, Any]) -> None:
    """A line for whoever measures, who has a moment to look at the server as it is."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
    await asyncio.sleep(0.5)


if __name__ == "__main__":
    import gc

    gc.disable()
    try:
        import uvloop

        uvloop.install()
    except ImportError:
        pass
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
