"""Nobody stalls the others: searches, bots and the disk are shared, whoever asks for how much."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.client.browser import CLOCKS, Browser, guest, member
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.raw_socket import RawSocket
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import Json
from tests.attacks.client.waiting import PATIENCE, wait_for
from tests.attacks.figures import SOAK, record

HANDS = 10_000 if SOAK else 2_000  # of each of four guests
RESULTS = 10_000 if SOAK else 1_500  # of eight players
SLOW = 40  # requests that take long
LOUD_TABLES = 20 if SOAK else 10  # of one guest
QUIET_THOUGHTS = 30 if SOAK else 6  # of the bot of somebody else


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("shares"), config={"bot_processes": 1}) as server:
        yield server


def store_hands(server: Server, person: str, count: int) -> None:
    """Hands in the history of a guest, written into the database beside the server."""
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE)) as database, database:
        ids = [f"{at:011x}{secrets.token_hex(3)}" for at in range(1, count + 1)]
        database.executemany(
            "INSERT INTO hands VALUES (?, ?, ?, 1, 'Ana’s Classic', 'classic', ?, 999, x'')",
            ((one, person, at, at) for at, one in enumerate(ids, 1)),
        )
        database.executemany(
            "INSERT INTO hand_seats VALUES (?, ?, ?, ?, NULL, 'classic', ?, 1, 5, 0, 0.0, 0, 0, 0, 0, 0, 'a pair of twos')",
            (
                (one, seat, person if not seat else None, f"Player {seat} of Nar Shaddaa", at)
                for at, one in enumerate(ids, 1)
                for seat in range(4)
            ),
        )


def store_results(server: Server, players: Sequence[Browser], count: int) -> None:
    """So many rated games of the same players, and what they did to each one's rating."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE)) as database, database:
        numbers = range(1, count + 1)
        database.executemany(
            "INSERT INTO rated_results VALUES (?, ?, 'table', 'classic', 'a table', 'x', 1, ?)",
            ((number, f"result {number}", now - number) for number in numbers),
        )
        for place, player in enumerate(players, 1):
            key = f"person:{player.id}"
            places = ((number, place, key, place) for number in numbers)
            database.executemany("INSERT INTO rated_places VALUES (?, ?, ?, ?)", places)
            points = ((key, number, now - number) for number in numbers)
            database.executemany("INSERT INTO rating_points VALUES (?, 'classic', ?, ?, 25, 25.1, 2)", points)
            database.execute("INSERT INTO ratings VALUES (?, 'classic', 25, 1, ?, ?)", (key, count, now))


def test_many_searches_at_once_leave_health_and_sign_in_quick(server: Server) -> None:
    guests, other = [guest(server) for _ in range(4)], member(server)
    for one in guests:
        store_hands(server, one.id, HANDS)
    seconds = quick_meanwhile(other, guests, [f"/api/hands?text=nobody+{at}" for at in range(SLOW)])
    record(
        "shares", "text searches that find nothing", f"{SLOW} at once over {len(guests) * HANDS:,} hands",
        f"`/healthz` answered after {seconds['health']} s, a sign-in after {seconds['sign_in']} s",
    )  # fmt: skip


def test_leaderboards_and_pages_of_players_at_once_leave_health_and_sign_in_quick(server: Server) -> None:
    """Anybody may ask for them, signed in or not."""
    guests, players = [guest(server) for _ in range(3)], [member(server) for _ in range(8)]
    store_results(server, players, RESULTS)
    page = f"/api/players/{players[0].name.replace(' ', '%20')}"
    paths = [page if at % 2 else "/api/leaderboards?game=classic&period=month" for at in range(SLOW)]
    seconds = quick_meanwhile(players[1], [*guests, None], paths)
    record(
        "shares", "leaderboards and pages of players", f"{SLOW} at once over {RESULTS:,} rated games",
        f"`/healthz` answered after {seconds['health']} s, a sign-in after {seconds['sign_in']} s",
    )  # fmt: skip


def quick_meanwhile(other: Browser, askers: Sequence[Browser | None], paths: Sequence[str]) -> dict[str, float]:
    """Whoever asks for something else is answered while most requests of some people, or strangers, still wait; how soon.

    A sign-in waits for none of them either, but takes its time by itself where the machine is busy.
    """
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(RawSocket(other.server)) for _ in paths]
        for at, (line, path) in enumerate(zip(lines, paths, strict=True)):
            asker = askers[at % len(askers)]
            cookie = f"Cookie: {asker.cookie}\r\n" if asker is not None else ""
            line.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode())
        done: dict[str, int] = {}
        seconds: dict[str, float] = {}
        for what, ask in {"health": _health, "tokens": _tokens, "sign_in": _sign_in}.items():
            began = time.monotonic()
            ask(other)
            seconds[what] = round(time.monotonic() - began, 3)
            done[what] = len(select.select([line.socket for line in lines], [], [], 0)[0])
        assert max(done["health"], done["tokens"]) < len(paths) * 3 / 4, done
        assert not SOAK or done["sign_in"] < len(paths) * 3 / 4, done
        for line in lines:
            assert b" 200 " in line.head()
    return seconds


