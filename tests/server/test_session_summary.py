"""How it went for somebody at one table."""

from __future__ import annotations

import pytest

from sabacc.game.result import shown_first
from sabacc.server.history.archive import unpack
from tests.server.history_app import HistoryApp, PlayedTables, all_hands, me, play_everything, with_history_app


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> PlayedTables:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("history"))


def test_a_session_is_what_its_hands_add_up_to(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hands = (await all_hands(ana))[::-1]
        for table in {hand["table"] for hand in hands}:
            found = (await ana.get(f"/api/tables/{table}/session")).json()
            mine = [me(hand) for hand in hands if hand["table"] == table]
            assert found["hands"] == len(mine)
            assert found["net"] == sum(one["won"] for one in mine)
            assert found["pots"] == sum(one["outcome"] == "won" for one in mine)
            assert found["folded"] == sum(one["outcome"] == "folded" for one in mine)
            assert found["series"][-1] == [len(mine), found["net"]]
            taken = [one["won"] + one["staked"] for one in mine if one["outcome"] == "won"]
            assert (found["biggest"] or {"credits": 0})["credits"] == max(taken, default=0)

    with_history_app(evenings[0], test)


def test_the_best_hand_is_the_best_that_was_shown(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hands = await all_hands(ana)
        compared = 0
        for table in {hand["table"] for hand in hands}:
            best = (await ana.get(f"/api/tables/{table}/session")).json()["best"]
            keys = {}
            for hand in [one for one in hands if one["table"] == table]:
                row = await history_app.database.row("SELECT body FROM hands WHERE id = ?", hand["id"])
                assert row is not None
                shown = shown_first(unpack(row["body"]).events).get(hand["seat"])
                if shown is not None and not shown.bombed_out:
                    keys[hand["id"]] = shown.key
            assert (best is None) == (not keys)
            if best is not None:
                assert keys[best["hand"]] == max(keys.values())
                compared += 1
        assert compared

    with_history_app(evenings[0], test)


def test_who_never_played_there_is_told_so(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        answer = await ana.get("/api/tables/no-such-table/session")
        assert answer.status_code == 404
        assert "you have played no hand at this table" in answer.json()["error"]

    with_history_app(evenings[0], test)


def test_a_hand_is_found_by_its_table_and_number(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[0]
        found = await ana.get(f"/api/tables/{hand['table']}/hands/{hand['number']}")
        assert found.json()["id"] == hand["id"]
        assert (await ana.get(f"/api/tables/{hand['table']}/hands/999999")).status_code == 404

    with_history_app(evenings[0], test)
