"""A server moves from SQLite to PostgreSQL and back, and its backups fit both."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from sabacc.errors import SabaccError
from sabacc.server.hub import Config, Hub
from sabacc.server.people.people import People
from sabacc.server.storage.backup import as_file, back_up, restore
from sabacc.server.storage.credentials import Credentials, read_credentials
from sabacc.server.storage.keys import keys_path, load_keys, new_keys, store_keys
from sabacc.server.storage.log import Log
from sabacc.server.storage.moving import Place, move_server
from sabacc.server.storage.opening import open_store
from sabacc.server.storage.schema import TABLES
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import devices as devices_sql
from sabacc.server.storage.sql import people as people_sql
from sabacc.server.storage.sqlite.backup import hold_lock
from sabacc.server.storage.store import Store
from sabacc.server.storage.verify import verify_database
from tests.old_behaviour import old_database
from tests.server.played_tables import PlayedTable, new_database
from tests.server.postgresql import new_postgresql_database, run_sql

T = TypeVar("T")


@pytest.fixture
def source(tmp_path: Path) -> Place:
    """A server on SQLite that has seen two tables."""
    path = tmp_path / "data" / "sabacc.sqlite3"
    path.parent.mkdir(mode=0o700)
    with contextlib.closing(new_database(path)) as connection:
        PlayedTable(connection, "first", {"preset": "classic", "items": True}).play(3)
        PlayedTable(connection, "second", {"preset": "coruscant-shift"}).play(2)
    return Place(path)


@pytest.fixture
def target(tmp_path: Path) -> Place:
    """An empty database of PostgreSQL."""
    return Place(tmp_path / "data" / "sabacc.postgresql", new_postgresql_database())


def in_store(place: Place, use: Callable[[Store], Awaitable[T]]) -> T:
    """Opens a database as a server does, and uses it."""

    async def run() -> T:
        store = open_store(*place)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a file."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = {table.name: connection.execute(table.select).fetchall() for table in TABLES}
    found["facts"] = [row for row in found["facts"] if row[0] not in ("revoked", "probed")]
    return found


def faults_of(place: Place) -> list[str]:
    """What a check of a database finds."""
    keys = load_keys(place.path)
    assert keys is not None
    with as_file(*place) as file:
        return verify_database(file, processes=1, vault=SeedVault(keys)).faults


def test_everything_is_there_after_a_move_and_after_the_way_back(source: Place, target: Place, tmp_path: Path) -> None:
    report = move_server(source, target)
    assert report.rows["log"] == len(rows_of(source.path)["log"])
    assert faults_of(target) == []
    back = Place(tmp_path / "back" / "sabacc.sqlite3")
    move_server(target, back)
    assert rows_of(back.path) == rows_of(source.path)
    assert faults_of(back) == []
    assert load_keys(back.path) == load_keys(source.path)


def test_a_server_goes_on_where_the_other_one_was(source: Place, target: Place) -> None:
    move_server(source, target)

    async def run() -> None:
        hub = Hub(Config(database=target.path, postgresql=target.postgresql))
        await hub.start()
        try:
            assert set(hub.tables) == {"first", "second"}
            await hub.log_heads.sign()
            await hub.store.flush()
        finally:
            await hub.stop()

    asyncio.run(run())
    assert faults_of(target) == []


def test_tokens_that_were_revoked_stay_so_on_every_way(source: Place, target: Place, tmp_path: Path) -> None:
    async def come_and_go(store: Store) -> str:
        people = People(store)
        _, session = await people.new_guest("Zoe")
        known = await people.sessions.authenticate(session.token)
        assert known is not None
        await asyncio.to_thread(back_up, *source, tmp_path / "old.sqlite3", True)
        await people.log_out(known)
        people.close()
        return session.token

    async def is_known(store: Store, token: str) -> bool:
        people = People(store)
        found = await people.sessions.authenticate(token)
        people.close()
        return found is not None

    token = in_store(source, come_and_go)
    move_server(source, target)
    restore(tmp_path / "old.sqlite3", *target)  # it has the session still
    assert not in_store(target, lambda store: is_known(store, token))
    back = Place(tmp_path / "back" / "sabacc.sqlite3")
    move_server(target, back)
    restore(tmp_path / "old.sqlite3", *back)
    assert not in_store(back, lambda store: is_known(store, token))


def test_seeds_of_an_older_version_are_sealed_on_the_way(target: Place, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir(mode=0o700)
    old_database(folder)
    old = Place(folder / "sabacc.sqlite3")
    move_server(old, target)

    async def bodies(store: Store) -> list[bytes]:
        return [row["body"] for row in await store.rows("SELECT body FROM log")]

    dealt = [body for body in in_store(target, bodies) if b'"dealt"' in body]
    assert dealt
    assert all(b'"seed":"sealed:' in body for body in dealt)
    assert faults_of(target) == []


def test_a_restore_keeps_what_was_there_and_says_which_tables_went_on(
    source: Place, target: Place, tmp_path: Path
) -> None:
    move_server(source, target)
    file = tmp_path / "monday.sqlite3"
    back_up(*target, file, False)

    async def go_on(store: Store) -> None:
        await store.execute(
            "INSERT INTO log (table_id, version, at, body, salt, digest) SELECT table_id, version + 1, at, body, salt, digest "
            "FROM log WHERE table_id = 'first' ORDER BY version DESC LIMIT 1"
        )

    in_store(target, go_on)
    kept = restore(file, *target)
    assert kept is not None
    assert len(rows_of(kept)["log"]) == len(rows_of(file)["log"]) + 1
    assert set(in_store(target, lambda store: Log(store).restored_tables())) == {"first"}
    again = tmp_path / "again.sqlite3"
    back_up(*target, again, False)
    assert rows_of(again)["log"] == rows_of(file)["log"]
    assert ("restores", 1) in rows_of(again)["facts"]


def test_a_restore_leaves_what_people_sign_in_with_as_it_is(source: Place, target: Place, tmp_path: Path) -> None:
    move_server(source, target)
    people = ("changed", "as it was", "left", "came")

    async def add(store: Store, *names: str) -> None:
        for name in names:
            await store.execute(people_sql.INSERT, name, name, name, 1, 1)
            await store.execute(people_sql.SET_PASSWORD, f"{name}, first", name)
            await store.execute(devices_sql.INSERT_RECOVERY_CODE, name, b"first")

    async def change(store: Store) -> None:
        await store.execute(people_sql.SET_PASSWORD, "second", "changed")
        await store.execute(devices_sql.SET_SECRET, "changed", "sealed")
        await store.execute(devices_sql.CONFIRM, "changed")
        await store.execute(devices_sql.USE_RECOVERY_CODE, "changed", b"first")
        await store.execute(people_sql.DELETE, "left")
        await add(store, "came")

    async def found(store: Store) -> Credentials:
        return await store.read(read_credentials)

    in_store(target, lambda store: add(store, *people[:3]))
    file = tmp_path / "monday.sqlite3"
    back_up(*target, file, False)
    in_store(target, change)
    restore(file, *target)
    credentials = in_store(target, found)
    own = {name: password for name, password in credentials.passwords.items() if name in people}
    assert own == {"changed": "second", "as it was": "as it was, first", "left": "left, first"}
    assert credentials.second_factors == [("changed", "sealed", 1, 0)]
    assert sorted(credentials.recovery_codes) == [("as it was", b"first"), ("left", b"first")]
    assert faults_of(target) == []


def test_new_entries_come_behind_those_that_were_copied(source: Place, target: Place) -> None:
    move_server(source, target)

    async def add(store: Store) -> list[int]:
        await store.execute(
            "INSERT INTO log (table_id, version, at, body, salt, digest) VALUES ('third', 1, 1, ?1, ?1, ?1)", b""
        )
        return [row["place"] for row in await store.rows("SELECT place FROM log ORDER BY place")][-2:]

    before, last = in_store(target, add)
    assert last == before + 1


def test_nothing_is_copied_over_something(source: Place, target: Place, tmp_path: Path) -> None:
    move_server(source, target)
    with pytest.raises(SabaccError, match="has people or tables already"):
        move_server(source, target)
    other = Place(tmp_path / "other" / "sabacc.sqlite3")
    move_server(target, other)
    with pytest.raises(SabaccError, match="is there already"):
        move_server(target, other)


def test_a_server_that_runs_is_not_moved(source: Place, target: Place) -> None:
    with hold_lock(source.path), pytest.raises(SabaccError, match="stop it first"):
        move_server(source, target)

    shutil.copy(keys_path(source.path), keys_path(target.path))

    async def move_meanwhile(store: Store) -> None:
        await store.flush()
        with pytest.raises(SabaccError, match="stop it first"):
            await asyncio.to_thread(move_server, source, target)

    in_store(target, move_meanwhile)


def test_other_keys_are_not_lost(source: Place, target: Place) -> None:
    store_keys(target.path, new_keys())
    with pytest.raises(SabaccError, match="keys of another server"):
        move_server(source, target)
    keys_path(target.path).unlink()
    shutil.copy(keys_path(source.path), keys_path(target.path))
    move_server(source, target)


def test_without_its_keys_nothing_is_moved(source: Place, target: Place) -> None:
    keys_path(source.path).unlink()
    with pytest.raises(SabaccError, match=r"keys of .* are gone"):
        move_server(source, target)


def test_a_copy_that_fails_leaves_nothing_behind(source: Place, target: Place) -> None:
    with contextlib.closing(sqlite3.connect(source.path, isolation_level=None)) as connection:
        connection.execute("UPDATE hand_seats SET won = 'much' WHERE seat = 0")
    with pytest.raises((SabaccError, ValueError)):
        move_server(source, target)

    async def count(store: Store) -> int:
        return len(await store.rows("SELECT 1 FROM people UNION ALL SELECT 1 FROM log"))

    assert in_store(target, count) == 0


def test_an_entry_that_was_changed_is_found_by_a_check(source: Place, target: Place) -> None:
    move_server(source, target)
    assert target.postgresql is not None
    run_sql(target.postgresql, "UPDATE hand_seats SET won = won + 1 WHERE seat = 0")
    assert any("won is kept as" in fault for fault in faults_of(target))


def test_a_row_that_was_changed_before_is_named(source: Place, target: Place) -> None:
    """In its new place nobody could tell."""
    with contextlib.closing(sqlite3.connect(source.path)) as connection, connection:
        connection.execute("UPDATE tables SET opened_at = opened_at + 1 WHERE id = 'first'")
    assert move_server(source, target).faults == ["tables: the row first is not as it was written."]
    assert faults_of(target) == []


def test_a_database_of_another_program_is_left_alone(source: Place, target: Place) -> None:
    assert target.postgresql is not None
    run_sql(target.postgresql, "CREATE TABLE people (shopping TEXT)")
    with pytest.raises(SabaccError, match="of another program"):
        move_server(source, target)
    with pytest.raises(SabaccError, match="no database of a sabacc server"):
        back_up(*target, source.path.with_name("copy.sqlite3"), False)


def test_a_newer_database_is_refused(source: Place, target: Place) -> None:
    move_server(source, target)
    assert target.postgresql is not None
    run_sql(target.postgresql, "INSERT INTO schema_version VALUES (99)")
    with pytest.raises(SabaccError, match="install a newer one"):
        open_store_once(target)


def open_store_once(place: Place) -> None:
    async def nothing(store: Store) -> None:
        return None

    in_store(place, nothing)
