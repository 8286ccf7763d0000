"""The log: what is put into it comes out of it, many rows at once, for many tables, and from an older database too."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sabacc.server.hub import Config, Hub
from sabacc.server.storage.keys import keys_path
from sabacc.server.storage.log import Log, LogWrite, RecoveryData
from sabacc.server.storage.sqlite.bulk_insert import BulkInserter, BulkStatement
from sabacc.server.storage.sqlite.connection import connect
from sabacc.server.storage.sqlite.database import HANDOVER_SIZE, Database
from sabacc.server.storage.sqlite.migrations import MIGRATIONS
from sabacc.server.storage.sqlite.startup import open_existing
from sabacc.server.storage.store import ChainBroken, RowKind, Transaction
from sabacc.server.storage.verify import verify_database
from tests.server.played_tables import PlayedTable, new_database
from tests.server.servers import wait_for
from tests.server.test_disk_full import fill_the_disk

NOTES = BulkStatement.insert_into("notes", ("id", "text", "body"), blobs=["body"])


def in_database(path: Path, use: Callable[[Database], Awaitable[None]]) -> None:
    """Opens a database, uses it, and closes it."""

    async def run() -> None:
        database = Database(path)
        try:
            await use(database)
        finally:
            await database.close()

    asyncio.run(run())


def written(table: str, version: int, snapshot: bytes | None = None) -> LogWrite:
    """An entry that somebody asked for."""
    name = f"{table}{version}"
    return LogWrite(
        table, version, 1000 + version, "ana", name, name.encode(), snapshot=snapshot, done=[("ana", name, version)]
    )


async def keep(log: Log, *entries: LogWrite) -> list[BaseException | None]:
    """Writes entries, and comes back when all are safe or refused."""
    told: list[BaseException | None] = []
    for entry in entries:
        log.append(entry, told.append)
    await log.store.flush()
    return told


def versions(kept: RecoveryData) -> list[int]:
    return [row.version for row in kept.rows]


@pytest.mark.parametrize("count", [1, 500])
def test_rows_are_put_as_they_are(count: int) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE notes (id INTEGER, text TEXT, body BLOB)")
    texts = [None, "", 'it\'s "quoted" \\ {id} ?1', "Σ – 🂡", "x" * 5000]
    rows = [(number, texts[number % 5], bytes(range(number % 256)) * (number % 3)) for number in range(count)]
    BulkInserter(connection).insert({NOTES: rows})
    assert connection.execute("SELECT id, text, body FROM notes").fetchall() == rows


def test_rows_of_many_kinds_are_put_together_the_last_kind_last_and_all_or_none() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE notes (id INTEGER UNIQUE, text TEXT, body BLOB)")
    connection.execute("CREATE TABLE words (word TEXT, notes INTEGER)")
    words = BulkStatement.insert_into("words", ("word",), last=True, notes="(SELECT count(*) FROM notes)")
    fewer = BulkStatement("DELETE FROM notes WHERE id IN (SELECT {id} FROM json_each(?1))", ("id",))
    inserter = BulkInserter(connection)
    inserter.insert({words: [("a",), ("b",)], NOTES: [(1, "one", b"1"), (2, "two", b"")]})
    assert connection.execute("SELECT * FROM words").fetchall() == [("a", 2), ("b", 2)]
    inserter.insert({words: [("c",)], fewer: [(1,)]})
    assert connection.execute("SELECT id FROM notes").fetchall() == [(2,)]
    assert connection.execute("SELECT notes FROM words WHERE word = 'c'").fetchone() == (1,)
    with pytest.raises(sqlite3.IntegrityError):
        inserter.insert({fewer: [(2,)], NOTES: [(5, "", b""), (5, "", b"")], words: [("d",)]})
    assert connection.execute("SELECT id FROM notes").fetchall() == [(2,)]
    assert connection.execute("SELECT count(*) FROM words").fetchone() == (3,)
    assert not connection.in_transaction
    inserter.insert({})


def test_a_commit_that_is_taken_back_takes_no_kind_of_rows_with_it(tmp_path: Path) -> None:
    """The first rows of a kind come with a job that fails the whole commit; the next ones are kept."""

    async def spoil(transaction: Transaction) -> None:
        await transaction.execute("RELEASE job")
        await transaction.execute("ROLLBACK")

    async def use(database: Database) -> None:
        told: list[BaseException | None] = []
        database.append([(RowKind.TABLE_OPENED, ("lost", 1))], told.append)
        with pytest.raises(sqlite3.Error):
            await database.write(spoil)
        database.append([(RowKind.TABLE_OPENED, ("kept", 2))], told.append)
        await database.flush()
        assert [type(one) for one in told] == [sqlite3.OperationalError, type(None)]
        assert [row["id"] for row in await database.rows("SELECT id FROM tables")] == ["kept"]

    in_database(tmp_path / "notes.sqlite3", use)


def test_a_snapshot_in_the_middle_of_a_commit_hides_nothing_after_it(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        log = Log(database)
        entries = [written("a", 1), written("b", 1), written("a", 2, b"snapshot"), written("a", 3), written("b", 2)]
        assert await keep(log, *entries) == [None] * 5
        await keep(log, written("a", 4))
        found = await log.load(["a", "b"])
        assert (found["a"].snapshot, versions(found["a"])) == (b"snapshot", [3, 4])
        assert (found["b"].snapshot, versions(found["b"])) == (None, [1, 2])
        assert versions((await log.load(["a"]))["a"]) == [3, 4]

    in_database(tmp_path / "x.sqlite3", use)


def test_commands_are_found_by_their_ids_until_the_table_closes(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        log = Log(database)
        log.append(written("a", 1), lambda error: None)
        assert await log.find_command("a", "ana", "a1") == 1, "also one that was on its way"
        await keep(log, written("a", 2, b"snapshot"), written("a", 3))
        assert [await log.find_command("a", "ana", f"a{version}") for version in (1, 2, 3, 4)] == [1, 2, 3, None]
        assert await log.find_command("a", "ben", "a1") is None
        assert await log.find_command("b", "ana", "a1") is None
        done = (await log.load(["a"]))["a"].done
        assert [done.may_have("ana", f"a{version}") for version in (1, 2, 3)] == [True] * 3
        await keep(log, LogWrite("a", 4, 1004, "ana", "end", b"", closes=True))
        assert await log.find_command("a", "ana", "a1") is None

    in_database(tmp_path / "x.sqlite3", use)


def test_an_id_that_was_stored_before_keeps_its_first_version(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        log = Log(database)
        await keep(log, written("a", 1))
        await keep(log, LogWrite("a", 2, 1002, "ana", "x", b"", done=[("ana", "a1", 1), ("ana", "x", 2)]))
        assert [await log.find_command("a", "ana", command) for command in ("a1", "x")] == [1, 2]

    in_database(tmp_path / "x.sqlite3", use)


def test_a_row_that_cannot_be_harms_no_other_of_its_commit(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        log = Log(database)
        await keep(log, written("a", 1))
        told = await keep(log, written("b", 1), written("a", 1), written("c", 1))  # there can't be two tables named a
        assert [error is None for error in told] == [True, False, True]
        found = await log.load(["a", "b", "c"])
        assert [versions(found[table]) for table in "abc"] == [[1], [1], [1]]

    in_database(tmp_path / "x.sqlite3", use)


def test_after_an_entry_that_was_not_kept_none_is_until_the_table_is_loaded_again(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        log = Log(database)
        await keep(log, written("a", 1), written("b", 1))
        told = await keep(log, written("a", 1), written("a", 2), written("b", 2))
        assert [type(one) for one in told] == [sqlite3.IntegrityError, ChainBroken, type(None)]
        told = await keep(log, written("b", 3), written("a", 3))
        assert [type(one) for one in told] == [type(None), ChainBroken]
        found = await log.load(["a", "b"])
        assert (versions(found["a"]), versions(found["b"])) == ([1], [1, 2, 3])
        assert await keep(log, written("a", 2), written("b", 4)) == [None, None]
        assert versions((await log.load(["a"]))["a"]) == [1, 2]

    in_database(tmp_path / "x.sqlite3", use)


def test_after_a_commit_that_failed_nothing_of_its_tables_is_kept(tmp_path: Path) -> None:
    """The disk is full for a large entry, and has room for the small one after it."""

    async def use(database: Database) -> None:
        log = Log(database)
        await keep(log, written("a", 1), written("b", 1))
        await database.write(fill_the_disk)
        large = LogWrite("a", 2, 1002, None, None, b"x" * 100_000)
        with pytest.raises(sqlite3.OperationalError):
            await keep(log, large)
        told = await keep(log, written("a", 3), written("b", 2))
        assert [type(one) for one in told] == [ChainBroken, type(None)]
        found = await log.load(["a", "b"])
        assert (versions(found["a"]), versions(found["b"])) == ([1], [1, 2])
        assert await keep(log, written("a", 2)) == [None]

    in_database(tmp_path / "x.sqlite3", use)


def test_a_table_that_is_not_there_has_nothing(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        found = (await Log(database).load(["nowhere"]))["nowhere"]
        assert (found.snapshot, found.rows) == (None, [])

    in_database(tmp_path / "x.sqlite3", use)


def test_an_older_database_keeps_its_tables(tmp_path: Path) -> None:
    played = new_database(tmp_path / "new.sqlite3")
    for table in ("a", "b"):
        PlayedTable(played, table, {"preset": "cloud-city"}).play(2)
    old = connect(tmp_path / "old.sqlite3")
    old.executescript(f"BEGIN IMMEDIATE;\n{MIGRATIONS[0]}\nPRAGMA user_version=1;\nCOMMIT;")
    for table in ("people", "tables", "log", "snapshots", "hands", "hand_seats"):
        columns = ", ".join(row["name"] for row in old.execute(f"PRAGMA table_info({table})"))
        for row in played.execute(f"SELECT {columns} FROM {table}").fetchall():
            old.execute(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(row))})", tuple(row))
    old.close()
    shutil.copy(keys_path(tmp_path / "new.sqlite3"), keys_path(tmp_path / "old.sqlite3"))
    open_existing(tmp_path / "old.sqlite3").close()
    assert verify_database(tmp_path / "old.sqlite3", processes=1).faults == []

    async def start() -> set[str]:
        hub = Hub(Config(database=tmp_path / "old.sqlite3"))
        await hub.start()
        tables = {table.id for table in hub.tables.values() if table.state.game.number == 2}
        await hub.stop()
        return tables

    assert asyncio.run(start()) == {"a", "b"}


def test_who_fails_when_told_keeps_nobody_else_from_being_told(tmp_path: Path) -> None:
    def fail(error: BaseException | None) -> None:
        raise RuntimeError("a fault of ours")

    async def use(database: Database) -> None:
        log = Log(database)
        told: list[BaseException | None] = []
        log.append(written("a", 1), fail)
        log.append(written("b", 1), told.append)
        await asyncio.wait_for(database.flush(), 60)
        assert told == [None]

    in_database(tmp_path / "x.sqlite3", use)


def test_what_is_safe_is_told_in_the_middle_of_a_long_turn_once_and_in_order(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        told: list[int] = []

        def teller(version: int) -> Callable[[BaseException | None], None]:
            return lambda error: told.append(version)

        log = Log(database)
        for version in range(1, HANDOVER_SIZE + 1):
            assert not database.poll()
            log.append(written("t", version), teller(version))
        wait_for(database.poll)  # and the loop has not turned
        assert told == list(range(1, HANDOVER_SIZE + 1))
        log.append(written("t", HANDOVER_SIZE + 1), teller(HANDOVER_SIZE + 1))
        await database.flush()
        assert told == list(range(1, HANDOVER_SIZE + 2))

    in_database(tmp_path / "sabacc.sqlite3", use)
