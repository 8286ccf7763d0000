"""`sabacc chances`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import sabacc as library
from sabacc.game.hand import Hand
from sabacc.records import record_game, record_hand
from sabacc.rules import PRESETS
from tests.cli.command_runner import LONGEST, SABACC, accepted, environment, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.record_samples import (
    events_of,
    forged,
    open_game,
    play_at_random,
    played_game,
    played_hand,
    short_hand,
    with_head,
)
from tests.cli.terminals import interrupted, on_terminal
from tests.tables import open_table, play

FEW = ("--samples", "8", "--processes", "1")


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The record of a short hand of classic, over."""
    return saved(tmp_path, record_hand(short_hand()))


def saved(folder: Path, text: str, name: str = "hand.sabacc") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def decisions(inside: Inside, record: Path, *more: object) -> list[dict[str, Any]]:
    """What `sabacc chances` lists without --at."""
    found: list[dict[str, Any]] = accepted(inside("chances", record, *more, "--json")).json()["decisions"]
    return found


# ---- the answer


def test_json_has_what_the_issue_promises(short: Path) -> None:
    ran = accepted(sabacc("chances", short, "--seat", "1", "--at", "2", "--samples", "20", "--json"))
    report = ran.json()
    keys = ["action", "win", "bomb_out", "sabacc_pot", "credits", "low", "high", "samples"]
    assert all(list(one)[:8] == keys for one in report["actions"])
    assert [one["action"] for one in report["actions"]] == ["pass", "fold", "place S2", "place BA"]
    assert all(set(one["intervals"]) == {"win", "bomb_out", "sabacc_pot"} for one in report["actions"])
    assert {one["samples"] for one in report["actions"]} == {20}
    assert (report["hand"], report["seat"], report["at"], report["policy"]) == (1, 1, 2, "simple")
    assert ran.out.count("\n") == 1
    assert ran.err.strip() == ""


def test_people_see_the_table_and_the_best_action_first(inside: Inside, short: Path) -> None:
    out = accepted(inside("chances", short, "--seat", 1, "--at", 2, "--samples", 50, "--processes", 1)).out
    assert "Your cards: S2" in out
    lines = out.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("action"))
    assert lines[head].split() == ["action", "win", "bomb", "out", "sabacc", "pot", "credits"]
    won = [line.split("±")[0].split()[-1] for line in lines[head + 1 : head + 5]]
    credits_won = [float(figure.replace("−", "-")) for figure in won]
    assert credits_won == sorted(credits_won, reverse=True)
    assert "50 samples" in out


def test_people_see_true_minus_signs_and_percent_signs(inside: Inside, short: Path) -> None:
    line = ("chances", short, "--seat", 1, "--at", 2, "-a", "fold", *FEW)
    assert "fold    0.0% (0.0–32.4)  0.0% (0.0–32.4)  0.0% (0.0–32.4)  −1.00 ±0.00" in accepted(inside(*line)).out
    assert '"credits": -1.0' in accepted(inside(*line, "--json")).out


def test_a_narrow_terminal_has_no_room_for_intervals_but_for_whole_numbers(short: Path) -> None:
    line = ("chances", short, "--seat", "1", "--at", "2", "-a", "fold", *FEW)
    lines = on_terminal(40, *line)
    assert [words.split() for words in lines if words.startswith(("action", "fold"))] == [
        ["action", "win", "out", "pot", "credits"],
        ["fold", "0.0%", "0.0%", "0.0%", "−1.00"],
    ]
    assert "95 % intervals need a wider terminal" in " ".join(lines)
    assert any("0.0% (0.0–32.4)" in words for words in on_terminal(80, *line))


def test_a_narrow_terminal_shows_whole_decisions(short: Path) -> None:
    lines = on_terminal(40, "chances", short, "--seat", "1")
    assert [words.split()[-1] for words in lines if words[:4].strip().isdigit()] == [
        "pass",
        "check",
        "stand",
        "pass",
        "call-hand",
    ]


def test_in_a_file_nothing_is_left_out(short: Path) -> None:
    line = ("chances", short, "--seat", "1", "--at", "2", "-a", "fold", *FEW)
    assert "(0.0–32.4)  −1.00 ±0.00" in accepted(sabacc(*line, COLUMNS="20")).out


def test_a_game_without_bomb_outs_or_credits_has_no_column_for_them(inside: Inside, tmp_path: Path) -> None:
    record = saved(tmp_path, record_hand(played_hand("coruscant-shift", players=2)))
    out = accepted(inside("chances", record, "--seat", 0, "--at", 1, *FEW)).out
    assert "win" in out
    assert not any(word in out for word in ("bomb out", "sabacc pot", "±", "Credits"))


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_can_be_asked_about(inside: Inside, tmp_path: Path, key: str) -> None:
    record = saved(tmp_path, played_game(key, hands=2).record())
    at = decisions(inside, record, "--seat", 1, "--hand", 2)[-1]["at"]
    report = accepted(inside("chances", record, "--seat", 1, "--hand", 2, "--at", at, *FEW, "--json")).json()
    assert report["actions"]


