"""A server with people and a guard and nothing else, on a real database, for the tests of both."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar, Request, Response, WebSocket, get, websocket

from sabacc.errors import SabaccError
from sabacc.server.http.auth import current_person
from sabacc.server.http.errors import Refused, TooManyRequests
from sabacc.server.http.guard import Guard, Security
from sabacc.server.http.people_limits import PeopleLimits
from sabacc.server.http.people_routes import people_routes
from sabacc.server.http.rate_limit import RateLimiter
from sabacc.server.people.passwords import Passwords
from sabacc.server.people.people import People
from sabacc.server.storage.sqlite.database import Database

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
HOME = "http://sabacc.test"


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, days: float = 0, hours: float = 0, seconds: float = 0) -> None:
        self.seconds += (days * 24 + hours) * 3600 + seconds


class PeopleApp:
    """The way in: people, and clients that each have cookies of their own."""

    def __init__(self, database: Database, security: Security, limits: PeopleLimits) -> None:
        self.clock = Clock()
        self.database = database
        self.passwords = Passwords(CHEAP)
        self.people = People(database, self.passwords, self.clock)
        self.app = Guard(make_app(self.people, security, limits), security)

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Another browser, which says where its requests come from as browsers do."""
        transport = httpx.ASGITransport(self.app)  # type: ignore[arg-type] # Litestar's types are narrower than ASGI's
        return httpx.AsyncClient(transport=transport, base_url=HOME, headers={"Origin": HOME} | headers)

    def program(self, token: str) -> httpx.AsyncClient:
        """A program with a token."""
        client = self.client(Authorization=f"Bearer {token}")
        del client.headers["Origin"]
        return client

    async def guest(self, name: str = "", **headers: str) -> httpx.AsyncClient:
        """A browser in which a guest has come in."""
        client = self.client(**headers)
        answer = await client.post("/api/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        return client

    async def member(self, name: str, password: str = "correct horse") -> httpx.AsyncClient:
        """A browser of somebody with a password."""
        client = await self.guest(name)
        answer = await client.put("/api/me/password", json={"new": password})
        assert answer.status_code == 200, answer.text
        return client


def no_limits() -> PeopleLimits:
    """Limits that nobody meets."""
    limits = PeopleLimits()
    for name in vars(limits):
        setattr(limits, name, RateLimiter(1e6, 1e6))
    return limits


def make_app(people: People, security: Security, limits: PeopleLimits) -> Litestar:
    """Just enough of a web application."""
    app = Litestar(
        [people_routes(people, security, limits), page, socket],
        exception_handlers={SabaccError: _refusal},
        logging_config=None,
        openapi_config=None,
    )
    app.state.people = people
    return app


def _refusal(request: Request[Any, Any, Any], error: SabaccError) -> Response[dict[str, str]]:
    status = error.status if isinstance(error, Refused) else 400
    headers = {"Retry-After": str(math.ceil(error.wait))} if isinstance(error, TooManyRequests) else None
    return Response({"error": str(error)}, status_code=status, headers=headers)


@get("/")
async def page() -> str:
    """A page."""
    return "a table"


@websocket("/ws")
async def socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Says who is there."""
    await socket.accept()
    person = await current_person(socket)
    await socket.send_text(person.name if person else "nobody")
    await socket.close()


def with_people_app(
    tmp_path: Path,
    test: Callable[[PeopleApp], Awaitable[None]],
    security: Security | None = None,
    limits: PeopleLimits | None = None,
) -> None:
    """Runs a test with a server of its own."""

    async def run() -> None:
        database = Database(tmp_path / "sabacc.db")
        people_app = PeopleApp(database, security or Security(), limits or no_limits())
        try:
            await test(people_app)
        finally:
            people_app.people.close()
            await database.close()

    asyncio.run(run())


@contextlib.asynccontextmanager
async def served(people_app: PeopleApp) -> AsyncIterator[str]:
    """The same over a real socket; gives host and port."""
    config = uvicorn.Config(people_app.app, port=0, log_level="warning", proxy_headers=False, ws="websockets-sansio")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving


def why(answer: httpx.Response) -> str:
    """What a refusal says."""
    return str(answer.json()["error"])


async def name_of(client: httpx.AsyncClient) -> str | None:
    """Who the server thinks is asking."""
    person = (await client.get("/api/me")).json()["person"]
    return None if person is None else str(person["name"])


def recorder(told: list[str]) -> Callable[..., Awaitable[None]]:
    """A hook that writes down what it is told."""

    async def note(*what: str) -> None:
        told.extend(what)

    return note
