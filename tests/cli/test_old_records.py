"""Records of behaviour 1 are read, verified by their digests, and told from their events as events mean today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sabacc
from sabacc.errors import RecordError
from sabacc.game.events import Event, HandStarted, RulesChanged, Shown, SideDeclared, TotalDeclared
from sabacc.records import BEHAVIOUR, Record, read, tell_record, upgrade_events, write
from sabacc.rules import load_rules, store_rules
from tests.cli.command_runner import accepted
from tests.cli.conftest import Inside
from tests.old_behaviour import RECORDS, changed_defaults

each_record = pytest.mark.parametrize("name", RECORDS)


def text_of(name: str) -> str:
    text: str = RECORDS[name]["text"]
    return text


@each_record
def test_an_old_record_has_the_rules_it_was_played_by(name: str) -> None:
    with changed_defaults():
        rules = store_rules(read(text_of(name)).rules)
    assert {option: rules[option] for option in RECORDS[name]["rules"]} == RECORDS[name]["rules"]


@each_record
def test_an_old_record_is_verified_by_its_digests_and_that_is_said(name: str) -> None:
    verdict = sabacc.verify(text_of(name))
    assert not verdict.replayed
    assert f"played under behaviour 1 and the engine is at {BEHAVIOUR}" in verdict.note
    forged = text_of(name).replace('"number":1', '"number":7', 1)
    with pytest.raises(RecordError, match="altered"):
        sabacc.verify(forged)


@each_record
def test_an_old_record_is_told(name: str) -> None:
    record = read(text_of(name))
    told = tell_record(record)
    assert len(told) == len(record.events)
    assert [line for line in told if line.startswith(("Hand 1.", "Round 1."))]


@each_record
def test_an_old_record_that_is_written_again_is_still_an_old_one(name: str) -> None:
    record = read(text_of(name))
    again = read(write(record))
    assert (again.behaviour, again.rules, again.events) == (1, record.rules, record.events)


def test_an_old_full_record_can_not_be_played_again() -> None:
    with pytest.raises(RecordError, match="behaviour 1"):
        sabacc.replay(text_of("classic game full"))


@pytest.mark.parametrize("name", ["force game full", "pagat hand seat", "corellian-house game spectator"])
def test_the_command_replays_and_verifies_an_old_record(inside: Inside, tmp_path: Path, name: str) -> None:
    path = tmp_path / "old.sabacc"
    path.write_text(text_of(name), encoding="utf-8")
    told = accepted(inside("replay", path))
    assert "was not played again" in told.err
    assert told.out.splitlines() == list(filter(None, tell_record(read(text_of(name)))))
    assert "was not played again" in accepted(inside("verify", path)).out


def test_the_events_that_the_command_prints_mean_what_they_mean_now(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "old.sabacc"
    path.write_text(text_of("force hand full"), encoding="utf-8")
    printed = [json.loads(line) for line in accepted(inside("replay", path, "--json")).out.splitlines()]
    stored = read(text_of("force hand full"))
    dark = {event.seat for event in stored.events if isinstance(event, SideDeclared) and event.side == "dark"}
    was = {event.seat: event.total for event in stored.events if isinstance(event, Shown)}
    shown = {event["seat"]: event["total"] for event in printed if event["type"] == "shown"}
    assert dark & set(shown)
    assert shown == {seat: -total if seat in dark else total for seat, total in was.items()}


# ---- the upgrade


RULES = load_rules({"preset": "force", "declare_totals": True}, behaviour=1)
STARTED = HandStarted(1, 0, (1, 0), (90, 90), 0, ("dark", "light"))


def shown(seat: int, name: str, total: int) -> Shown:
    return Shown(seat, ("S7",), name, total, False)


def test_a_dark_players_totals_are_turned_and_nobody_elses() -> None:
    events: list[Event] = [
        STARTED,
        TotalDeclared(0, 11),
        TotalDeclared(1, 12),
        shown(0, "Total 18", 18),
        shown(1, "Total 18", 18),
        shown(0, "Bombed out at -25", -25),
        shown(0, "Pure Sabacc", 23),
        shown(0, "Bombed out at 0", 0),
    ]
    assert upgrade_events(events, RULES, behaviour=1) == [
        STARTED,
        TotalDeclared(0, -11),
        TotalDeclared(1, 12),
        shown(0, "Total -18", -18),
        shown(1, "Total 18", 18),
        shown(0, "Bombed out at 25", 25),
        shown(0, "Pure Sabacc", -23),
        shown(0, "Bombed out at 0", 0),
    ]
    assert upgrade_events(events, RULES, BEHAVIOUR) == events


def test_a_side_is_declared_anew_in_each_hand() -> None:
    again = HandStarted(2, 0, (1, 0), (90, 90), 0)
    events: list[Event] = [STARTED, SideDeclared(1, "dark"), TotalDeclared(1, 4), again, TotalDeclared(1, 4)]
    assert [event.total for event in upgrade_events(events, RULES, 1) if isinstance(event, TotalDeclared)] == [-4, 4]


def test_without_sides_nothing_is_turned() -> None:
    without = RulesChanged({"preset": "force", "sides": False})
    events: list[Event] = [without, STARTED, TotalDeclared(0, 9)]
    changed, *others = upgrade_events(events, RULES, behaviour=1)
    assert others == events[1:]
    assert changed == RulesChanged(store_rules(load_rules(without.rules, behaviour=1)))


def test_the_words_have_the_sign_that_the_cards_have() -> None:
    record = Record("full", "hand", RULES, ("Ana", "Ben"), [STARTED, shown(0, "Total 18", 18)], behaviour=1)
    assert tell_record(record)[-1] == "Ana shows S7: Total −18."
