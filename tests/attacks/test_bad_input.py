"""Whatever is sent, there is an answer or a goodbye, and never a fault of the server; no forged token is accepted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from tests.attacks.client.browser import Browser, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.raw_socket import RawSocket, frame
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import Json
from tests.attacks.figures import SOAK, record

REQUESTS = 10_000 if SOAK else 150
MESSAGES = 10_000 if SOAK else 300
HEADS = 2_000 if SOAK else 40
TOKENS = 2_000 if SOAK else 100
MEGABYTES = 40  # that all of it may leave behind
A_CONNECTION = 10  # messages, before another socket is opened
PAGES = ("/table/{}", "/assets/{}", "/{}")  # what the server does not describe
MESSAGES_OF_CLIENTS = {  # with what may be in them
    "hello": "protocol since words password language", "pong": "ping", "act": "action question", "continue": "step",
    "choose": "choices", "sit": "seat stack", "leave": "", "rebuy": "amount", "sit-out": "", "come-back": "",
    "propose-item": "item", "stake-item": "item", "take-item": "item", "decline-item": "item",
    "agree-item": "seat item value on", "chat": "text", "emote": "emote", "pause": "on", "remove": "seat",
    "mute": "on seat name", "change-rules": "rules", "set-level": "level", "value-item": "seat item value",
    "set-bots": "bots fill_to pace", "set-clocks": "clocks", "set-buy-ins": "stack max_buy_in rebuy_to",
    "hand-over": "seat", "nonsense": "nothing",
}  # fmt: skip
FIELDS = (
    "id", "type", "seat", "stack", "amount", "on", "action", "question", "choices", "text", "clocks", "bots", "rules",
    "item", "value", "protocol", "since", "name", "new", "old", "password", "code", "label", "preset", "ping", "fill_to",
)  # fmt: skip
VALUES: tuple[object, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 10**40, -0.5, 1e308, "", "0", "\x00", "\ud800", "🂡" * 50, "a" * 5000, "../../etc",
    "' OR 1=1 --", [], {}, [[]], {"type": "fold"}, {"type": "raise", "to": -5}, {"preset": "nothing"}, "classic", "master",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("bad-input")) as server:
        yield server


def value(luck: random.Random, depth: int = 0) -> object:
    """Anything that JSON can say, and some that it can't."""
    kind = luck.random()
    if depth < 3 and kind < 0.15:
        return [value(luck, depth + 1) for _ in range(luck.randrange(4))]
    if depth < 3 and kind < 0.3:
        return fields(luck, depth + 1)
    return luck.choice(VALUES) if kind < 0.9 else luck.randint(-(10**6), 10**6)


def fields(luck: random.Random, depth: int = 0) -> Json:
    return {luck.choice(FIELDS): value(luck, depth) for _ in range(luck.randrange(6))}


def some_of(luck: random.Random, names: Sequence[str]) -> Json:
    """Some of the right fields with values that may be wrong, and seldom another one."""
    found = {name: value(luck, 1) for name in names if luck.random() < 0.8}
    return found if luck.random() < 0.9 else {**found, **fields(luck)}


class Request(NamedTuple):
    """A request that the server describes."""

    method: str
    path: str  # with {} for each of its parts
    fields: tuple[str, ...]  # of the body


def described_requests(server: Server) -> list[Request]:
    """All requests of the server, by its own description."""
    described = guest(server).http.get("/openapi/openapi.json").json()
    schemas = described["components"]["schemas"]
    found = [Request("GET", path, ()) for path in PAGES]
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            content = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            names = [
                choice["$ref"].rpartition("/")[2] for choice in (content, *content.get("oneOf", ())) if "$ref" in choice
            ]
            known = (name for schema in names for name in schemas[schema].get("properties", ()))
            found.append(Request(method.upper(), re.sub(r"{[^}]*}", "{}", path), tuple(known)))
    return found


def body(luck: random.Random, names: Sequence[str] = ()) -> bytes:
    """Mostly JSON, of the wrong shape; sometimes anything."""
    kind = luck.random()
    if names and kind < 0.6:
        return json.dumps(some_of(luck, names)).encode()
    if kind < 0.1:
        return luck.randbytes(luck.randrange(200))
    if kind < 0.15:
        return b"[" * luck.randrange(1, 5000)
    text = json.dumps(fields(luck) if kind < 0.9 else value(luck)).encode()
    return text if kind < 0.8 else text[: luck.randrange(len(text) + 1)]


def assert_well(server: Server, browser: Browser, before: float) -> float:
    """The server serves, has said nothing of a fault, and has not grown; by how many megabytes it did."""
    assert server.health()[0] == 200
    assert browser.who() == browser.name
    assert "Traceback" not in server.log()
    more = server.megabytes() - before
    assert more < MEGABYTES
    return more


