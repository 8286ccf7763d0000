"""A database that behaviour 1 wrote is loaded, shown, verified and played on, by the rules that its tables always had."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sabacc.game.events import Event, HandStarted, Shown, SideDeclared
from sabacc.game.result import shown_first
from sabacc.records import read
from sabacc.rules import BEHAVIOUR, load_rules, read_rules, store_rules, write_rules
from sabacc.rules.old_presets import NOT_YET
from sabacc.server.history.archive import unpack
from sabacc.server.hub import Config, Hub
from sabacc.server.storage.keys import keys_path
from sabacc.server.storage.verify import verify_database
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.wire import protocol as pr
from tests.cli.command_runner import sabacc
from tests.old_behaviour import TABLES, TOKENS, changed_defaults, old_database
from tests.server.local_clients import LocalClient, until
from tests.server.played_tables import vault_of
from tests.server.servers import Server, running, wait_for

OPEN = {key: table for key, table in TABLES.items() if not table.get("closed")}
IN_HAND = {key: table for key, table in TABLES.items() if table["in_hand"]}
WITH_TOKENS = [key for key in OPEN if not key.startswith("evening")]  # where those of whom we have one can play alone
HANDS = sum(table["hands"] for table in TABLES.values())
each_open_hand = pytest.mark.parametrize("key", IN_HAND)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder with the old database in it."""
    old_database(tmp_path)
    return tmp_path


def options_as_then(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules without the options that have come since."""
    return {option: value for option, value in rules.items() if option not in NOT_YET[1]}


def rows(path: Path, sql: str, *values: Any) -> list[sqlite3.Row]:
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def entries_of(path: Path, key: str) -> list[en.AnyEntry]:
    """A table's log."""
    found = rows(path, "SELECT body FROM log WHERE table_id = ? ORDER BY version", key)
    vault = vault_of(path)
    return [en.read_entry(row["body"], vault) for row in found]


def with_hub(path: Path, job: Callable[[Hub], Awaitable[None]]) -> None:
    """Runs a server in this process for as long as a job takes."""

    async def run() -> None:
        hub = Hub(Config(database=path))
        await hub.start()
        await hub.store.flush()  # after it, what was voided is in the log
        await asyncio.sleep(0)
        await job(hub)
        await hub.stop()

    asyncio.run(run())


# ---- verified


def test_an_old_database_is_verified_without_playing_it_again(data: Path) -> None:
    report = verify_database(data / "sabacc.sqlite3", processes=1)
    assert (report.tables, report.hands, report.not_replayed, report.faults) == (len(TABLES), 0, HANDS, [])


def test_it_is_verified_by_the_rules_it_had_whatever_the_defaults_are_now(data: Path) -> None:
    with changed_defaults():
        assert verify_database(data / "sabacc.sqlite3", processes=1).faults == []


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE snapshots SET body = replace(body, '\"sabacc_pot\":', '\"sabacc_pot\":1')", "snapshot"),
        ("UPDATE hand_seats SET won = won + 1", "won is kept as"),
        ("UPDATE hand_seats SET hand_name = 'Total 22' WHERE hand_name IS NOT NULL", "hand_name is kept as"),
        ("UPDATE hands SET behaviour = 2", "behaviour"),
        ("UPDATE hands SET number = 99 WHERE number = 1", "can't have happened"),
    ],
)
def test_what_was_changed_in_an_old_table_is_found(data: Path, sql: str, words: str) -> None:
    path = data / "sabacc.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute(f"{sql} {'AND' if 'WHERE' in sql else 'WHERE'} {_of_table(sql)}")
    connection.commit()
    connection.close()
    faults = verify_database(path, processes=1).faults
    assert faults
    assert all(fault.startswith("table plain-classic") for fault in faults)
    assert [fault for fault in faults if words in fault], faults


def _of_table(sql: str) -> str:
    if "hand_seats" in sql:
        return "hand_id IN (SELECT id FROM hands WHERE table_id = 'plain-classic')"
    return "table_id = 'plain-classic'"


# ---- its seeds


