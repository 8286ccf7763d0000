"""Whatever anybody sends, the server serves on, and nothing that is kept is harmed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import websockets

from sabacc.server.storage.verify import verify_database
from sabacc.server.wire.protocol import read_id
from tests.server.servers import Client, Json, Person, Server, at_table, new_people, running
from tests.server.test_permissions import ALL

SOAK = bool(os.environ.get("SABACC_SOAK"))
MESSAGES = 1_000_000 if SOAK else 10_000
FEW = 19  # messages without sense in a row, after which the line is cut


class Fuzzer:
    """Makes messages that nobody should send."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.kinds: list[Callable[[], str | bytes]] = [
            self.noise, self.broken_text, self.nested, self.mutated, self.mutated, self.random_fields, self.random_fields,
            self.long_text, self.hello_again, self.wrong_pong, self.plain,
        ]  # fmt: skip

    def message(self) -> str | bytes:
        return self.luck.choice(self.kinds)()

    def valid(self) -> Json:
        kind = self.luck.choice([one for one in ALL if one not in ("close", "leave")])
        return {"type": kind, "id": f"{self.luck.getrandbits(32):x}", **ALL[kind]}

    def plain(self) -> str:
        return json.dumps(self.valid())

    def noise(self) -> bytes:
        return self.luck.randbytes(self.luck.randrange(200))

    def broken_text(self) -> bytes:
        return b'{"type":"chat","id":"' + self.luck.choice([b"\xff\xfe", b"\xed\xa0\x80", b"\xc3"]) + b'","text":"x"}'

    def nested(self) -> str:
        depth = self.luck.choice([10, 1000, 7000])
        opening, closing = self.luck.choice([("[", "]"), ('{"a":', "}")])
        inside = (
            opening * min(depth, 7000 // len(opening))
            + "1"
            + closing * self.luck.choice([0, min(depth, 7000 // len(opening))])
        )
        return self.luck.choice([inside, '{"type":"change-rules","id":"n","rules":{"deck":' + inside + "}}"])

    def mutated(self) -> str | bytes:
        text = bytearray(self.plain().encode())
        for _ in range(self.luck.randint(1, 4)):
            at = self.luck.randrange(len(text))
            how = self.luck.randrange(3)
            if how == 0:
                text[at] = self.luck.randrange(256)
            elif how == 1:
                del text[at : at + self.luck.randint(1, 5)]
            else:
                text[at:at] = self.luck.choice([b'"', b"}", b"{", b",", b"9" * 30, b"\x00", b"e999", b"null"])
            if not text:
                return b""
        return bytes(text)

    def value(self, depth: int = 0) -> Any:
        luck = self.luck
        simple: list[Any] = [
            None, True, 0, -1, luck.randint(-(2**70), 2**70), luck.random(), 1e308, "", "S7", "ÿ\u202e\u0000",
            "x" * luck.randrange(400),
            "".join(luck.choices(string.printable, k=8)), luck.randint(0, 9),
        ]  # fmt: skip
        if depth < 3 and luck.random() < 0.3:
            return luck.choice(
                [[self.value(depth + 1)], {"type": luck.choice(["raise", "place", "x"]), "to": self.value(3)}]
            )
        return luck.choice(simple)

    def random_fields(self) -> str:
        command = self.valid()
        for key in self.luck.sample(sorted(command), self.luck.randint(1, len(command))):
            if key != "type" or self.luck.random() < 0.2:
                command[key] = self.value()
        if self.luck.random() < 0.2:
            command[self.luck.choice(["seat", "person", "seed", "__class__"])] = self.value()
        return json.dumps(command)

    def long_text(self) -> str:
        size = self.luck.choice([300, 301, 5000, 15_000])
        return json.dumps({"type": self.luck.choice(["chat", "propose-item"]), "id": "l", "text": "z" * size})

    def hello_again(self) -> str:
        return json.dumps({"type": "hello", "protocol": self.luck.choice([1, 2, -1, "1", None]), "since": self.value()})

    def wrong_pong(self) -> str:
        return json.dumps({"type": "pong", "ping": self.value()})


async def _pester(server: Server, table: str, person: Person | None, messages: int, seed: int) -> None:
    """One hostile client: sends in bursts, comes back when it is thrown out, and reads no more than it must."""
    fuzzer = Fuzzer(random.Random(seed))
    sent = 0
    while sent < messages:
        with contextlib.suppress(websockets.ConnectionClosed):
            async with at_table(server, table, person) as client:
                history_app = asyncio.create_task(_read_all(client))
                try:
                    for _ in range(200):
                        await client.socket.send(fuzzer.message())
                        sent += 1
                        if sent % FEW == 0:
                            await client.socket.send(json.dumps({"type": "chat", "id": f"{sent}", "text": "ha"}))
                finally:
                    history_app.cancel()


async def _read_all(client: Client) -> None:
    """Reads as they come; what one is told is no matter here, but it must be JSON."""
    with contextlib.suppress(websockets.ConnectionClosed):
        async for text in client.socket:
            json.loads(text)


async def _no_hello(server: Server, table: str) -> None:
    """First messages that are no hello: a sentence, and the end."""
    address = f"{server.url.replace('http', 'ws')}/ws/tables/{table}"
    hellos: list[str | bytes] = [
        "", "{}", "[]", "nonsense", b"\x00\xff", '{"type":"leave","id":"1"}', '{"type":"hello"}',
        '{"type":"hello","protocol":99}', '{"type":"hello","protocol":1,"since":"x"}', "[" * 10_000,
        '{"type":"hello","protocol":1,"password":5}',
    ]  # fmt: skip
    for hello in hellos:
        async with websockets.connect(address) as line:
            await line.send(hello)
            news = json.loads(await asyncio.wait_for(line.recv(), 60))
            assert news[0]["type"] == "bye"
            assert len(news[0]["why"]) > 10
    async with websockets.connect(address) as line:
        with contextlib.suppress(websockets.ConnectionClosed):
            await line.send("x" * 1_000_000)
            await line.recv()


def _half_open(server: Server) -> list[socket.socket]:
    """Lines that begin to say something and never go on."""
    lines = []
    for begun in (
        b"",
        b"GET",
        b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\n",
        b"\x16\x03\x01\x02",
        b"POST /api/guest HTTP/1.1\r\nContent-Length: 99\r\n\r\n{",
    ):
        line = socket.create_connection(("127.0.0.1", server.port))
        line.sendall(begun)
        lines.append(line)
    return lines


async def _play_a_hand(server: Server) -> None:
    """A normal game, as if nothing had been."""
    people = new_people(server, 2)
    table = people[0].new_table("classic")
    luck = random.Random(7)

    async def player(person: Person) -> None:
        async with at_table(server, table, person) as client:
            await client.do("sit")
            while client.hands_ended < 1:
                await client.listen()
                await client.play(luck)

    async with asyncio.timeout(120):
        await asyncio.gather(*map(player, people))


def test_hostile_messages_harm_nothing(tmp_path: Path) -> None:
    async def siege(server: Server) -> None:
        people = new_people(server, 6)
        table = people[0].new_table(
            {"preset": "classic", "items": True}, seats=8, clocks={"decision": 0.2, "window": 0.2, "between": 0}
        )
        lines = _half_open(server)
        async with at_table(server, table, people[0]) as first, at_table(server, table, people[1]) as second:
            await first.do("sit")
            await second.do("sit")
            readers = [asyncio.create_task(_read_all(client)) for client in (first, second)]
            hostile = [*people, None, None]
            each = MESSAGES // len(hostile)
            await asyncio.gather(*(_pester(server, table, one, each, seed) for seed, one in enumerate(hostile)))
            await _no_hello(server, table)
            for history_app in readers:
                history_app.cancel()
        figures = people[0].http.get("/metrics").text
        refused = next(line for line in figures.splitlines() if line.startswith("sabacc_refused"))
        assert float(refused.split()[1]) > MESSAGES / 3, "most of it was read and answered"
        await _play_a_hand(server)
        for line in lines:
            line.close()

    with running(tmp_path, "--rate", "300") as server:
        asyncio.run(siege(server))
        assert server.stop() == 0
        log = server.log()
        assert "Traceback" not in log, log[-3000:]
        assert "fault" not in log
        report = verify_database(server.database, processes=1)
        assert not report.faults, report.faults[:3]
        assert report.entries > 20


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"type":"nonsense","id":"a7"}', "a7"),
        ('{"type":"rebuy","amount":1.5,"id":"a7"}', "a7"),
        ('{"id":"' + "x" * 40 + '"}', "x" * 40),
        ('{"id":"Zoë \\u0000"}', "Zoë \0"),
        ('{"id":"' + "x" * 41 + '"}', None),
        ('{"id":""}', None),
        ('{"id":7}', None),
        ('{"id":null}', None),
        ('{"id":["a7"]}', None),
        ('{"id":"\\ud800"}', None),
        ('{"id":"a7"', None),
        ('["a7"]', None),
        ('"a7"', None),
        ("", None),
        (b'{"id":"\xff"}', None),
        ('{"id":"a7","deep":' + "[" * 7000, None),
        ('{"deep":' + "[" * 100_000 + "]" * 100_000 + ',"id":"a7"}', None),
    ],
    ids=lambda one: str(one)[:40],
)
def test_what_can_not_be_read_is_answered_under_its_id_if_it_has_one(text: str | bytes, named: str | None) -> None:
    assert read_id(text) == named


def test_a_refusal_names_the_command_that_could_not_be_read(tmp_path: Path) -> None:
    async def misspell(server: Server) -> None:
        person = new_people(server, 1)[0]
        async with at_table(server, person.new_table("classic"), person) as client:
            refused = await client.ask("rebuy", amount="much")
            assert refused["type"] == "refused"
            assert "amount" in refused["why"]
            await client.socket.send("nonsense")
            await client.ask("sit")
            nameless = [news for news in client.news if news["type"] == "refused" and news["id"] is None]
            assert len(nameless) == 1

    with running(tmp_path) as server:
        asyncio.run(misspell(server))
