"""The power goes at any moment: all that was acknowledged is there, though the disk has forgotten what was not synced."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.attacks.client.browser import Browser, guest
from tests.attacks.client.faulty_disk import FaultyDisk
from tests.attacks.client.forgetful_disk import WRITTEN, Disk, read_trace
from tests.attacks.client.launcher import Launcher, disk_library
from tests.attacks.client.server import Server
from tests.attacks.figures import SOAK, record

pytestmark = pytest.mark.skipif(disk_library() is None, reason="there is no C compiler for the disk that forgets")
COMMANDS = 5000 if SOAK else 300  # so many that SQLite moves its log into the database at least once
CUTS = 400 if SOAK else 25
# The same server, told not to sync.
CARELESS = """
import sabacc.server.storage.sqlite.startup as startup
careful = startup.connect
def careless(*arguments, **options):
    connection = careful(*arguments, **options)
    connection.execute("PRAGMA synchronous=OFF")
    return connection
startup.connect = careless
"""


class Evening(NamedTuple):
    """What a server has written, and what it has acknowledged."""

    server: Server
    disk: FaultyDisk
    guest: str
    table: str
    acknowledged: dict[str, tuple[int, int]]  # by command: the version, and the moment
    guests: dict[str, int]  # who has come in: the moment
    signed_out: dict[str, int]  # by the digest of a token that is void: the moment


def play(launcher: Launcher, place: Path, commands: int, first: str = "") -> Evening:
    """A server takes commands, is checkpointed by SQLite now and then, and is gone."""
    server = Server(launcher, place)
    server.first = first
    disk = FaultyDisk(server)
    server.start()
    try:
        ana, newcomer = guest(server), Browser(server)
        table = ana.new_table()
        with ana.join(table) as socket:
            guests, signed_out = {}, {}
            for number in range(commands):
                socket.do("pause", f"{number}", on=number % 2 == 0)
                if number % 3 == 0:
                    newcomer.http.cookies.clear()
                    newcomer.come_in()
                    guests[newcomer.id] = time.monotonic_ns()
                if number % 6 == 0:
                    token = newcomer.http.cookies["sabacc_session"]
                    newcomer.do("POST", "/api/logout")
                    signed_out[hashlib.sha256(token.encode()).hexdigest()] = time.monotonic_ns()
            acknowledged = socket.acknowledged()
    finally:
        server.kill()
    return Evening(server, disk, ana.id, table, acknowledged, guests, signed_out)


def lost_at(evening: Evening, place: Path, moment: int, disk: Disk, luck: random.Random, survival: float) -> list[str]:
    """The commands and guests that were acknowledged before a moment, and are not there when the power goes then; and the
    tokens that were void, and are valid again in the database or in an older backup of it."""
    disk.cut_power(place, luck, survival)
    expected = {command: version for command, (version, at) in evening.acknowledged.items() if at <= moment}
    here = [guest for guest, at in evening.guests.items() if at <= moment]
    void = [digest for digest, at in evening.signed_out.items() if at <= moment]
    path, keys, revoked = (place / f"sabacc.sqlite3{end}" for end in ("", ".keys", ".revoked"))
    if not path.exists() or not keys.exists() or not json.loads(keys.read_bytes()):
        return [*expected, *here, *void]
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            stored = dict(connection.execute("SELECT command, version FROM log WHERE person = ?", (evening.guest,)))
            people = {row[0] for row in connection.execute("SELECT id FROM people")}
            valid = {row[0].hex() for row in connection.execute("SELECT hash FROM sessions")}
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.Error:
        return [*expected, *here, *void]
    lost = [command for command, version in expected.items() if stored.get(command) != version]
    lost += [guest for guest in here if guest not in people]
    listed = {line.partition(" ")[0] for line in revoked.read_text().splitlines()} if revoked.exists() else set()
    return lost + [digest for digest in void if digest in valid or digest not in listed]


def cut_everywhere(evening: Evening, place: Path, cuts: int) -> tuple[int, int]:
    """How many acknowledged commands are lost, if the power goes at so many moments; and how many were looked for."""
    luck = random.Random(1)
    moments = sorted(at for _, at in evening.acknowledged.values())
    told = sorted([*moments, *evening.guests.values(), *evening.signed_out.values()])
    between = [one.at for one in read_trace(evening.disk.trace) if one.at > moments[0]]  # in the middle of anything
    half = (cuts - 1) // 2
    chosen = sorted(luck.sample(moments, cuts - 1 - half) + luck.sample(between, half)) + told[-1:]
    operations = read_trace(evening.disk.trace)
    disk, lost, expected = Disk(), 0, 0
    waiting = next(operations, None)
    for number, moment in enumerate(chosen):
        while waiting is not None and waiting.at <= moment:
            disk.do(waiting)
            waiting = next(operations, None)
        survival = (0.0, 0.5, 0.9)[number % 3]
        lost += len(lost_at(evening, place / f"{number}", moment, disk, luck, survival))
        expected += sum(at <= moment for at in told)
    return lost, expected


def is_checkpointed(evening: Evening) -> bool:
    """Whether SQLite has moved commands from its log into the database."""
    inode = evening.server.database.stat().st_ino
    began = min(at for _, at in evening.acknowledged.values())
    return any(one.kind == WRITTEN and one.inode == inode and one.at > began for one in read_trace(evening.disk.trace))


def test_nothing_acknowledged_is_lost_when_the_power_goes(launcher: Launcher, tmp_path: Path) -> None:
    evening = play(launcher, tmp_path, COMMANDS)
    (tmp_path / "cuts").mkdir()
    lost, expected = cut_everywhere(evening, tmp_path / "cuts", CUTS)
    assert lost == 0
    assert is_checkpointed(evening)
    assert expected > CUTS
    record(
        "power",
        "the power goes at any moment",
        f"{CUTS} cuts",
        f"{expected:,} acknowledged commands, guests and ended sessions looked for, {lost} lost",
    )

    # And what is left is a server on which the table goes on.
    again = Server(launcher, tmp_path / "again")
    again.place.mkdir()
    (tmp_path / "cuts" / f"{CUTS - 1}").rename(again.folder)
    again.start()
    try:
        last = max(version for version, _ in evening.acknowledged.values())
        with guest(again).join(evening.table) as socket:
            assert socket.first("snapshot")["version"] == last
        assert again.health()[0] == 200
    finally:
        again.kill()


def test_without_syncs_what_was_acknowledged_is_lost(launcher: Launcher, tmp_path: Path) -> None:
    """So the test above can fail."""
    evening = play(launcher, tmp_path, 40, CARELESS)
    (tmp_path / "cuts").mkdir()
    lost, _ = cut_everywhere(evening, tmp_path / "cuts", 5)
    assert lost > 0