def plain_seeds(path: Path) -> set[str]:
    """The seeds and salts that the log has in clear."""
    bodies = [msgspec.json.decode(row["body"]) for row in rows(path, "SELECT body FROM log")]
    return {body[name] for body in bodies for name in ("seed", "salt") if name in body}


def test_the_seeds_of_an_old_database_are_sealed_and_nothing_of_them_is_left(data: Path) -> None:
    path = data / "sabacc.sqlite3"
    seeds = plain_seeds(path)
    assert len(seeds) > len(TABLES)

    async def look(hub: Hub) -> None:
        stored = b"".join(one.read_bytes() for one in data.iterdir() if one != keys_path(path))
        assert not [seed for seed in seeds if seed.encode() in stored]
        bodies = [row["body"] for row in await hub.store.rows("SELECT body FROM hands")]
        vault = hub.store.vault
        hands = {text for body in bodies for text in (unpack(body).seed, unpack(body).salt)}
        assert not hands & seeds
        assert {vault.open(text) for text in hands} <= seeds

    with_hub(path, look)
    assert verify_database(path, processes=1).faults == []


# ---- loaded


def test_every_open_table_is_there_with_the_rules_it_always_had(data: Path) -> None:
    async def look(hub: Hub) -> None:
        assert set(hub.tables) == set(OPEN)
        for key, was in OPEN.items():
            if not was.get("waiting"):
                assert options_as_then(store_rules(hub.tables[key].state.game.rules)) == was["rules"], key

    with changed_defaults():
        with_hub(data / "sabacc.sqlite3", look)


@each_open_hand
def test_an_open_hand_is_voided_and_every_credit_is_back(data: Path, key: str) -> None:
    was = IN_HAND[key]

    async def look(hub: Hub) -> None:
        state = hub.tables[key].state
        assert not state.in_hand
        stacks = list(was["stacks"])
        if "gone" in was:
            stacks[was["gone"]] = 0  # who left in the hand has left, with all that was theirs before it
        assert (state.game.stacks, state.game.sabacc_pot) == (stacks, was["sabacc_pot"])
        assert state.game.credits_in - state.game.credits_out == sum(stacks) + was["sabacc_pot"]
        assert state.game.number == was["number"] + 1
        assert state.voided is not None
        assert (state.voided.number, state.voided.stacks) == (was["number"] + 1, tuple(was["stacks"]))

    with_hub(data / "sabacc.sqlite3", look)
    assert [type(entry) for entry in entries_of(data / "sabacc.sqlite3", key)].count(en.HandVoided) == 1


def test_an_item_staked_in_a_voided_hand_is_back_with_its_owner(data: Path) -> None:
    async def look(hub: Hub) -> None:
        state = hub.tables["changed"].state
        assert state.voided is not None
        assert state.voided.items == ((TABLES["changed"]["item_seat"], "a ship"),)
        assert (state.game.staked_items.items, state.proposals) == ([], [])
        assert state.owner(TABLES["changed"]["gone"]) is None
        (item,) = hub.tables["items"].state.game.staked_items.items  # staked and lost before the hand was dealt
        assert (item.name, item.price) == ("a ring", 12)

    with_hub(data / "sabacc.sqlite3", look)


def test_rules_that_waited_for_the_end_of_a_voided_hand_come_with_their_own_defaults(data: Path) -> None:
    async def look(hub: Hub) -> None:
        table = hub.tables["changed"]
        await until(lambda: not table.state.deferred)
        rules = table.state.game.rules
        assert (rules.fold_fee, rules.ante, rules.moderation) == (3, 5, -14)

    with changed_defaults():
        with_hub(data / "sabacc.sqlite3", look)


def test_a_hand_is_voided_once_however_often_the_server_is_killed(data: Path) -> None:
    """Killed at once, then as soon as it is durable everywhere, and then not at all."""
    path = data / "sabacc.sqlite3"
    with running(data) as server:
        server.kill()
    with running(data) as server:
        wait_for(lambda: voided(path) >= set(IN_HAND))
        server.kill()
    with running(data) as server:
        assert server.stop() == 0
    for key in TABLES:
        kinds = [type(entry) for entry in entries_of(path, key)]
        assert kinds.count(en.HandVoided) == (key in IN_HAND), key
    assert verify_database(path, processes=1).faults == []


