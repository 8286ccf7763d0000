"""What every store does: the same tests run against SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pyotp
import pytest

from sabacc.server.history.search import HandFilter, History, Outcome
from sabacc.server.history.share_links import ShareLinks
from sabacc.server.history.stats import read_stats
from sabacc.server.http.errors import Conflict, Forbidden, NotAuthenticated, NotFound
from sabacc.server.people.people import MAX_TOKENS, People
from sabacc.server.people.sessions import DAY, LIFETIME, MAX_BROWSERS
from sabacc.server.storage.copying import copy_rows
from sabacc.server.storage.disk_use import MEGABYTE, DiskUse, forget_old_tables
from sabacc.server.storage.hand_rows import DELETED_NAME
from sabacc.server.storage.keys import keys_path
from sabacc.server.storage.log import Log, LogWrite, RecoveryData
from sabacc.server.storage.log_head import LogHead
from sabacc.server.storage.log_heads import LogHeads
from sabacc.server.storage.opening import open_store
from sabacc.server.storage.private_files import make_private_folder
from sabacc.server.storage.schema import TABLES
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.sqlite.startup import open_existing
from sabacc.server.storage.sqlite.transaction import SqliteTransaction
from sabacc.server.storage.store import ChainBroken, Dialects, RowKind, Store, Transaction
from sabacc.server.tournaments.director_log import DirectorLog, StoredTournament
from sabacc.server.tournaments.plan import TournamentPlan
from sabacc.tournament import Tournament, read_settings
from sabacc.tournament.events import Cancelled, Entered
from tests.server.played_tables import PlayedTable, new_database
from tests.server.postgresql import new_postgresql_database

NOW = 1_700_000_000.0
FACTS = "SELECT name, value FROM facts WHERE name LIKE 'fact%' ORDER BY name"
Use = Callable[[Store], Awaitable[None]]


class Stores:
    """Opens stores of one kind, the same one again and again."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.path = folder / f"sabacc.{kind}"
        self.address = new_postgresql_database() if kind == "postgresql" else None

    def use(self, use: Use) -> None:
        """Opens the store, uses it, and closes it."""

        async def run() -> None:
            store = open_store(self.path, self.address)
            try:
                await use(store)
            finally:
                await store.close()

        asyncio.run(run())

    def fill(self, path: Path) -> None:
        """Copies what a SQLite file has into the store, with its keys."""
        make_private_folder(self.path.parent)
        shutil.copy(keys_path(path), keys_path(self.path))

        async def use(store: Store) -> None:
            with contextlib.closing(open_existing(path)) as connection:

                async def job(transaction: Transaction) -> None:
                    await transaction.execute("DELETE FROM server_keys")
                    await copy_rows(SqliteTransaction(connection), transaction)

                await store.write(job)

        self.use(use)


