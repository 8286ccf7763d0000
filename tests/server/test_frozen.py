"""Somebody who doesn't read holds nobody up, costs little, and is let go; somebody slow gets the table as it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import websockets

from sabacc.server.connection import MOST_BYTES, Connection, Moment
from tests.server.servers import Client, Person, Server, at_table, new_people

FROZEN_AFTER = 2.0  # seconds; in earnest it is longer
LONG_WORD = "x" * 12_000  # in a command that is refused, with the word in the answer
FLOOD = 1200 if os.environ.get("SABACC_SOAK") else 500  # of those: more than all buffers on the way hold


class Impatient(Server):
    """A server that soon has enough of who doesn't read, or doesn't answer."""

    silent_after = 40.0  # seconds

    def command(self) -> list[str]:
        code = f"""
import sys
from pathlib import Path
from sabacc.server.hub import Config
from sabacc.server.serving import serve
config = Config(Path({str(self.database)!r}), commands_a_second=1e5, tables_a_minute=1e5, guests_a_minute=1e6,
                frozen_after={FROZEN_AFTER}, ping_every=0.5, silent_after={self.silent_after})
serve(config, "127.0.0.1", {self.port}, lambda where: print("at", where, flush=True))
"""
        return [sys.executable, "-c", code]

    def memory(self) -> float:
        """Megabytes that the process has in use."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def lines(self) -> int:
        """Sockets that it has open."""
        assert self.process is not None
        links = Path(f"/proc/{self.process.pid}/fd").iterdir()
        return sum(str(link.readlink()).startswith("socket:") for link in links if link.is_symlink())


@contextlib.contextmanager
def impatient(folder: Path):  # type: ignore[no-untyped-def]  # of no use to others
    server = Impatient(folder)
    server.start()
    try:
        yield server
    finally:
        assert server.process is not None
        if server.process.poll() is None:
            server.kill()
        assert server.process.stdout is not None
        server.process.stdout.close()


@contextlib.asynccontextmanager
async def narrow(server: Server, table: str, person: Person, holds: int) -> AsyncIterator[Client]:
    """A client whose line holds little, and that reads only when told to."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
    line.connect(("127.0.0.1", server.port))
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    headers = {"Cookie": person.cookie, "Origin": server.url}
    connection = websockets.connect(
        address, sock=line, additional_headers=headers, compression=None, max_size=None, max_queue=1, ping_interval=None,
        close_timeout=0.2,
    )  # fmt: skip
    async with connection as open_line:
        await open_line.send(json.dumps({"type": "hello", "protocol": 1}))
        yield Client(open_line, person.name)


async def _flood(client: Client, times: int) -> None:
    """Has the server say a lot that is not read."""
    for number in range(times):
        await client.socket.send(json.dumps({"type": "choose", "id": f"{number}", "choices": [LONG_WORD]}))
        if number % 20 == 0:
            await asyncio.sleep(0)


async def _waits(client: Client, until: float) -> float:
    """The longest that somebody waits for the answer to a command and for the update it makes."""
    longest = 0.0
    choices: list[str] = []
    while time.monotonic() < until:
        began = time.monotonic()
        choices = [] if choices else ["pass-call-windows"]
        done = await client.do("choose", choices=choices)
        await client.until(lambda done=done: client.version >= done["version"])  # type: ignore[misc]  # as mypy sees it
        longest = max(longest, time.monotonic() - began)
        await asyncio.sleep(0.01)
    return longest


async def _table(server: Server, host: Client, others: list[Client]) -> None:
    await host.do("sit", seat=0)
    for client in others:
        await client.do("sit")
    await host.until(lambda: any(event["type"] == "dealt" for event in host.events))


def test_who_stops_reading_holds_nobody_up_and_is_let_go(tmp_path: Path) -> None:
    async def evening(server: Impatient) -> None:
        host, player, frozen = new_people(server, 3)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, at_table(server, table, player) as second:
            lines = server.lines()
            memory = server.memory()
            async with narrow(server, table, frozen, 4096) as third:
                await _table(server, first, [second, third])
                assert _here(first, 2)
                flood = asyncio.create_task(_flood(third, FLOOD))
                began = time.monotonic()
                longest = await asyncio.gather(*(_waits(one, began + FROZEN_AFTER + 3) for one in (first, second)))
                assert max(longest) < 1.0, longest
                assert server.memory() < memory + 40
                await first.until(lambda: not _here(first, 2), within=20)
                figures = host.http.get("/metrics").text
                assert _figure(figures, "dropped") >= 1
                until = time.monotonic() + 10
                while server.lines() > lines:  # though the other end has not hung up
                    assert time.monotonic() < until, "the line is never given back"
                    await _waits(first, time.monotonic() + 0.2)
                flood.cancel()
                with contextlib.suppress(asyncio.CancelledError, websockets.ConnectionClosed):
                    await flood
                third.socket.transport.abort()

    with impatient(tmp_path) as server:
        asyncio.run(asyncio.wait_for(evening(server), 60))
        assert "Traceback" not in server.log()


def _here(client: Client, seat: int) -> bool:
    """Whether a seat's player is connected, as far as a client knows."""
    here = False
    for one in client.news:
        if one["type"] == "presence" and seat < len(one["here"]):
            here = one["here"][seat]
        elif one.get("table"):
            here = one["table"]["seats"][seat].get("here", True)
    return here