def test_every_request_is_answered_and_none_is_a_fault_of_the_server(server: Server) -> None:
    luck = random.Random(1)
    ana, other = guest(server), guest(server)
    known = [ana.new_table(), ana.id, "%00", "..", "a" * 300, "%ff", "a/" * 3000, "'"]
    before = server.megabytes()
    requests = described_requests(server)
    assert len(requests) > 40
    for number in range(REQUESTS):
        request = requests[number % len(requests)]  # each in its turn
        other_method = luck.choice(("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "NONSENSE"))
        method = request.method if luck.random() < 0.8 else other_method
        path = request.path.replace("{}", luck.choice(known))
        query = (
            f"?{luck.choice(FIELDS)}={luck.choice(known)}&limit={luck.choice(known)}&text=%F0"
            if luck.random() < 0.3
            else ""
        )
        kind = luck.choice(("application/json", "application/json", "text/plain", "application/x-www-form-urlencoded"))
        content = body(luck, request.fields)
        answer = other.http.request(method, path + query, content=content, headers={"Content-Type": kind})
        assert answer.status_code < 500, (method, path + query, answer.text)
    more = assert_well(server, ana, before)
    record(
        "bad input", "requests with wrong bodies, methods, paths and queries", f"{REQUESTS:,}",
        f"all answered, none with a fault of the server; memory after: {more:+.0f} MB",
    )  # fmt: skip


def test_every_message_is_answered_or_the_socket_is_closed(server: Server) -> None:
    luck = random.Random(2)
    ana, other = guest(server), guest(server)
    table = ana.new_table(bots=["droid"], fill_to=2)
    before = server.megabytes()
    for _ in range(0, MESSAGES, A_CONNECTION):
        path = luck.choice((f"/ws/tables/{table}", f"/ws/tables/{table}", "/ws/lobby"))
        with RawSocket(server).upgrade(path, Cookie=luck.choice((ana, other)).cookie) as line:
            if path != "/ws/lobby" and luck.random() < 0.9:
                line.hello()
            for _ in range(A_CONNECTION):
                kind, own = luck.choice(list(MESSAGES_OF_CLIENTS.items()))
                message = {"id": luck.choice(("1", "2", None, 7)), **some_of(luck, own.split()), "type": kind}
                whole = json.dumps(message).encode() if luck.random() < 0.7 else body(luck)
                sent = frame(luck.choice((*(1,) * 20, 2, 3, 9, 10)), whole)
                line.send_or_stop(sent if luck.random() < 0.98 else luck.randbytes(luck.randrange(1, 60)))
            line.finish()
    more = assert_well(server, ana, before)
    record(
        "bad input", "messages and frames of the wrong shape, at a table and in the lobby", f"{MESSAGES:,}",
        f"the table plays on; memory after: {more:+.0f} MB",
    )  # fmt: skip


def test_what_is_no_request_at_all_ends_the_connection_and_nothing_else(server: Server) -> None:
    luck = random.Random(3)
    ana = guest(server)
    before = server.megabytes()
    request = (
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )
    for _ in range(HEADS):
        damaged = bytearray(request)
        for _ in range(luck.randrange(1, 6)):
            at = luck.randrange(len(damaged))
            damaged[at : at + luck.randrange(3)] = luck.randbytes(luck.randrange(3))
        with RawSocket(server) as line:
            line.send_or_stop(bytes(damaged) if luck.random() < 0.8 else luck.randbytes(luck.randrange(1, 500)))
            line.finish()
    more = assert_well(server, ana, before)
    record(
        "bad input", "damaged heads of requests, and noise", f"{HEADS:,} connections",
        f"the server serves on; memory after: {more:+.0f} MB",
    )  # fmt: skip


def forged(luck: random.Random, real: str) -> str:
    """A token that nobody was given: a real one with a letter changed, cut, doubled or swapped, or something else."""
    letters = list(real)
    at, other = luck.randrange(len(letters)), luck.randrange(len(letters))
    kind = luck.randrange(6)
    if kind == 0:
        letters[at] = luck.choice([one for one in "abcdefXYZ0189-_" if one != letters[at]])
    elif kind == 1:
        del letters[max(1, at) :]
    elif kind == 2:
        letters[at:at] = letters[other]
    elif kind == 3:
        letters = [one.swapcase() for one in letters]
    elif kind == 4:
        return luck.randbytes(24).hex()
    else:
        return luck.choice(("null", "undefined", "eyJhbGciOiJub25lIn0.e30.", "' OR 1=1 --", "%00", "a" * 8000, "*"))
    return "".join(letters)


def test_no_forged_token_or_cookie_is_accepted(server: Server) -> None:
    luck = random.Random(4)
    ana = guest(server)
    (name, cookie) = next((one.name, one.value or "") for one in ana.http.cookies.jar if "session" in one.name)
    token = str(ana.do("POST", "/api/tokens", {"label": "a program"})["token"])
    real = {token, cookie}
    accepted = tried = 0
    stranger = Browser(server)
    while tried < TOKENS:
        lie = forged(luck, luck.choice((token, cookie)))
        if lie in real:
            continue
        tried += 1
        for headers in ({"Authorization": f"Bearer {lie}"}, {"Cookie": f"{name}={lie}"}):
            answer = stranger.http.get("/api/me", headers=headers)
            assert answer.status_code in (200, 400, 401), answer.text
            accepted += answer.status_code == 200 and answer.json()["person"] is not None
    assert accepted == 0
    assert ana.who() == ana.name
    record("identity", "forged tokens and cookies", f"{2 * TOKENS:,}", "none accepted")
