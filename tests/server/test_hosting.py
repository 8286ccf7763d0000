"""What the host of a table may do, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import websockets

from sabacc.server.bot_workers import BotWorkers
from tests.server.seated_tables import SeatedTable, answer, events, seated_table
from tests.server.servers import QUICKLY, Client, Json, Person, Server, at_table, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("hosting")) as one:
        yield one


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("pause", {"on": True}),
        ("remove", {"seat": 0}),
        ("mute", {"seat": 0, "on": True}),
        ("change-rules", {"rules": {"ante": 4}}),
        ("set-level", {"level": 1}),
        ("value-item", {"seat": 0, "item": "a ship", "value": 10}),
        ("set-bots", {"bots": ["droid"], "fill_to": 3}),
        ("set-clocks", {"clocks": QUICKLY}),
        ("hand-over", {"seat": 1}),
        ("close", {}),
    ],
)
def test_only_the_host_runs_the_table(server: Server, kind: str, fields: dict[str, Any]) -> None:
    async def run() -> None:
        async with seated_table(server, {"preset": "cloud-city", "items": True}) as table:
            refused = await table.guest.ask(kind, **fields)
            assert refused["type"] == "refused"
            assert f"only the host of the table can do that, and that is {table.people[0].name}" in refused["why"]

    asyncio.run(run())


# ---- players


def test_who_was_removed_is_gone_after_the_hand_and_may_not_come_back(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3, clocks={"between": 600}) as table:
            await table.turn()
            await table.host.do("remove", seat=2)
            await table.play(lambda: table.host.hands_ended == 1)
            await table.host.until(lambda: table.host.table["seats"][2] == {})
            assert not events(table.host, "walked-away")
            removed = table.clients[2]
            with pytest.raises(websockets.ConnectionClosed):
                await removed.until(lambda: False)
            assert removed.said_bye is not None
            assert "removed you" in removed.said_bye["why"]
            async with at_table(server, table.table, table.people[2]) as again:
                await again.until(lambda: again.said_bye is not None)
                assert again.table == {}

    asyncio.run(run())


def test_a_seat_kept_for_the_next_hand_is_lost_with_a_removal_between(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3) as table:
            await table.turn()
            await table.host.do("remove", seat=2)
            refused = await table.clients[2].ask("sit")
            assert refused["type"] == "refused"

    asyncio.run(run())


def test_hosts_do_not_remove_themselves(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            refused = await table.host.ask("remove", seat=0)
            assert "leave" in refused["why"]

    asyncio.run(run())


def test_a_bot_that_is_sent_away_goes_after_the_hand(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, bots=["droid"], fill_to=3) as table:
            await table.turn()
            assert table.host.table["seats"][2]["bot"] == "droid"
            await table.host.do("set-bots", bots=[], fill_to=0, pace=0)
            await table.host.do("remove", seat=2)
            assert {"settings", "left"} == {one["what"] for one in table.host.table["waiting"]}
            await table.play(lambda: table.host.table["seats"][2] == {})
            assert table.host.hands_ended == 1

    asyncio.run(run())


def test_who_is_muted_is_not_heard_until_that_is_taken_back(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.guest.do("chat", text="hello")
            await table.host.do("mute", seat=1, on=True)
            assert table.host.table["seats"][1]["muted"]
            assert "muted" in (await table.guest.ask("chat", text="I am not heard"))["why"]
            await table.host.do("mute", seat=1, on=False)
            await table.guest.do("chat", text="I am back")
            await table.host.until(lambda: _said(table.host)[-1] == "I am back")
            assert _said(table.host) == ["hello", "I am back"]

    asyncio.run(run())


def _said(client: Client) -> list[str]:
    return [news["text"] for news in client.news if news["type"] == "chat"]


# ---- the game


def test_new_rules_wait_for_the_end_of_the_hand_and_everybody_is_told(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            ante = table.guest.table["rules"].get("ante")
            await table.host.do("change-rules", rules={"ante": 4})
            await table.heard()
            assert table.guest.table["rules"].get("ante") == ante
            assert table.guest.table["waiting"] == [{"what": "rules"}]
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            await table.heard()
            assert events(table.guest, "rules-changed")[0]["rules"]["ante"] == 4
            assert table.guest.table["rules"]["ante"] == 4
            antes = [event for event in table.guest.events if event["type"] == "paid" and event["why"] == "ante"]
            to_hand = [event["amount"] for event in antes if event["pot"] == "hand"]
            assert to_hand == [4, 4]  # the sabacc pot asks for more if the last hand took it

    asyncio.run(run())


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"preset": "pagat"}, "make another"),
        ({"ante": -1}, "ante"),
        ({"speed": 3}, "speed"),
    ],
)
def test_rules_that_can_not_be_are_refused(server: Server, rules: Json, why: str) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            refused = await table.host.ask("change-rules", rules=rules)
            assert refused["type"] == "refused"
            assert why in refused["why"]

    asyncio.run(run())


def test_ch3_the_host_raises_the_blinds_for_the_next_hand(server: Server) -> None:
    async def run() -> None:
        rules = {"preset": "corellian-house", "schedule": [[1, 2, 1], [3, 6, 2]]}
        async with seated_table(server, rules) as table:
            await table.turn()
            await table.host.do("set-level", level=2)
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            level = events(table.host, "level-set")[0]
            assert (level["level"], level["blinds"]) == (2, [3, 6])
            assert "levels 1 to 2" in (await table.host.ask("set-level", level=3))["why"]

    asyncio.run(run())


# ---- items (HR9)


ITEMS = {"preset": "cloud-city", "items": True}


async def _staked(table: SeatedTable) -> Client:
    """Whoever is asked to bet stakes a ship that the host values at 30."""
    client = await table.turn()
    while client.question is None or client.question["kind"] != "bet":
        await answer(client)
        client = await table.turn()
    seat = table.clients.index(client)
    await client.do("propose-item", item="a ship")
    await table.host.do("value-item", seat=seat, item="a ship", value=30)
    if client is table.host:
        await table.guest.do("agree-item", seat=seat, item="a ship", value=30, on=True)
    await client.do("stake-item", item="a ship")
    return client


def test_hr9_an_item_is_worth_what_the_host_says(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, ITEMS) as table:
            client = await _staked(table)
            await table.heard()
            staked = events(table.guest, "item-staked")[0]
            assert (staked["seat"], staked["value"]) == (table.clients.index(client), 30)
            assert table.guest.table["items"][0]["staked"]

    asyncio.run(run())


def test_hr9_nothing_is_staked_before_the_host_has_valued_it(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, ITEMS) as table:
            client = await table.turn()
            await client.do("propose-item", item="a ship")
            assert "worth" in (await client.ask("stake-item", item="a ship"))["why"]

    asyncio.run(run())


def test_hr9_what_the_host_does_not_take_for_a_stake_is_off_the_table(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, ITEMS) as table:
            await table.guest.do("propose-item", item="a promise")
            await table.host.do("value-item", seat=1, item="a promise", value=None)
            assert table.host.table["items"] == []
            assert (await table.guest.ask("stake-item", item="a promise"))["type"] == "refused"

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["take-item", "decline-item"])
def test_hr9_after_the_hand_an_item_is_taken_or_declined_by_who_has_the_first_right(server: Server, kind: str) -> None:
    async def run() -> None:
        async with seated_table(server, ITEMS, clocks={"between": 20}) as table:
            await _staked(table)
            await table.play(lambda: table.host.hands_ended == 1)
            await table.heard()
            (item,) = table.host.table["items"]
            first = table.clients[item["rights"][0]]
            assert (await table.other(first).ask("take-item", item="a ship"))["type"] == "refused"
            await first.do(kind, item="a ship")
            event = events(first, "item-taken" if kind == "take-item" else "item-declined")[0]
            assert event["seat"] == item["rights"][0]
            assert (first.table["items"] == []) == (kind == "take-item")

    asyncio.run(run())


def test_hr9_without_the_house_rule_nothing_is_staked(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            assert "HR9" in (await table.guest.ask("propose-item", item="a ship"))["why"]

    asyncio.run(run())


# ---- the table


def test_the_host_invites_bots_and_sends_them_away_again(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.host.do("set-bots", bots=["droid", "counter"], fill_to=4, pace=0)
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            assert [seat.get("bot") for seat in table.host.table["seats"][:4]] == [None, None, "droid", "counter"]
            await table.host.do("set-bots", bots=["droid"], fill_to=3, pace=0)
            await table.play(lambda: len(events(table.host, "left")) == 1)
            assert [seat.get("bot") for seat in table.host.table["seats"][2:4]] == ["droid", None]

    asyncio.run(run())


def test_a_bot_that_nobody_knows_is_refused(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            assert "nobody-bot" in (await table.host.ask("set-bots", bots=["nobody-bot"], fill_to=4))["why"]

    asyncio.run(run())


def test_new_clocks_hold_from_the_next_hand_on(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            client = await table.turn()
            await table.host.do("set-clocks", clocks={**QUICKLY, "decision": 7, "window": 7})
            await table.heard()
            assert table.guest.table["clocks"]["decision"] == 60
            assert table.guest.table["waiting"] == [{"what": "settings"}]
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            client = await table.turn()
            clocks = [news["clock"][0]["ms"] for news in client.news if news.get("clock")]
            assert 5_000 < clocks[-1] <= 9_000

    asyncio.run(run())


def test_who_is_handed_the_table_is_its_host_and_the_other_no_longer(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.host.do("hand-over", seat=1)
            await table.heard()
            assert table.guest.table["host"] == table.people[1].name
            assert (await table.host.ask("pause", on=True))["type"] == "refused"
            await table.guest.do("pause", on=True)

    asyncio.run(run())


def test_a_table_is_not_handed_to_a_bot(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, bots=["droid"], fill_to=3) as table:
            await table.turn()
            assert (await table.host.ask("hand-over", seat=2))["type"] == "refused"

    asyncio.run(run())


def test_t3_a_table_that_is_closed_shares_the_sabacc_pot_and_says_goodbye(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            await table.host.do("close")
            assert table.host.table["waiting"] == [{"what": "ended"}]
            await table.play(lambda: table.host.hands_ended == 1)
            await table.guest.until(lambda: table.guest.said_bye is not None)
            assert table.guest.said_bye == {"type": "bye", "why": "the table has closed", "again": False}
            assert table.guest.table["closed"]
            pot = events(table.guest, "hand-ended")[0]["sabacc_pot"]
            assert sum(share for _, share in events(table.guest, "closed")[0]["shares"]) == pot
            assert table.people[0].http.get(f"/api/tables/{table.table}").status_code == 404

    asyncio.run(run())


@pytest.mark.parametrize(
    ("slower", "waiting", "expected"), [(1, 0, "master"), (10, 0, "master:300"), (1, 30, "master:300")]
)
def test_a_bot_searches_less_where_it_would_take_long(slower: float, waiting: int, expected: str) -> None:
    bot_workers = BotWorkers(processes=1)
    bot_workers.slowdown = slower
    bot_workers.waiting.update({"Ana": waiting} if waiting else {})
    assert bot_workers.character_for("master", "Ana") == expected
    assert bot_workers.character_for("miner", "Ana") == "miner"


# ---- what waits for the end of a hand, of people who have gone


def test_a_seat_is_not_kept_for_somebody_who_deletes_their_account(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            late = Person(server, "Late")
            async with at_table(server, table.table, late) as client:
                await client.do("sit")
            await table.host.until(lambda: bool(table.host.table["waiting"]))
            assert late.http.request("DELETE", "/api/me", json={}).status_code == 200
            await table.host.until(lambda: not table.host.table["waiting"])

    asyncio.run(run())


def test_the_host_is_not_told_of_what_somebody_wanted_who_has_left(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            await table.guest.do("sit-out")
            await table.guest.do("leave")
            await table.play(lambda: bool(events(table.host, "left")))
            await table.host.until(lambda: not table.host.table["waiting"])
            await table.host.do("chat", text="well?")
            assert [news for news in table.host.news if news["type"] == "notice"] == []

    asyncio.run(run())


def told(client: Client) -> list[str]:
    """All sentences that a client was sent."""
    return [line for news in client.news for line in news.get("say", ())]


def test_who_leaves_before_any_hand_is_told_of_by_name(server: Server) -> None:
    async def run() -> None:
        host, guest = Person(server), Person(server)
        table = host.new_table("classic", seats=4)
        async with at_table(server, table, host, words=True) as watching, at_table(server, table, guest) as leaving:
            await leaving.do("sit", seat=2)
            await leaving.do("leave")
            await watching.until(lambda: any("leaves" in line for line in told(watching)))
            assert f"{guest.name} leaves with 300." in told(watching)

    asyncio.run(run())
