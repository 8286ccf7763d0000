"""A table's rules at hand: what things cost and what the words mean."""

from __future__ import annotations

import pytest

from sabacc.rules import PRESETS, find_preset, read_rules
from sabacc.variants import explain_rules
from sabacc.variants.guide import guide_of


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_has_its_words_each_once(preset: str) -> None:
    guide = guide_of(find_preset(preset).rules)
    words = [term.word for term in guide.terms]
    assert len(words) > 5
    assert len(set(words)) == len(words)
    assert all(term.meaning.endswith(".") for term in guide.terms)


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("corellian-house", {"Nuhlrek", "Petal", "Spike", "Sudden demise"}),
        ("classic", {"Static field", "Sabacc shift", "Sudden demise", "Bomb-out"}),
        ("coruscant-shift", {"Target", "Selection"}),
    ],
)
def test_the_words_that_newcomers_stumble_over_are_there(preset: str, words: set[str]) -> None:
    assert words <= {term.word for term in guide_of(find_preset(preset).rules).terms}


def test_words_and_prices_are_those_of_this_table() -> None:
    guide = guide_of(read_rules({"preset": "classic", "static_field": "none", "ante": 7, "bomb_out_penalty": 9}))
    assert "Static field" not in {term.word for term in guide.terms}
    amounts = {(price.what, price.pot): price.amount for price in guide.prices}
    assert amounts["Ante", "hand"] == amounts["Ante", "sabacc"] == "7"
    assert amounts["Bombing out", "sabacc"] == "9"


@pytest.mark.parametrize("preset", PRESETS)
def test_paragraphs_have_their_labels_apart(preset: str) -> None:
    rules = find_preset(preset).rules
    paragraphs = guide_of(rules).explained
    assert {"Goal.", "Deal."} <= {one.label for one in paragraphs}
    assert [f"{one.label} {one.text}".strip() for one in paragraphs] == explain_rules(rules)


def test_ch11_the_price_of_a_board_card_is_in_the_list() -> None:
    prices = guide_of(find_preset("corellian-house").rules).prices
    assert ("A board card", "25") in {(price.what, price.amount) for price in prices}


def test_cs13_where_rounds_are_played_for_nothing_costs_anything() -> None:
    assert guide_of(find_preset("coruscant-shift").rules).prices == []
