"""`sabacc admin`: backing up, putting back and checking a server's database."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from sabacc.server.storage.paths import database_path
from sabacc.server.storage.sqlite.backup import hold_lock
from sabacc.server.storage.sqlite.connection import connect
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.server.played_tables import PlayedTable, new_database


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder, with an evening in its database."""
    folder = tmp_path / "data"
    folder.mkdir()
    with contextlib.closing(new_database(folder / "sabacc.sqlite3")) as connection:
        PlayedTable(connection, "t", {"preset": "classic"}).play(2)
    return folder


def spoil(data: Path) -> None:
    """Makes the database untrue."""
    with contextlib.closing(connect(data / "sabacc.sqlite3")) as connection:
        connection.execute("UPDATE hand_seats SET won = won + 1 WHERE seat = 0")


# ---- where it lies


def test_the_database_is_in_the_folder_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SABACC_DATA", "/elsewhere")
    assert database_path(tmp_path) == tmp_path / "sabacc.sqlite3"


def test_the_environment_can_name_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_DATA", "/elsewhere")
    assert database_path() == Path("/elsewhere/sabacc.sqlite3")


def test_otherwise_it_is_where_programs_keep_their_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABACC_DATA", raising=False)
    assert database_path().parent.name == "sabacc"
    assert database_path().is_absolute()


# ---- check


def test_a_true_database_is_good(data: Path) -> None:
    ran = accepted(sabacc("admin", "check", "--data", data))
    assert "is good: 1 table," in ran.out
    assert "2 hands" in ran.out
    assert ran.err == ""


def test_the_environment_names_the_folder_for_the_command_too(data: Path) -> None:
    assert "is good" in accepted(sabacc("admin", "check", SABACC_DATA=str(data))).out


def test_a_check_as_json_is_one_object(inside: Inside, data: Path) -> None:
    report = accepted(inside("admin", "check", "--data", data, "--json")).json()
    assert (report["ok"], report["tables"], report["hands"], report["faults"]) == (True, 1, 2, [])


def test_an_untrue_database_is_exit_1_with_a_sentence_for_each_fault(inside: Inside, data: Path) -> None:
    spoil(data)
    refused(inside("admin", "check", "--data", data), "table t, version", "hand 1, seat 0", "hand 2, seat 0", code=1)


def test_faults_are_in_the_json_too(inside: Inside, data: Path) -> None:
    spoil(data)
    ran = inside("admin", "check", "--data", data, "--json")
    assert ran.code == 1
    assert not ran.json()["ok"]
    assert len(ran.json()["faults"]) == 4  # each row that was changed, and what is wrong in it


def test_a_file_can_be_named(inside: Inside, data: Path, tmp_path: Path) -> None:
    accepted(inside("admin", "backup", tmp_path / "copy.sqlite3", "--data", data))
    assert "copy.sqlite3 is good" in accepted(inside("admin", "check", tmp_path / "copy.sqlite3", "--data", data)).out


def test_a_database_that_is_not_there_is_exit_2(inside: Inside, tmp_path: Path) -> None:
    refused(inside("admin", "check", "--data", tmp_path), "there is no database")
    refused(inside("admin", "check", tmp_path), "there is no database")


# ---- backup and restore


def test_a_copy_is_made_and_put_back(inside: Inside, data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert "is copied to" in accepted(inside("admin", "backup", copy, "--data", data)).out
    spoil(data)
    ran = accepted(inside("admin", "restore", copy, "--data", data))
    assert "is kept as" in ran.out
    accepted(inside("admin", "check", "--data", data))


def test_backup_and_restore_as_json(inside: Inside, data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    made = accepted(inside("admin", "backup", copy, "--data", data, "--json")).json()
    assert (made["ok"], made["file"], made["bytes"]) == (True, str(copy), copy.stat().st_size)
    put = accepted(inside("admin", "restore", copy, "--data", tmp_path / "new", "--json")).json()
    assert (put["ok"], put["kept"], put["keys"]) == (True, None, False)


def test_who_puts_a_copy_back_without_its_keys_is_told_so(inside: Inside, data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    accepted(inside("admin", "backup", copy, "--data", data))
    assert "Put its keys beside it" in accepted(inside("admin", "restore", copy, "--data", tmp_path / "new")).out
    assert "keys" not in accepted(inside("admin", "restore", copy, "--data", data)).out


def test_backup_overwrites_only_when_asked(inside: Inside, data: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.sqlite3").write_text("precious")
    refused(inside("admin", "backup", tmp_path / "copy.sqlite3", "--data", data), "is there already")
    accepted(inside("admin", "backup", tmp_path / "copy.sqlite3", "--data", data, "--replace"))


def test_restore_is_refused_while_a_server_runs(inside: Inside, data: Path, tmp_path: Path) -> None:
    accepted(inside("admin", "backup", tmp_path / "copy.sqlite3", "--data", data))
    with hold_lock(data / "sabacc.sqlite3"):
        refused(inside("admin", "restore", tmp_path / "copy.sqlite3", "--data", data), "in use", "stop it first")
        accepted(inside("admin", "backup", tmp_path / "another.sqlite3", "--data", data))


@pytest.mark.parametrize("arguments", [["backup"], ["restore"], ["check", "--processes", "0"], ["sing"]])
def test_bad_usage_is_exit_2(inside: Inside, arguments: list[str]) -> None:
    assert inside("admin", *arguments).code == 2


@pytest.mark.parametrize("command", ["backup", "restore", "check"])
def test_each_commands_help_has_an_example(inside: Inside, command: str) -> None:
    assert f"Example: sabacc admin {command}" in accepted(inside("admin", command, "--help")).out