@pytest.fixture(params=["sqlite3", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Stores:
    return Stores(request.param, tmp_path / "data")


@pytest.fixture
def played(stores: Stores, tmp_path: Path) -> Stores:
    """A store with some hands of classic and cloud-city; Ana played all of them."""
    with contextlib.closing(new_database(tmp_path / "played.sqlite3")) as connection:
        PlayedTable(connection, "first", {"preset": "classic"}).play(4)
        PlayedTable(connection, "second", {"preset": "cloud-city"}, at=1_700_001_000_000).play(2)
    stores.fill(tmp_path / "played.sqlite3")
    return stores


def entry(table: str, version: int, **more: Any) -> LogWrite:
    """An entry that Ana asked for."""
    name = f"{table}{version}"
    done = [("ana", name, version)]
    return LogWrite(table, version, 1000 + version, "ana", name, name.encode(), **{"done": done, **more})


async def keep(log: Log, *entries: LogWrite) -> list[BaseException | None]:
    """Writes entries, and comes back when all are durable or refused."""
    told: list[BaseException | None] = []
    for one in entries:
        log.append(one, told.append)
    await log.store.flush()
    return told


def versions(found: RecoveryData) -> list[int]:
    return [row.version for row in found.rows]


async def facts(store: Store) -> list[str]:
    """The facts that a test has written."""
    return [row["name"] for row in await store.rows(FACTS)]


# ---- transactions


def test_a_job_writes_all_or_nothing(stores: Stores) -> None:
    async def fail(transaction: Transaction) -> None:
        await transaction.execute(sql.SET_FACT, "fact lost", 1)
        raise Conflict("no")

    async def use(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.write(fail)
        await store.execute(sql.SET_FACT, "fact kept", 2)
        assert await facts(store) == ["fact kept"]

    stores.use(use)


def test_a_job_that_fails_takes_no_other_with_it(stores: Stores) -> None:
    async def fail(transaction: Transaction) -> None:
        await transaction.execute("INSERT INTO facts VALUES ('fact', 1)")
        await transaction.execute("INSERT INTO facts VALUES ('fact', 1)")

    async def use(store: Store) -> None:
        jobs = [store.execute(sql.SET_FACT, "fact 1", 1), store.write(fail), store.execute(sql.SET_FACT, "fact 2", 2)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(one, store.faults) for one in results if one is not None] == [True]
        assert await facts(store) == ["fact 1", "fact 2"]

    stores.use(use)


def test_a_job_sees_what_was_appended_before_it(stores: Stores) -> None:
    async def use(store: Store) -> None:
        store.append([(RowKind.TABLE_OPENED, ("a", 1))], lambda error: None)
        row = await store.write(lambda transaction: transaction.row("SELECT opened_at FROM tables WHERE id = ?1", "a"))
        assert row is not None
        assert row["opened_at"] == row[0] == 1

    stores.use(use)


def test_values_come_back_as_they_were(stores: Stores) -> None:
    values = ("id’s ? $1 %s 🂡", "Σ \\ ' \"", None, 2**53, bytes(range(256)), -0.125)

    async def use(store: Store) -> None:
        name, key, password, big, blob, number = values
        await store.execute(
            "INSERT INTO people (id, name, key, password, created_at, seen_at) VALUES (?1, ?2, ?2, ?3, ?4, ?4)",
            name, key, password, big,
        )  # fmt: skip
        await store.execute("INSERT INTO recovery_codes VALUES (?1, ?2)", name, blob)
        found = await store.row(
            "SELECT id, name, password, seen_at, hash FROM people JOIN recovery_codes ON person = id"
        )
        assert found is not None
        assert tuple(found[at] for at in range(5)) == values[:5]
        half = await store.row(Dialects("SELECT ?1 * 2", "SELECT CAST(?1 AS DOUBLE PRECISION) * 2"), number)
        assert half is not None
        assert half[0] == -0.25

    stores.use(use)


def test_a_statement_says_how_many_rows_it_changed(stores: Stores) -> None:
    async def job(transaction: Transaction) -> list[int]:
        await transaction.execute_many(sql.SET_FACT, [("a", -1), ("b", -2), ("c", -2)])
        return [await transaction.execute("DELETE FROM facts WHERE value = ?1", value) for value in (-3, -2, -1)]

    async def use(store: Store) -> None:
        assert await store.write(job) == [0, 2, 1]

    stores.use(use)


def test_a_reader_sees_one_moment(stores: Stores) -> None:
    async def use(store: Store) -> None:
        async def job(transaction: Transaction) -> list[int]:
            first = len(await transaction.rows(FACTS))
            asyncio.run_coroutine_threadsafe(store.execute(sql.SET_FACT, "fact", 1), loop)
            return [first, len(await transaction.rows(FACTS))]

        loop = asyncio.get_running_loop()
        assert await store.read(job) == [0, 0]
        await store.flush()
        assert await facts(store) == ["fact"]

    stores.use(use)


def test_a_stream_gives_all_rows_in_order(stores: Stores) -> None:
    async def use(store: Store) -> None:
        rows = [(f"fact {number:04}", number) for number in range(1500)]
        await store.write(lambda transaction: transaction.execute_many(sql.SET_FACT, rows))

        async def job(transaction: Transaction) -> list[tuple[str, int]]:
            return [(row["name"], row["value"]) async for row in transaction.stream(FACTS)]

        assert await store.read(job) == rows

    stores.use(use)


def test_a_reader_writes_nothing(stores: Stores) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(store.faults):
            await store.read(lambda transaction: transaction.execute(sql.SET_FACT, "fact", 1))
        assert await facts(store) == []

    stores.use(use)


def test_a_probe_is_a_write(stores: Stores) -> None:
    async def use(store: Store) -> None:
        await store.probe()
        assert await store.row(sql.FACT, "probed") is not None
        assert await store.find_damage(lambda: False) == []
        assert not store.poll()

    stores.use(use)


def test_what_is_durable_is_there_when_the_store_is_opened_again(stores: Stores) -> None:
    keys = []

    async def write(store: Store) -> None:
        keys.append(store.keys.public)
        store.append([(RowKind.TABLE_OPENED, ("a", 1))], lambda error: None)

    async def read(store: Store) -> None:
        keys.append(store.keys.public)
        assert await Log(store).open_tables() == ["a"]

    stores.use(write)
    stores.use(read)
    assert keys[0] == keys[1]


def test_the_columns_are_those_that_are_copied(stores: Stores) -> None:
    columns = Dialects(
        "SELECT name FROM pragma_table_info(?1)",
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = ?1 AND table_schema = current_schema",
    )
    own = {"sessions": {"number"}}

    async def use(store: Store) -> None:
        for table in TABLES:
            found = {row["name"] for row in await store.rows(columns, table.name)}
            assert found - own.get(table.name, set()) == set(table.columns), table.name

    stores.use(use)


# ---- the log


def test_a_table_is_loaded_from_its_last_snapshot_on(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        entries = [entry("a", 1), entry("b", 1), entry("a", 2, snapshot=b"snapshot"), entry("a", 3), entry("b", 2)]
        assert await keep(log, *entries) == [None] * 5
        await keep(log, entry("a", 4))
        found = await log.load(["a", "b", "nobody's"])
        assert (found["a"].snapshot, versions(found["a"])) == (b"snapshot", [3, 4])
        assert (found["b"].snapshot, versions(found["b"])) == (None, [1, 2])
        assert (found["nobody's"].snapshot, versions(found["nobody's"])) == (None, [])
        row = found["b"].rows[1]
        assert (row.person, row.command, row.body) == ("ana", "b2", b"b2")

    stores.use(use)


def test_commands_are_found_by_their_ids_until_the_table_closes(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        log.append(entry("a", 1), lambda error: None)
        assert await log.find_command("a", "ana", "a1") == 1, "also one that was on its way"
        await keep(log, entry("a", 2), entry("a", 3))
        assert [await log.find_command("a", "ana", f"a{version}") for version in (1, 2, 3, 4)] == [1, 2, 3, None]
        assert await log.find_command("a", "ben", "a1") is None
        done = (await log.load(["a"]))["a"].done
        assert [done.may_have("ana", f"a{version}") for version in (1, 2, 3)] == [True] * 3
        await keep(log, entry("a", 4, closes=True))
        assert await log.find_command("a", "ana", "a1") is None

    stores.use(use)


def test_a_command_is_stored_once(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        assert await keep(log, entry("a", 1), entry("a", 2, done=[("ana", "a1", 2)])) == [None, None]
        assert await log.find_command("a", "ana", "a1") == 1

    stores.use(use)


def test_only_open_tables_are_opened_again(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        assert await log.last_at() is None
        await keep(log, entry("a", 1), entry("b", 1), entry("a", 2, closes=True))
        assert await log.open_tables() == ["b"]
        assert await log.last_at() == 1002

    stores.use(use)


def test_answers_given_beforehand_are_replaced_and_forgotten_with_their_hand(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        await keep(log, entry("a", 1))
        for hand, seat, choices in ((1, 0, ["fold"]), (1, 0, ["stay", "é"]), (1, 2, ["fold"]), (2, 1, ["call"])):
            log.keep_answers("a", (hand, seat, choices), lambda error: None)
        await store.flush()
        found = sorted((await log.load(["a"]))["a"].preset_answers)
        assert found == [(1, 0, ["stay", "é"]), (1, 2, ["fold"]), (2, 1, ["call"])]
        await keep(log, entry("a", 2, ended_hand=1))
        assert (await log.load(["a"]))["a"].preset_answers == [(2, 1, ["call"])]

    stores.use(use)


def test_after_a_write_that_failed_only_its_table_waits_until_it_is_loaded(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        await keep(log, entry("a", 1), entry("b", 1))
        told = await keep(log, entry("a", 1), entry("a", 2), entry("b", 2))  # there is a table "a" already
        assert isinstance(told[0], store.faults)
        assert isinstance(told[1], ChainBroken)
        assert told[2] is None
        told = await keep(log, entry("a", 2), entry("b", 3))
        assert (type(told[0]), told[1]) == (ChainBroken, None)
        found = await log.load(["a", "b"])
        assert (versions(found["a"]), versions(found["b"])) == ([1], [1, 2, 3])
        assert await keep(log, entry("a", 2), entry("b", 4)) == [None, None]

    stores.use(use)


def test_callbacks_come_in_the_order_of_the_writes(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        told: list[int] = []
        for version in range(1, 300):
            log.append(entry("a", version), lambda error, version=version: told.append(version))  # type: ignore[misc]
            if version % 7 == 0:
                await asyncio.sleep(0)
        await store.flush()
        assert told == list(range(1, 300))
        assert versions((await log.load(["a"]))["a"]) == told

    stores.use(use)


def test_tables_that_were_put_back_are_told_once(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = Log(store)
        await store.execute("INSERT INTO restored VALUES (?1, ?2)", "a", 7)
        assert await log.restored_tables() == {"a": 7}
        await log.forget_restored(["a"])
        assert await log.restored_tables() == {}

    stores.use(use)


def test_heads_of_the_log_follow_one_another_over_a_restart(stores: Stores) -> None:
    heads: list[LogHead] = []

    def sign(*entries: LogWrite) -> Use:
        async def use(store: Store) -> None:
            await keep(Log(store), *entries)
            signing = LogHeads(store)
            task = asyncio.create_task(signing.run(3600))
            while signing.head is None or signing.head.place == (heads[-1].place if heads else 0):
                await asyncio.sleep(0.01)
            task.cancel()
            heads.append(signing.head)
            proof = (await signing.published("a")).proof
            assert proof is not None
            assert proof.root() == signing.head.root

        return use

    stores.use(sign(entry("a", 1), entry("b", 1)))
    stores.use(sign(entry("a", 2)))
    assert all(head.is_signed() for head in heads)
    assert heads[1].previous == heads[0].digest()
    assert heads[1].tables == 2


# ---- the disk


def test_who_is_over_their_quota_is_known(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        ana, _ = await people.new_guest("Ana")
        ben, _ = await people.new_guest("Ben")
        await store.execute("UPDATE people SET password = 'x' WHERE id = ?1", ben.id)
        disk_use = DiskUse(store, 1, 2)
        for person in (ana, ben):
            disk_use.charge("a", person.id, MEGABYTE)
            disk_use.charge("b", person.id, MEGABYTE // 2)
        await disk_use.store()
        assert (disk_use.is_over(ana.id), disk_use.is_over(ben.id)) == (True, False)
        disk_use.charge("a", ben.id, MEGABYTE)
        await disk_use.store()
        assert disk_use.is_over(ben.id)
        again = DiskUse(store, 1, 2)
        await again.load()
        assert (again.is_over(ana.id), again.is_over(ben.id)) == (True, True)
        people.close()

    stores.use(use)


def test_of_old_tables_of_guests_the_digests_stay(played: Stores) -> None:
    async def use(store: Store) -> None:
        await store.execute("UPDATE tables SET closed_at = 1 WHERE id = 'first'")
        before = await store.rows("SELECT digest FROM log ORDER BY place")
        assert await forget_old_tables(store, days=1) == 1
        after = await store.rows("SELECT digest FROM log ORDER BY place")
        assert [row["digest"] for row in before] == [row["digest"] for row in after]
        left = await store.rows("SELECT DISTINCT body, salt FROM log WHERE table_id = 'first'")
        assert [(row["body"], row["salt"]) for row in left] == [(b"", b"")]
        assert {row["table_id"] for row in await store.rows("SELECT table_id FROM hands")} == {"second"}
        assert await forget_old_tables(store, days=1) == 0

    played.use(use)


# ---- people


def test_names_are_had_once_however_they_are_spelled(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        ana, _ = await people.new_guest("Ana")
        for name in ("ana", "ANA", "anA"):
            with pytest.raises(Conflict, match="is free"):
                await people.new_guest(name)
        ben, _ = await people.new_guest("Ben")
        with pytest.raises(Conflict):
            await people.rename(ben, "Ana")
        assert (await people.rename(ana, "Ánna")).name == "Ánna"
        assert (await people.rename(ben, "Ana")).name == "Ana"
        people.close()

    stores.use(use)


def test_somebody_signs_in_changes_the_password_and_other_browsers_are_signed_out(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        _, first = await people.new_guest("Ana", "phone")
        session = await people.sessions.authenticate(first.token)
        assert session is not None
        assert session.person.guest
        await people.set_password(session, "correct horse")
        other = await people.log_in(await people.check_login("ANA", "correct horse"), "desk")
        program = await people.new_token(session.person, "my bot")
        assert [one.label for one in await people.sessions.list_for(session.person.id, "browser")] != []
        with pytest.raises(NotAuthenticated):
            await people.check_login("Ana", "wrong")
        with pytest.raises(NotAuthenticated):
            await people.check_login("A\0na", "correct horse")
        with pytest.raises(Forbidden):
            await people.set_password(session, "another horse", "wrong")
        await people.set_password(session, "another horse", "correct horse")
        found = [await people.sessions.authenticate(one.token) for one in (first, other, program)]
        assert [one is not None for one in found] == [True, False, True]
        assert found[0] is not None
        assert not found[0].person.guest
        people.close()

    stores.use(use)


def test_sessions_end_when_they_are_old_or_too_many(stores: Stores) -> None:
    async def use(store: Store) -> None:
        now = [NOW]
        people = People(store, clock=lambda: now[0])
        ana, first = await people.new_guest("Ana")
        await store.execute("UPDATE people SET password = 'x' WHERE id = ?1", ana.id)
        for _ in range(MAX_BROWSERS):
            await people._start_session(ana.id, "browser", "", "x")  # a password takes long to check
        assert await people.sessions.authenticate(first.token) is None, "the oldest one"
        assert len(await people.sessions.list_for(ana.id, "browser")) == MAX_BROWSERS
        now[0] += LIFETIME / 1000 + 1
        await people.delete_stale()
        assert await store.rows("SELECT 1 FROM sessions") == []
        people.close()

    stores.use(use)


def test_that_a_session_is_used_is_stored_now_and_then(stores: Stores) -> None:
    async def use(store: Store) -> None:
        now = [NOW]
        people = People(store, clock=lambda: now[0])
        _, session = await people.new_guest("Ana")
        now[0] += 2 * DAY / 1000
        assert await people.sessions.authenticate(session.token) is not None
        await store.flush()
        row = await store.row("SELECT used_at, expires_at, seen_at FROM sessions JOIN people ON people.id = person")
        assert row is not None
        at = int(now[0] * 1000)
        assert (row["used_at"], row["expires_at"], row["seen_at"]) == (at, at + LIFETIME, at)
        people.close()

    stores.use(use)


def test_tokens_are_counted_listed_and_ended(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        ana, _ = await people.new_guest("Ana")
        tokens = [await people.new_token(ana, f"bot {number}") for number in range(MAX_TOKENS)]
        with pytest.raises(Conflict):
            await people.new_token(ana, "one more")
        listed = await people.sessions.list_for(ana.id, "program")
        assert {one.label for one in listed} == {f"bot {number}" for number in range(MAX_TOKENS)}
        assert listed[0].used_at is None
        assert await people.sessions.end(ana.id, "program", tokens[0].id)
        assert not await people.sessions.end(ana.id, "program", tokens[0].id)
        assert await people.sessions.authenticate(tokens[0].token) is None
        people.close()

    stores.use(use)


def test_who_deletes_their_account_leaves_hands_without_a_name(played: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        await store.execute("UPDATE hands SET title = 'Ana’s Classic' WHERE table_id = 'first'")
        ana = (await people.check_password("person-Ana", None), "person-Ana")[1]
        assert await people._delete_person(ana)
        assert not await people._delete_person(ana)
        assert await store.rows("SELECT 1 FROM hand_seats WHERE person = ?1", ana) == []
        names = {row["name"] for row in await store.rows("SELECT name FROM hand_seats WHERE seat = 0")}
        assert names == {DELETED_NAME}
        titles = await store.rows("SELECT DISTINCT title FROM hands ORDER BY title")
        assert [row["title"] for row in titles] == ["Classic", "Table second"]
        people.close()

    played.use(use)


def test_guests_who_never_played_are_forgotten(played: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW + 40 * DAY / 1000)
        assert await people.delete_stale() == 2, "Dee's seat had a bot, and Ezra never sat down"
        left = {row["name"] for row in await store.rows("SELECT name FROM people")}
        assert left == {"Ana", "Ben", "Cy"}
        people.close()

    played.use(use)


def test_a_second_factor_is_used_once_and_recovery_codes_too(stores: Stores) -> None:
    async def use(store: Store) -> None:
        now = [NOW]
        people = People(store, clock=lambda: now[0])
        ana, _ = await people.new_guest("Ana")
        factors = people.second_factors
        new = await factors.begin(ana.id, "Ana")
        totp = pyotp.TOTP(new.secret)
        codes = await factors.confirm(ana.id, totp.at(int(now[0])))
        assert (await factors.state(ana.id)).totp
        with pytest.raises(Conflict):
            await factors.begin(ana.id, "Ana")
        with pytest.raises(NotAuthenticated):
            await factors.check(ana.id, totp.at(int(now[0])))
        now[0] += 60
        await factors.check(ana.id, totp.at(int(now[0])))
        await factors.check(ana.id, codes[0])
        with pytest.raises(NotAuthenticated):
            await factors.check(ana.id, codes[0])
        assert (await factors.state(ana.id)).recovery_codes == len(codes) - 1
        stored = await store.row("SELECT secret FROM second_factors")
        assert stored is not None
        assert new.secret not in stored["secret"], "it is sealed"
        await factors.turn_off(ana.id)
        assert not (await factors.state(ana.id)).totp
        people.close()

    stores.use(use)


def test_devices_are_known_until_there_are_too_many(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store, clock=lambda: NOW)
        ana, _ = await people.new_guest("Ana")
        first = await people.devices.remember("", ana.id, 1)
        assert await people.devices.known(first, "ana") is not None
        assert await people.devices.known(first, "ben") is None
        assert await people.devices.remember(first, ana.id, 2) == first
        for number in range(20):
            await people.devices.remember("", ana.id, 3 + number)
        assert await people.devices.known(first, "ana") is None
        people.close()

    stores.use(use)


# ---- history


async def found(history: History, **filters: Any) -> list[tuple[str, int]]:
    """Table and number of the hands of Ana's that are found."""
    page = await history.search("person-Ana", HandFilter(**filters))
    return [(hand.table, hand.number) for hand in page.hands]


def test_hands_are_searched_page_by_page(played: Stores) -> None:
    async def use(store: Store) -> None:
        history = History(store, LogHeads(store))
        everything = await found(history)
        assert len(everything) == 6
        assert everything[:2] == [("second", 2), ("second", 1)]
        page = await history.search("person-Ana", HandFilter(limit=4))
        rest = await history.search("person-Ana", HandFilter(limit=4, before=page.before))
        assert [(hand.table, hand.number) for hand in (*page.hands, *rest.hands)] == everything
        assert rest.before is None
        assert await found(history, preset="cloud-city") == everything[:2]
        assert await found(history, table="first") == everything[2:]
        ended = page.hands[1].ended_at
        assert await found(history, since=ended) == everything[:2]
        assert await found(history, until=ended) == everything[2:]
        outcomes: tuple[Outcome, ...] = ("won", "lost", "folded")
        by_outcome = [await found(history, outcome=outcome) for outcome in outcomes]
        assert sorted(itertools.chain(*by_outcome)) == sorted(everything)

    played.use(use)


@pytest.mark.parametrize(
    ("text", "name", "is_found"),
    [
        ("ben", "Ben", True),
        ("STRASSE", "Groß Straße", True),
        ("ΌΣΟΣ", "όσος", True),
        ("é’", "É’", True),
        ("%", "Ben", False),
        ("b_n", "Ben", False),
        ("\0", "Ben", False),
        ("table first", "Ben", True),
    ],
)
def test_text_is_found_whatever_its_case(played: Stores, text: str, name: str, is_found: bool) -> None:
    async def use(store: Store) -> None:
        await store.execute("UPDATE hand_seats SET name = ?1 WHERE name = 'Ben'", name)
        history = History(store, LogHeads(store))
        assert (("first", 1) in await found(history, text=text)) is is_found
        assert await found(history, opponent=name.upper()) == await found(history)
        assert await found(history, opponent="Nobody") == []

    played.use(use)


def test_postgresql_folds_cases_as_python_does(tmp_path: Path) -> None:
    everything = "".join(chr(point) for point in range(1, 0x110000) if not 0xD800 <= point <= 0xDFFF)

    async def use(store: Store) -> None:
        for at in range(0, len(everything), 50_000):
            part = everything[at : at + 50_000]
            row = await store.row("SELECT sabacc_casefold(?1) AS folded", part)
            assert row is not None
            assert row["folded"] == part.casefold()

    Stores("postgresql", tmp_path).use(use)


def test_a_hand_is_read_by_who_played_it(played: Stores) -> None:
    async def use(store: Store) -> None:
        history = History(store, LogHeads(store))
        hand = (await history.search("person-Ana", HandFilter())).hands[0]
        assert [one.name for one in hand.players if one.you] == ["Ana"]
        assert (await history.summary("person-Ana", hand.id)) == hand
        with pytest.raises(NotFound):
            await history.seat_of("person-Ezra", hand.id)
        record = (await history.finished_hand(hand.id)).record(0)
        assert record.startswith("sabacc")
        lines = [line async for line in history.export_lines("person-Ana")]
        assert b"".join(lines).count(b"\n") == 6

    played.use(use)


def test_statistics_add_up(played: Stores) -> None:
    async def use(store: Store) -> None:
        stats = await store.read_slowly(lambda transaction: read_stats(transaction, "person-Ana"))
        rows = await store.rows("SELECT won, antes, took_pot FROM hand_seats WHERE person = 'person-Ana'")
        assert [(one.preset, one.hands) for one in stats] == [("classic", 4), ("cloud-city", 2)]
        assert sum(one.credits for one in stats) == sum(row["won"] for row in rows)
        assert sum(one.pots for one in stats) == sum(row["took_pot"] for row in rows)
        assert all(isinstance(one.credits, int) and isinstance(one.antes.mean, float) for one in stats)
        hands, antes = stats[0].series[-1]
        assert (hands, round(antes - 4 * stats[0].antes.mean, 5)) == (4, 0)

    played.use(use)


def test_a_link_to_a_hand_is_made_once_listed_and_taken_back(played: Stores) -> None:
    async def use(store: Store) -> None:
        history = History(store, LogHeads(store))
        links = ShareLinks(history)
        hand = (await history.search("person-Ana", HandFilter())).hands[0].id
        link = await links.create("person-Ana", hand, 0)
        assert await links.create("person-Ana", hand, 0) == link
        public = await links.create("person-Ana", hand, None)
        assert await links.create("person-Ana", hand, None) == public
        assert {one.token for one in await links.list_for("person-Ana")} == {link.token, public.token}
        assert (await links.resolve(public.token))[1] is None
        await links.revoke("person-Ana", link.token)
        with pytest.raises(NotFound):
            await links.resolve(link.token)
        with pytest.raises(NotFound):
            await links.revoke("person-Ben", public.token)

    played.use(use)


def test_who_left_in_mid_hand_is_stored_without_id_and_name(stores: Stores) -> None:
    seat = ("hand", 0, "gone", "Ana", None, "classic", 5, True, 1, -1, -0.5, False, False, True, False, False, None)

    async def use(store: Store) -> None:
        hand = ("hand", "a", 1, 9, "Table", "classic", 5, 1, b"body")
        bot = (*seat[:1], 1, None, "Droid", "droid", *seat[5:])
        told: list[BaseException | None] = []
        rows = [(RowKind.HAND, hand), (RowKind.HAND_SEAT, seat), (RowKind.HAND_SEAT, bot)]
        store.append(rows, told.append)
        await store.flush()
        assert told == [None]
        found = await store.rows("SELECT person, name, dealt_in, antes FROM hand_seats ORDER BY seat")
        assert [tuple(row[at] for at in range(4)) for row in found] == [
            (None, DELETED_NAME, 1, -0.5),
            (None, "Droid", 1, -0.5),
        ]

    stores.use(use)


# ---- tournaments


def test_a_directors_log_is_read_as_it_was_written_and_each_event_once(stores: Stores) -> None:
    async def use(store: Store) -> None:
        log = DirectorLog(store)
        settings = read_settings({"rules": {"preset": "classic"}})
        one = StoredTournament("t", 1000, TournamentPlan("Open", "ana", "Ana", settings), "a seed")
        await log.announce(one)
        state = Tournament(settings)
        state.apply(Entered("bot:0", "Koda", "droid"))
        await log.append(one, state, 0, 2000)
        with pytest.raises(store.faults):
            await log.append(one, state, 0, 2000)
        state.apply(Cancelled())
        assert await log.open_ones() == [one]
        await log.append(one, state, 1, 3000)
        assert await log.events("t") == state.log
        assert (await log.open_ones(), await log.past(9), await log.find("t")) == ([], [one], one)

    stores.use(use)
