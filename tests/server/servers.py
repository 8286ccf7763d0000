"""A real server process, and clients that know nothing but the protocol."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import httpx
import websockets

from tests.foreign_packages import on_path
from tests.fork_server import ForkedProcess

Json = dict[str, Any]
QUICKLY = {"decision": 60, "window": 60, "bank": 0, "grace": 0, "away_after": 100, "between": 0, "randomiser": 3}


class Server:
    """`sabacc serve` on a free port, with a data folder of its own; can be killed and started again."""

    def __init__(self, folder: Path, *flags: str, packages: Path | None = None) -> None:
        self.folder = folder
        self.flags = flags
        self.environment = None if packages is None else {**os.environ, "PYTHONPATH": on_path(packages)}
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self.url = ""
        self.port = 0

    def launch(self) -> subprocess.Popen[bytes] | ForkedProcess:
        """Runs the command; with the packages of others a Python has to start that knows them."""
        rates = [
            "--rate",
            "100000",
            "--table-rate",
            "100000",
            "--guest-rate",
            "1000000",
            "--shortest-clock",
            "0.05",
            "--house-tables",
            "0",
        ]
        command = [
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.folder),
            *rates,
            "--house-tables",
            "0",
            *self.flags,
        ]
        if self.environment is None:
            return ForkedProcess(command, Path(os.devnull), None, self.folder / "server.log")
        return self.launch_python("-m", "sabacc", *command)

    def launch_python(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Runs a Python of its own."""
        with (self.folder / "server.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=log, env=self.environment
            )

    def start(self) -> Server:
        """Starts it, on the port that it had before."""
        self.process = self.launch()
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], 240)  # the first loads all modules
        line = self.process.stdout.readline().decode() if ready else ""
        found = re.search(r"http://[^\s:]+:(\d+)", line)
        assert found, f"the server did not start: {line!r} {self.log()[-2000:]}"
        self.url = found[0].replace("localhost", "127.0.0.1")
        self.port = int(found[1])
        return self

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """In good order."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(120)

    def log(self) -> str:
        """What it wrote."""
        path = self.folder / "server.log"
        return path.read_text() if path.exists() else ""

    @property
    def database(self) -> Path:
        return self.folder / "sabacc.sqlite3"


@contextlib.contextmanager
def running(folder: Path, *flags: str, packages: Path | None = None) -> Iterator[Server]:
    """A server while it is needed; `packages` is a folder with those of other people."""
    server = Server(folder, *flags, packages=packages).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
        if server.process is not None and server.process.stdout is not None:
            server.process.stdout.close()


class Served(Protocol):
    """A server, or several that are one to whoever plays there."""

    @property
    def url(self) -> str: ...


class Person:
    """Somebody with a name and a cookie."""

    def __init__(self, server: Served, name: str = "") -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=120)
        answer = self.post("/api/guest", {"name": name})
        self.name: str = answer["person"]["name"]
        self.id: str = answer["person"]["id"]
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def post(self, path: str, body: Json) -> Any:
        """A request that must work."""
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        """As above."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def new_table(self, rules: Json | str, **settings: Any) -> str:
        """Makes a table with quick clocks; its id."""
        rules = {"preset": rules} if isinstance(rules, str) else rules
        body = {"rules": rules, "clocks": QUICKLY, "pace": 0, **settings}
        table: str = self.post("/api/tables", body)["id"]
        return table


def new_people(server: Served, count: int) -> list[Person]:
    """So many guests."""
    return [Person(server, f"P{at} {os.urandom(3).hex()}") for at in range(count)]


