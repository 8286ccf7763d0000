"""Disks fill up and break, files are locked, damaged and lost, clocks leap: that is seen, said in a sentence, and survived."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.attacks.client.browser import Browser, guest
from tests.attacks.client.faulty_disk import FaultyDisk
from tests.attacks.client.launcher import Launcher, disk_library
from tests.attacks.client.server import Server, running
from tests.attacks.client.waiting import wait_for
from tests.attacks.figures import SOAK, record

needs_compiler = pytest.mark.skipif(disk_library() is None, reason="there is no C compiler for the faulty disk")
YEAR = 365 * 24 * 3600
DAMAGED = 200 if SOAK else 6  # files


def events(server: Server, event: str) -> list[str]:
    """The lines that a server logged of an event."""
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    return [line.get("line", "") for line in lines if line["event"] == event]


def unwell(server: Server) -> str:
    """What `/healthz` says is wrong, or nothing."""
    status, answer = server.health()
    assert (status == 503) == ("why" in answer) == (answer["status"] != "ok")
    return str(answer.get("why", ""))


# ---- while it runs


@needs_compiler
def test_a_full_disk_is_said_a_broken_table_says_come_again_and_nothing_acknowledged_is_lost(
    launcher: Launcher, tmp_path: Path
) -> None:
    server = Server(launcher, tmp_path)
    disk = FaultyDisk(server)
    server.start()
    try:
        ana = guest(server)
        table = ana.new_table()
        with ana.join(table) as socket:
            acknowledged = int(socket.ask("pause", "first", on=True)["version"])
            assert unwell(server) == ""
            disk.fill()
            wait_for(lambda: "the disk is full" in unwell(server))
            socket.send({"type": "pause", "id": "lost", "on": False})
            assert socket.goodbye()["again"] is True
        with ana.join(table) as socket:  # it can't be set up again yet
            goodbye = socket.goodbye()
            assert (goodbye["again"], "being set up again" in goodbye["why"]) == (True, True)
        answer = ana.http.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        disk.fill(False)
        wait_for(lambda: unwell(server) == "")
        wait_for(lambda: ana.http.get(f"/api/tables/{table}").status_code == 200)
        with ana.join(table) as socket:
            assert socket.first("snapshot")["version"] == acknowledged
            assert socket.ask("pause", "first", on=True)["version"] == acknowledged
            assert socket.ask("pause", "lost", on=False)["version"] == acknowledged + 1
        assert "Traceback" not in server.log()
    finally:
        server.kill()


@needs_compiler
def test_on_a_full_disk_nothing_starts_and_each_command_says_so_and_changes_nothing(
    launcher: Launcher, tmp_path: Path
) -> None:
    server = Server(launcher, tmp_path)
    disk = FaultyDisk(server)
    server.start()
    server.stop()
    copy = tmp_path / "copy.sqlite3"
    assert server.admin("backup", str(copy)).code == 0
    before = {path.name: path.read_bytes() for path in server.folder.iterdir() if not path.name.endswith(".lock")}
    disk.fill()
    tries = {
        "serve": server.try_to_start(),
        **{name: server.admin(*name.split()) for name in ("check", "new-keys", "new-keys --lost", "salvage")},
        "restore": server.admin("restore", str(copy)),
    }
    for name, ended in tries.items():
        assert (ended.code, ended.err.startswith("sabacc: "), "Traceback" in ended.err) == (2, True, False), (
            name,
            ended,
        )
        assert "No space left" in ended.err, name
    for name, content in before.items():
        assert (server.folder / name).read_bytes() == content, name
    disk.fill(False)
    server.start()
    server.kill()


def test_a_locked_database_is_said_and_waited_for(launcher: Launcher, tmp_path: Path) -> None:
    with running(launcher, tmp_path) as server:
        ana = guest(server)
        table = ana.new_table()
        with ana.join(table) as socket, contextlib.closing(sqlite3.connect(server.database)) as other:
            socket.first("snapshot")
            other.execute("BEGIN IMMEDIATE")
            wait_for(lambda: "locked by another process" in unwell(server))
            socket.send({"type": "pause", "id": "waits", "on": True})
            other.execute("ROLLBACK")
            assert socket.message(lambda message: message.get("id") == "waits")["type"] == "done"
            wait_for(lambda: unwell(server) == "")


@needs_compiler
def test_a_clock_that_leaps_signs_nobody_out_and_removes_nobody(launcher: Launcher, tmp_path: Path) -> None:
    server = Server(launcher, tmp_path)
    disk = FaultyDisk(server)
    server.start()
    try:
        ana = guest(server)
        for leap in (YEAR, -YEAR, 0):
            disk.leap(leap)
            assert ana.who() == ana.name
        assert events(server, "the clock has leapt") == ["nothing is removed for an hour: set the clock right."] * 2
    finally:
        server.kill()


@needs_compiler
def test_a_server_that_starts_under_a_wrong_clock_removes_nobody(launcher: Launcher, tmp_path: Path) -> None:
    server = Server(launcher, tmp_path, config={"idle_minutes": 0.02})  # which cleans up all the time
    disk = FaultyDisk(server)
    server.start()
    try:
        ana = guest(server)
        ana.new_table()
        server.stop()
        disk.leap(YEAR)
        server.start()
        newcomer = guest(server)
        for _ in range(2):  # a table that nobody comes to is closed before anything else is cleaned up
            path = f"/api/tables/{newcomer.new_table()}"
            wait_for(lambda path=path: newcomer.http.get(path).status_code == 404)  # type: ignore[misc]
        assert events(server, "the last entry is long ago") == [
            "nothing is removed for an hour: see that the clock is right."
        ]
        server.stop()
        disk.leap(0)
        server.start()
        assert ana.who() == ana.name
    finally:
        server.kill()


# ---- when it starts

TABLES = 3
ENTRIES = 150  # of each table: some pages of the log


class Played(NamedTuple):
    """What was left when a server stopped."""

    server: Server
    ana: Browser
    tables: dict[str, int]  # the last version of each

    def copy(self, place: Path) -> Server:
        """A server with a copy of it."""
        shutil.copytree(self.server.folder, place / "data")
        return Server(self.server.launcher, place)

    def is_known(self, server: Server) -> bool:
        """Whether somebody who was there is still known."""
        self.ana.http.base_url = server.url
        return self.ana.who() == self.ana.name

    def versions(self, server: Server) -> dict[str, int | str]:
        """The version of each table, or why it is not to be had."""
        self.ana.server = server
        found: dict[str, int | str] = {}
        for table in self.tables:
            with self.ana.join(table) as socket:
                first = socket.message(lambda message: message["type"] in ("snapshot", "bye"))
                found[table] = first.get("version") or first["why"]
        return found


@pytest.fixture(scope="module")
def played(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A data folder with tables that were played one after the other."""
    place = tmp_path_factory.mktemp("played")
    with running(launcher, place) as server:
        ana = guest(server)
        tables = {}
        for _ in range(TABLES):
            table = ana.new_table()
            with ana.join(table) as socket:
                tables[table] = socket.toggle_pause(ENTRIES)
        assert server.stop() == 0
    return Played(server, ana, tables)