def _figure(text: str, word: str) -> float:
    found = [line for line in text.splitlines() if word in line and not line.startswith("#") and "_created" not in line]
    return sum(float(line.split()[-1]) for line in found)


def test_who_reads_slowly_gets_a_snapshot_and_then_every_version(tmp_path: Path) -> None:
    async def evening(server: Impatient) -> None:
        host, player, slow = new_people(server, 3)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, at_table(server, table, player) as second:
            async with narrow(server, table, slow, 100_000) as third:
                await _table(server, first, [second, third])
                flood = asyncio.create_task(_flood(third, FLOOD))
                await _waits(first, time.monotonic() + FROZEN_AFTER / 2)
                while not flood.done() or third.version < first.version:
                    await third.listen()  # which checks that versions have no gaps but before a snapshot
                await flood
                snapshots = [one for one in third.news if one["type"] == "snapshot"]
                assert len(snapshots) > 1, "the outbox collapsed on the way"
                await _waits(first, time.monotonic() + 0.3)
                done = await first.do("choose", choices=[])
                await third.until(lambda: third.version >= done["version"])
                answer = await third.do("choose", choices=["check-or-fold"])
                assert answer["version"] > done["version"]
            for one in (first, second):
                one.socket.transport.abort()  # what they have not read is no matter

    with impatient(tmp_path) as server:
        asyncio.run(asyncio.wait_for(evening(server), 60))


def test_who_answers_no_ping_is_let_go_and_who_answers_stays(tmp_path: Path) -> None:
    """As when a phone is in a tunnel: the line looks well, and what is written to it finds room."""

    async def evening(server: Impatient) -> None:
        host, player = new_people(server, 2)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, narrow(server, table, player, 100_000) as second:
            await _table(server, first, [second])
            began = time.monotonic()
            playing = asyncio.create_task(_waits(first, began + 2 * server.silent_after))
            async with asyncio.timeout(2 * server.silent_after):
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await second.socket.recv()  # and says nothing
            await playing
            await first.until(lambda: not _here(first, 1), within=10)

    with impatient(tmp_path) as server:
        server.kill()
        server.silent_after = 3.0
        server.start()
        asyncio.run(asyncio.wait_for(evening(server), 60))
        assert "Traceback" not in server.log()


def test_a_snapshot_of_any_length_goes_out_once() -> None:
    """However long it is; what is too much beside it is thrown away for another one."""

    async def run() -> None:
        frames: list[bytes] = []

        def offer(frame: bytes) -> bool:
            frames.append(frame)
            return True

        async def write(frame: bytes) -> None:
            frames.append(frame)

        connection = Connection(None, None, offer, write)
        snapshot = b'"%s"' % (b"s" * (2 * MOST_BYTES))
        connection.on_behind = lambda one: one.catch_up(snapshot)
        connection.catch_up(snapshot)
        connection.send(b"1")
        await asyncio.sleep(0.05)
        assert frames == [b"[" + snapshot + b",1]"]
        connection.send(b'"%s"' % (b"x" * (MOST_BYTES + 1)))
        connection.send(b"2")
        await asyncio.sleep(0.05)
        assert frames[1:] == [b"[" + snapshot + b"]"]

    asyncio.run(run())


def test_one_that_can_t_be_written_to_keeps_no_other_of_the_moment_waiting() -> None:
    async def run() -> None:
        frames: list[bytes] = []

        def broken(frame: bytes) -> bool:
            raise RuntimeError("a fault of ours")

        def offer(frame: bytes) -> bool:
            frames.append(frame)
            return True

        async def write(frame: bytes) -> None:
            frames.append(frame)

        moment = Moment()
        for how in (broken, offer):
            Connection(None, None, how, write, moment=moment).send(b"1")
        assert not frames
        await asyncio.sleep(0.05)
        assert frames == [b"[1]"]

    asyncio.run(run())
