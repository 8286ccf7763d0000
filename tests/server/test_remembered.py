"""A command that is sent again is not done again, whatever others have done since."""

from __future__ import annotations

from sabacc.server.remembered import KEPT, MOST_PEOPLE, OF_EACH, Remembered


def test_a_command_is_known_by_who_gave_it_and_its_id() -> None:
    done = Remembered()
    done.add("ana", "1", 7)
    assert done.version("ana", "1") == 7
    assert done.version("ana", "2") is None
    assert done.version("ben", "1") is None


def test_what_others_do_makes_nobody_forgotten() -> None:
    done = Remembered()
    done.add("ana", "rebuy", 1)
    for number in range(10 * OF_EACH):
        done.add("ben", f"{number}", 2 + number)
    assert done.version("ana", "rebuy") == 1
    assert done.version("ben", "0") is None
    assert done.version("ben", f"{10 * OF_EACH - 1}") is not None


def test_of_many_people_those_are_forgotten_who_did_nothing_for_longest() -> None:
    done = Remembered()
    for number in range(MOST_PEOPLE):
        done.add(f"person {number}", "first", number)
    done.add("person 0", "second", MOST_PEOPLE)
    done.add("one more", "first", MOST_PEOPLE + 1)
    assert done.version("person 0", "first") == 0
    assert done.version("person 1", "first") is None
    assert done.version("person 2", "first") == 2
    assert done.version("one more", "first") == MOST_PEOPLE + 1


def test_the_last_of_everybody_are_kept_for_after_a_restart() -> None:
    done = Remembered()
    done.add("ana", "a", 1)
    for number in range(KEPT + 5):
        done.add("ben", f"{number}", 2 + number)
    again = Remembered()
    for person, command, version in done.lately():
        again.add(person, command, version)
    assert again.version("ana", "a") == 1
    assert again.version("ben", "4") is None
    assert again.version("ben", "5") == 7
    assert len(done.lately()) == KEPT + 1
