"""Nobody stalls the others: floods, silence, slow heads and too many connections cost who makes them, and nobody else."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.client.browser import LONG_PAUSE, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.raw_socket import CLOSE, PING, PONG, TEXT, RawSocket, frame, longest_wait
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import TableSocket
from tests.attacks.client.waiting import PATIENCE, wait_for
from tests.attacks.figures import SOAK, record

MEGABYTE = 1 << 20
TRIES = 3  # one of them must leave everybody else quick; the machine may have been busy in others
FLOODERS = 20 if SOAK else 2
SILENT = 3000 if SOAK else 400  # connections
TOO_MUCH = 200 * MEGABYTE  # more than all buffers on the way can hold
ELSEWHERE = "203.0.113.7"
DEAF_COMMANDS = 8000  # whose answers are more than all buffers on the way can hold
AT_ONCE = (
    20  # of them: short enough to be carried out at once; of many more, answers would be thrown away for a snapshot
)


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy that has little patience."""
    impatient = {"write_timeout": 2.0, "header_timeout": 2.0, "ping_interval": 0.5, "pong_timeout": 4.0}
    flags = ("--behind-proxy", "--address-connections", "5", "--rate", "20")
    place = tmp_path_factory.mktemp("floods")
    with running(launcher, place, *flags, config=impatient, open_files=(256, 4096)) as server:
        yield server


@contextlib.contextmanager
def bystander(server: Server) -> Iterator[RawSocket]:
    """Somebody who plays at a table of their own."""
    player = guest(server)
    table = player.new_table("classic", clocks=LONG_PAUSE)
    with RawSocket(server).upgrade(f"/ws/tables/{table}", Cookie=player.cookie) as line:
        line.hello()
        line.ask("sit", seat=0)
        yield line


FLOODS = {
    "pings": frame(PING, b"") * 4000,
    "long pings": frame(PING, b"x" * 125) * 400,
    "pongs": frame(PONG, b"") * 4000,
    "messages": frame(TEXT, b"{}") * 4000,
    "commands": frame(TEXT, json.dumps({"type": "choose", "id": "1", "choices": []}).encode()) * 400,
    "empty parts": frame(TEXT, b"")[:1].replace(b"\x81", b"\x01")
    + frame(TEXT, b"")[1:]
    + (b"\x00\x80" + bytes(4)) * 4000,
}


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("place", ["lobby", "table"])
def test_who_floods_and_reads_nothing_is_let_go_and_nobody_waits(server: Server, place: str, kind: str) -> None:
    flooder = guest(server)
    path = "/ws/lobby" if place == "lobby" else f"/ws/tables/{flooder.new_table('classic')}"
    with bystander(server) as line:
        before, sockets = server.megabytes(), server.sockets()
        sent: list[int] = []

        def flood() -> None:
            with RawSocket(server, receives=4096).upgrade(path, Cookie=flooder.cookie) as flooding:
                if place == "table":
                    flooding.hello()
                sent.append(flooding.flood(FLOODS[kind], TOO_MUCH))

        for _ in range(TRIES):
            floods = [threading.Thread(target=flood) for _ in range(FLOODERS)]
            sent.clear()
            for one in floods:
                one.start()
            longest = longest_wait(line, lambda floods=floods: any(one.is_alive() for one in floods))  # type: ignore[misc]
            assert len(sent) == FLOODERS, "somebody was not let go"
            if longest < 1.0:
                break
        assert longest < 1.0
        assert server.megabytes() < before + 30
        wait_for(lambda: server.sockets() <= sockets)
    record(
        "floods", f"{kind}, {'in the lobby' if place == 'lobby' else 'at a table'}", f"{FLOODERS} at once",
        f"all let go after {max(sent) / MEGABYTE:.1f} MB at most; another player waited {1000 * longest:.0f} ms at most; "
        f"memory after: {server.megabytes() - before:+.0f} MB",
    )  # fmt: skip


MOST_FRAMES = 8000  # of one client that answers everything, far above what anybody may send
AT_A_TIME = 1000  # of them, before it reads: more than a budget has, and so few that no socket is full of the answers


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("place", ["lobby", "table"])
def test_who_floods_is_let_go_though_they_read_all_and_answer_every_ping(server: Server, place: str, kind: str) -> None:
    """So neither time nor a full socket is what ends it."""
    flooder = guest(server)
    path = "/ws/lobby" if place == "lobby" else f"/ws/tables/{flooder.new_table('classic')}"
    with RawSocket(server).upgrade(path, Cookie=flooder.cookie) as line:
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if place == "table":
            line.hello()
        with contextlib.suppress(ConnectionError):
            frames = itertools.islice(frames_of(FLOODS[kind]), MOST_FRAMES)
            while data := b"".join(itertools.islice(frames, AT_A_TIME)):
                line.send(data)
                while line.unread or select.select([line.socket], [], [], 0)[0]:
                    line.news()
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                line.news()
            pytest.fail("it may send as much as it likes")


