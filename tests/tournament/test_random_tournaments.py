"""What must always hold in a tournament, whatever happens in it."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabacc.rules import PRESETS
from sabacc.tournament import Director, Tournament
from sabacc.tournament.places import places
from tests.strategies import SOAK, STEADY
from tests.tournament.random_tournaments import RandomPlay, new_director

WITH_CHIPS = sorted(set(PRESETS) - {"coruscant-shift"})
FORMATS = st.fixed_dictionaries(
    {
        "preset": st.sampled_from(WITH_CHIPS),
        "seats": st.integers(2, 8),
        "level_hands": st.sampled_from([0, 0, 3, 8]),
        "late_until": st.integers(0, 3),
        "re_entries": st.integers(0, 2),
        "rebuys": st.integers(0, 2),
        "rebuy_until": st.integers(0, 2),
        "add_on": st.sampled_from([0, 500]),
        "break_every": st.integers(0, 3),
        "buy_in": st.sampled_from([0, 10, 33]),
        "guarantee": st.sampled_from([0, 5000]),
    }
)


def check_seats(director: Director) -> None:
    """Nobody sits in two seats or in none, and tables at rest differ by at most one player."""
    state = director.state
    sitting = [player for table in state.tables.values() for player in table.players()]
    assert sorted(sitting) == sorted(one.player for one in state.players.values() if one.status == "playing")
    assert all(state.tables[one.table].seats[one.seat] == one.player for one in state.alive if one.status == "playing")
    moving = {move.player for move in state.moves.values()}
    assert moving == {one.player for one in state.players.values() if one.status == "moving"}
    if state.phase == "running" and not (director.busy or state.moves or state.pots or state.losses):
        sizes = [len(table.players()) for table in state.tables.values()]
        assert max(sizes) - min(sizes) <= 1


@settings(
    derandomize=STEADY,
    max_examples=1000 if SOAK else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    players=st.one_of(st.integers(2, 30), st.integers(2, 500 if SOAK else 120)),
    seed=st.integers(0, 10**9).map(str),
    form=FORMATS,
)
def test_a_random_tournament_ends_with_all_chips_and_all_places(players: int, seed: str, form: dict[str, Any]) -> None:
    director = new_director(players, seed, **form)
    RandomPlay(director, seed, check_seats).run()
    state = director.state
    found = places(state)
    assert sorted(place.player for place in found) == sorted(state.players)
    assert sum(place.won for place in found) == state.pool
    assert [place.won for place in found] == sorted((place.won for place in found), reverse=True)
    for number, place in enumerate(found):
        assert place.place == number + 1 or place.place == found[number - 1].place
    assert state.chips() == state.chips_in
    assert {one.stack for one in state.players.values()} >= {state.chips_in}  # the winner has all of them
    again = Tournament(state.settings, state.log)  # the log is all there is to know
    assert (again.chips(), again.out, again.tables) == (state.chips(), state.out, state.tables)
