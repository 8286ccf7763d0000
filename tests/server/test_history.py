"""Hands of the past: kept, found again, read and replayed; and never more of them than one saw."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabacc.game.events import Dealt, ItemStaked
from sabacc.records import read, record_hand
from sabacc.server import entries as en
from sabacc.server.history import Past, unpack
from sabacc.server.names import GONE
from sabacc.server.tallies import tallies_of
from tests.server.evenings import Evening, new_database
from tests.server.readers import Evenings, Json, Reader, all_hands, me, play_everything, reading, why


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("history"))


def past_of(connection: sqlite3.Connection, evening: Evening, number: int) -> Past:
    """A hand out of the database."""
    sql = "SELECT * FROM hands WHERE table_id = ? AND number = ?"
    row = connection.execute(sql, (evening.table, number)).fetchone()
    seats = connection.execute("SELECT seat, name FROM hand_seats WHERE hand_id = ?", (row["id"],))
    return Past(row, {one["seat"]: one["name"] for one in seats})


# ---- putting away


def test_a_hand_is_kept_event_for_event(evenings: Evenings) -> None:
    for evening in evenings[1]:
        for hand in evening.hands:
            kept = past_of(evening.connection, evening, hand.seating.number).kept
            assert kept.events == hand.events
            assert kept.seed == hand.seating.chance.seed


def test_a_hand_told_again_is_what_the_record_of_the_seat_was(evenings: Evenings) -> None:
    for evening in evenings[1]:
        for hand in evening.hands:
            past = past_of(evening.connection, evening, hand.seating.number)
            for seat in (None, *hand.seating.dealt_in):
                assert past.record(seat) == record_hand(hand, seat)


def test_what_everybody_won_and_the_sabacc_pot_got_adds_up_to_nothing(evenings: Evenings) -> None:
    for evening in evenings[1]:
        for hand in evening.hands:
            before, after = hand.events[0], hand.events[-1]
            won = sum(tally.won for tally in tallies_of(hand.events))
            assert won + after.sabacc_pot - before.sabacc_pot == 0  # type: ignore[attr-defined]  # both have one


def test_tallies_say_the_same_as_the_result(evenings: Evenings) -> None:
    for evening in evenings[1]:
        for hand in evening.hands:
            result, tallies = hand.result, tallies_of(hand.events)
            assert result is not None
            assert [seat for seat, tally in enumerate(tallies) if tally.took_pot] == list(result.winners)
            assert {seat for seat, tally in enumerate(tallies) if tally.showed} == set(result.shown)
            assert any(tally.special for tally in tallies) == result.special
            assert all(tally.staked >= 0 for tally in tallies)


def test_somebody_who_leaves_in_mid_hand_has_it_in_their_history(tmp_path: Path) -> None:
    evening = Evening(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    evening.deal()
    seat = evening.state.game.names.index("Ben")
    evening.do(en.GotUp(seat))
    while evening.state.in_hand:
        assert evening.state.hand is not None
        evening.do(en.TimedOut(evening.state.hand.waiting[0]))
    assert evening.state.owners[seat] is None
    (person,) = evening.connection.execute("SELECT person FROM hand_seats WHERE seat = ?", (seat,)).fetchone()
    assert person == "person-Ben"


def test_somebody_who_deletes_their_account_in_mid_hand_is_not_written_down(tmp_path: Path) -> None:
    evening = Evening(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    evening.deal()
    seat = evening.state.game.names.index("Ben")
    evening.do(en.GotUp(seat))
    evening.connection.execute("DELETE FROM people WHERE id = 'person-Ben'")
    while evening.state.in_hand:
        assert evening.state.hand is not None
        evening.do(en.TimedOut(evening.state.hand.waiting[0]))
    row = evening.connection.execute("SELECT person, name FROM hand_seats WHERE seat = ?", (seat,)).fetchone()
    assert tuple(row) == (None, GONE)


def test_an_item_that_was_staked_is_no_winning(evenings: Evenings) -> None:
    staked = 0
    for evening in evenings[1]:
        for hand in evening.hands:
            for event in hand.events:
                if isinstance(event, ItemStaked):
                    staked += 1
                    tally = tallies_of(hand.events)[event.seat]
                    items = sum(
                        one.value for one in hand.events if isinstance(one, ItemStaked) and one.seat == event.seat
                    )
                    ended, started = hand.events[-1], hand.events[0]
                    change = ended.stacks[event.seat] - started.stacks[event.seat]  # type: ignore[attr-defined]  # both have them
                    assert tally.won == change - items
    assert staked


def test_whoever_sat_by_is_kept_as_not_dealt_in(tmp_path: Path) -> None:
    evening = Evening(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic"})
    evening.do(en.SatOut(1))
    evening.play(0)
    evening.deal()
    while evening.state.in_hand:
        evening.step()
    row = evening.connection.execute("SELECT dealt_in, staked, won FROM hand_seats WHERE seat = 1").fetchone()
    assert tuple(row) == (0, 0, 0)


# ---- finding


def test_the_history_has_all_my_hands_the_newest_first(evenings: Evenings) -> None:
    path, played = evenings

    async def test(reader: Reader) -> None:
        client = await reader.client("Ana")
        found = await all_hands(client, limit=7)
        mine = [
            (evening.table, hand.seating.number)
            for evening in played
            for hand in evening.hands
            if "Ana" in hand.seating.names and hand.seating.names.index("Ana") in hand.seating.dealt_in
        ]
        assert sorted((hand["table"], hand["number"]) for hand in found) == sorted(mine)
        times = [hand["ended_at"] for hand in found]
        assert times == sorted(times, reverse=True)
        assert all(me(hand)["name"] == "Ana" and me(hand)["seat"] == hand["seat"] for hand in found)

    reading(path, test)


def test_filters_find_exactly_what_fits(evenings: Evenings) -> None:
    async def test(reader: Reader) -> None:
        client = await reader.client("Ana")
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

    reading(evenings[0], test)


def test_text_finds_what_hands_were_called(evenings: Evenings) -> None:
    async def test(reader: Reader) -> None:
        client = await reader.client("Ana")
        called = {one["hand_name"] for hand in await all_hands(client) for one in hand["players"] if one["hand_name"]}
        name = min(called)
        found = await all_hands(client, text=name.upper())
        assert found
        assert all(any(name in (one["hand_name"] or "") for one in hand["players"]) for hand in found)

    reading(evenings[0], test)


@pytest.mark.parametrize(
    "asked",
    [{"before": "nonsense"}, {"before": "9" * 30 + "-x"}, {"outcome": "drawn"}, {"limit": 0}, {"limit": 1000},
     {"from": -1}, {"to": 10**30}, {"text": "x" * 1000}],
    ids=lambda asked: next(iter(asked)),
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_a_sentence(evenings: Evenings, asked: Json) -> None:
    async def test(reader: Reader) -> None:
        answer = await (await reader.client("Ana")).get("/api/hands", params=asked)
        assert answer.status_code == 400
        assert why(answer)

    reading(evenings[0], test)


def test_nobody_has_no_history(evenings: Evenings) -> None:
    async def test(reader: Reader) -> None:
        stranger = await reader.client(None)
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

    reading(evenings[0], test)


# ---- reading


def test_a_record_is_mine_alone(evenings: Evenings) -> None:
    async def test(reader: Reader) -> None:
        ana, ben = await reader.client("Ana"), await reader.client("Ben")
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
            stranger = await (await reader.client("Ezra")).get(f"/api/hands/{with_ben['id']}/{what}")
            assert stranger.status_code == 404

    reading(evenings[0], test)


def test_a_record_is_a_seats_record_to_download(evenings: Evenings) -> None:
    path, played = evenings

    async def test(reader: Reader) -> None:
        ana = await reader.client("Ana")
        for hand in await all_hands(ana, limit=20):
            answer = await ana.get(f"/api/hands/{hand['id']}/record")
            evening = next(one for one in played if one.table == hand["table"])
            assert answer.text == record_hand(evening.hands[hand["number"] - 1], hand["seat"])
            assert answer.headers["content-type"].startswith("text/plain")
            assert "attachment" in answer.headers["content-disposition"]

    reading(path, test)


def test_a_replay_has_a_sentence_for_each_event_and_hides_what_the_seat_did_not_see(
    evenings: Evenings,
) -> None:
    path, played = evenings

    async def test(reader: Reader) -> None:
        ana = await reader.client("Ana")
        for hand in (await all_hands(ana))[::3]:
            replay = (await ana.get(f"/api/hands/{hand['id']}/replay")).json()
            assert len(replay["told"]) == len(replay["events"])
            assert any(sentence.startswith("You ") for sentence in replay["told"])
            true = next(one for one in played if one.table == hand["table"]).hands[hand["number"] - 1]
            seen = [msgspec.to_builtins(event.seen_by(hand["seat"])) for event in true.events]
            assert replay["events"] == json.loads(json.dumps(seen))
            assert replay["names"] == list(true.seating.names)

    reading(path, test)


@pytest.mark.parametrize("what", ["record", "replay"])
def test_who_played_may_look_at_it_as_a_spectator_too(evenings: Evenings, what: str) -> None:
    async def test(reader: Reader) -> None:
        ana = await reader.client("Ana")
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
        stranger = await reader.client("Ezra")
        asked = await stranger.get(f"/api/hands/{hand['id']}/{what}", params={"spectator": True})
        assert asked.status_code == 404

    reading(evenings[0], test)


def test_neither_seed_nor_salt_nor_anybodys_hidden_cards_ever_come_out(evenings: Evenings) -> None:
    async def test(reader: Reader) -> None:
        secrets = [row["body"] for row in await reader.database.rows("SELECT body FROM hands")]
        hidden = [word for body in secrets for word in (unpack(body).seed, unpack(body).salt)]
        ana = await reader.client("Ana")
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

    reading(evenings[0], test)
