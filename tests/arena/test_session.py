"""Sessions: the same chance for everybody, and every credit counted."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from sabacc.arena.match import new_match
from sabacc.arena.session import Session, SessionTask, lineups, play_session
from sabacc.rules import PRESETS
from tests.arena.contestants import SIMPLE, Entry, Listener
from tests.strategies import SOAK

HANDS = 30 if SOAK else 3


def task_of(
    preset: str, one: Entry, other: Entry, players: int = 2, hands: int = HANDS, number: int = 0
) -> SessionTask:
    match = new_match(preset, [one, other], players, hands)
    return list(match.session_tasks(number + 1))[number]


def played(session: Session) -> object:
    """All of it but the time it took."""
    return session.pair, session.number, session.won, session.stats


@pytest.mark.parametrize("players", range(2, 9))
def test_both_bots_have_every_seat_equally_often(players: int) -> None:
    for seat in range(players):
        sat = Counter(lineup[seat] for lineup in lineups(players))
        assert sat[0] == sat[1] > 0


@pytest.mark.parametrize("players", range(2, 9))
def test_a_pair_sits_in_turns(players: int) -> None:
    for lineup in lineups(players):
        neighbours = sum(lineup[seat] == lineup[seat - 1] for seat in range(players))
        assert neighbours == players % 2


def test_no_lineup_is_played_twice() -> None:
    assert all(len(set(lineups(players))) == len(lineups(players)) for players in range(2, 9))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_cancels_to_the_last_credit_between_bots_that_play_alike(preset: str, players: int) -> None:
    pair = Entry("one", "raiser"), Entry("other", "raiser")
    sessions = [play_session(task_of(preset, *pair, players, number=number)) for number in range(2)]
    assert any(any(session.won) for session in sessions)
    assert [session.total for session in sessions] == [0, 0]


def test_a_session_depends_on_its_sitting_alone() -> None:
    task = task_of("classic", SIMPLE, Entry("raiser"), players=3)
    first = play_session(task)
    play_session(task_of("pagat", SIMPLE, Entry("sleeper")))
    assert played(play_session(task)) == played(first)


def test_sessions_are_dealt_differently() -> None:
    tasks = [task_of("classic", SIMPLE, Entry("raiser"), number=number) for number in range(3)]
    assert len({play_session(task).won for task in tasks}) > 1


def test_every_seat_of_every_lineup_has_a_seed_of_its_own_and_nobody_is_named() -> None:
    Listener.heard.clear()
    play_session(task_of("classic", Entry("listener"), Entry("sleeper"), players=4, hands=2))
    assert {seat for _, seat, _ in Listener.heard} == {0, 1, 2, 3}
    assert len({seed for seed, _, _ in Listener.heard}) == 4
    assert {names for *_, names in Listener.heard} == {("Seat 0", "Seat 1", "Seat 2", "Seat 3")}


def test_a_bots_seed_does_not_tell_what_the_cards_are_made_of() -> None:
    Listener.heard.clear()
    task = msgspec.structs.replace(task_of("classic", Entry("listener"), Entry("sleeper")), seed="secret")
    play_session(task)
    assert Listener.heard
    assert not any("secret" in seed or "session" in seed for seed, *_ in Listener.heard)


def test_who_is_broke_brings_another_stack() -> None:
    """In no-limit play a stack is gone in one hand; more can be lost than one sat down with."""
    session = play_session(task_of("corellian-house", Entry("raiser"), Entry("other", "raiser"), hands=40))
    assert max(map(abs, session.won)) > PRESETS["corellian-house"].stack
    assert session.stats[0].hands == session.stats[1].hands == 80


def test_a_hand_counts_for_each_seat() -> None:
    session = play_session(task_of("classic", SIMPLE, Entry("sleeper"), players=4, hands=3))
    assert session.stats[0].hands == session.stats[1].hands == 3 * 2 * 2
