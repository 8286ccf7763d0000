"""`sabacc variants` and `sabacc rules`."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from sabacc.errors import RulesError
from sabacc.rules import PRESETS, accepted_values, find_preset, option_in, options_of, read_rules
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside


def test_variants_are_listed_with_how_many_can_play() -> None:
    out = accepted(sabacc("variants")).out
    for key in PRESETS:
        least, most = find_preset(key).players
        assert re.search(rf"^{key} +{least}–{most} ", out, re.MULTILINE)


def test_variants_as_json_are_one_a_line(inside: Inside) -> None:
    lines = accepted(inside("variants", "--json")).lines()
    assert {line["preset"] for line in lines} == set(PRESETS)
    assert all(line["players"] == [2, 8] for line in lines if line["cards"] == 76)


@pytest.mark.parametrize("key", PRESETS)
def test_rules_never_end_in_a_traceback(inside: Inside, key: str) -> None:
    """A preset that can't be explained yet says so."""
    ran = inside("rules", key)
    assert ran.code == (0 if key in PRESETS else ran.code)
    assert ran.code in (0, 2)


@pytest.mark.parametrize("key", PRESETS)
def test_rules_are_explained_with_the_words_of_the_game(inside: Inside, key: str) -> None:
    out = accepted(inside("rules", key)).out.lower()
    words = ("ante", "two cards", "bet", "fold", "call", "draw", "shift", "sabacc pot", "sudden demise", "side pot")
    assert [word for word in words if find_preset(key).family == "76" and word not in out] == []


def options_told(out: str) -> dict[str, str]:
    """What is said of each option: its value and, further in, its meaning and what it may be."""
    listed = out[out.index("Options, to be set with -o") :]
    return {
        found[1]: re.sub(r"\s+", " ", found[0])
        for found in re.finditer(r"^(\w+)(?: = .*)?(?:\n    .*)+", listed, re.MULTILINE)
    }


@pytest.mark.parametrize("key", PRESETS)
def test_rules_list_every_option_with_its_default_and_what_the_preset_accepts(inside: Inside, key: str) -> None:
    preset = find_preset(key)
    told = options_told(accepted(inside("rules", key)).out)
    assert [name for name in told if name != "stakes"] == options_of(preset)
    for name in options_of(preset):
        default = json.dumps(getattr(preset.rules, name)).strip('"')
        assert told[name].startswith(f"{name} = {default} "), name
        assert f" May be {accepted_values(preset.rules, name).words}." in told[name], name


