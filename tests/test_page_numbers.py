"""The numbers that the rules pages give for a preset are the preset's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sabacc.hands.classic import Scale
from sabacc.rules import FAMILIES, OPTIONS, PRESETS, Rules, options_of, read_rules, usual_stack
from sabacc.rules.options import STAKES
from sabacc.variants.family76.shifts import PULSE_ODDS

PAGES = Path(__file__).parent.parent / "docs" / "rules"
FAMILY_76 = [key for key, preset in PRESETS.items() if preset.family == "76"]


def text_of(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8").replace("−", "-")


def rows_under(name: str, heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    part = text_of(name).split(f"\n## {heading}\n")[1]
    table = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


def written(rules: Rules, option: str) -> str:
    """A value as the page has it."""
    value: Any = getattr(rules, option)
    if option == "deck":
        return value or "all 76"
    if isinstance(value, str):
        return f"`{value}`"
    return {True: "true", False: "false", None: "null"}.get(value, str(value)) if type(value) is not int else str(value)


def test_the_table_of_presets_has_every_option_with_the_presets_values() -> None:
    rows = {row[0].strip("`"): row[1:] for row in rows_under("house-rules", "What the presets say")}
    stacks = rows.pop("stack")
    assert set(rows) == {name for name in FAMILIES["76"].options if name != "shift_by_dice"}
    for option, cells in rows.items():
        told = [cell.partition(" (")[0] for cell in cells]
        assert told == [written(PRESETS[key].rules, option) for key in FAMILY_76], option
    assert stacks == [str(PRESETS[key].stack) for key in FAMILY_76]


@pytest.mark.parametrize("key", FAMILY_76)
@pytest.mark.parametrize("ante", [None, 1, 5, 20])
def test_a_stack_is_100_antes_at_any_stakes(key: str, ante: int | None) -> None:
    rules = PRESETS[key].rules if ante is None else read_rules({"preset": key, "ante": ante})
    assert usual_stack(rules) == 100 * (rules.ante or 0)
    assert PRESETS[key].stack == usual_stack(PRESETS[key].rules)


def test_corellian_house_sits_down_with_10_000() -> None:
    assert usual_stack(PRESETS["corellian-house"].rules) == 10_000


def test_the_table_of_options_has_every_option_there_is() -> None:
    named = [row[0].strip("`") for row in rows_under("house-rules", "The options")]
    assert sorted(named) == sorted(["stakes", *OPTIONS])


@pytest.mark.parametrize("name", ["house-rules", "table-and-money"])
def test_stakes_are_those_of_the_rules(name: str) -> None:
    for stakes, (least, most, bet) in STAKES.items():
        either = (f"`{stakes}` is an ante of {least} to {most}", f"`{stakes}` is {least} to {most} and up")
        printed = f"`{stakes}` {least}/{most}/{bet}"
        text = re.sub(r"\s+", " ", text_of(name))
        assert printed in text or any(said in text for said in either), stakes


@pytest.mark.parametrize("key", FAMILY_76)
def test_a_page_names_the_presets_ante_stack_and_largest_bet(key: str) -> None:
    rules, text = PRESETS[key].rules, re.sub(r"\s+", " ", text_of(key))
    assert {int(ante) for ante in re.findall(r"[Aa]nte(?: is| of)? (\d+)", text)} == {rules.ante}
    assert f"{PRESETS[key].stack} credits each" in text or f"Credits: {PRESETS[key].stack} each" in text
    limit = re.findall(r"(?:raises up to|largest raise|bets? (?:run )?from 1 to|raise it by 1 to) (\d+)", text)
    assert {int(bet) for bet in limit} == {rules.max_bet}


@pytest.mark.parametrize("key", ["cloud-city", "classic", "pagat"])
def test_a_page_names_the_fold_fee_and_where_it_goes(key: str) -> None:
    rules, text = PRESETS[key].rules, re.sub(r"\s+", " ", text_of(key))
    assert f"Folding costs {rules.fold_fee}" in text
    fee = re.findall(r"pays (?:the fee of )?1 to the (sabacc|hand) pot|paid to the (sabacc|hand) pot", text)
    assert {one or other for one, other in fee} == {rules.fold_fee_to}


def test_folding_is_free_in_galactic() -> None:
    assert "Folding is free" in text_of("galactic")
    assert PRESETS["galactic"].rules.fold_fee == 0


def test_the_force_page_has_every_arcanum_for_both_sides() -> None:
    scale = Scale(PRESETS["force"].rules)
    told = re.findall(r"^\| [^|`]*`([A-Z]{2})` \| ([+-]?\d+) \| ([+-]?\d+) \|", text_of("force"), re.MULTILINE)
    assert len(told) == 8
    for card, light, dark in told:
        assert (int(light), int(dark)) == (scale.total([card], "light"), scale.total([card], "dark"))


def test_the_galactic_page_has_the_odds_of_pulses() -> None:
    clause = re.sub(r"\s+", " ", text_of("galactic").split("**GA4**")[1].split("- **")[0])
    told = re.findall(r"1 in (\d+)", clause)
    assert tuple(map(int, told)) == PULSE_ODDS


def test_the_corellian_page_has_the_presets_schedule_and_stack() -> None:
    preset = PRESETS["corellian-house"]
    rows = rows_under("corellian-house", "The blinds schedule")
    assert [tuple(map(int, row[2:])) for row in rows] == list(preset.rules.schedule)
    assert f"{preset.stack:,} each" in text_of("corellian-house")
    assert (*preset.rules.blinds, preset.rules.board_price) == preset.rules.schedule[0]


def test_options_that_the_page_knows_are_those_that_presets_take() -> None:
    taken = {name for preset in PRESETS.values() for name in options_of(preset)}
    assert taken == set(OPTIONS)
