"""How somebody plays: figures from all their hands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sabacc.arena.intervals import estimate
from sabacc.server.history.stats import MAX_POINTS
from tests.server.history_app import HistoryApp, PlayedTables, all_hands, me, play_everything, with_history_app
from tests.server.played_tables import new_database


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> PlayedTables:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("history"))


def test_figures_are_what_the_hands_add_up_to(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        found = {one["preset"]: one for one in (await ana.get("/api/me/figures")).json()["presets"]}
        hands = (await all_hands(ana))[::-1]
        assert set(found) == {hand["preset"] for hand in hands}
        for preset, figures in found.items():
            mine = [me(hand) for hand in hands if hand["preset"] == preset]
            assert figures["hands"] == len(mine)
            assert figures["credits"] == sum(one["won"] for one in mine)
            assert figures["pots"] == sum(one["outcome"] == "won" for one in mine)
            assert figures["share"] == figures["pots"] / len(mine)
            assert figures["folded"] == sum(one["outcome"] == "folded" for one in mine)
            assert figures["showed"] == sum(one["showed"] for one in mine)
            assert figures["bombed_out"] == sum(one["bombed_out"] for one in mine)
            assert [n for n, _ in figures["series"]] == list(range(1, len(mine) + 1))

    with_history_app(evenings[0], test)


def many_hands(path: Path, antes: list[float]) -> None:
    """A database with so many hands of Ana's, of which nothing but the outcome is known."""
    connection = new_database(path)
    connection.execute("BEGIN")
    for at, won in enumerate(antes):
        hand = ("t", at, 1, "", "classic", at, 1, b"")
        connection.execute("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (f"h{at:06}", *hand))
        seat = (f"h{at:06}", 0, "person-Ana", "Ana", None, "classic", at, 1, 5, 5 * won, won, 0, 0, 0, 0, 0, None)
        connection.execute(f"INSERT INTO hand_seats VALUES ({', '.join('?' * len(seat))})", seat)
    connection.execute("COMMIT")
    connection.close()


def test_antes_a_hand_come_with_students_interval(tmp_path: Path) -> None:
    luck = random.Random(1)
    antes = [float(luck.randrange(-9, 12)) for _ in range(300)]
    many_hands(tmp_path / "x.sqlite3", antes)

    async def test(history_app: HistoryApp) -> None:
        (figures,) = (await (await history_app.client("Ana")).get("/api/me/figures")).json()["presets"]
        true = estimate(antes)
        assert figures["antes"] == pytest.approx({"mean": true.mean, "low": true.low, "high": true.high})

    with_history_app(tmp_path / "x.sqlite3", test)


@pytest.mark.parametrize("hands", [1, 2, 199, 200, 201, 1000, 1777])
def test_a_series_has_at_most_so_many_points_and_ends_with_the_last_hand(tmp_path: Path, hands: int) -> None:
    antes = [1.0 + at % 3 for at in range(hands)]
    many_hands(tmp_path / "x.sqlite3", antes)

    async def test(history_app: HistoryApp) -> None:
        (figures,) = (await (await history_app.client("Ana")).get("/api/me/figures")).json()["presets"]
        series = figures["series"]
        assert len(series) == min(hands, MAX_POINTS)
        assert series[-1] == [hands, pytest.approx(sum(antes))]
        assert all(total == pytest.approx(sum(antes[:n])) for n, total in series)
        assert (figures["antes"]["low"] is None) == (hands == 1)

    with_history_app(tmp_path / "x.sqlite3", test)
