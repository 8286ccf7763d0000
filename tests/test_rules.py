"""Rules as data: presets, options, their JSON and its schema, and what is refused."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings

from sabacc.cards import CLASSIC
from sabacc.errors import RulesError
from sabacc.rules import (
    FAMILIES,
    OPTIONS,
    PRESETS,
    Rules,
    find_preset,
    options_of,
    read_rules,
    rules_schema,
    write_rules,
)
from tests.strategies import house_rules

EVERY_PRESET = pytest.mark.parametrize("key", list(PRESETS))
FAMILY_OF_76 = ("cloud-city", "classic", "force", "pagat", "galactic")
quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

# The table of options in the design: values that are right, and one that is next to right. Where the preset matters, it
# is one that the option belongs to.
SPELLED: dict[str, tuple[str, list[Any], list[Any]]] = {
    "ante": ("classic", [1, 500], [0, -1, 2.5, "5", True, None]),
    "max_bet": ("classic", [1, 1000, None], [0, "none", True]),
    "max_raises": ("classic", [0, 3, None], [-1, "none", True]),
    "fold_fee": ("classic", [0, 3, "ante"], [-1, None, "1"]),
    "fold_fee_to": ("classic", ["sabacc", "hand"], ["main", "pot", None]),
    "bomb_out_penalty": ("classic", ["pot", 0, 30], ["hand", None, -1]),
    "sabacc_pot_cap": ("classic", [1, 500, None], [0, "none", True]),
    "caller_penalty": ("classic", [True, False], [0, 1, "yes", None]),
    "negative_pure": ("classic", [True, False], [-23, None]),
    "pot_building_rounds": ("classic", [1, 4, 10], [0, "1", None]),
    "quiet_rounds": ("classic", [0, 2, 20], [-1, 21, None]),
    "max_rounds": ("classic", [3, 12, 100], [2, None]),
    "discard_pile": ("classic", ["off", "free", 1, 5], ["on", 0, True, None]),
    "shift_trigger": (
        "galactic",
        [
            *("doubles", "double-spikes", "d6-low", "d12:1", "d12:12", "d20:1", "d20:20"),
            *("randomiser", "pulse", "none"),
        ],
        ["double", "d6:3", "d12:0", "d12:13", "d20:21", "xd20:1", "d12:7x", "randomizer", None, True],
    ),
    "shift_kind": ("classic", ["core", "rim", "wild", "one-card", "pulse", "by-dice"], ["one card", "none", None]),
    "shift_by_dice": (
        "classic",
        [["core", "rim", "wild", "one-card", "pulse", "core"], ["none"] * 6],
        [["core"] * 5, ["core"] * 7, ["by-dice"] * 6, "core", None],
    ),
    "static_field": ("classic", ["none", "free", "retrievable", "one-a-turn"], ["off", True, None]),
    "community_field": ("classic", [True, False], [1, "on", None]),
    "items": ("classic", [True, False], [1, "on", None]),
    "missed_payments": ("cloud-city", [True, False], [1, "on", None]),
    "short_antes": ("classic", [True, False], [1, "on", None]),
    "house_dealer": ("classic", [True, False], [1, "droid", None]),
    "declare_totals": ("classic", [True, False], [1, "on", None]),
    "sides": ("cloud-city", [True, False], [1, "light", None]),
    "star": ("classic", [-17, -10], [17, -13, "-17", -10.5, None]),
    "moderation": ("classic", [-14, -13], [-15, True, None]),
    "deck": (
        "classic",
        [["S2", "S3", "ID", "ID"], ["S1", "S2", "S3", "S4", "ST"], []],
        [["S1", "S2", "S3"], ["+1", "-1", "+2", "-2"], ["s1", "s2", "s3", "s4"], "S1 S2 S3 S4", [1, 2, 3, 4], None],
    ),
    "blinds": ("corellian-house", [[0, 1], [50, 100], [100, 100]], [[50], [1, 2, 3], 50, [-1, 5], ["1", "2"], None]),
    "board_price": ("corellian-house", [0, 25], [-1, "25", None]),
    "schedule": ("corellian-house", [[], [[50, 100, 25], [100, 200, 50]]], [[[50, 100]], [50, 100, 25], 7, None]),
    "level_minutes": ("corellian-house", [0, 1, 20, 1440], [-1, 1441, 2.5, "20", True, None]),
    "level_hands": ("corellian-house", [0, 1, 1000], [-1, 1001, 1.5, "8", True, None]),
}
RIGHT = [(name, preset, value) for name, (preset, right, _) in SPELLED.items() for value in right]
WRONG = [(name, preset, value) for name, (preset, _, wrong) in SPELLED.items() for value in wrong]


def schema_of(key: str) -> dict[str, Any]:
    """The schema as a client gets it."""
    schema: dict[str, Any] = json.loads(json.dumps(rules_schema(key)))
    return schema


def validator(key: str) -> Any:
    """What checks rules against a preset's schema."""
    return jsonschema.Draft202012Validator(schema_of(key))