def page_of(database: Path, number: int) -> slice:
    """Where a page lies in a file."""
    size = int.from_bytes(database.read_bytes()[16:18], "big")
    return slice((number - 1) * size, number * size)


def leaf_pages(database: Path, name: str) -> list[int]:
    """The pages with the rows of a table, in order."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    page = database.read_bytes()[page_of(database, root)]
    assert page[0] == 5, "a page that points to others"
    cells = [int.from_bytes(page[12 + 2 * at :][:2], "big") for at in range(int.from_bytes(page[3:5], "big"))]
    return [int.from_bytes(page[at : at + 4], "big") for at in (*cells, 8)]


def spoil(database: Path, *pages: int) -> None:
    """Fills pages with what can't be read."""
    whole = bytearray(database.read_bytes())
    for page in pages:
        where = page_of(database, page)
        whole[where] = b"\xa5" * (where.stop - where.start)
    database.write_bytes(whole)


def make_foreign(database: Path) -> None:
    database.unlink()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE shopping (thing)")


UNUSABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (lambda path: path.write_bytes(b""), "is empty"),
    "text": (lambda path: path.write_text("Dear diary\n" * 1000), "is no database"),
    "gone": (lambda path: path.unlink(), "it is gone"),
    "of another program": (make_foreign, "is no database of a sabacc server"),
    "without its schema": (lambda path: path.write_bytes(path.read_bytes()[:100] + b"\0" * 9000), "damaged"),
    "without its accounts": (lambda path: spoil(path, page_with(path, "people")), "accounts would be lost"),
}


