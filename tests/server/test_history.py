"""Hands of the past: kept, found again, read and replayed; and never more of them than one saw."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabacc.game.events import Dealt, HandEnded, HandStarted, ItemStaked
from sabacc.game.result import seat_results
from sabacc.records import read, record_hand
from sabacc.server.history.archive import FinishedHand, unpack
from sabacc.server.storage.hand_rows import DELETED_NAME
from sabacc.server.table import entries as en
from tests.server.history_app import (
    HistoryApp,
    Json,
    PlayedTables,
    all_hands,
    me,
    play_everything,
    why,
    with_history_app,
)
from tests.server.played_tables import PlayedTable, new_database


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> PlayedTables:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("history"))


def past_of(connection: sqlite3.Connection, played_table: PlayedTable, number: int) -> FinishedHand:
    """A hand out of the database."""
    sql = "SELECT * FROM hands WHERE table_id = ? AND number = ?"
    row = connection.execute(sql, (played_table.table, number)).fetchone()
    seats = connection.execute("SELECT seat, name FROM hand_seats WHERE hand_id = ?", (row["id"],))
    return FinishedHand(row, {one["seat"]: one["name"] for one in seats})


# ---- putting away


def test_a_hand_is_kept_event_for_event(evenings: PlayedTables) -> None:
    for played_table in evenings[1]:
        for hand in played_table.hands:
            kept = past_of(played_table.connection, played_table, hand.seating.number).archived
            assert kept.events == hand.events
            assert played_table.vault.open(kept.seed) == hand.seating.chance.seed


def test_a_hand_told_again_is_what_the_record_of_the_seat_was(evenings: PlayedTables) -> None:
    for played_table in evenings[1]:
        for hand in played_table.hands:
            past = past_of(played_table.connection, played_table, hand.seating.number)
            for seat in (None, *hand.seating.dealt_in):
                assert past.record(seat) == record_hand(hand, seat)


def test_what_everybody_won_and_the_sabacc_pot_got_adds_up_to_nothing(evenings: PlayedTables) -> None:
    for played_table in evenings[1]:
        for hand in played_table.hands:
            before, after = hand.events[0], hand.events[-1]
            assert isinstance(before, HandStarted)
            assert isinstance(after, HandEnded)
            won = sum(one.net for one in seat_results(hand.events))
            assert won + after.sabacc_pot - before.sabacc_pot == 0


def test_seat_results_say_the_same_as_the_result(evenings: PlayedTables) -> None:
    for played_table in evenings[1]:
        for hand in played_table.hands:
            result, seats = hand.result, seat_results(hand.events)
            assert result is not None
            assert [seat for seat, one in enumerate(seats) if one.took_pot] == list(result.winners)
            assert {seat for seat, one in enumerate(seats) if one.showed} == set(result.shown)
            assert any(one.special for one in seats) == result.special
            assert all(one.staked >= 0 for one in seats)


def test_somebody_who_leaves_in_mid_hand_has_it_in_their_history(tmp_path: Path) -> None:
    played_table = PlayedTable(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    played_table.deal()
    seat = played_table.state.game.names.index("Ben")
    played_table.do(en.GotUp(seat))
    while played_table.state.in_hand:
        assert played_table.state.hand is not None
        played_table.do(en.TimedOut(played_table.state.hand.waiting[0]))
    assert played_table.state.owners[seat] is None
    (person,) = played_table.connection.execute("SELECT person FROM hand_seats WHERE seat = ?", (seat,)).fetchone()
    assert person == "person-Ben"


def test_somebody_who_deletes_their_account_in_mid_hand_is_not_written_down(tmp_path: Path) -> None:
    played_table = PlayedTable(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    played_table.deal()
    seat = played_table.state.game.names.index("Ben")
    played_table.do(en.GotUp(seat))
    played_table.connection.execute("DELETE FROM people WHERE id = 'person-Ben'")
    while played_table.state.in_hand:
        assert played_table.state.hand is not None
        played_table.do(en.TimedOut(played_table.state.hand.waiting[0]))
    row = played_table.connection.execute("SELECT person, name FROM hand_seats WHERE seat = ?", (seat,)).fetchone()
    assert tuple(row) == (None, DELETED_NAME)


def test_an_item_that_was_staked_is_no_winning(evenings: PlayedTables) -> None:
    staked = 0
    for played_table in evenings[1]:
        for hand in played_table.hands:
            for event in hand.events:
                if isinstance(event, ItemStaked):
                    staked += 1
                    mine = seat_results(hand.events)[event.seat]
                    items = sum(
                        one.value for one in hand.events if isinstance(one, ItemStaked) and one.seat == event.seat
                    )
                    ended, started = hand.events[-1], hand.events[0]
                    assert isinstance(ended, HandEnded)
                    assert isinstance(started, HandStarted)
                    change = ended.stacks[event.seat] - started.stacks[event.seat]
                    assert mine.net == change - items
    assert staked


def test_whoever_sat_by_is_kept_as_not_dealt_in(tmp_path: Path) -> None:
    played_table = PlayedTable(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    played_table.do(en.SatOut(1))
    played_table.play(0)
    played_table.deal()
    while played_table.state.in_hand:
        played_table.step()
    row = played_table.connection.execute("SELECT dealt_in, staked, won FROM hand_seats WHERE seat = 1").fetchone()
    assert tuple(row) == (0, 0, 0)


# ---- finding


def test_the_history_has_all_my_hands_the_newest_first(evenings: PlayedTables) -> None:
    path, played = evenings

    async def test(history_app: HistoryApp) -> None:
        client = await history_app.client("Ana")
        found = await all_hands(client, limit=7)
        mine = [
            (played_table.table, hand.seating.number)
            for played_table in played
            for hand in played_table.hands
            if "Ana" in hand.seating.names and hand.seating.names.index("Ana") in hand.seating.dealt_in
        ]
        assert sorted((hand["table"], hand["number"]) for hand in found) == sorted(mine)
        times = [hand["ended_at"] for hand in found]
        assert times == sorted(times, reverse=True)
        assert all(me(hand)["name"] == "Ana" and me(hand)["seat"] == hand["seat"] for hand in found)

    with_history_app(path, test)


def test_filters_find_exactly_what_fits(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        client = await history_app.client("Ana")
        found = await all_hands(client)
        middle = found[len(found) // 2]["ended_at"]
        fits: dict[tuple[str, Any], Callable[[Json], bool]] = {
            ("preset", "classic"): lambda hand: hand["preset"] == "classic",
            ("table", "t3"): lambda hand: hand["table"] == "t3",
            ("opponent", "bEn"): lambda hand: any(one["name"] == "Ben" and one["dealt_in"] for one in hand["players"]),
            ("opponent", "Ana"): lambda hand: False,
            ("from", middle): lambda hand: hand["ended_at"] >= middle,
            ("to", middle): lambda hand: hand["ended_at"] < middle,
            ("outcome", "won"): lambda hand: me(hand)["outcome"] == "won",
            ("outcome", "lost"): lambda hand: me(hand)["outcome"] == "lost",
            ("outcome", "folded"): lambda hand: me(hand)["outcome"] == "folded",
            ("text", "TABLE T1"): lambda hand: hand["title"] == "Table t1",
            ("text", "%"): lambda hand: False,
        }
        for (name, value), fit in fits.items():
            wanted = [hand["id"] for hand in found if fit(hand)]
            assert [hand["id"] for hand in await all_hands(client, **{name: value})] == wanted, (name, value)
        both = await all_hands(client, preset="coruscant-shift", outcome="won")
        assert {(hand["preset"], me(hand)["outcome"]) for hand in both} == {("coruscant-shift", "won")}

    with_history_app(evenings[0], test)


def test_text_finds_what_hands_were_called(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        client = await history_app.client("Ana")
        called = {one["hand_name"] for hand in await all_hands(client) for one in hand["players"] if one["hand_name"]}
        name = min(called)
        found = await all_hands(client, text=name.upper())
        assert found
        assert all(any(name in (one["hand_name"] or "") for one in hand["players"]) for hand in found)

    with_history_app(evenings[0], test)


@pytest.mark.parametrize(
    "asked",
    [{"before": "nonsense"}, {"before": "9" * 30 + "-x"}, {"outcome": "drawn"}, {"limit": 0}, {"limit": 1000},
     {"from": -1}, {"to": 10**30}, {"text": "x" * 1000}],
    ids=lambda asked: next(iter(asked)),
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_a_sentence(evenings: PlayedTables, asked: Json) -> None:
    async def test(history_app: HistoryApp) -> None:
        answer = await (await history_app.client("Ana")).get("/api/hands", params=asked)
        assert answer.status_code == 400
        assert why(answer)

    with_history_app(evenings[0], test)


def test_nobody_has_no_history(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        stranger = await history_app.client(None)
        for path in (
            "hands",
            "hands/x",
            "hands/x/record",
            "hands/x/replay",
            "me/history.jsonl",
            "me/figures",
            "shares",
        ):
            assert (await stranger.get(f"/api/{path}")).status_code == 401, path

    with_history_app(evenings[0], test)


# ---- reading


def test_a_record_is_mine_alone(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana, ben = await history_app.client("Ana"), await history_app.client("Ben")
        theirs = {hand["id"] for hand in await all_hands(ben)}
        with_ben = next(hand for hand in await all_hands(ana) if hand["id"] in theirs)
        seat_of_ben = next(one["seat"] for one in with_ben["players"] if one["name"] == "Ben")
        for what in ("record", "replay"):
            own = await ana.get(f"/api/hands/{with_ben['id']}/{what}")
            assert own.status_code == 200
            named = await ana.get(f"/api/hands/{with_ben['id']}/{what}", params={"seat": with_ben["seat"]})
            assert named.content == own.content
            other = await ana.get(f"/api/hands/{with_ben['id']}/{what}", params={"seat": seat_of_ben})
            assert other.status_code == 403
            assert "not yours" in why(other)
            stranger = await (await history_app.client("Ezra")).get(f"/api/hands/{with_ben['id']}/{what}")
            assert stranger.status_code == 404

    with_history_app(evenings[0], test)


def test_a_record_is_a_seats_record_to_download(evenings: PlayedTables) -> None:
    path, played = evenings

    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        for hand in await all_hands(ana, limit=20):
            answer = await ana.get(f"/api/hands/{hand['id']}/record")
            played_table = next(one for one in played if one.table == hand["table"])
            assert answer.text == record_hand(played_table.hands[hand["number"] - 1], hand["seat"])
            assert answer.headers["content-type"].startswith("text/plain")
            assert "attachment" in answer.headers["content-disposition"]

    with_history_app(path, test)


def test_a_replay_has_a_sentence_for_each_event_and_hides_what_the_seat_did_not_see(
    evenings: PlayedTables,
) -> None:
    path, played = evenings

    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        for hand in (await all_hands(ana))[::3]:
            replay = (await ana.get(f"/api/hands/{hand['id']}/replay")).json()
            assert len(replay["told"]) == len(replay["events"])
            assert any(sentence.startswith("You ") for sentence in replay["told"])
            german = await ana.get(f"/api/hands/{hand['id']}/replay", headers={"Accept-Language": "de"})
            assert any(sentence.startswith("Du ") for sentence in german.json()["told"])
            true = next(one for one in played if one.table == hand["table"]).hands[hand["number"] - 1]
            seen = [msgspec.to_builtins(event.seen_by(hand["seat"])) for event in true.events]
            assert replay["events"] == json.loads(json.dumps(seen))
            assert replay["names"] == list(true.seating.names)

    with_history_app(path, test)


@pytest.mark.parametrize("what", ["record", "replay"])
def test_who_played_may_look_at_it_as_a_spectator_too(evenings: PlayedTables, what: str) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[0]
        mine = await ana.get(f"/api/hands/{hand['id']}/{what}")
        public = await ana.get(f"/api/hands/{hand['id']}/{what}", params={"spectator": True})
        link = (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": None})).json()["url"]
        shared = await ana.get(f"/api{link}" + ("/record" if what == "record" else ""))
        if what == "record":
            assert public.text == shared.text != mine.text
        else:
            assert public.json()["seat"] is None
            assert {**public.json(), "table": None} == shared.json()
        stranger = await history_app.client("Ezra")
        asked = await stranger.get(f"/api/hands/{hand['id']}/{what}", params={"spectator": True})
        assert asked.status_code == 404

    with_history_app(evenings[0], test)


def test_neither_seed_nor_salt_nor_anybodys_hidden_cards_ever_come_out(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        secrets = [row["body"] for row in await history_app.database.rows("SELECT body FROM hands")]
        hidden = [word for body in secrets for word in (unpack(body).seed, unpack(body).salt)]
        ana = await history_app.client("Ana")
        texts = [(await ana.get("/api/hands")).text, (await ana.get("/api/me/history.jsonl")).text]
        for hand in await all_hands(ana):
            url = (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": None})).json()["url"]
            places = (f"/api/hands/{hand['id']}", f"/api/hands/{hand['id']}/replay", f"/api{url}")
            texts += [(await ana.get(place)).text for place in places]
        assert len(texts) > 50
        assert not [word for word in hidden for text in texts if word in text]
        for line in texts[1].splitlines():
            seat = json.loads(line)["seat"]
            dealt = [event for event in read(json.loads(line)["record"]).events if isinstance(event, Dealt)]
            assert not [event for event in dealt if event.card is not None and event.seat != seat and not event.up]

    with_history_app(evenings[0], test)