def written(rules: Rules) -> dict[str, Any]:
    """Rules as they travel."""
    given: dict[str, Any] = json.loads(json.dumps(write_rules(rules)))
    return given


def refused(given: Any) -> str:
    """The reason why rules are refused."""
    with pytest.raises(RulesError) as caught:
        read_rules(given)
    return str(caught.value)


# ---- presets and round trips


def test_there_are_seven_presets() -> None:
    assert list(PRESETS) == [*FAMILY_OF_76, "corellian-house", "coruscant-shift"]


@EVERY_PRESET
def test_a_preset_round_trips_through_json_as_its_name(key: str) -> None:
    rules = read_rules(key)
    assert rules == PRESETS[key].rules
    assert written(rules) == {"preset": key}
    assert read_rules(written(rules)) == rules


@quick
@given(house_rules())
def test_any_valid_rules_round_trip_through_json(rules: Rules) -> None:
    assert read_rules(written(rules)) == rules
    assert read_rules(rules) == rules


@quick
@given(house_rules())
def test_only_differences_from_the_preset_are_written(rules: Rules) -> None:
    plain = PRESETS[rules.preset].rules
    different = {name for name in OPTIONS if getattr(rules, name) != getattr(plain, name)}
    assert set(written(rules)) == {"preset", *different}


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError):
        read_rules("classic").ante = 3  # type: ignore[misc]  # that is the point


# ---- options are spelled as in the design


def test_the_options_are_those_of_the_designs_table() -> None:
    assert list(OPTIONS) == list(SPELLED)
    assert set(OPTIONS) == set(Rules.__struct_fields__) - {"preset"}


@pytest.mark.parametrize(("name", "preset", "value"), RIGHT)
def test_every_value_of_the_table_is_accepted(name: str, preset: str, value: Any) -> None:
    needs = {"max_rounds": {"pot_building_rounds": 1}, "pot_building_rounds": {"max_rounds": 12}}.get(name, {})
    given = {"preset": preset, **needs, name: value}
    assert written(read_rules(given)).get(name, value) == value
    validator(preset).validate(given)


@pytest.mark.parametrize(("name", "preset", "value"), WRONG)
def test_a_value_that_is_not_in_the_table_is_refused_with_what_would_be_right(
    name: str, preset: str, value: Any
) -> None:
    said = refused({"preset": preset, name: value})
    assert said.startswith(f"{name} can't be ")
    assert "must be" in said


@pytest.mark.parametrize(("name", "preset", "value"), WRONG)
def test_a_value_that_is_not_in_the_table_does_not_validate(name: str, preset: str, value: Any) -> None:
    assert not validator(preset).is_valid({"preset": preset, name: value})


@pytest.mark.parametrize(("short", "long"), [("d12", "d12:1"), ("d20", "d20:1")])
def test_a_die_without_a_number_is_one_that_shows_a_one(short: str, long: str) -> None:
    assert read_rules({"preset": "classic", "shift_trigger": short}).shift_trigger == long


@pytest.mark.parametrize(("name", "value"), [("ante", 5.0), ("star", -10.0), ("moderation", -13.0)])
def test_numbers_are_whole_numbers(name: str, value: float) -> None:
    assert f"{name} can't be" in refused({"preset": "classic", name: value})


@pytest.mark.clause("HR12")
def test_hr12_a_deck_is_the_same_in_any_order_and_the_whole_deck_is_none_chosen() -> None:
    deck = ["ID", "S3", "S2", "ID"]
    assert read_rules({"preset": "classic", "deck": deck}).deck == ("S2", "S3", "ID", "ID")
    assert written(read_rules({"preset": "classic", "deck": list(CLASSIC.cards)})) == {"preset": "classic"}