def voided(path: Path) -> set[str]:
    """The tables in whose log a hand is voided."""
    return {key for key in TABLES if en.HandVoided in map(type, entries_of(path, key))}


def test_who_comes_back_after_two_restarts_is_still_told(data: Path) -> None:
    async def look(hub: Hub) -> None:
        table = hub.tables["plain-classic"]
        client = await come_back(hub, table, "Ana", words=True)
        snapshot = client.of("snapshot")[0]
        assert [event["type"] for event in snapshot["events"]] == ["hand-voided"]
        (sentence,) = snapshot["say"]
        assert sentence.startswith("Hand 3 is void: an earlier version of sabacc dealt it")
        assert "All stakes went back" in sentence

    async def nothing(hub: Hub) -> None:
        """Voids, and stops."""

    with_hub(data / "sabacc.sqlite3", nothing)
    with_hub(data / "sabacc.sqlite3", look)


async def come_back(hub: Hub, table: Table, name: str, words: bool = False) -> LocalClient:
    """Somebody of old, by their token."""
    found = await hub.people.sessions.authenticate(TOKENS[name])
    assert found is not None
    client = LocalClient(found.person)
    client.connection.words = words
    table.join(client.connection, None)
    await until(lambda: client.of("snapshot"))
    return client


# ---- played on


async def play_a_hand(hub: Hub, key: str) -> None:
    """Ana and Ben come back, and play the next hand by the answers that the clock would give."""
    table = hub.tables[key]
    for seat in table.state.person_seats():
        if table.state.game.names[seat] not in TOKENS:
            table.submit(en.GotUp(seat))
    number = table.state.game.number + 1
    clients = {name: await come_back(hub, table, name) for name in TOKENS}
    await until(lambda: table.state.in_hand or table.state.game.number >= number)
    while table.state.in_hand and table.state.game.number == number:
        hand = table.state.hand
        assert hand is not None
        seat = hand.waiting[0]
        connection = clients[table.state.game.names[seat]].connection
        answer: Any = hand.phase.default(hand, seat)
        table.command(connection, pr.Act(f"{number}/{hand.question}/{seat}", answer, hand.question))
        await until(lambda: table.durable_version == table.state.version)
    table.autopilot.stop()
    assert not [news for client in clients.values() for news in client.of("refused")]


@pytest.mark.parametrize("key", WITH_TOKENS)
def test_the_next_hand_is_played_by_the_tables_own_rules(data: Path, key: str) -> None:
    path = data / "sabacc.sqlite3"

    async def play(hub: Hub) -> None:
        await play_a_hand(hub, key)
        rules = options_as_then(store_rules(hub.tables[key].state.game.rules))
        assert rules == {**TABLES[key]["rules"], **TABLES[key].get("waiting", {})}

    with changed_defaults():
        with_hub(path, play)
    kept = rows(path, "SELECT behaviour, body FROM hands WHERE table_id = ? ORDER BY number DESC LIMIT 1", key)[0]
    assert kept["behaviour"] == BEHAVIOUR
    rules = unpack(kept["body"]).rules
    assert rules == store_rules(load_rules(rules, BEHAVIOUR))
    report = verify_database(path, processes=1)
    assert (report.faults, report.hands, report.not_replayed) == ([], 1, HANDS)


def test_a_player_comes_back_with_the_old_token(data: Path) -> None:
    with running(data) as server:
        ana = program(server, "Ana")
        tables = {table["id"]: table for table in ana.get("/api/tables").json()}
        assert set(tables) == set(OPEN)
        for key, table in tables.items():
            rules = options_as_then(store_rules(read_rules(table["rules"])))
            assert rules == {**TABLES[key]["rules"], **TABLES[key].get("waiting", {})}


