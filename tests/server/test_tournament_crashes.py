"""The server is killed in the middle of a tournament, again and again: nobody is lost or doubled, and no chip."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec

from sabacc.server.storage.verify import verify_database
from sabacc.tournament.events import AnyTournamentEvent
from tests.seeded_random import seeded_random
from tests.server.servers import Person, Server, running
from tests.strategies import SOAK

KILLS = 500 if SOAK else 20
PASSWORD = "a rather long sentence for a test"
QUICK = {"decision": 0.05, "window": 0.05, "bank": 0, "grace": 0, "between": 0}
PLAYERS, STACK = (40, 100) if SOAK else (7, 12)
WANTED = {
    "rules": {"preset": "cloud-city"},
    "most_entries": PLAYERS,
    "seats": 3,
    "stack": STACK,
    "level_hands": 2,
    "bots": ["droid"],
    "fill_after": 0,
    "clocks": QUICK,
    "pace": 0,
}


def new_account(server: Server) -> Person:
    person = Person(server, "Ana")
    answer = person.http.put("/api/me/password", json={"new": PASSWORD})
    assert answer.status_code == 200, answer.text
    return person


def report(server: Server, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.url}/api/tournaments/{tournament}", timeout=60).json()
    return found


def check(found: dict[str, Any]) -> None:
    """Everybody is there once, and no more chips than came in are in front of them."""
    names = [row["name"] for row in found["standings"]]
    assert len(names) == len(set(names)) == PLAYERS
    assert sum(row["stack"] for row in found["standings"]) <= PLAYERS * STACK


def events_of(folder: Path, tournament: str) -> list[Any]:
    decoder = msgspec.json.Decoder(AnyTournamentEvent)
    with sqlite3.connect(folder / "sabacc.sqlite3") as connection:
        rows = connection.execute("SELECT body FROM tournament_log WHERE tournament = ? ORDER BY number", (tournament,))
        return [decoder.decode(row[0]) for row in rows]


def open_tables(folder: Path) -> int:
    with sqlite3.connect(folder / "sabacc.sqlite3") as connection:
        return int(connection.execute("SELECT count(*) FROM tables WHERE closed_at IS NULL").fetchone()[0])


def test_a_tournament_outlives_every_kill(tmp_path: Path) -> None:
    luck = seeded_random()
    kills = 0
    with running(tmp_path) as server:
        ana = new_account(server)
        while kills < KILLS:
            tournament = ana.post("/api/tournaments", WANTED)["id"]
            ana.post(f"/api/tournaments/{tournament}/entry", {})
            while (found := report(server, tournament))["phase"] != "finished":
                if found["phase"] == "running":
                    check(found)
                if kills < KILLS:
                    time.sleep(luck.uniform(0, 0.3))
                    server.kill()
                    kills += 1
                    server.start()
                    ana.http.base_url = httpx.URL(server.url)
                else:
                    time.sleep(0.1)
            check(found)
            assert found["standings"][0]["stack"] == PLAYERS * STACK
        server.kill()  # its tables may be open still
        server.start()
        while open_tables(tmp_path):
            time.sleep(0.05)
        server.stop()
    assert verify_database(tmp_path / "sabacc.sqlite3").faults == []
    assert len(events_of(tmp_path, tournament)) > 20
