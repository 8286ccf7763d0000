"""Stored rules mean the same for ever: new ones name every option, old ones are read with the presets of their time."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import msgspec
import pytest

import sabacc
from sabacc.errors import RulesError
from sabacc.game.events import RulesChanged
from sabacc.game.snapshot import load_table, save_table
from sabacc.records import read, record_game
from sabacc.rules import (
    BEHAVIOUR,
    FAMILIES,
    OPTIONS,
    PRESETS,
    Family,
    NewerBehaviour,
    load_rules,
    options_of,
    read_rules,
    register_family,
    store_rules,
)
from sabacc.rules.old_presets import NOT_YET, OLD_PRESETS, UNSTORED
from sabacc.rules.registry import forget_family
from sabacc.variants import flow_of
from tests.foreign_packages import LUCKY_SEVEN
from tests.old_behaviour import WRITTEN, changed_defaults
from tests.tables import only

each_preset = pytest.mark.parametrize("key", WRITTEN["presets"])


@each_preset
def test_the_frozen_presets_are_those_of_behaviour_1(key: str) -> None:
    assert {"preset": key, **OLD_PRESETS[1][key]} == WRITTEN["presets"][key]


@each_preset
def test_an_older_table_has_a_value_for_every_option(key: str) -> None:
    """What was no option then has the value that keeps what was played."""
    assert set(options_of(PRESETS[key])) <= {*OLD_PRESETS[1][key], *NOT_YET[1]}


@each_preset
def test_rules_of_behaviour_1_are_read_as_they_were_whatever_the_defaults_are_now(key: str) -> None:
    was = WRITTEN["presets"][key]
    with changed_defaults():
        read = store_rules(load_rules({"preset": key}, behaviour=1))
        changed = store_rules(load_rules({"preset": key, "max_bet": 700}, behaviour=1))
        assert {name: read[name] for name in was} == was
        assert changed == {**read, "max_bet": 700}
        assert read != store_rules(read_rules(key))


@each_preset
def test_stored_rules_name_every_option_that_applies_and_no_other(key: str) -> None:
    stored = store_rules(read_rules(key))
    assert list(stored) == ["preset", *(name for name in options_of(PRESETS[key]) if name not in UNSTORED)]
    preset = PRESETS[key]
    assert set(stored) - {"preset"} == set(FAMILIES[preset.family].options) - set(preset.without) - set(UNSTORED)


def test_an_option_that_came_later_is_stored_where_it_changes_something() -> None:
    rules = read_rules({"preset": "classic", "short_antes": True})
    assert store_rules(rules)["short_antes"]
    assert load_rules(store_rules(rules), BEHAVIOUR) == rules


@each_preset
def test_stored_rules_ask_no_default(key: str) -> None:
    rules = read_rules(key)
    stored = store_rules(rules)
    with changed_defaults():
        assert store_rules(load_rules(stored, BEHAVIOUR)) == stored
    assert load_rules(stored, BEHAVIOUR) == rules


@pytest.mark.parametrize("stored", [None, [], "classic", {}, {"ante": 5}])
def test_what_is_no_stored_rules_is_refused(stored: object) -> None:
    with pytest.raises(RulesError, match="stored rules are an object with a 'preset'"):
        load_rules(stored, BEHAVIOUR)  # type: ignore[arg-type]


def test_records_snapshots_and_changes_of_rules_name_every_option() -> None:
    game = sabacc.new_game("classic", ["Ana", "Ben"], seed="s")
    game.change_rules({"preset": "classic", "ante": 4})
    (changed,) = only(RulesChanged, game.events)
    assert changed.rules == store_rules(game.rules)
    saved = save_table(game)
    assert (saved.rules, saved.behaviour) == (store_rules(game.rules), BEHAVIOUR)
    record = record_game(game)
    with changed_defaults():
        assert load_table(saved, flow_of).rules == game.rules
        assert read(record).rules == game.first_rules
        assert sabacc.verify(record).replayed


def test_a_change_of_rules_is_told_by_what_differs_from_the_preset() -> None:
    game = sabacc.new_game("classic", ["Ana", "Ben"], seed="s")
    game.change_rules({"preset": "classic", "max_bet": 17})
    assert f"; The house rules change: {OPTIONS['max_bet'].title} 17.\n" in record_game(game)


def test_a_saved_table_of_a_newer_behaviour_is_refused_with_a_sentence() -> None:
    saved = msgspec.structs.replace(save_table(sabacc.new_game("classic", ["Ana", "Ben"])), behaviour=BEHAVIOUR + 1)
    with pytest.raises(NewerBehaviour, match=f"behaviour {BEHAVIOUR + 1}.*install a newer one"):
        load_table(saved, flow_of)


# ---- families of other packages


@pytest.fixture
def lucky(monkeypatch: pytest.MonkeyPatch) -> Iterator[Family]:
    """The family of the example, which is on the list until the test is over."""
    monkeypatch.syspath_prepend(str(LUCKY_SEVEN))
    family: Family = importlib.import_module("lucky_seven").FAMILY
    register_family(family)
    yield family
    forget_family(family.key)


def later_version(family: Family) -> Family:
    """The same with other defaults, and with an option that it did not have."""
    (preset,) = family.presets
    rules = msgspec.structs.replace(preset.rules, ante=4, max_bet=40, fold_fee=2, max_raises=1)
    presets = (msgspec.structs.replace(preset, rules=rules),)
    options = (*family.options, "max_raises")
    return msgspec.structs.replace(family, presets=presets, options=options, came_later={"max_raises": None})


def test_what_a_foreign_family_stored_keeps_its_rules_in_later_versions_of_its_package(lucky: Family) -> None:
    game = sabacc.new_game("lucky-seven", ["Ana", "Ben"], seed="s")
    hand = game.deal()
    while not hand.over:
        seat = hand.waiting[0]
        hand.act(seat, hand.pending[seat].default)
    record, saved = record_game(game), save_table(game)
    forget_family(lucky.key)
    register_family(later_version(lucky))
    assert (read_rules("lucky-seven").ante, read_rules("lucky-seven").max_raises) == (4, 1)
    for rules in (read(record).rules, load_table(saved, flow_of).rules):
        assert (rules.ante, rules.max_bet, rules.fold_fee, rules.max_raises) == (1, 3, 0, None)
    assert sabacc.verify(record).replayed