def page_with(database: Path, name: str) -> int:
    """The first page of a table."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0])


def test_what_is_no_database_any_more_is_refused_with_a_sentence_and_left_alone(played: Played, tmp_path: Path) -> None:
    for name, (ruin, sentence) in UNUSABLE.items():
        server = played.copy(tmp_path / name)
        ruin(server.database)
        if name == "without its accounts":  # found where all is read
            spoil(server.database, leaf_pages(server.database, "log")[2])
        before = server.database.read_bytes() if server.database.exists() else None
        ended = server.try_to_start()
        assert (ended.code, sentence in ended.err, "Traceback" in ended.err) == (2, True, False), (name, ended)
        assert "sabacc admin restore" in ended.err
        assert (server.database.read_bytes() if server.database.exists() else None) == before


def test_accounts_are_given_up_only_if_that_is_asked_for(played: Played, tmp_path: Path) -> None:
    server = played.copy(tmp_path)
    spoil(server.database, page_with(server.database, "people"))
    refused = server.admin("salvage", "--json")
    assert (refused.code, "accounts would be lost" in refused.err) == (2, True)
    done = server.admin("salvage", "--json", "--lose-accounts")
    assert (done.code, json.loads(done.out)["tables"]) == (0, TABLES)
    assert server.admin("check", "--processes", "1").code == 0


def test_a_hole_in_the_log_takes_only_the_table_that_it_is_in(played: Played, tmp_path: Path) -> None:
    server = played.copy(tmp_path)
    first, second, third = played.tables
    pages = leaf_pages(server.database, "log")
    spoil(server.database, pages[len(pages) // 2])
    server.start()
    try:
        assert played.is_known(server)
        found = played.versions(server)
        assert found[first] == played.tables[first] + 1, "its hand is void, since nobody knows what came after"
        assert "can't be played on" in str(found[second])
        assert found[third] == played.tables[third]
        said = events(server, "database was salvaged")
        assert f"table {second} is lost: its log has a hole." in said
        assert not any(third in line for line in said)
        assert server.health()[1]["lost"] == 1
        kept = [path for path in server.folder.iterdir() if path.name.startswith("sabacc-damaged-")]
        assert len(kept) == 1
        with played.ana.join(third) as socket:
            assert socket.ask("pause", "0", on=True)["version"] == 2, "and what was done is known"
        server.kill()
        server.start()
        assert played.versions(server)[third] == played.tables[third]
        assert "Traceback" not in server.log()
    finally:
        server.kill()


def test_damage_that_nobody_has_come_across_is_found_in_the_background(played: Played, tmp_path: Path) -> None:
    server = played.copy(tmp_path)
    spoil(server.database, page_with(server.database, "seats_of"))
    server.start()
    try:
        wait_for(lambda: "the database is damaged (hand_seats" in unwell(server))
        assert played.versions(server) == played.tables, "and all tables are played"
    finally:
        server.kill()


def test_whatever_is_damaged_there_is_a_sentence_or_a_server_that_knows_everybody(
    played: Played, tmp_path: Path
) -> None:
    luck = random.Random(1)
    started = refused = 0
    for number in range(DAMAGED):
        server = played.copy(tmp_path / f"{number}")
        whole = bytearray(server.database.read_bytes())
        for _ in range(luck.randint(1, 5)):
            at = luck.randrange(len(whole))
            whole[at : at + luck.choice((1, 16, 512))] = luck.randbytes(luck.choice((1, 16, 512)))
        server.database.write_bytes(whole[: luck.choice((len(whole), luck.randrange(len(whole))))])
        try:
            server.start()
        except AssertionError:
            refused += 1
            assert "sabacc:" in server.log()
        else:
            started += 1
            assert played.is_known(server)
            server.kill()
        assert "Traceback (most recent call last)" not in server.log()
        shutil.rmtree(server.folder)
    record(
        "faults", "bytes of the database are damaged or cut off", f"{DAMAGED} files",
        f"{started} started and knew everybody, {refused} refused with a sentence, no traceback",
    )  # fmt: skip
