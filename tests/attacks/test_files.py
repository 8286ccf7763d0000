"""Nobody else on the machine can read what a server keeps: the seed of a hand in play is in there."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.attacks.client.browser import guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.server import Server, running

REPORT = "collusion-report.json"
BESIDE = ("sabacc.sqlite3", "sabacc.sqlite3-wal", "sabacc.sqlite3-shm", "sabacc.sqlite3.lock")


def modes(folder: Path) -> dict[str, int]:
    """The modes of all files of a data folder, and of the folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


def assert_private(folder: Path) -> None:
    found = modes(folder)
    assert found.pop(folder.name) == 0o700
    assert set(found.values()) == {0o600}, found


@pytest.mark.parametrize("umask", [0o000, 0o577])
def test_what_a_server_makes_is_its_owners_alone_whatever_the_umask(
    launcher: Launcher, tmp_path: Path, umask: int
) -> None:
    server = Server(launcher, tmp_path)
    server.umask = umask
    server.start()
    guest(server)
    assert set(BESIDE) <= set(modes(server.folder))
    assert_private(server.folder)
    assert server.admin("backup", str(tmp_path / "copy.sqlite3")).code == 0
    server.stop()
    assert server.admin("restore", str(tmp_path / "copy.sqlite3")).code == 0
    assert stat.S_IMODE((tmp_path / "copy.sqlite3").stat().st_mode) == 0o600
    assert_private(server.folder)


def test_files_that_others_could_read_are_mended_at_start_and_when_moved_aside(
    launcher: Launcher, tmp_path: Path
) -> None:
    with running(launcher, tmp_path) as server:
        guest(server)
        server.kill()  # so that all files are left
        open_to_all = [
            server.folder / name for name in (*BESIDE, "sabacc-before-monday.sqlite3", "tuesday.sqlite3", REPORT)
        ]
        for path in open_to_all:
            path.touch()
            path.chmod(0o644)
        server.folder.chmod(0o755)
        server.start()
        assert_private(server.folder)
        lines = [json.loads(line).get("line", "") for line in server.log().splitlines()]
        assert sorted(filter(None, lines)) == [
            f"others could read {server.folder} (755); it is its owner's alone now (700).",
            *sorted(f"others could read {path} (644); it is its owner's alone now (600)." for path in open_to_all),
        ]
        server.stop()
        (server.folder / BESIDE[0]).chmod(0o666)
        assert server.admin("backup", str(tmp_path / "copy.sqlite3")).code == 0
        assert server.admin("restore", str(tmp_path / "copy.sqlite3")).code == 0
        assert_private(server.folder)


def test_what_lies_beside_a_postgresql_database_is_mended_too(launcher: Launcher, tmp_path: Path) -> None:
    """Its keys, most of all; whether the database is to be had does not matter."""
    server = Server(launcher, tmp_path)
    server.folder.mkdir()
    server.folder.chmod(0o755)
    keys = server.folder / "sabacc.postgresql.keys"
    keys.touch()
    keys.chmod(0o644)
    nowhere = "postgresql://127.0.0.1:1/sabacc"
    ended = server.run("serve", "--port", "0", "--data", str(server.folder), "--database", nowhere)
    assert (ended.code, "Traceback" in ended.err) == (2, False), ended
    assert_private(server.folder)


def test_a_folder_of_everybodys_files_is_refused_and_left_as_it_is(launcher: Launcher, tmp_path: Path) -> None:
    server = Server(launcher, tmp_path)
    server.folder.mkdir()
    server.folder.chmod(0o1777)
    ended = server.try_to_start()
    assert (ended.code, "is a folder for everybody's files" in ended.err) == (2, True)
    assert "Traceback" not in ended.err
    assert modes(server.folder) == {"data": 0o1777}
