"""Golden records: whole hands, played by scenes and kept as text. A change in the engine that changes one shows here.

When a change is meant, `python -m tests.golden.make` writes them anew.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import sabacc
from sabacc.cards import Deck
from sabacc.errors import RecordError
from sabacc.game.events import Dealt, Event, HandEnded, HandStarted, HandVoided, NoSuddenDemise, Rolled, Won
from sabacc.records import read, write
from sabacc.rules import PRESETS, family_of, read_rules
from tests.golden import raw_records as raw
from tests.golden.make import RECORDS, SUFFIX, make
from tests.golden.registry import Played, full_record, seat_record
from tests.golden.scenarios import SCENARIOS, Golden, Predicate
from tests.golden.scenes import MODULES, SCENES
from tests.tables import only

NAMES = sorted(SCENES)
DAMAGED = "classic-static-field"  # the one that is taken apart line by line
each_golden = pytest.mark.parametrize("name", NAMES)


@cache
def played(name: str) -> Played:
    """The scene, played once for all tests."""
    return SCENES[name]()


@cache
def text_of(name: str) -> str:
    """The golden as it lies in its file."""
    return (RECORDS / f"{name}{SUFFIX}").read_text(encoding="utf-8")


@cache
def golden(name: str) -> Golden:
    """The golden as its file tells it."""
    record = read(text_of(name))
    return Golden(record.rules, record.events)


def seats_of(name: str) -> list[int | None]:
    """Every seat of a golden, and the spectator."""
    seats = max(len(event.stacks) for event in only(HandStarted, golden(name).events))
    return [*range(seats), None]


def deck_of(name: str) -> Deck:
    """The deck it is played with."""
    return family_of(read_rules(golden(name).preset)).deck


# ---- the files


def test_every_scene_has_its_file_and_every_file_its_scene() -> None:
    assert {path.name for path in RECORDS.iterdir()} == {f"{name}{SUFFIX}" for name in SCENES}


def test_every_scene_says_what_it_shows() -> None:
    for name, scene in SCENES.items():
        assert scene.__doc__, name
        assert scene.__module__ in {module.__name__ for module in MODULES}


@each_golden
def test_a_scene_plays_to_exactly_its_file(name: str) -> None:
    assert full_record(played(name)).encode() == (RECORDS / f"{name}{SUFFIX}").read_bytes()


@each_golden
def test_a_file_verifies_and_replays_to_the_same_text(name: str) -> None:
    text = text_of(name)
    verdict = sabacc.verify(text)
    assert verdict.replayed
    assert verdict.hands == len(golden(name).hands)
    assert full_record(sabacc.replay(text)) == text


@each_golden
def test_every_hand_goes_from_the_deal_to_the_payout(name: str) -> None:
    hands = golden(name).hands
    assert hands
    for hand in hands:
        assert isinstance(hand[0], HandStarted)
        assert isinstance(hand[-1], HandEnded)
        assert only(Dealt, hand)


def test_making_them_writes_what_is_new_and_removes_what_is_stale(tmp_path: Path) -> None:
    assert len(make(tmp_path)) == len(SCENES)
    (tmp_path / f"{DAMAGED}{SUFFIX}").write_text("something else")
    (tmp_path / f"forgotten{SUFFIX}").write_text("of a scene that is gone")
    assert make(tmp_path) == [f"changed: {DAMAGED}{SUFFIX}", f"removed: forgotten{SUFFIX}"]
    assert make(tmp_path) == []
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in RECORDS.iterdir()
    }


# ---- what they show


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_at_least_three(preset: str) -> None:
    assert len([name for name in NAMES if golden(name).preset == preset]) >= 3


@each_golden
def test_a_golden_is_named_for_its_preset(name: str) -> None:
    assert name.startswith(f"{golden(name).preset}-")


@pytest.mark.parametrize(("scenario", "shows"), SCENARIOS.items())
def test_every_scenario_is_played(scenario: str, shows: Predicate) -> None:
    shown_by = [name for name in NAMES if shows(golden(name))]
    assert shown_by, f"no golden shows {scenario}"
    assert len(shown_by) < len(NAMES), f"{scenario}: so loose that every golden shows it"


def test_every_kind_of_event_happens_somewhere() -> None:
    """All but a sudden demise with too few cards (D4), which takes eight players who hold all 76, and a hand that a server
    voids after an update."""
    seen = {type(event) for name in NAMES for event in golden(name).events}
    assert set(get_args(Event)) - seen == {NoSuddenDemise, HandVoided}


# ---- credits


@each_golden
def test_credits_only_change_hands(name: str) -> None:  # noqa: C901 - one branch for each kind of event
    """Every credit is followed from stack to pot and back; what a hand says in the end is what that makes (T1)."""
    stacks: dict[int, int] = {}
    pots = {"hand": 0, "fees": 0, "sabacc": 0}
    for _, event in raw.lines_of(text_of(name)):
        kind, seat = event["type"], event.get("seat", -1)
        if kind == "sat":
            stacks[seat] = event["stack"]
        elif kind in ("rebought", "item-staked"):
            stacks[seat] += event["amount"] if kind == "rebought" else event["value"]
        elif kind == "item-taken":
            stacks[seat] -= event["price"]
        elif kind == "left":
            assert stacks.pop(seat) == event["took"]
        elif kind == "paid":
            stacks[seat] -= event["amount"]
            pots[event["pot"]] += event["amount"]
        elif kind == "refunded":
            stacks[seat] += event["amount"]
            pots["hand"] -= event["amount"]
        elif kind == "won":
            stacks[seat] += event["amount"]
            pots["sabacc" if event["pot"] < 0 else "hand"] -= event["amount"]
        elif kind in ("swept", "spilled"):
            to_sabacc = event["amount"] if kind == "swept" else -event["amount"]
            pots["hand"] -= to_sabacc
            pots["sabacc"] += to_sabacc
        elif kind == "closed":
            for sharer, share in event["shares"]:
                stacks[sharer] += share
                pots["sabacc"] -= share
            assert pots["sabacc"] == 0
        elif kind in ("hand-started", "hand-ended"):
            if not stacks:  # the record of a single hand
                stacks = dict(enumerate(event["stacks"]))
            assert [stacks.get(seat, 0) for seat in range(len(event["stacks"]))] == event["stacks"]
            assert pots["sabacc"] == event["sabacc_pot"]
            assert pots["hand"] + pots["fees"] == 0  # fees are paid out with the pot they lie in
            pots["hand"] = pots["fees"] = 0
        assert all(stack >= 0 for stack in stacks.values())
        assert pots["hand"] + pots["fees"] >= 0


# ---- what a seat is given


@each_golden
def test_every_seats_record_verifies(name: str) -> None:
    for seat in seats_of(name):
        verdict = sabacc.verify(seat_record(played(name), seat))
        assert (verdict.kind, verdict.events) == ("seat", len(golden(name).events))


@each_golden
def test_no_seat_is_given_a_seed(name: str) -> None:
    full = raw.head_of(text_of(name))
    seeds = [json.loads(full["seed"][0])]
    seeds += [json.loads(line.partition(" ")[2]) for line in full.get("hand-seed", [])]
    for seat in seats_of(name):
        text = seat_record(played(name), seat)
        assert list(raw.head_of(text)) == ["sabacc-record", "behaviour", "rules", "seat", "names"]
        assert not [seed for seed in seeds if seed in text]


@each_golden
def test_a_seat_is_shown_the_cards_it_may_see_and_no_other(name: str) -> None:
    deck = deck_of(name)
    full = raw.lines_of(text_of(name))
    hidden = 0
    for seat in seats_of(name):
        seen = raw.lines_of(seat_record(played(name), seat))
        assert len(seen) == len(full)
        for (_, event), (sentence, shown) in zip(full, seen, strict=True):
            may = raw.may_see(event, seat, deck)
            assert raw.cards_in(shown, deck) == may, (seat, event, shown)
            secret = may != raw.cards_in(event, deck)
            hidden += secret
            numbers = set() if secret else {"0"}  # a pot of 0 is no sylop
            assert raw.cards_told(sentence, deck) <= set(may) | numbers, (seat, event, sentence)
    assert hidden, "nothing is ever hidden: is this a card game?"


@each_golden
def test_what_a_seat_is_shown_besides_cards_is_the_truth(name: str) -> None:
    """A cut-down event has nothing that the full one doesn't have, and the same time and place."""
    full = [line.event for line in raw.lines_of(text_of(name))]
    for seat in seats_of(name):
        shown = [line.event for line in raw.lines_of(seat_record(played(name), seat))]
        for said, true in zip(shown, full, strict=True):
            assert flat(said) <= flat(true)
            assert (said["type"], said.get("seat")) == (true["type"], true.get("seat"))
            if true["type"] == "acted" and true["action"]["type"] == "choose-side" and true["seat"] != seat:
                assert said["action"] == {"type": "choose-side"}  # sides are declared all at once (FO1)


