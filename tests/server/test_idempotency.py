"""A command that is sent again is not done again, whatever was done since."""

from __future__ import annotations

import random

from sabacc.server.storage.fingerprints import FingerprintSet
from sabacc.server.table.idempotency import MAX_PEOPLE, MAX_PER_PERSON, MAX_UNSTORED, CommandIds, RecentIds


def test_a_command_is_known_by_who_gave_it_and_its_id() -> None:
    done = CommandIds()
    done.add("ana", "1", 7)
    assert done.version_of("ana", "1") == 7
    assert done.version_of("ana", "2") is None
    assert done.version_of("ben", "1") is None


def test_what_others_do_makes_nobodys_last_ids_forgotten() -> None:
    recent = RecentIds()
    recent.add("ana", "rebuy", 1)
    for number in range(10 * MAX_PER_PERSON):
        recent.add("ben", f"{number}", 2 + number)
    assert recent.version_of("ana", "rebuy") == 1
    assert recent.version_of("ben", "0") is None
    assert recent.version_of("ben", f"{10 * MAX_PER_PERSON - 1}") is not None


def test_of_many_people_those_are_forgotten_who_did_nothing_for_longest() -> None:
    recent = RecentIds()
    for number in range(MAX_PEOPLE):
        recent.add(f"person {number}", "first", number)
    recent.add("person 0", "second", MAX_PEOPLE)
    recent.add("one more", "first", MAX_PEOPLE + 1)
    assert recent.version_of("person 0", "first") == 0
    assert recent.version_of("person 1", "first") is None
    assert recent.version_of("person 2", "first") == 2
    assert recent.version_of("one more", "first") == MAX_PEOPLE + 1


def test_a_command_that_is_no_longer_remembered_was_stored() -> None:
    luck = random.Random(1)
    done = CommandIds()
    stored: set[tuple[str, str, int]] = set()
    commands = [(f"person {luck.randrange(2 * MAX_PEOPLE)}", f"{version}", version) for version in range(5000)]
    for command in commands:
        done.add(*command)
        stored.update(done.take_unstored(hand_ended=luck.random() < 0.01))
        assert len(stored) > command[2] - MAX_UNSTORED
    for person, command_id, version in commands:
        assert done.may_be_stored(person, command_id)
        assert (person, command_id, version) in stored or done.version_of(person, command_id) == version


def test_what_was_never_added_to_a_set_of_fingerprints_is_hardly_ever_looked_up() -> None:
    found = FingerprintSet()
    for number in range(20_000):
        found.add("ana", f"{number}")
        found.add("ana", f"{number}")
    assert all(found.may_have("ana", f"{number}") for number in range(20_000))
    assert sum(found.may_have("ben", f"{number}") for number in range(20_000)) < 20
