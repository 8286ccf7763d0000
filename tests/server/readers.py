"""People who look at the hands they have played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.exceptions import ValidationException

from sabacc.errors import SabaccError
from sabacc.server.app import misread, refusal
from sabacc.server.database import Database
from sabacc.server.finding import History
from sabacc.server.guarding import Guard, Safety
from sabacc.server.history_routes import history_routes
from sabacc.server.passwords import Passwords
from sabacc.server.people import People
from sabacc.server.sessions import Person
from tests.server.doors import CHEAP
from tests.server.evenings import HOUSE_RULES, Evening, new_database

HOME = "http://sabacc.test"
HANDS = 4  # at each table
Json = dict[str, Any]
Evenings = tuple[Path, list[Evening]]


def play_everything(folder: Path) -> Evenings:
    """A database with an evening of every preset, and the evenings."""
    path = folder / "sabacc.sqlite3"
    connection = new_database(path)
    played = [Evening(connection, f"t{at}", rules) for at, rules in enumerate(HOUSE_RULES)]
    for at, evening in enumerate(played):
        evening.at += at * 1_000_000
        evening.play(HANDS)
    return path, played


class Reader:
    """People with programs, who look at the history."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database, Passwords(CHEAP))
        app = Litestar(
            [history_routes(History(database))],
            exception_handlers={SabaccError: refusal, ValidationException: misread},
            logging_config=None,
            openapi_config=None,
        )
        app.state.people = self.people
        self.app = Guard(app, Safety())

    async def client(self, name: str | None) -> httpx.AsyncClient:
        """Somebody's program; or a stranger, who is nobody here."""
        headers = {}
        if name is not None:
            begun = await self.people.new_token(Person(f"person-{name}", name, guest=True), "a test")
            headers["Authorization"] = f"Bearer {begun.token}"
        transport = httpx.ASGITransport(self.app)  # type: ignore[arg-type]  # Litestar's types are narrower than ASGI's
        return httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers)


def reading(path: Path, test: Callable[[Reader], Awaitable[None]]) -> None:
    """Runs a test that looks at a database."""

    async def run() -> None:
        database = Database(path)
        reader = Reader(database)
        try:
            await database.execute("DELETE FROM sessions")  # of the tests before
            await test(reader)
        finally:
            reader.people.close()
            await database.close()

    asyncio.run(run())


async def all_hands(client: httpx.AsyncClient, **filters: Any) -> list[Json]:
    """All that somebody finds, page by page."""
    found: list[Json] = []
    before: str | None = ""
    while before is not None:
        asked = {**filters, **({"before": before} if before else {})}
        answer = await client.get("/api/hands", params=asked)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["hands"]
        before = page["before"]
    return found


def me(hand: Json) -> Json:
    """One's own seat of a hand."""
    found: Json = next(one for one in hand["players"] if one["you"])
    return found


def why(answer: httpx.Response) -> str:
    """What a refusal says."""
    return str(answer.json()["error"])
