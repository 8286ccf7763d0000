"""Lessons at a real server's tables: every game can be learned by playing it, and nothing of it counts."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

from sabacc.game.actions import read_action
from sabacc.rules import PRESETS
from sabacc.server.history.search import HandFilter, History
from sabacc.server.hub import Config, Hub
from sabacc.server.lessons import open_lesson
from sabacc.server.people.sessions import Person
from sabacc.server.storage.verify import verify_database
from sabacc.server.table.actor import Table
from sabacc.server.wire import protocol as pr
from sabacc.variants.lessons import LEARNER, find_lesson
from tests.server.local_clients import LocalClient, until

TAUGHT = [key for key in PRESETS if find_lesson(key) is not None]


class Learner:
    """Somebody at a lesson, who knows only what is sent to them."""

    def __init__(self, table: Table, person: Person) -> None:
        self.table = table
        self.person = person
        self.screen = LocalClient(person)
        table.join(self.screen.connection, None)

    @property
    def you(self) -> dict[str, Any]:
        """What they were told last."""
        told = [news["you"] for news in self.screen.news if news.get("you")]
        return told[-1] if told else {}

    @property
    def step(self) -> dict[str, Any]:
        found: dict[str, Any] = self.you.get("lesson") or {}
        return found

    async def send(self, kind: type[pr.Command], *fields: Any) -> str:
        """A command; why it was refused, or nothing."""
        name = secrets.token_hex(8)
        self.table.command(self.screen.connection, kind(name, *fields))
        await until(lambda: any(news.get("id") == name for news in self.screen.news))
        return "".join(news["why"] for news in self.screen.of("refused") if news["id"] == name)

    async def waited_for(self) -> dict[str, Any]:
        """The next step that waits for them."""
        await until(lambda: self.step.get("kind") == "tell" or (self.step and self.you.get("options")))
        return self.step

    async def do(self) -> str:
        """Does what the step says: the one thing that they may do."""
        options = self.you["options"]
        assert len(options.get("actions", ())) + bool(options.get("raise_to")) == 1, options
        lesson = self.table.state.lesson
        assert lesson is not None
        assert lesson.step is not None
        action = lesson.step.action
        question = 0 if action.free else self.you["question"]["number"]
        return await self.send(pr.Act, action, question)

    async def go_on(self) -> None:
        """One step further."""
        step = await self.waited_for()
        number = step["step"]
        why = await (self.send(pr.Continue, number) if step["kind"] == "tell" else self.do())
        assert not why
        await until(lambda: self.step["step"] > number)

    async def finish(self) -> None:
        """Learns all that is left."""
        while not (await self.waited_for()).get("last"):
            await self.go_on()


async def learn(hub: Hub, preset: str, name: str = "Ana") -> Learner:
    person, _ = await hub.people.new_guest(name)
    table_id = await open_lesson(hub.table_service, person, preset, 0)
    return Learner(hub.tables[table_id], person)


def at_a_server(path: Path, test: Any) -> None:
    """Runs a test at a server of its own, and verifies what it has kept."""

    async def run() -> None:
        hub = Hub(Config(database=path, report_hour=None, tables_a_minute=600))
        await hub.start()
        await test(hub)
        await hub.stop()

    asyncio.run(run())
    assert verify_database(path, processes=1).faults == []


@pytest.mark.parametrize("preset", TAUGHT)
def test_every_game_is_learned_by_playing_it_and_the_learner_wins(preset: str, tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, preset)
        texts: list[str] = []
        while not learner.step.get("last"):
            texts.append((await learner.waited_for())["text"])
            await learner.go_on()
            await learner.waited_for()
        hand = learner.table.state.hand
        assert hand is not None
        assert hand.over
        assert {event["seat"] for event in _events(learner, "won")} == {LEARNER}
        assert not any("{" in text for text in texts)
        place = learner.step["at"]
        assert place[0] == place[1] == len(texts) + 1

    at_a_server(tmp_path / "x.sqlite3", test)


def _events(learner: Learner, kind: str) -> list[dict[str, Any]]:
    kinds = {kind, "round-won"}
    return [event for news in learner.screen.news for event in news.get("events", ()) if event["type"] in kinds]


def test_all_games_have_a_lesson() -> None:
    assert list(PRESETS) == TAUGHT


def test_a_lesson_is_in_no_list_and_in_no_figures(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, "cloud-city")
        await learner.finish()
        hub.lobby.flush()
        assert hub.lobby.find() == []
        page = await History(hub.store, hub.log_heads).search(learner.person.id, HandFilter())
        assert page.hands == []
        assert await hub.store.rows("SELECT * FROM hands") == []

    at_a_server(tmp_path / "x.sqlite3", test)


def test_only_what_the_step_asks_for_is_done(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, "cloud-city")
        first = await learner.waited_for()
        assert first["kind"] == "tell"
        assert "do what it says" in await learner.send(pr.Continue, first["step"] + 1)
        hand = learner.table.state.hand
        assert hand is not None
        assert "not your turn" in await learner.send(pr.Act, read_action("fold"), hand.question)
        while (await learner.waited_for())["kind"] == "tell":
            await learner.go_on()
        assert "do what it says" in await learner.send(pr.Act, read_action("check"), hand.question)
        assert "does not wait" in await learner.send(pr.Continue, learner.step["step"])
        assert "is a lesson" in await learner.send(pr.Pause, True)
        assert "beforehand" in await learner.send(pr.Choose, ("check-or-fold",))

    at_a_server(tmp_path / "x.sqlite3", test)


def test_nobody_else_gets_in(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, "cloud-city")
        await learner.waited_for()
        stranger = Learner(learner.table, (await hub.people.new_guest("Ben"))[0])
        assert "is a lesson" in await stranger.send(pr.Sit, 1)
        assert not any(news.get("events") for news in stranger.screen.news)

    at_a_server(tmp_path / "x.sqlite3", test)


def test_no_clock_runs_and_nothing_moves_while_one_reads(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, "classic")
        for _ in range(4):
            await learner.waited_for()
            version = learner.table.state.version
            await asyncio.sleep(0.1)
            assert learner.table.state.version == version
            assert not learner.table.seat_clocks.running
            await learner.go_on()

    at_a_server(tmp_path / "x.sqlite3", test)


def test_it_goes_on_where_it_was_left_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    begun: dict[str, Any] = {}

    async def begin(hub: Hub) -> None:
        learner = await learn(hub, "force")
        for _ in range(6):
            await learner.go_on()
        step = await learner.waited_for()
        begun.update(table=learner.table.id, step=step["step"], person=learner.person)

    async def resume(hub: Hub) -> None:
        person = begun["person"]
        table = hub.tables[await open_lesson(hub.table_service, person, "force")]
        assert table.id == begun["table"]
        learner = Learner(table, person)
        assert (await learner.waited_for())["step"] == begun["step"]
        await learner.finish()
        assert table.state.hand is None or table.state.hand.over

    at_a_server(path, begin)
    at_a_server(path, resume)


def test_who_leaves_in_the_middle_is_let_go_and_the_table_closes(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        learner = await learn(hub, "cloud-city")
        await learner.go_on()
        assert not await learner.send(pr.Leave)
        await until(lambda: learner.table.id not in hub.tables)
        assert await hub.store.rows("SELECT * FROM hands") == []

    at_a_server(tmp_path / "x.sqlite3", test)