def _health(browser: Browser) -> None:
    assert browser.http.get("/healthz").status_code == 200


def _tokens(browser: Browser) -> None:
    assert browser.http.get("/api/tokens").status_code == 200


def _sign_in(browser: Browser) -> None:
    assert browser.log_in(browser.name) == 200


def test_a_search_finds_the_same_in_any_script(server: Server) -> None:
    ana = guest(server)
    store_hands(server, ana.id, 3)
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE)) as database, database:
        rows = database.execute("SELECT hand_id FROM hand_seats WHERE person = ? ORDER BY 1", (ana.id,)).fetchall()
        for (hand,), name in zip(rows, ("STRASSE", "Straße", "Ζωή"), strict=True):
            database.execute("UPDATE hand_seats SET name = ? WHERE hand_id = ? AND seat = 1", (name, hand))
    for text, count in (("strasse", 2), ("straße", 2), ("ζΩΉ", 1), ("ana’S", 3), ("pair OF", 3), ("nobody", 0)):
        found = ana.http.get("/api/hands", params={"text": text}).json()["hands"]
        assert len(found) == count, text


# ---- bots


def test_many_bots_of_one_guest_leave_those_of_others_at_their_pace(server: Server) -> None:
    """Tables full of masters think at once; for each thought of somebody else's bot, few of theirs come first."""
    loud, quiet = guest(server), guest(server)
    over = threading.Event()
    with contextlib.ExitStack() as lines:
        masters = [_seated(lines, loud, seats=8, bots=["master"], fill_to=8) for _ in range(LOUD_TABLES)]
        theirs: list[int] = []  # thoughts of the masters
        folding = threading.Thread(target=_keep_playing, args=(masters, over, theirs))
        folding.start()
        try:
            wait_for(lambda: sum(theirs) > 2 * LOUD_TABLES)  # all are at it
            line = _seated(lines, quiet, seats=2, bots=["counter"], fill_to=2)
            began, before = time.monotonic(), sum(theirs)
            thoughts = 0
            while thoughts < QUIET_THOUGHTS:
                assert time.monotonic() < began + PATIENCE, f"only {thoughts} thoughts"
                thoughts += _thoughts(_answer(line))
            seconds, first = time.monotonic() - began, sum(theirs) - before
        finally:
            over.set()
            folding.join()
    assert first < LOUD_TABLES / 2 * thoughts, "they take turns"
    record(
        "shares", "tables full of `master` bots of one guest", f"{7 * LOUD_TABLES} bots at {LOUD_TABLES} tables",
        f"a bot of somebody else thought {thoughts} times in {seconds:.1f} s; {first} thoughts of the others came first",
    )  # fmt: skip


def _keep_playing(lines: list[RawSocket], over: threading.Event, thoughts: list[int]) -> None:
    """Answers whatever is asked at some tables, so that their bots have to think; adds how often they did."""
    while not over.wait(0.02):
        ready = select.select([line.socket for line in lines], [], [], 0.1)[0]
        thoughts += [_thoughts(_answer(line)) for line in lines if line.socket in ready]


def _thoughts(news: list[Json]) -> int:
    """How many answers of bots there are in some messages; the person has seat 0."""
    return sum(event["type"] == "acted" and event["seat"] > 0 for one in news for event in one.get("events", ()))


def _hands_ended(news: list[Json]) -> int:
    return sum(event["type"] == "hand-ended" for one in news for event in one.get("events", ()))


def _seated(lines: contextlib.ExitStack, browser: Browser, **settings: Any) -> RawSocket:
    table = browser.new_table("classic", **settings)
    line = lines.enter_context(RawSocket(browser.server).upgrade(f"/ws/tables/{table}", Cookie=browser.cookie))
    line.hello()
    line.say({"type": "sit", "id": os.urandom(4).hex(), "seat": 0})
    return line


def _play_a_hand(line: RawSocket) -> None:
    """Answers what is asked until a hand has ended."""
    end = time.monotonic() + PATIENCE
    while not _hands_ended(_answer(line)):
        assert time.monotonic() < end


