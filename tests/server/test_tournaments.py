"""Tournaments on the server: they are entered, played to the end, and paid, whatever happens in between."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sabacc.errors import SabaccError
from sabacc.server.hub import Config, Hub
from sabacc.server.people import wallet
from sabacc.server.people.ledger import ledger_faults
from sabacc.server.people.sessions import Person
from sabacc.server.people.wallet import WELCOME
from sabacc.server.storage.verify import verify_database
from sabacc.server.table.settings import Clocks
from sabacc.server.tournaments.plan import TournamentPlan
from sabacc.server.tournaments.report import TournamentReport
from sabacc.server.wire import protocol as pr
from sabacc.tournament import read_settings
from tests.server.local_clients import LocalClient, until

QUICK = Clocks(decision=0.05, window=0.05, bank=0, grace=0, between=0)
HOST = Person("host", "Host", guest=False)


@contextlib.asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Hub]:
    hub = Hub(Config(folder / "sabacc.sqlite3", shortest_clock=0.01, bot_processes=1))
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


async def account(hub: Hub, name: str, password: str | None = "x") -> Person:
    """Somebody who has a password, as far as a tournament wants to know."""
    await hub.store.execute(
        "INSERT INTO people (id, name, key, password, created_at, seen_at) VALUES (?1, ?1, ?1, ?2, 0, 0)",
        name,
        password,
    )
    return Person(name, name, guest=password is None)


def plan(preset: str = "cloud-city", clocks: Clocks = QUICK, **given: Any) -> TournamentPlan:
    """A quick tournament."""
    of_plan = {name: given.pop(name) for name in ("bots", "starts_at", "fill_after") if name in given}
    settings = read_settings({"rules": {"preset": preset}, "level_hands": 1, "stack": 6, **given})
    return TournamentPlan("Quick", HOST.id, HOST.name, settings, clocks=clocks, pace=0, **of_plan)


async def balance(hub: Hub, person: str) -> int:
    return await hub.store.read(lambda job: wallet.balance_of(job, person))


async def over(hub: Hub, tournament: str) -> TournamentReport:
    """The report of a tournament that has ended."""
    async with asyncio.timeout(150):
        while (report := await hub.tournaments.report(tournament, None)).phase not in ("finished", "cancelled"):
            await asyncio.sleep(0.02)
    return report


def test_a_sit_and_go_starts_when_it_is_full_is_played_at_tables_that_break_and_pays(tmp_path: Path) -> None:
    async def run() -> None:
        async with server(tmp_path) as hub:
            people = [await account(hub, f"p{number}") for number in range(5)]
            one = await hub.tournaments.announce(HOST, plan(most_entries=5, seats=3, buy_in=100, stack=6))
            for person in people:
                assert (await hub.tournaments.report(one.id, person.id)).phase == "registering"
                report = await hub.tournaments.enter(one.id, person)
                assert report.entered
            report = await over(hub, one.id)
            assert (report.phase, report.entries, report.left, report.pool) == ("finished", 5, 1, 500)
            assert [row.place for row in report.standings][:2] == [1, 2]
            assert sum(row.won for row in report.standings) == 500
            assert report.standings[0].stack == 5 * report.stack
            balances = {person.id: await balance(hub, person.id) for person in people}
            assert balances == {row.name: WELCOME - 100 + row.won for row in report.standings}
            assert await hub.store.read(ledger_faults) == []
            await until(lambda: not len(hub.tables))
            results = await hub.store.rows("SELECT id, kind FROM rated_results")
            assert [(row["id"], row["kind"]) for row in results] == [(f"tournament:{one.id}", "tournament")]
            assert [summary.phase for summary in await hub.tournaments.summaries()] == ["finished"]

    asyncio.run(run())
    assert verify_database(tmp_path / "sabacc.sqlite3").faults == []


def test_bots_fill_it_up_after_a_while_if_they_may(tmp_path: Path) -> None:
    async def run() -> None:
        async with server(tmp_path) as hub:
            person = await account(hub, "ana")
            one = await hub.tournaments.announce(HOST, plan(most_entries=3, bots=("droid",), fill_after=0))
            await hub.tournaments.enter(one.id, person)
            report = await over(hub, one.id)
            assert sorted(row.bot or "" for row in report.standings) == ["", "droid", "droid"]

    asyncio.run(run())


def test_with_too_few_at_its_time_it_is_called_off_and_the_buy_in_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with server(tmp_path) as hub:
            person = await account(hub, "ana")
            soon = hub.people.sessions.now() + 500
            one = await hub.tournaments.announce(HOST, plan(most_entries=8, buy_in=100, starts_at=soon))
            await hub.tournaments.enter(one.id, person)
            assert (await over(hub, one.id)).phase == "cancelled"
            assert await balance(hub, "ana") == WELCOME

    asyncio.run(run())


def test_who_may_not_or_cannot_pay_is_refused_and_nothing_has_happened(tmp_path: Path) -> None:
    async def run() -> None:
        async with server(tmp_path) as hub:
            ana, guest = await account(hub, "ana"), await account(hub, "guest", None)
            dear = await hub.tournaments.announce(HOST, plan(most_entries=8, buy_in=WELCOME + 1))
            for person in (ana, guest):
                with pytest.raises(SabaccError):
                    await hub.tournaments.enter(dear.id, person)
            assert (await hub.tournaments.report(dear.id, ana.id)).entries == 0
            with pytest.raises(SabaccError):
                await hub.tournaments.announce(guest, plan())
            with pytest.raises(SabaccError):
                await hub.tournaments.announce(HOST, plan(buy_in=1, bots=("droid",)))
            with pytest.raises(SabaccError):
                await hub.tournaments.cancel(dear.id, ana)
            assert (await hub.tournaments.cancel(dear.id, HOST)).phase == "cancelled"

    asyncio.run(run())


def test_a_player_can_act_at_the_table_and_neither_leave_it_nor_sit_out(tmp_path: Path) -> None:
    async def run() -> None:
        async with server(tmp_path) as hub:
            people = [await account(hub, name) for name in ("ana", "ben")]
            slow = Clocks(decision=600, window=600, between=0)
            one = await hub.tournaments.announce(HOST, plan("classic", slow, most_entries=2))
            for person in people:
                await hub.tournaments.enter(one.id, person)
            await until(lambda: any(table.state.in_hand for table in hub.tables.values()))
            report = await hub.tournaments.report(one.id, "ana")
            assert report.table is not None
            table = hub.tables[report.table]
            screen = LocalClient(people[0])
            table.join(screen.connection, None)
            table.command(screen.connection, pr.Leave("1"))
            table.command(screen.connection, pr.SitOut("2"))
            await until(lambda: len(screen.of("refused")) == 2)
            assert table.state.game.rules.short_antes
            assert table.state.seat_of("ana") is not None

    asyncio.run(run())
