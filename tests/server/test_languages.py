"""Everybody is told in their own language: what happens, what is refused, and what their cards are called."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Client, Person, Server, at_table, running

CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 0, "away_after": 100, "between": 0, "randomiser": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("languages")
    with running(folder) as one:
        yield one


def test_a_request_is_refused_in_the_language_it_asks_for(server: Server) -> None:
    def refusal(accepted: str) -> str:
        answer = httpx.get(f"{server.url}/api/hands/none", headers={"Accept-Language": accepted})
        error: str = answer.json()["error"]
        return error

    english = refusal("it")
    assert english == refusal("en")
    assert len({english, refusal("de"), refusal("fr"), refusal("es-MX")}) == 4


def told(client: Client) -> str:
    """All that a client was told, sentence by sentence."""
    return " ".join(text for message in client.news for text in message.get("say") or [])


async def two_languages(server: Server) -> None:
    ana, ben = Person(server, "Ana"), Person(server, "Ben")
    table = ana.new_table("classic", clocks=CLOCKS)
    async with (
        at_table(server, table, ana, words=True, language="de") as german,
        at_table(server, table, ben, words=True, language="fr") as french,
    ):
        await german.do("sit")
        await french.do("sit")
        await french.until(lambda: "Main 1" in told(french))
        await german.until(lambda: "Hand 1" in told(german))
        assert "Ben setzt sich mit" in told(german)
        assert "Tu t’installes avec" in told(french)
        assert (await german.ask("sit"))["why"] == "du hast hier schon einen Platz."
        assert (await french.ask("pause", on=True))["why"].startswith("seul l’hôte de la table")


def test_two_at_one_table_are_each_told_in_their_language(server: Server) -> None:
    asyncio.run(two_languages(server))