def program(server: Server, name: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {TOKENS[name]}"}
    return httpx.Client(base_url=server.url, headers=headers, timeout=120)


# ---- shown


def test_old_hands_are_shown_and_their_records_verified(data: Path) -> None:
    with running(data) as server:
        ana = program(server, "Ana")
        hands = ana.get("/api/hands?preset=force").json()["hands"]
        assert hands
        for hand in hands:
            replay = ana.get(f"/api/hands/{hand['id']}/replay").json()
            record = read(ana.get(f"/api/hands/{hand['id']}/record").text)
            assert record.behaviour == 1
            assert replay["rules"] == write_rules(record.rules)
            assert len(replay["told"]) == len(replay["events"]) == len(record.events)
            shown = msgspec.convert(replay["events"], list[Event])
            assert totals(shown) == turned(record.events)
            names = {player["seat"]: player["hand_name"] for player in hand["players"] if player["showed"]}
            assert names == {seat: event.name for seat, event in shown_first(shown).items()}


def test_the_history_of_old_hands_is_verified_and_what_was_not_replayed_is_said(data: Path) -> None:
    with running(data) as server:
        text = program(server, "Ana").get("/api/me/history.jsonl").text
    (data / "history.jsonl").write_text(text, encoding="utf-8")
    ran = sabacc("verify", str(data / "history.jsonl"))
    assert (ran.code, "is good" in ran.out) == (0, True)
    assert f"{len(text.splitlines())} of them were played under another behaviour" in ran.err


def test_a_search_finds_old_dark_hands_by_the_names_they_are_shown_under(data: Path) -> None:
    """A Dark total of 12 was stored as Total -12 (FO3)."""
    with running(data) as server:
        ana = program(server, "Ana")
        hands = ana.get("/api/hands?preset=force").json()["hands"]
        shown = {player["hand_name"]: hand["id"] for hand in hands for player in hand["players"] if player["showed"]}
        assert {"Total 12", "Bombed out at 32", "Total -2"} <= set(shown)
        assert not {"Total -12", "Bombed out at -32"} & set(shown)
        for name, hand in shown.items():
            for typed in (name, name.replace("-", "−")):  # as it is stored, and as the pages show it
                found = ana.get("/api/hands", params={"preset": "force", "text": typed}).json()["hands"]
                assert hand in [one["id"] for one in found], typed
        assert not ana.get("/api/hands?text=Bombed out at -32").json()["hands"]
    assert verify_database(data / "sabacc.sqlite3", processes=1).faults == []


def totals(events: list[Event]) -> list[tuple[int, int]]:
    return [(event.seat, event.total) for event in events if isinstance(event, Shown)]


def turned(events: list[Event]) -> list[tuple[int, int]]:
    """The totals of a hand of behaviour 1, as they are told now."""
    sides: dict[int, str | None] = {}
    for event in events:
        if isinstance(event, HandStarted):
            sides.update(enumerate(event.sides))
        elif isinstance(event, SideDeclared):
            sides[event.seat] = event.side
    return [(seat, -total if sides.get(seat) == "dark" else total) for seat, total in totals(events)]


# ---- newer ones


def test_a_table_of_a_newer_behaviour_is_refused_with_a_sentence(data: Path) -> None:
    path = data / "sabacc.sqlite3"
    newer = BEHAVIOUR + 1
    connection = sqlite3.connect(path)
    change = 'UPDATE log SET body = CAST(replace(body, \'{"type":"dealt"\', ?) AS BLOB) WHERE table_id = ?'
    connection.execute(change, (f'{{"type":"dealt","behaviour":{newer}', "plain-classic"))
    more = f'{{"type":"dealt","behaviour":{newer},"something_new":1'
    connection.execute(change, (more, "plain-force"))
    connection.commit()
    connection.close()
    faults = verify_database(path, processes=1).faults
    assert [fault.partition(",")[0] for fault in faults] == ["table plain-classic", "table plain-force"]
    assert all(f"behaviour {newer}" in fault and "install a newer one" in fault for fault in faults)
    with running(data) as server:
        ana = program(server, "Ana")
        assert {table["id"] for table in ana.get("/api/tables").json()} == set(OPEN) - {"plain-classic", "plain-force"}
        for key in ("plain-classic", "plain-force"):
            answer = ana.get(f"/api/tables/{key}")
            assert (answer.status_code, "install a newer one" in answer.text) == (404, True)