def test_only_the_actions_asked_for_are_sampled(inside: Inside, short: Path) -> None:
    line = ("chances", short, "--seat", 0, "--at", 1, "-a", "raise 7", "--action", "check", *FEW, "--json")
    assert [one["action"] for one in accepted(inside(*line)).json()["actions"]] == ["raise 7", "check"]


@pytest.mark.parametrize("policy", ["simple", "random"])
def test_the_policy_can_be_named(inside: Inside, short: Path, policy: str) -> None:
    report = accepted(inside("chances", short, "--seat", 0, "--at", 1, "--policy", policy, *FEW, "--json")).json()
    assert report["policy"] == policy


def test_precision_and_seconds_stop_it(inside: Inside, short: Path) -> None:
    line = ("chances", short, "--seat", 0, "--at", 1, "-a", "check", "--processes", 1, "--json")
    report = accepted(inside(*line, "--precision", "0.15")).json()
    assert report["stopped_by"] == "precision"
    low, high = report["actions"][0]["intervals"]["win"]
    assert high - low <= 0.3
    assert accepted(inside(*line, "--seconds", "0.05")).json()["stopped_by"] == "seconds"


# ---- the moment


def test_without_at_the_decisions_are_listed(inside: Inside, short: Path) -> None:
    assert decisions(inside, short, "--seat", 1) == [
        {"at": 2, "question": "fold-window", "answer": "pass"},
        {"at": 4, "question": "bet", "answer": "check"},
        {"at": 6, "question": "draw", "answer": "stand"},
        {"at": 8, "question": "fold-window", "answer": "pass"},
        {"at": 9, "question": "call-window", "answer": "call-hand"},
    ]
    listed = accepted(inside("chances", short, "--seat", 1)).out
    assert "call the hand or let it go on" in listed
    assert "call-hand" in listed


def test_the_decisions_have_the_numbers_of_the_records_questions(inside: Inside, short: Path) -> None:
    events = events_of(short.read_text(encoding="utf-8"))
    asked = [event["question"] for event in events if event["type"] == "asked" and 1 in event["seats"]]
    assert [one["at"] for one in decisions(inside, short, "--seat", 1)] == asked


def test_a_seat_sees_what_others_did_before_it_answered(inside: Inside, tmp_path: Path) -> None:
    """Three are asked whether they fold; Cy answers after Ben has folded."""
    _, hand = open_table("classic", ["S1 S2", "S3 S4", "S5 S6", "S8 S9"], button=3)
    play(hand, "0 check", "1 fold", "2 pass")
    record = saved(tmp_path, record_hand(hand))
    out = accepted(inside("chances", record, "--seat", 2, "--at", 2, *FEW)).out
    assert "Ben: 189 credits, folded" in out
    assert "folded" not in accepted(inside("chances", record, "--seat", 1, "--at", 2, *FEW)).out


def test_a_question_nobody_has_answered_yet_is_a_moment_too(inside: Inside, tmp_path: Path) -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4"], button=1)
    record = saved(tmp_path, record_hand(hand))
    assert decisions(inside, record, "--seat", 0) == [{"at": 1, "question": "bet", "answer": None}]
    accepted(inside("chances", record, "--seat", 0, "--at", 1, *FEW))


def test_a_question_closed_by_another_is_a_moment_too(inside: Inside, tmp_path: Path) -> None:
    """Ben calls the hand before Cy has said anything."""
    _, hand = open_table("classic", ["S1 S2", "S3 S4", "S5 S6"], button=2, rolls=[(1, 2)] * 4)
    for seat in range(3):
        play(hand, f"{seat} check", *[f"{other} pass" for other in range(3) if other != seat], f"{seat} stand")
    play(hand, "0 check", "1 pass", "2 pass", "1 call-hand")
    record = saved(tmp_path, record_hand(hand))
    last = decisions(inside, record, "--seat", 2)[-1]
    assert (last["question"], last["answer"]) == ("call-window", None)
    report = accepted(inside("chances", record, "--seat", 2, "--at", last["at"], *FEW, "--json")).json()
    assert "call-hand" in [one["action"] for one in report["actions"]]


def test_a_seats_record_gives_what_the_full_record_gives(inside: Inside, tmp_path: Path) -> None:
    game = played_game("classic", hands=2)
    full = saved(tmp_path, game.record())
    seat = saved(tmp_path, record_game(game, 1), "seat.sabacc")
    at = decisions(inside, full, "--seat", 1, "--hand", 2)[0]["at"]
    line = ("--hand", 2, "--at", at, *FEW)
    assert accepted(inside("chances", full, "--seat", 1, *line)) == accepted(inside("chances", seat, *line))


