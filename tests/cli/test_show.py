"""`sabacc variants` and `sabacc rules`."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from sabacc.rules import OPTIONS, PRESETS, find_preset, options_of, read_rules
from sabacc.variants import VARIANTS
from tests.cli.conftest import Inside
from tests.cli.running import accepted, refused, sabacc


def test_variants_are_listed_with_how_many_can_play() -> None:
    out = accepted(sabacc("variants")).out
    for key in VARIANTS:
        least, most = find_preset(key).players
        assert re.search(rf"^{key} +{least}–{most} ", out, re.MULTILINE)


def test_variants_as_json_are_one_a_line(inside: Inside) -> None:
    lines = accepted(inside("variants", "--json")).lines()
    assert {line["preset"] for line in lines} == set(VARIANTS)
    assert all(line["players"] == [2, 8] for line in lines if line["cards"] == 76)


@pytest.mark.parametrize("key", PRESETS)
def test_rules_never_end_in_a_traceback(inside: Inside, key: str) -> None:
    """A preset that can't be explained yet says so."""
    ran = inside("rules", key)
    assert ran.code == (0 if key in VARIANTS else ran.code)
    assert ran.code in (0, 2)


@pytest.mark.parametrize("key", VARIANTS)
def test_rules_are_explained_with_the_words_of_the_game(inside: Inside, key: str) -> None:
    out = accepted(inside("rules", key)).out.lower()
    words = ("ante", "two cards", "bet", "fold", "call", "draw", "shift", "sabacc pot", "sudden demise", "side pot")
    assert [word for word in words if find_preset(key).family == "76" and word not in out] == []


@pytest.mark.parametrize("key", VARIANTS)
def test_rules_list_every_option_with_its_default(inside: Inside, key: str) -> None:
    preset = find_preset(key)
    out = accepted(inside("rules", key)).out
    for name in options_of(preset):
        default = json.dumps(getattr(preset.rules, name)).strip('"')
        row = re.search(rf"^{name} .*(?:\n {{10,}}.*)*", out, re.MULTILINE)
        assert row is not None, name
        assert default.split(",")[0] in row[0], name


def test_rules_say_what_an_option_may_be(inside: Inside) -> None:
    out = accepted(inside("rules", "classic")).out
    for name in options_of(find_preset("classic")):
        assert OPTIONS[name].asks_for().split(",")[0][:20] in out


def test_rules_name_every_house_rule_that_can_be_given(inside: Inside) -> None:
    """`stakes` can be given, so it must be told."""
    accepted(inside("rules", "classic", "-o", "stakes=mid"))
    assert re.search(r"^stakes ", accepted(inside("rules", "classic")).out, re.MULTILINE)


def test_a_house_rule_changes_what_is_explained(inside: Inside) -> None:
    out = accepted(inside("rules", "classic", "-o", "ante=7", "-o", "shift_trigger=none", "-o", "discard_pile=2")).out
    assert "antes 7" in out
    assert "There are no Sabacc shifts." in out
    assert "2 to the hand pot" in out


def test_stakes_set_ante_and_largest_bet(inside: Inside) -> None:
    options = accepted(inside("rules", "classic", "-o", "stakes=mid", "--json")).json()["options"]
    assert (options["ante"], options["max_bet"]) == (20, 100)


@pytest.mark.parametrize("key", VARIANTS)
def test_rules_as_json_are_one_object_with_all_options(inside: Inside, key: str) -> None:
    answer = accepted(inside("rules", key, "--json")).json()
    assert answer["rules"] == {"preset": key}
    assert list(answer["options"]) == options_of(find_preset(key))
    assert answer["explanation"]


@pytest.mark.parametrize("key", VARIANTS)
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
