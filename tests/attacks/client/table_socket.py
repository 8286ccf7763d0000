"""The websocket side of the client: one socket at one table."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.attacks.client.server import Server
from tests.attacks.client.waiting import PATIENCE

Json = dict[str, Any]
FREE_MOVES = ("place", "take-back")


class Heard(NamedTuple):
    """A message, and the moment at which it came, in nanoseconds."""

    message: Json
    at: int


class TableSocket:
    """What it was sent, and the table as it knows it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Heard] = []
        self.table: Json = {}
        self.you: Json = {}
        self.events: list[Json] = []
        self.version = 0
        self.bye: Json | None = None

    def __enter__(self) -> TableSocket:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    def send(self, message: Json) -> None:
        """Sends a message, unless the server has said goodbye, which is still to be read."""
        with contextlib.suppress(ConnectionClosed):
            self.connection.send(json.dumps(message))

    # ---- what comes

    def listen(self, within: float = PATIENCE) -> None:
        """Takes the next frame."""
        text = self.connection.recv(within)
        now = time.monotonic_ns()
        for message in json.loads(text):
            self.heard.append(Heard(message, now))
            self._take(message)

    def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind in ("snapshot", "update"):
            self.version = message["version"]
            self.table = message.get("table") or self.table
            self.you = message.get("you") or {}
            self.events += message.get("events", ())
        elif kind == "ping":
            self.send({"type": "pong", "ping": message["ping"]})
        elif kind == "choices":
            self.you = {**self.you, "choices": message.get("choices", [])}
        elif kind == "bye":
            self.bye = message

    def until(self, true: Callable[[], Any]) -> None:
        """Listens until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"it did not come; the last was {self.messages[-3:]}"
            self.listen()

    @property
    def messages(self) -> list[Json]:
        return [one.message for one in self.heard]

    def message(self, found: Callable[[Json], bool], after: int = 0) -> Json:
        """The first message of its kind, once it has come; those before a number don't count."""
        matching: list[Json] = []
        seen = after

        def look() -> list[Json]:
            nonlocal seen
            matching.extend(one.message for one in self.heard[seen:] if found(one.message))
            seen = len(self.heard)
            return matching

        self.until(look)
        return matching[0]

    def first(self, kind: str) -> Json:
        """The first message of a type."""
        return self.message(lambda message: message["type"] == kind)

    def told(self, kind: str) -> list[Json]:
        """The events of a kind, as far as they were told."""
        return [event for event in self.events if event["type"] == kind]

    def goodbye(self) -> Json:
        """What the server said before it closed the socket."""
        with contextlib.suppress(ConnectionClosed):
            self.until(lambda: self.bye)
        assert self.bye is not None
        return self.bye

    # ---- commands

    def ask(self, kind: str, command: str = "", **fields: Any) -> Json:
        """Sends a command, under an id of its own or a given one; the answer that comes next."""
        command = command or os.urandom(8).hex()
        begun = len(self.heard)
        self.send({"type": kind, "id": command, **fields})
        return self.message(lambda message: message.get("id") == command, begun)

    def do(self, kind: str, command: str = "", **fields: Any) -> Json:
        """One that must work."""
        answer = self.ask(kind, command, **fields)
        assert answer["type"] == "done", answer
        return answer

    def refused(self, kind: str, **fields: Any) -> str:
        """One that must not; why."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["why"])

    def toggle_pause(self, count: int) -> int:
        """As the host, pauses and goes on in turn, so many times, with ids from 0 on; the last version.

        Few at a time: what is not read is thrown away after 256 messages.
        """
        version = 0
        for start in range(0, count, 50):
            numbers = range(start, min(count, start + 50))
            for number in numbers:
                self.send({"type": "pause", "id": f"{number}", "on": number % 2 == 0})
            last = self.message(lambda message, number=numbers[-1]: message.get("id") == f"{number}")  # type: ignore[misc]
            assert last["type"] == "done", last
            version = int(last["version"])
            self.heard.clear()
        return version

    def acknowledged(self) -> dict[str, tuple[int, int]]:
        """By command that was done: its version, and when it was acknowledged."""
        done = [one for one in self.heard if one.message["type"] == "done"]
        return {one.message["id"]: (one.message["version"], one.at) for one in done}

    # ---- playing

    @property
    def question(self) -> Json | None:
        return self.you.get("question")

    def stack(self, seat: int) -> int:
        """The credits of a seat."""
        return int(self.table["seats"][seat].get("stack", 0))

    def answer(self, action: Json | None = None) -> Json:
        """Answers the question with an action, or with the first that there is."""
        assert self.question is not None
        actions = [one for one in self.you["options"]["actions"] if one["type"] not in FREE_MOVES]
        return self.ask("act", action=action or actions[0], question=self.question["number"])

    def play_until(self, event: str) -> None:
        """Answers whatever is asked, until something happens in the hand."""
        while not self.told(event):
            if self.question:
                self.answer()
            else:
                self.listen()


def open_table_socket(server: Server, table: str, headers: dict[str, str], agent: str, **hello: Any) -> TableSocket:
    """A socket that has said hello, whoever it belongs to."""
    connection = connect(
        f"{server.url.replace('http', 'ws')}/ws/tables/{table}",
        additional_headers=headers,
        user_agent_header=agent or None,
        compression=None,
        max_size=None,
        open_timeout=PATIENCE,
        close_timeout=1,
        legacy=True,  # kept open beyond a block
    )
    socket = TableSocket(connection)
    socket.send({"type": "hello", "protocol": 1, **hello})
    return socket


def has_event(message: Json, kind: str) -> bool:
    """Whether something has happened in a message."""
    return any(event["type"] == kind for event in message.get("events", ()))
