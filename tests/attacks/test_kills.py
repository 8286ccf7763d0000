"""The server is killed in the middle of anything, again and again: all that was acknowledged is there, and once."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.attacks.client.browser import Browser, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.server import Server, running
from tests.attacks.client.waiting import wait_for
from tests.attacks.figures import SOAK, record

KILLS = 60 if SOAK else 3
PLAYERS = 8 if SOAK else 3
BETWEEN = 200 if SOAK else 30  # acknowledged commands between two kills


class Busy:
    """A host at a table of their own, who pauses it and lets it go on as quickly as the server acknowledges it."""

    def __init__(self, server: Server) -> None:
        self.browser: Browser = guest(server)
        self.table = self.browser.new_table()
        self.sent = 0
        self.acknowledged: dict[str, int] = {}  # by command: its version

    def play(self) -> None:
        """Until the server is gone."""
        with contextlib.suppress(ConnectionClosed, EOFError, OSError), self.browser.join(self.table) as socket:
            while True:
                self.sent += 1
                answer = socket.ask("pause", f"{self.sent}", on=self.sent % 2 == 1)
                if answer["type"] == "done":  # and not refused, since a kill has left the table as it should become
                    self.acknowledged[f"{self.sent}"] = int(answer["version"])

    def mistakes(self, server: Server) -> int:
        """How many acknowledged commands are not in the log as they were acknowledged, or are there twice."""
        with contextlib.closing(sqlite3.connect(server.database)) as database:
            sql = "SELECT command, version FROM log WHERE person = ? AND command IS NOT NULL"
            rows: list[tuple[str, int]] = database.execute(sql, (self.browser.id,)).fetchall()
        stored = dict(rows)
        wrong = sum(stored.get(command) != version for command, version in self.acknowledged.items())
        return wrong + len(rows) - len(stored)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed_under_load(launcher: Launcher, tmp_path: Path) -> None:
    with running(launcher, tmp_path) as server:
        players = [Busy(server) for _ in range(PLAYERS)]
        for number in range(1, KILLS + 1):
            threads = [threading.Thread(target=one.play) for one in players]
            for thread in threads:
                thread.start()
            wait_for(lambda number=number: sum(len(one.acknowledged) for one in players) >= number * BETWEEN)  # type: ignore[misc]
            server.kill()
            for thread in threads:
                thread.join()
            server.start()
        assert sum(one.mistakes(server) for one in players) == 0
        for one in players:
            with one.browser.join(one.table) as socket:
                assert socket.first("snapshot")["version"] >= max(one.acknowledged.values())
        assert server.stop() == 0
        assert server.admin("check", "--processes", "1").code == 0
    total = sum(len(one.acknowledged) for one in players)
    record(
        "power", "the server is killed under load", f"{KILLS} kills",
        f"{total:,} acknowledged commands looked for, 0 lost, 0 done twice",
    )  # fmt: skip
