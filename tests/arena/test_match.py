"""Matches: every pair, the same result every time."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.arena import Contestant, Scores, new_match, play_match
from sabacc.arena.session import play_session
from sabacc.errors import SabaccError
from sabacc.rules import PRESETS, Rules, read_rules
from tests.arena.contestants import SIMPLE, Entry
from tests.strategies import SOAK

FOUR: list[str | Contestant] = [SIMPLE, "droid", Entry("sleeper"), Entry("raiser")]


def counted(scores: Scores) -> dict[str, Any]:
    """A report without what depends on the machine."""
    return {key: value for key, value in scores.report().items() if key != "timing"}


def test_every_pair_plays_as_many_hands() -> None:
    scores = play_match("cloud-city", FOUR, hands=40, processes=1)
    assert [pair["bots"] for pair in scores.report()["pairs"]] == [
        ["simple", "droid"],
        ["simple", "sleeper"],
        ["simple", "raiser"],
        ["droid", "sleeper"],
        ["droid", "raiser"],
        ["sleeper", "raiser"],
    ]
    assert {pair["hands"] for pair in scores.report()["pairs"]} == {40}


def test_hands_are_rounded_up_to_whole_sessions() -> None:
    assert play_match("cloud-city", FOUR[:2], hands=21, processes=1).hands((0, 1)) == 40
    assert play_match("cloud-city", FOUR[:2], hands=1, players=3, session=5, processes=1).hands((0, 1)) == 30


@pytest.mark.parametrize("players", [2, 3])
def test_the_result_is_the_same_whatever_the_number_of_processes(players: int) -> None:
    reports = [
        counted(play_match("classic", FOUR[:3], hands=60, players=players, processes=processes))
        for processes in (1, 2, 3)
    ]
    assert reports[0] == reports[1] == reports[2]


def test_another_seed_is_another_match() -> None:
    assert counted(play_match("classic", FOUR[:2], 40, seed="1")) != counted(
        play_match("classic", FOUR[:2], 40, seed="2")
    )


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    short, long = (play_match("classic", FOUR[:2], hands, processes=1) for hands in (40, 80))
    assert long.samples((0, 1))[:2] == short.samples((0, 1))


def test_it_does_not_matter_in_which_order_sessions_come() -> None:
    match = new_match("classic", FOUR[:3])
    sessions = [play_session(task) for task in match.session_tasks(3)]
    assert counted(Scores(match, sessions)) == counted(Scores(match, reversed(sessions)))


def test_results_are_in_antes_a_hand_and_seat() -> None:
    scores = play_match({"preset": "classic", "ante": 2}, FOUR[:2], hands=20, players=4, processes=1)
    session = next(iter(scores))
    assert scores.samples((0, 1)) == [session.total / (2 * 20 * 2)]


def test_who_plays_well_beats_who_plays_anything() -> None:
    found = play_match("pagat", FOUR[:2], hands=400 if SOAK else 200).between("simple", "droid")
    assert found is not None
    assert found.above


def test_what_one_wins_the_other_loses() -> None:
    scores = play_match("pagat", FOUR[:2], hands=60, processes=1)
    one, other = scores.between("simple", "droid"), scores.between("droid", "simple")
    assert one is not None
    assert other == one.mirrored()


def test_before_the_first_session_nothing_is_known() -> None:
    scores = Scores(new_match("classic", FOUR[:2]))
    assert scores.estimate((0, 1)) is None
    assert scores.report()["pairs"][0]["antes_a_hand"] is None


# ---- what is played


@pytest.mark.parametrize(("preset", "ante"), {"cloud-city": 1, "classic": 3, "corellian-house": 25}.items())
def test_the_unit_is_the_ante_and_in_corellian_house_the_board_price(preset: str, ante: int) -> None:
    assert new_match(preset, FOUR[:2]).ante == ante


def test_coruscant_shift_is_played_with_an_ante() -> None:
    match = new_match("coruscant-shift", FOUR[:2])
    assert (match.ante, match.rules.max_bet, match.stack) == (5, 10, 200)


def test_an_ante_that_was_asked_for_stays() -> None:
    match = new_match({"preset": "coruscant-shift", "ante": 2, "max_bet": None}, FOUR[:2])
    assert (match.ante, match.rules.max_bet) == (2, None)


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_a_unit(key: str) -> None:
    assert new_match(key, FOUR[:2]).ante > 0


@pytest.mark.parametrize(
    ("rules", "bots", "settings", "words"),
    [
        ("classic", ["droid"], {}, "at least two bots"),
        ("classic", ["droid", "droid"], {}, "droid is named twice"),
        ("classic", ["droid", "nobody"], {}, "no bot 'nobody'"),
        ("classic", ["droid", ""], {}, "no bot ''"),
        ("classic", ["droid:5", SIMPLE], {}, "doesn't search"),
        ("klassic", FOUR, {}, "no preset 'klassic'"),
        ("classic", FOUR, {"players": 1}, "2 to 8 players"),
        ("coruscant-shift", FOUR, {"players": 5}, "2 to 4 players"),
        ("classic", FOUR, {"session": 0}, "1 to 1000 hands"),
        ("classic", FOUR, {"hands": 0}, "at least 1 hand"),
        ({"preset": "coruscant-shift", "ante": 0}, FOUR, {}, "counts credits"),
        (read_rules("coruscant-shift"), FOUR, {}, "counts credits"),
    ],
)
def test_what_can_not_be_played_is_refused(rules: str | Rules, bots: Any, settings: Any, words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        play_match(rules, bots, **settings)


def test_only_bots_of_the_match_have_results() -> None:
    scores = Scores(new_match("classic", FOUR[:2]))
    with pytest.raises(SabaccError, match="the bots are simple, droid"):
        scores.between("simple", "raiser")