@pytest.mark.clause("HR12")
@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (["S2", "S2", "S3", "S4"], "S2 is named 2 times, and the 76-card deck has 1"),
        (["ID", "ID", "ID", "S2"], "ID is named 3 times, and the 76-card deck has 2"),
        (["S2", "S3", "S4", "X9"], "there is no X9 in the 76-card deck"),
    ],
)
def test_hr12_no_card_is_there_more_often_than_in_the_deck(deck: list[str], why: str) -> None:
    assert why in refused({"preset": "classic", "deck": deck})


@pytest.mark.clause("HR13")
@pytest.mark.parametrize("key", FAMILY_OF_76)
def test_hr13_only_games_in_rounds_do_without_pot_building(key: str) -> None:
    given = {"preset": key, "pot_building_rounds": 0, "max_rounds": 1}
    if PRESETS[key].alternates_play_and_betting:
        assert read_rules(given).max_rounds == 1
    else:
        assert "must be a whole number from 1 to 20" in refused(given)
    assert validator(key).is_valid(given) is PRESETS[key].alternates_play_and_betting


@pytest.mark.clause("E1", "HR13")
def test_hr13_with_pot_building_rounds_two_more_are_needed() -> None:
    assert "at least 3" in refused({"preset": "pagat", "pot_building_rounds": 1, "max_rounds": 2})


# ---- the schema


@EVERY_PRESET
def test_the_schema_is_a_schema(key: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema_of(key))
    assert schema_of(key)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@EVERY_PRESET
def test_the_schema_has_the_options_of_its_preset_and_no_others(key: str) -> None:
    names = {*options_of(find_preset(key)), "preset"} | ({"stakes"} if key in FAMILY_OF_76 else set())
    assert set(schema_of(key)["properties"]) == names
    assert not validator(key).is_valid({"preset": key, "antes": 5})
    assert not validator(key).is_valid({"ante": 5})


@EVERY_PRESET
def test_every_option_has_a_title_a_description_a_default_and_bounds_or_choices(key: str) -> None:
    properties = schema_of(key)["properties"]
    for name in options_of(find_preset(key)):
        schema = properties[name]
        assert schema["title"], name
        assert schema["description"].endswith("."), name
        assert re.fullmatch(r"[A-Z]+\d+(?:(?:, |–)[A-Z]+\d+)*", schema["x-clauses"]), name
        assert "default" in schema, name
        assert bounded(schema), name


def bounded(schema: dict[str, Any]) -> bool:
    """Whether a schema says from where to where, or what there is to choose from."""
    if "anyOf" in schema:
        return all(bounded(way) for way in schema["anyOf"])
    if schema.get("type") == "array":
        return bounded(schema["items"])
    numbers = "minimum" in schema and "maximum" in schema
    return numbers or schema.get("type") in ("boolean", "null") or bool({"enum", "const", "pattern"} & set(schema))


@EVERY_PRESET
def test_the_defaults_are_the_preset(key: str) -> None:
    properties = schema_of(key)["properties"]
    defaults = {name: schema["default"] for name, schema in properties.items() if "default" in schema}
    validator(key).validate(defaults)
    assert read_rules(defaults) == PRESETS[key].rules


@quick
@given(house_rules())
def test_any_valid_rules_validate(rules: Rules) -> None:
    validator(rules.preset).validate(written(rules))


# ---- stakes


@pytest.mark.clause("B4")
@pytest.mark.parametrize("key", FAMILY_OF_76)
@pytest.mark.parametrize(
    ("stakes", "least", "most", "bet"), [("low", 3, 5, 10), ("mid", 20, 50, 100), ("high", 200, 500, 1000)]
)
def test_b4_stakes_are_smallest_ante_largest_ante_and_largest_bet(
    key: str, stakes: str, least: int, most: int, bet: int
) -> None:
    rules = read_rules({"preset": key, "stakes": stakes})
    assert (rules.ante, rules.max_bet) == (least, bet)
    assert read_rules({"preset": key, "stakes": stakes, "ante": most}).ante == most
    for ante in (least - 1, most + 1):
        assert f"from {least} to {most}" in refused({"preset": key, "stakes": stakes, "ante": ante})
    validator(key).validate({"preset": key, "stakes": stakes})


@pytest.mark.clause("B4")
def test_b4_stakes_are_written_as_what_they_set() -> None:
    rules = read_rules({"preset": "classic", "stakes": "mid"})
    assert written(rules) == {"preset": "classic", "ante": 20, "max_bet": 100}


