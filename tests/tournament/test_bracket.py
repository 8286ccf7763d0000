"""The knock-out of games that are won by rounds."""

from __future__ import annotations

import pytest

from sabacc.chance import Chance
from sabacc.tournament.bracket import Bracket


@pytest.mark.clause("TN3")
@pytest.mark.parametrize("players", [2, 3, 5, 9, 16, 17, 100])
def test_tn3_the_winner_of_each_table_goes_on_until_one_is_left(players: int) -> None:
    names = [f"p{number}" for number in range(players)]
    bracket = Bracket(names, 4, Chance("1"))
    while bracket.champion is None:
        assert all(2 <= len(table) <= 4 for table in bracket.tables)
        tables = bracket.tables
        for number, table in enumerate(tables):
            bracket.table_won(number, table[-1], {table[-1]: 2, table[0]: 1})
        assert {player for table in bracket.tables for player in table} == {table[-1] for table in tables}
    places = [player for group in bracket.places() for player in group]
    assert places[0] == bracket.champion
    assert sorted(places) == sorted(names)


@pytest.mark.clause("TN3")
def test_tn3_who_is_out_in_the_same_round_places_by_rounds_won_and_shares_where_they_are_equal() -> None:
    bracket = Bracket(["a", "b", "c", "d"], 4, Chance("1"))
    bracket.table_won(0, "a", {"a": 2, "b": 1, "c": 1, "d": 0})
    assert list(map(sorted, bracket.places())) == [["a"], ["b", "c"], ["d"]]