def frames_of(flood: bytes) -> Iterator[bytes]:
    """The frames of a flood one by one, again and again; its first one only once where it begins a message."""
    frames, at = [], 0
    while at < len(flood):
        size = flood[at + 1] & 0x7F
        end = at + 6 + size
        frames.append(flood[at:end])
        at = end
    yield frames[0]
    while True:
        yield from frames[1:]


def test_who_reads_nothing_is_not_read_from_while_the_answers_wait_and_then_let_go(small: Server) -> None:
    """Each command is answered with the whole table, which nobody takes."""
    host = guest(small)
    table = host.new_table("classic", clocks=LONG_PAUSE)
    with host.join(table) as watching:
        watching.until(lambda: watching.version)
        with RawSocket(small, receives=4096).upgrade(f"/ws/tables/{table}", Cookie=host.cookie) as line:
            line.hello()
            for number in range(DEAF_COMMANDS):
                line.say({"type": "pause", "id": f"{number}", "on": number % 2 == 0})
                if number % AT_ONCE == AT_ONCE - 1 and not _comes_to(watching, number + 2):
                    break
            assert number < DEAF_COMMANDS - 1, "it was read from all the time"
            began, heard = time.monotonic(), len(watching.heard)
            watching.message(lambda news: news["type"] == "presence" and news["watching"] == 1, heard)
            assert time.monotonic() - began < 30  # before a ping is missed


def test_who_waits_for_each_answer_and_still_sends_too_much_is_let_go(launcher: Launcher, tmp_path: Path) -> None:
    """So each message comes by itself, and takes the shortest way through the server."""
    with running(launcher, tmp_path, "--rate", "1") as server:
        flooder = guest(server)
        with RawSocket(server).upgrade(f"/ws/tables/{flooder.new_table('classic')}", Cookie=flooder.cookie) as line:
            line.hello()
            with contextlib.suppress(ConnectionError):
                for _ in range(1000):
                    line.ask("choose", choices=[])
                    time.sleep(0.002)  # so that no two come in one turn of the server's event loop
                pytest.fail("it may send as much as it likes")


def _comes_to(watching: TableSocket, version: int) -> bool:
    """Whether a table comes to a version before nothing has happened there for a while."""
    with contextlib.suppress(TimeoutError):
        while watching.version < version:
            watching.listen(within=3)
        return True
    return False


def test_as_many_commands_as_anybody_sends_are_all_answered(server: Server) -> None:
    """The budget of a flood is far from what a program sends that has lost its patience."""
    flooder = guest(server)
    with RawSocket(server).upgrade(f"/ws/tables/{flooder.new_table('classic')}", Cookie=flooder.cookie) as line:
        line.hello()
        for number in range(300):
            line.say({"type": "choose", "id": f"{number}", "choices": []})
        answered: set[str] = set()
        while len(answered) < 300:
            answered |= {one["id"] for one in line.news() if one["type"] == "refused"}


def test_a_silent_watcher_of_the_lobby_is_let_go_and_one_that_answers_stays(server: Server) -> None:
    with RawSocket(server).upgrade("/ws/lobby") as silent, RawSocket(server).upgrade("/ws/lobby") as well:
        with contextlib.suppress(ConnectionError):
            while silent.frame()[0] != CLOSE:
                well.news()  # which answers pings
        pings = 0
        while pings < 3:
            opcode, data = well.frame()
            assert opcode != CLOSE
            pings += opcode == PING
            well.send(frame(PONG, data) if opcode == PING else b"")


# ---- connections before they say anything


HEADS = {
    "nothing": b"",
    "half a line": b"GET /heal",
    "half a head": b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "half a second head": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he",
    "a body for a page": b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
}


@pytest.mark.parametrize("kind", HEADS)
def test_who_takes_forever_to_ask_is_let_go(server: Server, kind: str) -> None:
    with RawSocket(server) as line:
        line.send(HEADS[kind])
        line.socket.settimeout(0.5)
        with contextlib.suppress(ConnectionError):
            for _ in range(120):
                with contextlib.suppress(TimeoutError):
                    if not line.socket.recv(1 << 16):
                        return
                line.send(b"x" if kind != "nothing" else b"")
            pytest.fail("it may ask for a minute")