def flat(event: raw.Json, under: str = "") -> set[str]:
    """An event's fields as texts, those of its action too."""
    found: set[str] = set()
    for key, value in event.items():
        found |= flat(value, f"{under}{key}.") if key == "action" else {f"{under}{key}={json.dumps(value)}"}
    return found


# ---- damage


def fails(text: str) -> int:
    """A record that is not true; the line that the error names."""
    with pytest.raises(RecordError) as caught:
        sabacc.verify(text)
    line = caught.value.line
    assert line is not None, str(caught.value)
    assert str(caught.value).startswith(f"line {line}: ")
    assert 1 <= line <= max(1, len(text.splitlines()))
    return line


def test_a_record_that_lacks_a_line_fails() -> None:
    lines = text_of(DAMAGED).splitlines(keepends=True)
    counting = [at for at, line in enumerate(lines) if not line.startswith(";")]  # those are for people
    assert len(counting) == len(raw.head_of(text_of(DAMAGED))) + len(golden(DAMAGED).events) + 1
    for at in counting:
        fails("".join(lines[:at] + lines[at + 1 :]))


def test_sentences_are_for_people_and_may_be_left_out() -> None:
    lines = text_of(DAMAGED).splitlines(keepends=True)
    assert sabacc.verify("".join(line for line in lines if not line.startswith(";"))).replayed