@pytest.mark.clause("B4")
@pytest.mark.parametrize("stakes", ["medium", 5, None, ["low"]])
def test_b4_there_are_low_mid_and_high_stakes_only(stakes: Any) -> None:
    assert "low, mid, high" in refused({"preset": "classic", "stakes": stakes})
    assert not validator("classic").is_valid({"preset": "classic", "stakes": stakes})


@pytest.mark.clause("B4")
def test_b4_cloud_city_has_an_ante_of_1_and_bets_up_to_3() -> None:
    rules = read_rules("cloud-city")
    assert (rules.ante, rules.max_bet) == (1, 3)


# ---- refusals


@pytest.mark.parametrize("given", [{}, {"ante": 3}, 7, None, ["classic"]])
def test_rules_need_a_preset(given: Any) -> None:
    assert "preset" in refused(given)


@pytest.mark.parametrize("key", ["clasic", "Classic", 7, None, ["classic"]])
def test_an_unknown_preset_is_refused_with_those_there_are(key: Any) -> None:
    assert ", ".join(PRESETS) in refused({"preset": key})


def test_a_preset_with_a_slip_of_the_pen_is_guessed() -> None:
    assert "Did you mean corellian-house?" in refused("corelian-house")


def test_an_unknown_option_is_refused_with_a_guess_or_those_there_are() -> None:
    assert "Did you mean max_bet?" in refused({"preset": "classic", "maxbet": 5})
    assert ", ".join(options_of(PRESETS["coruscant-shift"])) in refused({"preset": "coruscant-shift", "zzz": 5})


@pytest.mark.clause("HR11")
@pytest.mark.parametrize("key", ["corellian-house", "coruscant-shift"])
@pytest.mark.parametrize(
    "name",
    sorted(set(FAMILIES["76"].options) - set(FAMILIES["corellian"].options) - set(FAMILIES["coruscant"].options)),
)
def test_hr11_options_of_the_76_card_family_are_refused_elsewhere(key: str, name: str) -> None:
    plain = getattr(PRESETS[key].rules, name)
    value = next(value for value in SPELLED[name][1] if value != plain)
    said = refused({"preset": key, name: value})
    assert f"{name} makes no sense in {key}" in said
    assert ", ".join(options_of(PRESETS[key])) in said
    assert not validator(key).is_valid({"preset": key, name: value})


@pytest.mark.clause("HR11", "CS13")
def test_hr11_coruscant_shift_has_these_options_only() -> None:
    assert options_of(PRESETS["coruscant-shift"]) == [
        "ante",
        "max_bet",
        "max_raises",
        "items",
        "short_antes",
        "house_dealer",
    ]


@pytest.mark.clause("CS13", "HR9")
def test_cs13_items_are_staked_only_with_an_ante() -> None:
    assert "set an ante" in refused({"preset": "coruscant-shift", "items": True})
    assert read_rules({"preset": "coruscant-shift", "items": True, "ante": 5}).items


@pytest.mark.clause("CS13")
@pytest.mark.parametrize("ante", [-1, None, "5", True])
def test_cs13_an_ante_is_0_or_more(ante: Any) -> None:
    assert "ante can't be" in refused({"preset": "coruscant-shift", "ante": ante})
    assert not validator("coruscant-shift").is_valid({"preset": "coruscant-shift", "ante": ante})
    assert read_rules({"preset": "coruscant-shift", "ante": 0}).ante == 0


@pytest.mark.clause("HR11", "E1", "FO3", "GA4")
@pytest.mark.parametrize(
    ("key", "options", "says"),
    [
        ("classic", {"shift_kind": "by-dice", "shift_trigger": "d12:1"}, "set shift_trigger to doubles"),
        ("galactic", {"static_field": "none", "community_field": True}, "free, retrievable or one-a-turn"),
        ("pagat", {"max_rounds": 4}, "at least 5"),
        ("force", {"negative_pure": True}, "set sides or negative_pure to false"),
        ("force", {"shift_trigger": "pulse"}, "set shift_trigger to randomiser"),
        ("classic", {"blinds": [1, 2]}, "Its options are stakes, ante"),
    ],
)
def test_hr11_options_that_do_not_go_together_are_refused_with_what_would(
    key: str, options: dict[str, Any], says: str
) -> None:
    assert says in refused({"preset": key, **options})
