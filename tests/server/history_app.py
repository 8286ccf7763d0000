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
from sabacc.server.history.archive import FinishedHand
from sabacc.server.history.reviews import HandReviews
from sabacc.server.history.search import History
from sabacc.server.http.app import refusal_response, validation_response
from sabacc.server.http.guard import Guard, Security
from sabacc.server.http.history_routes import history_routes
from sabacc.server.people.passwords import Passwords
from sabacc.server.people.people import People
from sabacc.server.people.sessions import Person
from sabacc.server.storage.log_heads import LogHeads
from sabacc.server.storage.sqlite.database import Database
from tests.server.people_app import CHEAP
from tests.server.played_tables import HOUSE_RULES, PlayedTable, new_database
from tests.server.virtual_tables import WorkersAtHand

HOME = "http://sabacc.test"
HANDS = 4  # at each table
Json = dict[str, Any]
PlayedTables = tuple[Path, list[PlayedTable]]


def play_everything(folder: Path) -> PlayedTables:
    """A database with an evening of every preset, and the evenings."""
    path = folder / "sabacc.sqlite3"
    connection = new_database(path)
    played = [PlayedTable(connection, f"t{at}", rules) for at, rules in enumerate(HOUSE_RULES)]
    for at, played_table in enumerate(played):
        played_table.at += at * 1_000_000
        played_table.play(HANDS)
    return path, played


class HistoryApp:
    """People with programs, who look at the history."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database, Passwords(CHEAP))
        self.reviews = HandReviews(WorkersAtHand(1))
        app = Litestar(
            [history_routes(History(database, LogHeads(database)), self.reviews)],
            exception_handlers={SabaccError: refusal_response, ValidationException: validation_response},
            logging_config=None,
            openapi_config=None,
        )
        app.state.people = self.people
        self.app = Guard(app, Security())

    async def finished_hand(self, hand: str) -> FinishedHand:
        """A hand as the routes get it."""
        return await History(self.database, LogHeads(self.database)).finished_hand(hand)

    async def client(self, name: str | None) -> httpx.AsyncClient:
        """Somebody's program; or a stranger, who is nobody here."""
        headers = {}
        if name is not None:
            begun = await self.people.new_token(Person(f"person-{name}", name, guest=True), "a test")
            headers["Authorization"] = f"Bearer {begun.token}"
        transport = httpx.ASGITransport(self.app)  # type: ignore[arg-type]  # Litestar's types are narrower than ASGI's
        return httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers)


def with_history_app(path: Path, test: Callable[[HistoryApp], Awaitable[None]]) -> None:
    """Runs a test that looks at a database."""

    async def run() -> None:
        database = Database(path)
        history_app = HistoryApp(database)
        try:
            await database.execute("DELETE FROM sessions")  # of the tests before
            await test(history_app)
        finally:
            history_app.people.close()
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
