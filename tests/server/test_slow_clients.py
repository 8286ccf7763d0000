"""Somebody who doesn't read holds nobody up, costs little, and is let go; somebody slow gets the table as it is."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import websockets

from sabacc.server.wire.connection import MAX_BYTES, Connection, WriteBatch
from tests.server.servers import Client, Person, Server, at_table, new_people

FROZEN_AFTER = 3.0  # seconds; in earnest it is longer
LONG_WORD = "x" * 12_000  # in a command that is refused, with the word in the answer


class Impatient(Server):
    """A server that soon has enough of who doesn't read, or doesn't answer."""

    pong_timeout = 40.0  # seconds
    write_timeout = FROZEN_AFTER

    def launch(self) -> subprocess.Popen[bytes]:
        code = f"""
import sys
from functools import partial
from pathlib import Path
from sabacc.server.hub import Config
from sabacc.server.run import serve
config = Config(Path({str(self.database)!r}), commands_a_second=1e5, tables_a_minute=1e5, guests_a_minute=1e6,
                write_timeout={self.write_timeout}, ping_interval=0.5, pong_timeout={self.pong_timeout})
serve(config, "127.0.0.1", {self.port}, lambda where: print("at", where, flush=True))
"""
        return self.launch_python("-c", code)

    def memory(self) -> float:
        """Megabytes that the process has in use."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def lines(self) -> int:
        """Sockets that it has open."""
        assert self.process is not None
        links = Path(f"/proc/{self.process.pid}/fd").iterdir()
        return sum(_is_socket(link) for link in links)


def _is_socket(link: Path) -> bool:
    with contextlib.suppress(OSError):  # it may be gone by now
        return str(link.readlink()).startswith("socket:")
    return False


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


async def _flood(client: Client) -> None:
    """Has the server say a lot that is not read, until it lets go: nobody knows how much the buffers on the way hold."""
    with contextlib.suppress(websockets.ConnectionClosed):
        for number in itertools.count():
            await client.socket.send(json.dumps({"type": "choose", "id": f"{number}", "choices": [LONG_WORD]}))
            await asyncio.sleep(0)
            while client.socket.transport.get_write_buffer_size():  # the server doesn't read any more
                await asyncio.sleep(0.01)


async def _waits(client: Client, while_true: Callable[[], bool], host: bool = True) -> float:
    """The longest that somebody waits for the answer to a command and for the update it makes, while something is true."""
    longest = 0.0
    on = False
    while while_true():
        began = time.monotonic()
        on = not on
        done = await (client.do("mute", seat=1, on=on) if host else client.do("choose", choices=[]))
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
    async def played_table(server: Impatient) -> None:
        host, player, frozen = new_people(server, 3)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, at_table(server, table, player) as second:
            lines = server.lines()
            memory = server.memory()
            async with narrow(server, table, frozen, 4096) as third:
                await _table(server, first, [second, third])
                assert _here(first, 2)
                flood = asyncio.create_task(_flood(third))
                longest = await asyncio.gather(
                    _waits(first, partial(_here, first, 2)), _waits(second, partial(_here, second, 2), host=False)
                )
                assert max(longest) < FROZEN_AFTER, longest  # who is held up waits until the other is let go
                assert server.memory() < memory + 40
                figures = host.http.get("/metrics").text
                assert _figure(figures, "dropped") >= 1
                await _waits(first, lambda: server.lines() > lines)  # though the other end has not hung up
                await flood

    with impatient(tmp_path) as server:
        asyncio.run(asyncio.wait_for(played_table(server), 240))
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
    async def played_table(server: Impatient) -> None:
        host, player, slow = new_people(server, 3)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, at_table(server, table, player) as second:
            async with narrow(server, table, slow, 100_000) as third:
                await _table(server, first, [second, third])
                flood = asyncio.create_task(_flood(third))
                while _figure(host.http.get("/metrics").text, "collapsed") < 1:  # the outbox of the third
                    for number in range(50):
                        await first.do("pause", on=number % 2 == 0)
                flood.cancel()
                done = await first.do("pause", on=True)
                await third.until(lambda: third.version >= done["version"])  # no gaps but before a snapshot
                snapshots = [one for one in third.news if one["type"] == "snapshot"]
                assert len(snapshots) > 1, "the outbox collapsed on the way"
                answer = await third.do("sit-out")
                assert answer["version"] > done["version"]
            for one in (first, second):
                one.socket.transport.abort()  # what they have not read is no matter

    with impatient(tmp_path) as server:
        server.kill()
        server.write_timeout = 60.0
        server.start()
        asyncio.run(asyncio.wait_for(played_table(server), 240))


def test_who_answers_no_ping_is_let_go_and_who_answers_stays(tmp_path: Path) -> None:
    """As when a phone is in a tunnel: the line looks well, and what is written to it finds room."""

    async def played_table(server: Impatient) -> None:
        host, player = new_people(server, 2)
        table = host.new_table("classic", clocks={"decision": 600, "window": 600, "between": 2})
        async with at_table(server, table, host) as first, narrow(server, table, player, 100_000) as second:
            await _table(server, first, [second])
            began = time.monotonic()
            playing = asyncio.create_task(_waits(first, lambda: time.monotonic() < began + 2 * server.pong_timeout))
            async with asyncio.timeout(60):
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await second.socket.recv()  # and says nothing
            await playing
            await first.until(lambda: not _here(first, 1))

    with impatient(tmp_path) as server:
        server.kill()
        server.pong_timeout = 3.0
        server.start()
        asyncio.run(asyncio.wait_for(played_table(server), 240))
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
        snapshot = b'"%s"' % (b"s" * (2 * MAX_BYTES))
        connection.on_overflow = lambda one: one.catch_up(snapshot)
        connection.catch_up(snapshot)
        connection.send_encoded(b"1")
        await asyncio.sleep(0.05)
        assert frames == [b"[" + snapshot + b",1]"]
        connection.send_encoded(b'"%s"' % (b"x" * (MAX_BYTES + 1)))
        connection.send_encoded(b"2")
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

        write_batch = WriteBatch()
        for how in (broken, offer):
            Connection(None, None, how, write, write_batch=write_batch).send_encoded(b"1")
        assert not frames
        await asyncio.sleep(0.05)
        assert frames == [b"[1]"]

    asyncio.run(run())
