"""Copies of a running server's database, and putting them back; the lock that keeps two from having it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sabacc.errors import SabaccError
from sabacc.server.storage.sqlite.backup import back_up, hold_lock, restore
from sabacc.server.storage.sqlite.connection import connect
from sabacc.server.storage.sqlite.startup import open_existing
from sabacc.server.storage.verify import verify_database
from sabacc.server.storage.verify_table import Report
from tests.server.played_tables import PlayedTable, new_database, vault_of

# A server that is killed: what it wrote last is beside the file, not in it.
CRASH = """
import os, sys
from pathlib import Path
from tests.server.played_tables import PlayedTable, new_database
PlayedTable(new_database(Path(sys.argv[1])), "t", {"preset": "cloud-city"}).play(2)
os._exit(1)
"""
HOLD = """
import sys, time
from pathlib import Path
from sabacc.server.storage.sqlite.backup import hold_lock
with hold_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with an evening in it, that nobody has open."""
    path = tmp_path / "data" / "sabacc.sqlite3"
    path.parent.mkdir()
    with contextlib.closing(new_database(path)) as connection:
        PlayedTable(connection, "first", {"preset": "classic"}).play(3)
    return path


def tables_in(path: Path) -> list[str]:
    """The tables that a database knows."""
    with contextlib.closing(connect(path, read_only=True)) as connection:
        return [row["id"] for row in connection.execute("SELECT id FROM tables ORDER BY id")]


def crash(path: Path) -> None:
    """Leaves a database behind as a killed server does."""
    subprocess.run([sys.executable, "-c", CRASH, str(path)], check=False, timeout=240)
    assert path.with_name(path.name + "-wal").stat().st_size > 0


def check(copy: Path, database: Path) -> Report:
    """What the check of a copy finds, with the keys of the database it was made of."""
    return verify_database(copy, processes=1, vault=vault_of(database))


# ---- copying


def test_a_copy_has_everything_and_is_true(database: Path, tmp_path: Path) -> None:
    size = back_up(database, tmp_path / "copy.sqlite3")
    assert size == (tmp_path / "copy.sqlite3").stat().st_size
    assert check(tmp_path / "copy.sqlite3", database) == verify_database(database, processes=1)


def test_a_copy_is_one_file_that_only_its_owner_may_read(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    back_up(database, tmp_path / "copies" / "copy.sqlite3")
    (copy,) = (tmp_path / "copies").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_copy_made_while_hands_are_played_is_of_one_moment(database: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    begun = threading.Event()

    def play() -> None:
        with contextlib.closing(open_existing(database)) as connection:
            played_table = PlayedTable(connection, "second", {"preset": "cloud-city"})
            while not stop.is_set():
                played_table.play(1)
                begun.set()

    player = threading.Thread(target=play)
    player.start()
    begun.wait(30)
    try:
        for at in range(5):
            back_up(database, tmp_path / f"copy{at}.sqlite3")
    finally:
        stop.set()
        player.join()
    reports = [check(tmp_path / f"copy{at}.sqlite3", database) for at in range(5)]
    assert [report.faults for report in reports] == [[]] * 5
    assert reports[-1].hands > 3


def test_the_present_is_held_on_to_while_pages_are_copied(database: Path, tmp_path: Path) -> None:
    """A write between two pages must not make it start over, or a busy server could never be copied."""
    with contextlib.closing(connect(database)) as connection:
        connection.execute("CREATE TABLE filling (body BLOB)")
        connection.execute("INSERT INTO filling VALUES (zeroblob(20000000))")
        done: list[int] = []

        def write_meanwhile(pages: int, total: int) -> None:
            done.append(pages)
            connection.execute("INSERT INTO tables (id, opened_at) VALUES (?, 0)", (f"later {len(done)}",))

        back_up(database, tmp_path / "copy.sqlite3", progress=write_meanwhile)
    assert done == sorted(done)
    assert len(done) > 2
    assert tables_in(tmp_path / "copy.sqlite3") == ["first"]


def test_a_database_that_a_killed_server_left_can_be_copied(tmp_path: Path) -> None:
    crash(tmp_path / "sabacc.sqlite3")
    back_up(tmp_path / "sabacc.sqlite3", tmp_path / "copy.sqlite3")
    assert check(tmp_path / "copy.sqlite3", tmp_path / "sabacc.sqlite3").hands == 2


def test_a_file_that_is_there_is_not_overwritten_unless_asked(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    with pytest.raises(SabaccError, match="is there already"):
        back_up(database, copy)
    assert copy.read_text() == "precious"
    back_up(database, copy, replace=True)
    assert tables_in(copy) == ["first"]


def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "none.sqlite3").write_bytes(b"x" * 5000)
    (tmp_path / "copies").mkdir()
    for source in ("none.sqlite3", "missing.sqlite3"):
        with pytest.raises(SabaccError, match=source):
            back_up(tmp_path / source, tmp_path / "copies" / "copy.sqlite3")
    assert not list((tmp_path / "copies").iterdir())


def test_a_damaged_database_is_not_copied_over_a_good_copy(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "copy.sqlite3")
    damage(database)
    with pytest.raises(SabaccError):
        back_up(database, tmp_path / "copy.sqlite3", replace=True)
    assert check(tmp_path / "copy.sqlite3", database).faults == []


def damage(path: Path) -> None:
    """Pages that are none."""
    whole = bytearray(path.read_bytes())
    for page in range(3, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(whole)


# ---- putting back


def test_a_copy_put_back_is_the_database_and_the_old_one_is_kept(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "copy.sqlite3")
    with contextlib.closing(connect(database)) as connection:
        PlayedTable(connection, "second", {"preset": "classic"}).play(1)
    old = restore(tmp_path / "copy.sqlite3", database)
    assert tables_in(database) == ["first"]
    assert old is not None
    assert tables_in(old) == ["first", "second"]


def test_a_copy_put_back_where_there_was_nothing(database: Path, tmp_path: Path) -> None:
    assert restore(database, tmp_path / "new" / "sabacc.sqlite3") is None
    assert check(tmp_path / "new" / "sabacc.sqlite3", database).faults == []


def test_what_a_killed_server_wrote_last_stays_with_the_old_database(database: Path, tmp_path: Path) -> None:
    crash(tmp_path / "sabacc.sqlite3")
    old = restore(database, tmp_path / "sabacc.sqlite3")
    assert tables_in(tmp_path / "sabacc.sqlite3") == ["first"]
    assert old is not None
    assert check(old, tmp_path / "sabacc.sqlite3").hands == 2


def test_what_can_not_be_put_back_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SabaccError, match="there is no database"):
        restore(tmp_path / "missing.sqlite3", tmp_path / "new" / "sabacc.sqlite3")
    assert not list(tmp_path.iterdir())


def test_a_damaged_database_can_be_replaced(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "copy.sqlite3")
    damage(database)
    restore(tmp_path / "copy.sqlite3", database)
    assert verify_database(database, processes=1).faults == []


def test_nothing_is_put_back_while_a_server_has_the_database(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "copy.sqlite3")
    with contextlib.closing(connect(database)) as connection:
        PlayedTable(connection, "second", {"preset": "classic"})
    with hold_lock(database), pytest.raises(SabaccError, match="in use by process"):
        restore(tmp_path / "copy.sqlite3", database)
    assert tables_in(database) == ["first", "second"]


@pytest.mark.parametrize("fault", ["newer", "none of ours", "damaged", "cut short", "missing", "the database itself"])
def test_what_should_not_be_put_back_is_refused_and_nothing_changes(database: Path, tmp_path: Path, fault: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(database, copy)
    if fault == "newer":
        sqlite3.connect(copy).execute("PRAGMA user_version=99")
    elif fault == "none of ours":
        copy.unlink()
        sqlite3.connect(copy).execute("CREATE TABLE shopping (thing)")
    elif fault == "damaged":
        damage(copy)
    elif fault == "cut short":
        copy.write_bytes(copy.read_bytes()[:9000])
    elif fault == "missing":
        copy.unlink()
    else:
        copy = database
    before = database.read_bytes()
    files = {path.name for path in database.parent.iterdir()}
    with pytest.raises(SabaccError):
        restore(copy, database)
    assert database.read_bytes() == before
    assert {path.name for path in database.parent.iterdir()} <= {*files, "sabacc.sqlite3.lock"}


# ---- the lock


def test_a_second_one_is_told_who_has_the_database(database: Path) -> None:
    with hold_lock(database), pytest.raises(SabaccError, match=f"in use by process {os.getpid()}"), hold_lock(database):
        pass


def test_the_lock_is_free_again_afterwards(database: Path) -> None:
    with hold_lock(database):
        pass
    with hold_lock(database):
        pass


def test_the_lock_of_another_process_holds_until_it_is_killed(database: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(database)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(SabaccError, match=f"process {holder.pid}"), hold_lock(database):
            pass
    finally:
        holder.kill()
        holder.wait()
    with hold_lock(database):
        pass


def test_a_folder_that_can_not_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SabaccError, match="file is no folder"), hold_lock(tmp_path / "file" / "sabacc.sqlite3"):
        pass