def test_a_seats_record_needs_no_seat(inside: Inside, tmp_path: Path) -> None:
    record = saved(tmp_path, record_hand(short_hand(), 1))
    assert decisions(inside, record) == decisions(inside, record, "--seat", 1)


def test_between_hands_players_and_rules_may_change(inside: Inside, tmp_path: Path) -> None:
    """Levels, rules, a seat that empties and one that fills: each hand is played by its own table."""
    game = open_game("corellian-house", players=3)
    luck = random.Random(3)
    play_at_random(game.deal(), luck)
    game.set_level(2)
    game.leave(0)
    game.sit("Eve", 50_000)
    game.change_rules({**library.write_rules(game.rules), "board_price": 7})
    play_at_random(game.deal(), luck)
    record = saved(tmp_path, game.record())
    at = decisions(inside, record, "--seat", 0, "--hand", 2)[0]["at"]
    accepted(inside("chances", record, "--seat", 0, "--hand", 2, "--at", at, *FEW))


def test_a_record_is_read_from_standard_input(inside: Inside) -> None:
    accepted(inside("chances", "-", "--seat", 0, "--at", 1, *FEW, stdin=record_hand(short_hand())))


# ---- nothing leaks, and seeds hold


def hidden(theirs: str, deck: str) -> Hand:
    """A hand of which Ana sees the same, whatever Ben holds and will draw."""
    _, hand = open_table("classic", ["S7 C4", theirs], deck, button=1, rolls=[(1, 2)] * 4)
    play(hand, "0 check", "1 pass", "0 stand", "1 check", "0 pass", "1 gain", "0 check", "1 pass", "1 call-hand")
    return hand


def test_hidden_cards_and_the_future_leak_into_nothing(inside: Inside, tmp_path: Path) -> None:
    answers = []
    for name, hand in (("weak", hidden("S1 S2", "F1")), ("strong", hidden("S11 C11", "C1"))):
        record = saved(tmp_path, record_hand(hand), name)
        line = ("chances", record, "--seat", 0, "--at", 7, "--samples", 16, "--processes", 1)
        answers.append([accepted(inside(*line, *more)).out for more in ([], ["--json"])])
    assert answers[0] == answers[1]


def test_the_number_of_processes_changes_nothing(short: Path) -> None:
    line = ("chances", short, "--seat", "1", "--at", "8", "--precision", "0.2", "--json")
    answers = {accepted(sabacc(*line, *more)).out for more in (["--processes", "1"], ["--processes", "3"], [])}
    assert len(answers) == 1


def test_another_seed_makes_other_guesses(inside: Inside, short: Path) -> None:
    line = ("chances", short, "--seat", 1, "--at", 8, "--samples", 40, "--processes", 1, "--json", "--seed")
    assert accepted(inside(*line, "a")).json()["actions"] != accepted(inside(*line, "b")).json()["actions"]


# ---- refused


def test_a_question_that_was_not_asked_is_refused_with_those_that_were(inside: Inside, short: Path) -> None:
    refused(inside("chances", short, "--seat", 1, "--at", 3), "not asked question 3", "2, 4, 6, 8, 9")


def test_of_several_hands_one_must_be_named(inside: Inside, tmp_path: Path) -> None:
    record = saved(tmp_path, played_game(hands=3).record())
    refused(inside("chances", record, "--seat", 1), "hands 1 to 3", "--hand")
    refused(inside("chances", record, "--seat", 1, "--hand", 4), "hands 1 to 3")


def test_a_full_record_needs_a_seat(inside: Inside, short: Path) -> None:
    refused(inside("chances", short, "--at", 1), "--seat")


def test_a_seat_that_nobody_had_is_refused(inside: Inside, short: Path) -> None:
    refused(inside("chances", short, "--seat", 5, "--at", 1), "nobody had seat 5")


def test_a_seats_record_serves_that_seat_only(inside: Inside, tmp_path: Path) -> None:
    record = saved(tmp_path, record_hand(short_hand(), 1))
    refused(inside("chances", record, "--seat", 0, "--at", 1), "is what seat 1 saw")


def test_a_spectators_record_serves_nobody(inside: Inside, tmp_path: Path) -> None:
    record = saved(tmp_path, record_hand(short_hand(), None))
    refused(inside("chances", record, "--seat", 0, "--at", 1), "spectator")


def test_an_illegal_action_is_refused(inside: Inside, short: Path) -> None:
    refused(inside("chances", short, "--seat", 0, "--at", 1, "-a", "raise 99"), "can't raise 99", "raise to 1–10")
    refused(inside("chances", short, "--seat", 0, "--at", 1, "-a", "win"), "'win' is no action")


