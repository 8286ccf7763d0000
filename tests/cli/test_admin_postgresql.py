"""`sabacc admin` for a server on PostgreSQL: moving there, backups, checks, seeds, keys and reports."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from sabacc.server.storage.paths import shown_database
from tests.cli.command_runner import accepted, refused
from tests.cli.conftest import Inside
from tests.server.played_tables import PlayedTable, new_database
from tests.server.postgresql import new_postgresql_database, run_sql


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder, with an evening in its database."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    with contextlib.closing(new_database(folder / "sabacc.sqlite3")) as connection:
        PlayedTable(connection, "t", {"preset": "classic"}).play(2)
    return folder


@pytest.fixture
def address() -> str:
    return new_postgresql_database()


@pytest.fixture
def moved(inside: Inside, data: Path, address: str) -> tuple[object, ...]:
    """The flags for a server that has moved to PostgreSQL."""
    ran = accepted(inside("admin", "copy", "--from", data, "--to", address, "--data", data, "--processes", 1))
    assert "rows, and is good" in ran.out
    assert "?host" not in ran.out
    return ("--data", data, "--database", address)


def test_a_move_as_json_counts_the_rows(inside: Inside, data: Path, address: str) -> None:
    flags = ("--from", data / "sabacc.sqlite3", "--to", address, "--data", data, "--processes", 1, "--json")
    report = accepted(inside("admin", "copy", *flags)).json()
    assert (report["ok"], report["tables"], report["hands"], report["rows"]["hands"]) == (True, 1, 2, 2)


def test_a_backup_of_postgresql_is_a_file_that_can_be_checked_and_put_back(
    inside: Inside, moved: tuple[object, ...], tmp_path: Path
) -> None:
    file = tmp_path / "monday.sqlite3"
    assert "is copied to" in accepted(inside("admin", "backup", file, *moved)).out
    refused(inside("admin", "backup", file, *moved), "is there already")
    assert "monday.sqlite3 is good: 1 table" in accepted(inside("admin", "check", file, *moved, "--processes", 1)).out
    ran = accepted(inside("admin", "restore", file, *moved))
    assert "is now what" in ran.out
    assert "What was there before is kept as" in ran.out
    assert "is good: 1 table" in accepted(inside("admin", "check", *moved, "--processes", 1)).out


def test_a_check_finds_what_was_changed_in_postgresql(inside: Inside, moved: tuple[object, ...], address: str) -> None:
    run_sql(address, "UPDATE hand_seats SET won = won + 1 WHERE seat = 0")
    refused(inside("admin", "check", *moved, "--processes", 1), "table t, version", "hand 1, seat 0", code=1)


def test_seeds_keys_and_reports_work_on_postgresql(inside: Inside, moved: tuple[object, ...], data: Path) -> None:
    assert "2 hands looked at" in accepted(inside("admin", "report", *moved, "--days", 100_000)).out
    refused(inside("admin", "seed", "nothing", *moved), "no finished hand")
    before = (data / "sabacc.postgresql.keys").read_bytes()
    assert "The server signs with" in accepted(inside("admin", "new-keys", *moved)).out
    assert (data / "sabacc.postgresql.keys").read_bytes() != before


def test_the_environment_can_name_the_address(
    inside: Inside, moved: tuple[object, ...], data: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SABACC_DATABASE", address)
    assert "is good" in accepted(inside("admin", "check", "--data", data, "--processes", 1)).out


def test_an_address_is_one_of_postgresql(inside: Inside, tmp_path: Path) -> None:
    wrong = inside("admin", "check", "--database", "mysql://x/y", "--data", tmp_path)
    refused(wrong, "begins with postgresql://", "a folder is --data")


def test_a_database_that_is_not_there_is_named_without_the_password(inside: Inside, tmp_path: Path) -> None:
    ran = inside("admin", "backup", tmp_path / "x", "--database", "postgresql://me:hush@127.0.0.1:1/sabacc")
    refused(ran, "postgresql://127.0.0.1:1/sabacc can't be opened")
    assert "hush" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://me:hush@db.example:5433/sabacc?sslmode=require", "postgresql://db.example:5433/sabacc"),
        ("postgresql://me@/sabacc?host=/run/postgresql&password=hush", "postgresql://localhost/sabacc"),
        ("postgresql://me:hu/sh@one:1,two:2/sabacc", "postgresql://one:1,two:2/sabacc"),
        ("postgres://me:hu?sh@db/sabacc", "postgresql://…"),
        ("postgresql://db/sabacc?password=hu@sh", "postgresql://…"),
    ],
)
def test_no_password_is_ever_shown(address: str, shown: str) -> None:
    assert shown_database(Path(), address) == shown


def test_what_is_no_address_is_refused_with_a_sentence(inside: Inside, tmp_path: Path) -> None:
    ran = inside("admin", "backup", tmp_path / "x", "--database", "postgresql://me:hush@db:port/sabacc")
    refused(ran, "is no address of a PostgreSQL database")
    assert "hush" not in ran.out + ran.err


def test_two_of_a_kind_are_no_move(inside: Inside, data: Path, tmp_path: Path) -> None:
    refused(inside("admin", "copy", "--from", data, "--to", tmp_path / "other"), "of the same kind")