@each_golden
def test_a_record_that_breaks_off_fails(name: str) -> None:
    text = text_of(name)
    luck = random.Random(name)
    for at in {0, 1, len(text) - 2, *(luck.randrange(len(text) - 1) for _ in range(15))}:
        fails(text[:at])


@each_golden
def test_a_record_with_one_character_changed_fails_at_that_line(name: str) -> None:
    """Or, where it is a line of the head, not after the first event: the digests begin with the head."""
    lines = text_of(name).splitlines()
    first_event = read(text_of(name)).lines[0]
    counting = [number for number, line in enumerate(lines, 1) if not line.startswith(";")]
    luck = random.Random(name)
    for number in [*counting[:6], *luck.sample(counting, 20), counting[-1]]:
        line = lines[number - 1]
        at = luck.randrange(len(line))
        other = luck.choice([sign for sign in '0123456789abcdefXYZ{}[]",: ' if sign != line[at]])
        changed = [*lines[: number - 1], line[:at] + other + line[at + 1 :], *lines[number:]]
        named = fails("\n".join(changed) + "\n")
        assert named == number if number >= first_event else named <= first_event


FORGED = (Dealt, Rolled, Won, HandEnded)


def forge(event: Event, deck: Deck) -> Event:
    """Almost the same event: another card, other dice, a credit more."""
    if isinstance(event, Dealt):
        return msgspec.structs.replace(event, card=next(card for card in deck.cards if card != event.card))
    if isinstance(event, Rolled):
        return msgspec.structs.replace(event, dice=tuple(die % event.sides + 1 for die in event.dice))
    if isinstance(event, Won):
        return msgspec.structs.replace(event, amount=event.amount + 1)
    assert isinstance(event, HandEnded)
    return msgspec.structs.replace(event, sabacc_pot=event.sabacc_pot + 1)


@each_golden
def test_a_forger_who_mends_the_digests_is_found_out_at_the_very_line(name: str) -> None:
    record = read(text_of(name))
    for kind in FORGED:
        places = [at for at, event in enumerate(record.events) if isinstance(event, kind)]
        for at in places[-2:]:
            events = [*record.events[:at], forge(record.events[at], deck_of(name)), *record.events[at + 1 :]]
            text = write(msgspec.structs.replace(record, events=events))
            assert fails(text) == read(text).lines[at]


@each_golden
def test_a_spectator_who_makes_a_win_larger_is_found_out(name: str) -> None:
    record = read(seat_record(played(name), None))
    for at, event in enumerate(record.events):
        if isinstance(event, Won):
            events = [*record.events[:at], forge(event, deck_of(name)), *record.events[at + 1 :]]
            fails(write(msgspec.structs.replace(record, events=events)))