def test_who_asks_for_a_lot_and_reads_none_of_it_is_let_go(server: Server) -> None:
    sockets = server.sockets()
    with RawSocket(server, receives=4096) as line:
        line.send(b"GET /openapi/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        wait_for(lambda: server.sockets() > sockets)
        wait_for(lambda: server.sockets() <= sockets)


def test_an_address_has_so_many_sockets_and_no_more(server: Server) -> None:
    """Before they say hello as well as after, and only theirs."""
    headers = {"X_Forwarded_For": ELSEWHERE}
    table = guest(server).new_table()
    with contextlib.ExitStack() as lines:
        waiting = [lines.enter_context(RawSocket(server).upgrade(f"/ws/tables/{table}", **headers)) for _ in range(3)]
        said = [lines.enter_context(RawSocket(server).upgrade("/ws/lobby", **headers)) for _ in range(2)]
        sixth = lines.enter_context(RawSocket(server).upgrade("/ws/lobby", **headers))
        (bye,) = sixth.news()
        assert bye["type"] == "bye"
        assert "too many" in bye["why"]
        other = lines.enter_context(RawSocket(server).upgrade("/ws/lobby", X_Forwarded_For="203.0.113.8"))
        assert other.news()[0]["type"] == "tables"
        waiting[0].socket.close()
        said[0].socket.close()
        wait_for(lambda: _may_watch(server, headers))


def _may_watch(server: Server, headers: dict[str, str]) -> bool:
    with RawSocket(server).upgrade("/ws/lobby", **headers) as line:
        return bool(line.news()[0]["type"] == "tables")


ASKING = 300  # connections
REQUEST = f"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {ELSEWHERE}\r\n\r\n".encode()


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell when an answer came")
def test_who_plays_does_not_wait_for_a_flood_of_requests(server: Server) -> None:
    """All that the server finds when it looks up again: a request of each connection, and then a command."""
    with bystander(server) as line, contextlib.ExitStack() as stack:
        asking = [stack.enter_context(RawSocket(server)) for _ in range(ASKING)]
        _answered_before(server, line, "sit-out", asking)  # which also waits for the connections to be accepted
        for number in range(TRIES):
            first = _answered_before(server, line, "sit-out" if number % 2 else "come-back", asking)
            if first < ASKING / 2:
                break
    assert first < ASKING / 2
    record(
        "floods", "requests, all at one moment", f"{ASKING} connections of one address",
        f"{first} were answered before another player's command that came after them",
    )  # fmt: skip


def _answered_before(server: Server, line: RawSocket, command: str, asking: list[RawSocket]) -> int:
    """How many requests had their answer when a command had its own, which was sent after all of them and waits for the disk."""
    with server.stopped():
        for one in asking:
            one.send(REQUEST)
        line.say({"type": command, "id": os.urandom(6).hex()})
    while not any(news["type"] == "done" for news in line.news()):
        pass
    acknowledged = line.came_at()
    for one in asking:
        assert b" 200 " in one.head()
        one.unread = b""  # the body came with the head
    return sum(one.came_at() <= acknowledged for one in asking)


# ---- open files, and connections of one address


@pytest.fixture(scope="module")
def small(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may have few files open, and gives an address few connections."""
    flags = ("--host", "0.0.0.0", "--address-connections", "5")
    place = tmp_path_factory.mktemp("small")
    with running(
        launcher, place, *flags, config={"header_timeout": 2.0, "write_timeout": 5.0}, open_files=(128, 300)
    ) as server:
        yield server


def _open_files(server: Server) -> list[str]:
    """The limits of open files, soft and hard."""
    limits = Path(f"/proc/{server.process}/limits").read_text().splitlines()
    return next(line.split()[3:5] for line in limits if line.startswith("Max open files"))


def test_the_limit_of_open_files_is_raised_and_the_keeper_is_told_where_that_is_too_little(
    server: Server, small: Server
) -> None:
    assert _open_files(server) == ["4096", "4096"]
    assert "ulimit" not in server.log()
    assert _open_files(small) == ["300", "300"]
    assert "ulimit -n" in small.log()


def test_silent_connections_lock_nobody_out_where_few_files_may_be_open(small: Server) -> None:
    with contextlib.ExitStack() as lines:
        silent = [lines.enter_context(RawSocket(small)) for _ in range(SILENT)]
        began = time.monotonic()
        wait_for(lambda: _is_served(small, "127.0.0.1"))
        seconds = time.monotonic() - began
        told = sum(b"the house is full" in line.wait_for_end() for line in silent)
    assert 0 < told < SILENT, "who finds no room is told so at once, and waits for nobody"
    record(
        "floods", "silent connections, where 300 files may be open", f"{SILENT:,} at once",
        f"a newcomer was served after {seconds:.1f} s (silent ones are let go after 2 s in this test)",
    )  # fmt: skip


def test_an_address_has_so_many_connections_and_no_more(small: Server) -> None:
    """From another address than this machine's own; a connection that is refused is told why."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine has no address but its own")
        address = probe.getsockname()[0]
    with contextlib.ExitStack() as lines:
        held = [lines.enter_context(RawSocket(small, address)) for _ in range(5)]
        for _ in range(10):  # those of this machine are not counted
            lines.enter_context(RawSocket(small))
        assert _is_served(small, "127.0.0.1")
        sixth = lines.enter_context(RawSocket(small, address))
        assert b"too many connections from your address" in sixth.wait_for_end()
        held[0].socket.close()
        wait_for(lambda: _is_served(small, address))


def _is_served(server: Server, address: str) -> bool:
    with RawSocket(server, address) as line, contextlib.suppress(ConnectionError):
        line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return b" 200 " in line.wait_for_end().split(b"\r\n")[0]
    return False


def test_a_budget_fills_up_again(server: Server) -> None:
    """Somebody who pings once in a while may do so for ever."""
    with RawSocket(server).upgrade("/ws/lobby") as line:
        answered = 0
        until = time.monotonic() + 60
        line.send(frame(PING, b"!") * 40)
        while answered < 44:
            opcode, data = line.frame()
            if opcode == PING:
                line.send(frame(PONG, data) + frame(PING, b"!"))
            answered += opcode == PONG
            assert time.monotonic() < until
