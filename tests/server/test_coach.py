"""The coach at a table: whom it answers, what it says, and where it is silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from sabacc.errors import SabaccError
from sabacc.review.odds_strip import OddsStrip, odds_strip
from sabacc.rules import PRESETS, read_rules
from sabacc.server.people.sessions import Person
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.settings import Settings, complete_settings
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, until
from tests.server.virtual_tables import deal, open_table

Scene = Callable[[], Coroutine[Any, Any, None]]


def play(scene: Scene) -> None:
    asyncio.run(asyncio.wait_for(scene(), 120))


def client_of(table: Table, name: str) -> LocalClient:
    client = LocalClient(Person(f"person {name}", name, guest=False))
    table.join(client.connection, None)
    return client


def in_hand(preset: str = "classic", people: int = 1, bots: int = 2, **settings: Any) -> tuple[Table, LocalClient]:
    """A table with a hand in play in which Ana is asked something, and her client."""
    table = open_table(preset, people=people, bots=bots)
    if settings:
        table.submit(en.NewSettings(msgspec.structs.replace(table.state.settings, **settings)))
    deal(table)
    hand = table.state.hand
    assert hand is not None
    while 0 not in hand.waiting:
        seat = hand.waiting[0]
        table.submit(en.ActionTaken(seat, hand.pending[seat].default, hand.pending[seat].number))
    return table, client_of(table, "Ana")


def question_of(table: Table, seat: int = 0) -> int:
    assert table.state.hand is not None
    return table.state.hand.pending[seat].number


async def asked(table: Table, client: LocalClient, what: str, question: int) -> dict[str, Any]:
    """What comes of a question to the coach: its answer, or the refusal."""
    command = f"{what} {len(client.news)}"
    table.command(client.connection, pr.AskCoach(command, question, what))  # type: ignore[arg-type]

    def ends() -> list[dict[str, Any]]:
        return [news for news in client.news if news["type"] in ("done", "refused") and news["id"] == command]

    await until(ends)
    end = ends()[0]
    return end if end["type"] == "refused" else client.of("coach")[-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_alone_against_bots_one_gets_the_odds_of_ones_own_hand(preset: str) -> None:
    async def scene() -> None:
        table, ana = in_hand(preset)
        assert table.state.hand is not None
        said = await asked(table, ana, "odds", question_of(table))
        expected = odds_strip(table.state.hand.view(0))
        assert msgspec.convert(said["odds"], OddsStrip) == expected

    play(scene)


@pytest.mark.parametrize(("language", "word"), [("en", "wins|worth|nothing"), ("de", "gewinnt|wert|Alles")])
def test_advice_is_a_sentence_in_ones_own_language(language: str, word: str) -> None:
    async def scene() -> None:
        table, ana = in_hand("cloud-city")
        ana.connection.language = language
        said = await asked(table, ana, "advice", question_of(table))
        assert any(one in said["advice"] for one in word.split("|")), said
        assert said["advice"][0].isupper()

    play(scene)


def test_nobody_else_is_told_and_no_version_is_made() -> None:
    async def scene() -> None:
        table, ana = in_hand()
        watcher = client_of(table, "Ben")
        before = table.state.version
        await asked(table, ana, "odds", question_of(table))
        assert table.state.version == before
        assert watcher.of("coach") == []

    play(scene)


def test_where_several_play_it_is_silent_unless_all_have_agreed() -> None:
    async def scene() -> None:
        table, ana = in_hand(people=2)
        assert "alone against bots" in (await asked(table, ana, "odds", question_of(table)))["why"]
        table, ana = in_hand(people=2, coach=True)
        assert (await asked(table, ana, "odds", question_of(table)))["odds"]

    play(scene)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("what", ["odds", "advice"])
def test_at_a_rated_table_it_is_silent_whatever_is_asked(people: int, what: str) -> None:
    async def scene() -> None:
        table, ana = in_hand(people=people, rated=True, coach=True)
        assert "never where games count" in (await asked(table, ana, what, question_of(table)))["why"]
        assert ana.of("coach") == []

    play(scene)


@pytest.mark.parametrize("people", [1, 2])
def test_at_a_tournament_s_table_it_is_silent(people: int) -> None:
    async def scene() -> None:
        table, ana = in_hand(people=people, coach=True)
        table.state.tournament = "t1"
        for what in ("odds", "advice"):
            assert "never where games count" in (await asked(table, ana, what, question_of(table)))["why"]

    play(scene)


def test_a_rated_table_can_t_be_made_with_it() -> None:
    with pytest.raises(SabaccError, match="no coach"):
        complete_settings(Settings(rated=True, coach=True), read_rules("classic"))


def test_only_ones_own_present_question_is_answered() -> None:
    async def scene() -> None:
        table, ana = in_hand(people=2, coach=True)
        ben = client_of(table, "Ben")
        question = question_of(table)
        for wrong in (question + 1, question + 5):
            assert "you are asked now" in (await asked(table, ana, "odds", wrong))["why"]
        hand = table.state.hand
        assert hand is not None
        if 1 not in hand.waiting:
            assert "you are asked now" in (await asked(table, ben, "odds", question))["why"]
        cy = client_of(table, "Cy")
        assert (await asked(table, cy, "odds", question))["type"] == "refused"

    play(scene)


def test_everybody_sees_whether_it_may_be_asked() -> None:
    async def scene() -> None:
        alone, apart, agreed = in_hand()[1], in_hand(people=2)[1], in_hand(people=2, coach=True)[1]
        for ana, expected in ((alone, True), (apart, False), (agreed, True)):
            await until(lambda ana=ana: ana.of("snapshot"))
            assert ana.of("snapshot")[0]["table"]["coach"] is expected
        assert [one.of("snapshot")[0]["table"]["coach_for_all"] for one in (alone, apart, agreed)] == [
            False,
            False,
            True,
        ]

    play(scene)