def _answer(line: RawSocket) -> list[Json]:
    """Answers what is asked in the next frame, with a fold where that may be; what was in the frame."""
    news = line.news()
    for one in news:
        you = one.get("you") or {}
        actions = (you.get("options") or {}).get("actions") or []
        if you.get("question") and actions:
            fold = next((action for action in actions if action["type"] == "fold"), actions[0])
            number = you["question"]["number"]
            line.say({"type": "act", "id": os.urandom(4).hex(), "action": fold, "question": number})
    return news


# ---- the disk


@pytest.fixture(scope="module")
def narrow(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room for guests, which it looks after all the time."""
    place = tmp_path_factory.mktemp("narrow")
    with running(launcher, place, "--guest-quota", "0.001", config={"idle_minutes": 0.04}) as server:
        yield server


def test_who_has_used_up_their_quota_opens_no_table_and_gets_no_more_hands(narrow: Server) -> None:
    """A hand is more than there is room for; the pause after it is long enough for the server to find that out."""
    server = narrow
    with contextlib.ExitStack() as lines:
        ana, other = guest(server), guest(server)
        line = _seated(lines, ana, seats=2, bots=["counter"], fill_to=2, clocks={**CLOCKS, "between": 2})
        said: list[str] = []
        end = time.monotonic() + PATIENCE
        while not any("no room left" in one for one in said):
            assert time.monotonic() < end, said
            said += [one["text"] for one in _answer(line) if one["type"] == "notice"]
        status, why = ana.refused("POST", "/api/tables", {"rules": {"preset": "classic"}})
        assert (status, "no room left" in why) == (409, True)
        assert "no room left" in line.ask("pause", on=False)["why"]
        other.new_table()  # others are not affected
        assert line.ask("leave")["type"] == "done"
        ana.set_password()  # and is no guest any more
        wait_for(lambda: ana.ask("POST", "/api/tables", {"rules": {"preset": "classic"}}).status_code == 201)


def test_who_has_a_password_has_a_quota_too(launcher: Launcher, tmp_path: Path) -> None:
    server = Server(launcher, tmp_path, "--quota", "0.001", config={"idle_minutes": 0.04})
    with contextlib.ExitStack() as lines:
        lines.callback(server.start().kill)
        ana = member(server)
        _seated(lines, ana, seats=2, bots=["counter"], fill_to=2)
        wait_for(lambda: "no room left" in ana.ask("POST", "/api/tables", {"rules": {"preset": "classic"}}).text)
        guest(server).new_table()  # which has another quota


def test_old_tables_of_guests_are_forgotten_and_those_of_members_stay(narrow: Server) -> None:
    server = narrow
    with contextlib.ExitStack() as lines:
        ana, ben = guest(server), member(server)
        tables: list[str] = []
        for one in (ana, ben):
            line = _seated(lines, one, seats=2, bots=["counter"], fill_to=2)
            tables.append(line.path.rpartition("/")[2])
            _play_a_hand(line)
            line.say({"type": "leave", "id": "l"})
            line.say({"type": "close", "id": "c"})
            while not any(news["type"] == "bye" for news in line.news()):
                pass
        server.stop()
        path = server.database
        server.flags += ("--guest-days", f"{1 / 86400}")  # a second
        server.start()
        wait_for(lambda: tables[0] in _tables(path, "SELECT id FROM tables WHERE erased = 2"))
        assert ben.http.get("/api/hands").json()["hands"]
        assert not ana.http.get("/api/hands").json()["hands"]
        for kind in ("log WHERE body != x''", "log WHERE person IS NOT NULL", "snapshots", "hands"):
            assert _tables(path, f"SELECT table_id FROM {kind}") & set(tables) == {tables[1]}, kind
        server.stop()
        assert server.admin("check", "--processes", "1").code == 0
        for column, value in {"at": 1, "version": 10**6, "digest": b"another"}.items():
            with _changed_entry(path, tables[0], column, value):
                ended = server.admin("check", "--processes", "1")
                assert (ended.code, tables[0] in ended.err or "head" in ended.err) == (1, True), (column, ended)


@contextlib.contextmanager
def _changed_entry(path: Path, table: str, column: str, value: object) -> Iterator[None]:
    """Something is changed in the last entry of a table behind the server's back, for a while."""
    entry = "FROM log WHERE table_id = ? ORDER BY version DESC LIMIT 1"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        place, before = database.execute(f"SELECT place, {column} {entry}", (table,)).fetchone()
        database.execute(f"UPDATE log SET {column} = ? WHERE place = ?", (value, place))
        yield
        database.execute(f"UPDATE log SET {column} = ? WHERE place = ?", (before, place))


def _tables(path: Path, sql: str) -> set[str]:
    with contextlib.closing(sqlite3.connect(path, timeout=PATIENCE)) as database:
        return {row[0] for row in database.execute(sql)}
