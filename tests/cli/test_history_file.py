"""`sabacc verify` and `sabacc replay` of a history in JSON lines."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sabacc.game.events import HandEnded, HandStarted
from sabacc.records import record_game, record_hand
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.record_samples import events_of, forged, open_game, play_at_random, played_game, played_hand, short_hand

SEATS = 3


def line(preset: str = "classic", seat: int = 1, **changes: Any) -> dict[str, Any]:
    """A hand as a server gives it to its owner."""
    hand = played_hand(preset)
    started, ended = hand.events[0], hand.events[-1]
    assert isinstance(started, HandStarted)
    assert isinstance(ended, HandEnded)
    told = {
        "hand": f"{preset}-{seat}",
        "table": "t",
        "number": started.number,
        "preset": preset,
        "ended_at": 1_700_000_000_000,
        "seat": seat,
        "won": ended.stacks[seat] - started.stacks[seat],
        "record": record_hand(hand, seat),
    }
    return told | changes


def history(*lines: dict[str, Any]) -> str:
    """Those as text."""
    return "".join(json.dumps(one) + "\n" for one in lines)


GOOD = [line(preset, seat) for preset in ("classic", "force", "corellian-house") for seat in range(SEATS)]


def test_a_true_history_is_good(inside: Inside) -> None:
    assert f"a history of {len(GOOD)} hands" in accepted(inside("verify", "-", stdin=history(*GOOD))).out


def test_a_long_history_is_checked_by_several_processes() -> None:
    ran = accepted(sabacc("verify", "-", stdin=history(*GOOD * 4)))
    assert f"a history of {4 * len(GOOD)} hands" in ran.out


def test_a_true_history_as_json(inside: Inside) -> None:
    verdict = accepted(inside("verify", "-", "--json", stdin=history(*GOOD[:2]))).json()
    assert verdict == {"ok": True, "kind": "history", "hands": 2, "not_replayed": 0, "problems": []}


def test_empty_lines_and_windows_line_ends_do_no_harm(inside: Inside) -> None:
    text = "\n" + history(GOOD[0]).replace("\n", "\r\n") + "\n\n" + history(GOOD[1])
    assert "2 hands" in accepted(inside("verify", "-", stdin=text)).out


def test_fields_of_the_future_do_no_harm(inside: Inside) -> None:
    accepted(inside("verify", "-", stdin=history({**GOOD[0], "mood": "fine"})))


def test_every_wrong_line_is_named_and_the_good_ones_counted(inside: Inside) -> None:
    wrong = {**GOOD[1], "record": GOOD[1]["record"].replace("end ", "end 1", 1)}
    ran = inside("verify", "-", stdin=history(GOOD[0], wrong, GOOD[2]) + "nonsense\n")
    refused(ran, "line 2: hand classic-1: in its record, line", "line 4:", "2 of 4 hands are good", code=1)


def test_wrong_lines_as_json(inside: Inside) -> None:
    ran = inside("verify", "-", "--json", stdin=history(GOOD[0], {**GOOD[1], "won": 10**6}))
    assert ran.code == 1
    verdict = ran.json()
    assert (verdict["ok"], verdict["hands"]) == (False, 1)
    assert [(one["line"], one["hand"]) for one in verdict["problems"]] == [(2, "classic-1")]


@pytest.mark.parametrize(
    ("name", "value"), [("won", 12345), ("seat", 2), ("number", 7), ("preset", "pagat")], ids=lambda one: str(one)
)
def test_a_line_that_says_something_else_than_its_record_is_wrong(inside: Inside, name: str, value: Any) -> None:
    refused(inside("verify", "-", stdin=history({**GOOD[1], name: value})), "line 1:", name, str(value), code=1)


@pytest.mark.parametrize(
    "record",
    [
        record_hand(played_hand()),
        record_game(played_game(), 1),
        record_hand(open_game().deal(), 1),
        record_hand(played_hand(), None),
    ],
    ids=["with a seed", "a game", "not over", "a spectator's"],
)
def test_a_line_holds_one_seats_record_of_a_hand_that_is_over(inside: Inside, record: str) -> None:
    refused(inside("verify", "-", stdin=history({**GOOD[1], "record": record})), "line 1:", code=1)


def test_a_forged_record_whose_digests_fit_is_found(inside: Inside) -> None:
    record = record_hand(short_hand(), 1)
    events = events_of(record)
    won = events[-1]["stacks"][1] - events[0]["stacks"][1]
    told = {**GOOD[1], "record": record, "won": won}
    accepted(inside("verify", "-", stdin=history(told)))

    def richer(events: list[dict[str, Any]]) -> None:
        events[-1]["stacks"][1] += 5

    refused(inside("verify", "-", stdin=history({**told, "record": forged(record, richer)})), "line 1:", code=1)


@pytest.mark.parametrize(
    "text", ["{}", '{"hand":5}', "{", '{"record":"x"}', "{" * 100_000, '{"a":"\\ud800"}'], ids=lambda text: text[:20]
)
def test_what_is_no_hand_is_named(inside: Inside, text: str) -> None:
    refused(inside("verify", "-", stdin=text), "line 1:", "no hand of a history", code=1)


def test_a_hand_played_at_random_is_good_for_all_who_sat_there(inside: Inside) -> None:
    hand = open_game("galactic").deal()
    play_at_random(hand, random.Random(3))
    started, ended = hand.events[0], hand.events[-1]
    assert isinstance(started, HandStarted)
    assert isinstance(ended, HandEnded)
    lines = [
        {**GOOD[0], "preset": "galactic", "seat": seat, "record": record_hand(hand, seat)}
        | {"won": ended.stacks[seat] - started.stacks[seat]}
        for seat in range(SEATS)
    ]
    accepted(inside("verify", "-", stdin=history(*lines)))


# ---- replay


def test_replay_of_one_hand_tells_it_as_its_owner_saw_it(inside: Inside) -> None:
    told = accepted(inside("replay", "-", stdin=history(GOOD[1]))).out
    assert told == accepted(inside("replay", "-", stdin=GOOD[1]["record"])).out
    assert "You ante" in told


def test_replay_of_several_hands_lists_them(inside: Inside) -> None:
    out = accepted(inside("replay", "-", stdin=history(*GOOD))).out.splitlines()
    assert f"a history of {len(GOOD)} hands: say which to tell with --hand N" in out[0]
    assert len(out) == 2 + len(GOOD)
    assert out[-1].split()[:4] == [str(len(GOOD)), "2023-11-14", "22:13", "corellian-house"]


def test_the_hands_of_a_history_as_json(inside: Inside) -> None:
    listed = accepted(inside("replay", "-", "--json", stdin=history(*GOOD))).lines()
    assert [one["hand"] for one in listed] == list(range(1, len(GOOD) + 1))
    assert [one["id"] for one in listed] == [one["hand"] for one in GOOD]
    assert "record" not in listed[0]


def test_a_hand_of_a_history_is_told_by_its_place(inside: Inside) -> None:
    events = accepted(inside("replay", "-", "--hand", 6, "--json", stdin=history(*GOOD))).lines()
    assert events == events_of(GOOD[5]["record"])


@pytest.mark.parametrize("hand", [0, -1, 10, 10**20])
def test_a_hand_that_a_history_has_not_is_refused(inside: Inside, hand: int) -> None:
    refused(inside("replay", "-", "--hand", hand, stdin=history(*GOOD)), "9 hands, 1 to 9", f"no hand {hand}")


def test_replay_names_the_line_of_a_history_that_is_wrong(inside: Inside) -> None:
    wrong = {**GOOD[1], "record": GOOD[1]["record"].replace("end ", "end 1", 1)}
    text = history(GOOD[0], wrong) + "{}\n"
    refused(inside("replay", "-", "--hand", 2, stdin=text), "the record in line 2 of -, line")
    refused(inside("replay", "-", "--hand", 3, stdin=text), "line 3: this is no hand of a history")
    refused(inside("replay", "-", stdin=text), "line 3: this is no hand of a history")


def test_one_hand_of_a_games_record_is_told_alone(inside: Inside) -> None:
    text = record_game(played_game())
    events = accepted(inside("replay", "-", "--hand", 2, "--json", stdin=text)).lines()
    assert (events[0]["type"], events[0]["number"], events[-1]["type"]) == ("hand-started", 2, "hand-ended")
    out = accepted(inside("replay", "-", "--hand", 2, stdin=text)).out
    assert out.startswith("Hand 2.")
    assert "Hand 1." not in out
    refused(inside("replay", "-", "--hand", 3, stdin=text), "no hand 3", "1 to 2")