def test_an_unknown_policy_is_refused(inside: Inside, short: Path) -> None:
    refused(inside("chances", short, "--seat", 0, "--at", 1, "--policy", "wise"), "random, simple")


@pytest.mark.parametrize(
    ("flag", "value"),
    [("--samples", "0"), ("--precision", "0"), ("--precision", "2"), ("--precision", "nan"), ("--seconds", "-1")],
)
def test_limits_that_make_no_sense_are_refused(inside: Inside, short: Path, flag: str, value: str) -> None:
    refused(inside("chances", short, "--seat", 0, "--at", 1, flag, value), flag.strip("-"))


@pytest.mark.parametrize(("flag", "value"), [("--precision", "1e-300"), ("--seconds", "1e308")])
def test_a_limit_that_will_never_be_reached_does_no_harm(inside: Inside, short: Path, flag: str, value: str) -> None:
    report = accepted(inside("chances", short, "--seat", 0, "--at", 1, flag, value, *FEW, "--json")).json()
    assert report["stopped_by"] == "samples"


@pytest.mark.parametrize(
    ("flag", "value"), [("--action", "check"), ("--samples", "9"), ("--precision", "0.1"), ("--seconds", "1")]
)
def test_what_is_about_sampling_needs_a_decision(inside: Inside, short: Path, flag: str, value: str) -> None:
    refused(inside("chances", short, "--seat", 1, flag, value), f"{flag} goes with --at")


def test_a_record_that_was_altered_is_refused_with_its_line(inside: Inside, tmp_path: Path) -> None:
    text = record_hand(short_hand()).replace('"amount":5', '"amount":6', 1)
    refused(inside("chances", saved(tmp_path, text), "--seat", 0, "--at", 1), "line", "digest")


def test_a_hand_that_no_deal_leads_to_is_refused(inside: Inside, tmp_path: Path) -> None:
    def twice(events: list[dict[str, Any]]) -> None:
        dealt = [event for event in events if event["type"] == "dealt" and event["seat"] == 0]
        dealt[0]["card"] = dealt[1]["card"]

    record = saved(tmp_path, forged(record_hand(short_hand()), twice))
    refused(inside("chances", record, "--seat", 0, "--at", 1, *FEW), "not legal")


def test_where_the_search_may_give_up_on_a_true_hand_that_is_exit_1(inside: Inside, tmp_path: Path) -> None:
    """Totals are declared and a rim shift may pass cards on unseen; here nothing can be found, for a card is there twice."""

    def twice(events: list[dict[str, Any]]) -> None:
        dealt = [event for event in events if event["type"] == "dealt" and event["seat"] == 0]
        dealt[0]["card"] = dealt[1]["card"]

    hand = open_game("pagat", players=2, shift_kind="rim").deal()
    record = saved(tmp_path, forged(record_hand(hand), twice))
    refused(inside("chances", record, "--seat", hand.waiting[0], "--at", 1, *FEW), "may give up on a true one", code=1)


def test_events_that_make_no_sense_are_refused_with_their_line(inside: Inside, tmp_path: Path) -> None:
    def from_nowhere(events: list[dict[str, Any]]) -> None:
        next(event for event in events if event["type"] == "dropped")["card"] = "F14"

    record = saved(tmp_path, forged(record_hand(short_hand()), from_nowhere))
    refused(inside("chances", record, "--seat", 0, "--at", 1, *FEW), "line", "can't have happened")


def test_a_record_of_another_behaviour_is_refused(inside: Inside, tmp_path: Path) -> None:
    text = with_head(record_hand(short_hand()), "behaviour", "behaviour 99")
    refused(inside("chances", saved(tmp_path, text), "--seat", 0, "--at", 1), "behaviour 99")


# ---- stopped


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_with_what_was_sampled_so_far(short: Path, processes: str) -> None:
    more = ("--seat", "0", "--at", "1", "--samples", "100000", "--processes", processes, "--json")
    ran = interrupted("chances", short, *more)
    assert "stopped after" in ran.err
    report = ran.json()
    assert 0 < report["samples"] < 100_000
    assert report["stopped_by"] is None
    assert ran.code == 0


def test_ctrl_c_before_there_is_anything_says_so_and_is_exit_130() -> None:
    """Standard input does not end, so it waits. More than a pipe holds can only be written while it reads already."""
    pipe = subprocess.PIPE
    line = [SABACC, "chances", "-", "--seat", "0", "--at", "1"]
    with subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, env=environment()) as process:
        assert process.stdin is not None
        os.write(process.stdin.fileno(), b"\n" * 1_000_000)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONGEST)
    assert (process.returncode, out, err) == (130, b"", b"sabacc: stopped.\n")
