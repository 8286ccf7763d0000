"""Matches as pictures."""

from __future__ import annotations

import pytest

from sabacc.arena import Contestant, Scores, new_match, play_match
from sabacc.arena.match_plot import draw_match
from tests.arena.contestants import SIMPLE, Entry

BOTS: list[str | Contestant] = [SIMPLE, "droid", Entry("raiser")]


@pytest.fixture(scope="module")
def scores() -> Scores:
    return play_match("cloud-city", BOTS, hands=120, processes=1)


def test_every_pair_is_named(scores: Scores) -> None:
    picture = draw_match(scores, "svg").decode()
    for pair in ("simple against droid", "simple against raiser", "droid against raiser"):
        assert f"<!-- {pair} -->" in picture


def test_it_says_what_it_shows(scores: Scores) -> None:
    picture = draw_match(scores, "svg").decode()
    for words in ("cloud-city, 2 players", "hands played by the pair", "antes a hand", "95 % interval"):
        assert words in picture


def test_the_same_match_is_the_same_picture(scores: Scores) -> None:
    assert draw_match(scores, "svg") == draw_match(scores, "svg")


def test_a_png_is_a_png(scores: Scores) -> None:
    assert draw_match(scores, "png").startswith(b"\x89PNG")


def test_a_single_session_can_be_drawn_without_an_interval() -> None:
    picture = draw_match(play_match("cloud-city", BOTS[:2], hands=20, processes=1), "svg").decode()
    assert "±" not in picture


def test_a_match_that_has_not_begun_is_an_empty_picture() -> None:
    assert b"<svg" in draw_match(Scores(new_match("cloud-city", BOTS)), "svg")