class Client:
    """One socket at one table. It keeps everything it was sent, and checks that no version is missing or comes twice."""

    def __init__(self, socket: websockets.ClientConnection, name: str | None) -> None:
        self.socket = socket
        self.name = name
        self.news: list[Json] = []
        self.raw: list[str] = []
        self.version = 0
        self.table: Json = {}
        self.you: Json | None = None
        self.events: list[Json] = []  # of the hand
        self.answers: dict[str, Json] = {}
        self.next_id = 0
        self.said_bye: Json | None = None
        self.pong_after = 0.0  # seconds: how slow the line is
        self.pongs = 0

    def go_on_from(self, other: Client) -> None:
        """Has what a client had whose connection is gone."""
        self.version, self.table, self.you = other.version, other.table, other.you
        self.events = list(other.events)

    async def listen(self) -> list[Json]:
        """The next frame; what was in it."""
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        frame: list[Json] = json.loads(text)
        for message in frame:
            await self._take(message)
        return frame

    async def _take(self, message: Json) -> None:
        self.news.append(message)
        kind = message["type"]
        if kind == "ping":
            await asyncio.sleep(self.pong_after)
            self.pongs += 1
            with contextlib.suppress(websockets.ConnectionClosed):  # what came before the close is still to be read
                await self.socket.send(json.dumps({"type": "pong", "ping": message["ping"]}))
        elif kind == "snapshot":
            self.version = message["version"]
            self.table = message["table"]
            self.you = message.get("you")
            self.events = list(message["events"])
        elif kind == "update":
            assert message["version"] == self.version + 1, f"{message['version']} after {self.version}"
            self.version = message["version"]
            self.table = message.get("table", self.table)
            self.you = message.get("you")
            for event in message.get("events", ()):
                if event["type"] == "hand-started":
                    self.events = []
                self.events.append(event)
        elif kind in ("done", "refused") and message["id"] is not None:
            self.answers[message["id"]] = message
        elif kind == "choices" and self.you is not None:
            self.you = {**self.you, "choices": message.get("choices", [])}
        elif kind == "bye":
            self.said_bye = message

    async def send(self, kind: str, **fields: Any) -> str:
        """Sends a command; its id."""
        self.next_id += 1
        command = {"type": kind, "id": f"{self.name}-{self.next_id}-{os.urandom(4).hex()}", **fields}
        await self.socket.send(json.dumps(command))
        return str(command["id"])

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a command and waits for its answer."""
        return await self.answer(await self.send(kind, **fields))

    async def answer(self, command: str, within: float = 120) -> Json:
        """The answer to a command."""
        async with asyncio.timeout(within):
            while command not in self.answers:
                await self.listen()
        return self.answers[command]

    async def do(self, kind: str, **fields: Any) -> Json:
        """Sends a command that must work."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def until(self, true: Callable[[], bool], within: float = 120) -> None:
        """Listens until something is true."""
        async with asyncio.timeout(within):
            while not true():
                await self.listen()

    @property
    def question(self) -> Json | None:
        """What this seat is asked."""
        return (self.you or {}).get("question")

    @property
    def hands_ended(self) -> int:
        return sum(
            event["type"] == "hand-ended"
            for news in self.news
            if news["type"] == "update"
            for event in news.get("events", ())
        )

    def choose(self, luck: random.Random) -> Json:
        """Something that this seat may answer, at random."""
        assert self.you is not None
        options = self.you["options"]
        actions = [one for one in options.get("actions", ()) if one["type"] not in ("place", "take-back")]
        if luck.random() < 0.2:
            actions = options.get("actions", [])
        folds = [one for one in actions if one["type"] == "fold"]
        if folds and len(actions) > 1 and luck.random() < 0.8:
            actions = [one for one in actions if one["type"] != "fold"]
        if options.get("raise_to") and luck.random() < 0.3:
            low, high = options["raise_from"], options["raise_to"]
            return {"type": "raise", "to": low if luck.random() < 0.8 else luck.randint(low, high)}
        if not actions:
            return {"type": "raise", "to": options["raise_from"]}
        return luck.choice(actions)

    async def play(self, luck: random.Random) -> str | None:
        """Answers the question, if there is one; the command's id."""
        if self.question is None:
            return None
        action = self.choose(luck)
        free = action["type"] in ("place", "take-back")
        question = 0 if free else self.question["number"]
        return await self.send("act", action=action, question=question)


@contextlib.asynccontextmanager
async def at_table(
    server: Served, table: str, person: Person | None, since: int | None = None, **hello: Any
) -> AsyncIterator[Client]:
    """A client that has said hello."""
    url = server.url  # of any node, where there are several
    headers = {"Cookie": person.cookie, "Origin": url} if person is not None else {}
    address = f"{url.replace('http', 'ws')}/ws/tables/{table}"
    async with websockets.connect(
        address, additional_headers=headers, compression=None, max_size=None, close_timeout=0.5
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "since": since, **hello}))
        yield Client(socket, person.name if person is not None else None)


def wait_for(true: Callable[[], bool], seconds: float = 120) -> None:
    """Waits until something is true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come true"
        time.sleep(0.02)