@pytest.mark.parametrize("key", PRESETS)
def test_options_fit_a_terminal_of_80_columns(inside: Inside, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = accepted(inside("rules", key)).out
    listed = out[out.index("Options, to be set with -o") :].splitlines()
    assert [line for line in listed if len(line) > 80 and line.startswith(" ")] == []


@pytest.mark.parametrize("key", PRESETS)
def test_the_least_and_every_choice_told_are_accepted(key: str) -> None:
    """Bounds are those of the preset, beside options that go with them."""
    preset = find_preset(key)
    beside = {
        "pot_building_rounds": {"max_rounds": 22},
        "max_rounds": {"pot_building_rounds": preset.least.get("pot_building_rounds", 0)},
    }
    for name in options_of(preset):
        option = option_in(preset, name)
        if option.kind == "number":
            values: list[object] = [max(option.least, preset.rules.blinds[1]) if name == "max_bet" else option.least]
            values += option.words
        else:
            values = list(option.choices)
        for value in values:
            more = {"shift_trigger": "doubles"} if value == "by-dice" else beside.get(name, {})
            assert getattr(read_rules({"preset": key, **more, name: value}), name) == value


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_under_the_least_told_is_refused(key: str) -> None:
    preset = find_preset(key)
    for name in options_of(preset):
        option = option_in(preset, name)
        if option.kind == "number":
            with pytest.raises(RulesError):
                read_rules({"preset": key, name: option.least - 1})


@pytest.mark.parametrize("key", ["cloud-city", "classic", "force"])
def test_games_in_turns_offer_no_pulses(inside: Inside, key: str) -> None:
    told = options_told(accepted(inside("rules", key)).out)
    assert "pulse" not in told["shift_trigger"].partition("May be")[2]
    assert "pulse" in options_told(accepted(inside("rules", "pagat")).out)["shift_trigger"].partition("May be")[2]


def test_rules_name_every_house_rule_that_can_be_given(inside: Inside) -> None:
    """`stakes` can be given, so it must be told."""
    accepted(inside("rules", "classic", "-o", "stakes=mid"))
    assert re.search(r"^stakes$", accepted(inside("rules", "classic")).out, re.MULTILINE)


def test_a_house_rule_changes_what_is_explained(inside: Inside) -> None:
    out = accepted(inside("rules", "classic", "-o", "ante=7", "-o", "shift_trigger=none", "-o", "discard_pile=2")).out
    assert "antes 7" in out
    assert "There are no Sabacc shifts." in out
    assert "2 to the hand pot" in out


def test_where_the_worked_hand_would_go_otherwise_one_is_told_where_it_is(inside: Inside) -> None:
    where = "`sabacc rules classic`, without options, tells a hand from start to end."
    assert where not in accepted(inside("rules", "classic")).out
    out = accepted(inside("rules", "classic", "-o", "shift_trigger=none")).out
    assert where in out
    assert " rolls " not in out


def test_a_game_without_credits_tells_where_it_is_explained_with_them(inside: Inside) -> None:
    where = "`sabacc rules coruscant-shift -o ante=5` explains the game with antes and bets."
    assert where in accepted(inside("rules", "coruscant-shift")).out
    assert where not in accepted(inside("rules", "coruscant-shift", "-o", "ante=5")).out


def test_each_choice_that_is_listed_is_explained(inside: Inside) -> None:
    told = options_told(accepted(inside("rules", "cloud-city")).out)
    assert "doubles: two dice show the same number" in told["shift_trigger"]
    assert "rim: everybody loses a card" in told["shift_kind"]
    assert "one-a-turn: one in and one out" in told["static_field"]
    assert "by-dice: " not in told["shift_kind"]
    assert "For by-dice another option must change too: shift kinds by dice need doubles" in told["shift_kind"]


def test_stakes_set_ante_and_largest_bet(inside: Inside) -> None:
    options = accepted(inside("rules", "classic", "-o", "stakes=mid", "--json")).json()["options"]
    assert (options["ante"], options["max_bet"]) == (20, 100)
    assert "ante is the least that is named here" in options_told(accepted(inside("rules", "classic")).out)["stakes"]


@pytest.mark.parametrize("key", PRESETS)
def test_rules_as_json_are_one_object_with_all_options(inside: Inside, key: str) -> None:
    answer = accepted(inside("rules", key, "--json")).json()
    assert answer["rules"] == {"preset": key}
    assert list(answer["options"]) == options_of(find_preset(key))
    assert answer["explanation"]


@pytest.mark.parametrize("key", PRESETS)
def test_the_schema_takes_the_preset_and_refuses_what_the_rules_refuse(inside: Inside, key: str) -> None:
    schema = accepted(inside("rules", key, "--schema")).json()
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    read_rules({"preset": key, "max_bet": None})
    assert valid({"preset": key, "max_bet": None})
    assert not valid({"preset": key, "max_bet": 0})
    assert not valid({"preset": key, "antes": 3})
    assert not valid({"preset": "nope"})


def test_the_last_of_two_values_for_a_house_rule_counts(inside: Inside) -> None:
    assert "antes 9" in accepted(inside("rules", "classic", "-o", "ante=7", "-o", "ante=9")).out


def test_a_house_rule_of_another_family_is_refused_by_its_clause(inside: Inside) -> None:
    refused(inside("rules", "classic", "-o", "board_price=3"), "board_price", "classic", "HR11")


def test_rules_are_explained_in_the_language_that_is_asked_for(inside: Inside) -> None:
    assert "Wer ausgestiegen ist" in re.sub(r"\s+", " ", accepted(inside("--lang", "de", "rules", "classic")).out)
    assert accepted(inside("--lang", "es", "rules", "force", "--json")).json()["explanation"][1].startswith("Objetivo.")
    assert "Des blindes" in accepted(inside("--lang", "fr", "variants")).out


def test_options_are_listed_in_the_language_that_is_asked_for(inside: Inside) -> None:
    told = re.sub(r"\s+", " ", accepted(inside("--lang", "de", "rules", "cloud-city")).out)
    assert "Was ein Sabacc-Shift tut. (X1–X5, HR6)" in told
    assert "Erlaubt: eine ganze Zahl ab 1 oder null." in told
    refused(inside("--lang", "fr", "rules", "classic", "-o", "ante=much"), "ante ne peut pas être 'much'")
