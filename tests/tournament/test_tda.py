"""Cases of the rules of the Tournament Directors Association, each with its number."""

from __future__ import annotations

import pytest

from sabacc.errors import SabaccError
from sabacc.tournament import Director, Tournament, read_settings
from sabacc.tournament.events import Busted, HandForHandEnded, HandPlayed, RoundBegan, SeatGiven, TableBroken
from sabacc.tournament.places import groups_of, places
from sabacc.tournament.seating import seat_to_fill
from sabacc.tournament.state import Loss, Table
from tests.tournament.random_tournaments import begin, carry_out, new_director, play


def started(players: int, **settings: object) -> Director:
    """A tournament whose players sit."""
    director = new_director(players, **settings)  # type: ignore[arg-type]
    begin(director)
    return director


def lose(director: Director, table: int, losers: int, left: int = 0) -> None:
    """A hand in which the first of a table lose everything, or all but a little, to the last of it."""
    here = director.state.tables[table].players()
    takes = {player: left - director.state.players[player].stack for player in here[:losers]}
    play(director, table, {**takes, here[-1]: -sum(takes.values())})


def sizes(director: Director) -> list[int]:
    return sorted(len(table.players()) for table in director.state.tables.values())


def moves(director: Director, why: str) -> list[SeatGiven]:
    return [event for event in director.state.log if isinstance(event, SeatGiven) and event.why == why]


def test_tda_8_who_comes_late_gets_a_full_stack_at_one_of_the_least_full_tables() -> None:
    director = started(15, late_until=1)
    small = min(director.state.tables, key=director.state.size)
    director.enter("late", "Late")
    carry_out(director)
    late = director.state.players["late"]
    assert (late.stack, late.table, late.status) == (10_000, small, "playing")


def test_tda_8_a_full_room_gets_another_table_and_players_move_to_it() -> None:
    director = started(16, late_until=1)
    assert sizes(director) == [8, 8]
    director.enter("late", "Late")
    carry_out(director)
    assert sizes(director) == [5, 6, 6]


def test_tda_10b_players_of_a_broken_table_draw_seats_and_the_table_opened_last_goes_first() -> None:
    director = started(17)
    assert sizes(director) == [5, 6, 6]
    lose(director, 3, 1)
    assert (list(director.state.tables), director.state.tables_broken) == ([1, 2], 1)
    assert sizes(director) == [8, 8]
    drawn = []
    for seed in ("1", "2", "3"):
        other = started(17, seed=seed)
        lose(other, 3, 1)
        drawn.append([(move.player, move.table, move.seat) for move in moves(other, "break")])
    assert len({str(draw) for draw in drawn}) == 3


def test_tda_11a_balancing_moves_the_next_big_blind_to_the_worst_seat() -> None:
    director = started(16, seats=8)
    play(director, 1)  # now the button is known
    play(director, 2)
    here = director.state.tables[1]
    lose(director, 2, 2)  # 8 and 6
    (move,) = moves(director, "balance")
    taken = [seat for seat in range(8) if seat == move.seat or director.state.tables[2].seats[seat]]
    button = director.state.tables[2].button
    after = [seat for seat in taken if seat > button] + [seat for seat in taken if seat <= button]
    next_hand = after[1:] + after[:1]  # the button goes on by one
    assert next_hand.index(move.seat) >= 1, "never the small blind"
    # Two seats are open; the one with the shorter way to the big blind was taken.
    (other,) = (seat for seat in range(8) if seat not in taken)
    with_other = sorted([*(seat for seat in taken if seat != move.seat), other])
    then = [seat for seat in with_other if seat > button] + [seat for seat in with_other if seat <= button]
    order = then[1:] + then[:1]
    assert order.index(other) == 0 or order.index(other) >= next_hand.index(move.seat)
    assert move.player not in here.players()


@pytest.mark.parametrize(
    ("seats", "worst"),
    [
        (["a", "", "b", "c", "", "d"], 4),  # a single big blind; seat 1 would have the button
        (["a", "b", "", "c", "d", ""], 5),  # seat 2 would have the small blind
    ],
)
def test_tda_11a_the_worst_seat_is_the_one_with_the_big_blind_soonest(seats: list[str], worst: int) -> None:
    state = Tournament(read_settings({"rules": {"preset": "corellian-house"}}))
    state.tables[1] = Table(1, seats, button=0)
    assert seat_to_fill(state, state.tables[1], blinds=True) == worst


def test_tda_11a_without_blinds_the_seat_that_was_left_last_is_filled() -> None:
    director = started(16, preset="classic")
    here = director.state.tables[2].players()
    seats = {player: director.state.players[player].seat for player in here}
    play(director, 2, {here[5]: -300, here[0]: 300})
    play(director, 2, {here[2]: -300, here[0]: 300})
    (move,) = moves(director, "balance")
    assert move.seat == seats[here[2]]


def test_tda_11c_tables_that_differ_by_one_are_left_alone() -> None:
    director = started(16)
    lose(director, 1, 1)
    assert (sizes(director), moves(director, "balance")) == ([7, 8], [])


def test_tda_11d_a_table_three_short_waits() -> None:
    director = started(24)
    director.deal(1)
    director.deal(2)
    lose(director, 3, 2)
    assert director.may_deal(3), "two short: it plays on until somebody comes"
    lose(director, 3, 1)
    assert not director.may_deal(3), "three short: it waits"
    play(director, 1)
    assert sizes(director) == [6, 7, 8]


def test_tda_23_a_level_counts_from_the_next_hand() -> None:
    director = started(8)
    director.deal(1)
    director.next_level()
    assert director.state.level == 2
    assert director.state.settings.rules_at(2).blinds == (100, 200)
    assert director.state.settings.rules_at(99).blinds == (3000, 6000), "the last level goes on"


def test_rp_8_hand_for_hand_every_table_plays_one_hand_and_waits() -> None:
    director = started(17, payouts=[20] * 5, seats=6)  # 5 places paid; the final table has 7
    assert not any(isinstance(event, RoundBegan) for event in director.state.log)
    director = started(9, payouts=[30, 20, 20, 10, 10, 5, 3, 2], seats=6)
    state = director.state
    assert state.hand_for_hand, "nine are left, and eight are paid"
    play(director, 1)
    assert not director.may_deal(1)
    play(director, 2)
    assert director.may_deal(1)
    assert state.round == 2


def test_rp_8_who_is_out_at_different_tables_in_the_same_hand_shares_the_place() -> None:
    director = started(9, payouts=[30, 20, 20, 10, 10, 5, 3, 2], seats=6, buy_in=100)
    lose(director, 1, 1)
    assert director.state.losses, "the other table is still playing"
    lose(director, 2, 1)
    assert any(isinstance(event, HandForHandEnded) for event in director.state.log)
    (busted,) = [event for event in director.state.log if isinstance(event, Busted)]
    assert list(map(len, busted.groups)) == [2]
    finish(director)
    shared = places(director.state)[-2:]
    assert [(place.place, place.won) for place in shared] == [(8, 9), (8, 9)]  # 2 % of 900, shared


def test_rp_8_at_one_table_the_larger_stack_before_the_hand_places_higher() -> None:
    assert groups_of([Loss("a", 1, 50), Loss("b", 1, 80)]) == (("a",), ("b",))
    assert groups_of([Loss("a", 1, 50), Loss("b", 1, 50)]) == (("a", "b"),)
    assert groups_of([Loss("a", 1, 50), Loss("b", 1, 80), Loss("c", 2, 9)]) == (("a",), ("b", "c"))


def test_rp_9_the_last_tables_become_one_with_one_more_than_usual() -> None:
    director = started(8, seats=6)
    assert sizes(director) == [4, 4]
    lose(director, 1, 1)
    assert (sizes(director), director.state.final) == ([7], True)
    assert len(moves(director, "final-table")) == 7


def test_rp_19_levels_by_hands_wait_for_the_slowest_table() -> None:
    director = started(16, level_hands=2)
    play(director, 1)
    play(director, 1)
    assert not director.may_deal(1), "who stalls gains nothing"
    play(director, 2)
    play(director, 2)
    assert (director.state.level, director.may_deal(1)) == (2, True)


@pytest.mark.clause("TN2")
@pytest.mark.parametrize(("pot", "parts"), [(11, [5, 3, 3]), (0, [])])
def test_tn2_the_sabacc_pot_of_a_broken_table_goes_where_its_players_go(pot: int, parts: list[int]) -> None:
    director = started(25)
    here = director.state.tables[4].players()
    stack = director.state.players[here[0]].stack
    play(director, 4, {here[0]: -stack, here[1]: stack - pot}, pot=pot)
    (broken,) = [event for event in director.state.log if isinstance(event, TableBroken)]
    assert list(broken.pots.values()) == parts
    assert sum(table.sabacc_pot for table in director.state.tables.values()) == pot


@pytest.mark.clause("TN2")
def test_tn2_the_winner_gets_the_last_sabacc_pot_before_places_are_paid() -> None:
    director = started(2)
    here = director.state.tables[1].players()
    play(director, 1, {here[0]: -10_000, here[1]: 9_000}, pot=1_000)
    assert director.state.players[here[1]].stack == 20_000
    assert director.state.players[here[0]].knocked_out_by == (here[1],)


@pytest.mark.clause("TN4")
def test_tn4_chips_that_come_from_nowhere_stop_everything() -> None:
    director = started(2)
    with pytest.raises(AssertionError, match="TN4"):
        play(director, 1, {director.state.tables[1].players()[0]: 1})


def test_if_nobody_has_chips_left_the_larger_stack_before_the_hand_has_won() -> None:
    director = started(2)
    here = director.state.tables[1].players()
    play(director, 1, {here[0]: -1, here[1]: 1})
    play(director, 1, {here[0]: -9_999, here[1]: -10_001}, pot=20_000)
    assert director.state.phase == "finished"
    assert [place.player for place in places(director.state)] == [here[1], here[0]]


def test_rebuys_re_entries_and_the_add_on_bring_chips_that_are_counted() -> None:
    director = started(8, rebuys=1, rebuy_until=1, re_entries=1, late_until=2, add_on=5_000, buy_in=10)
    first, last = (director.state.tables[1].players()[at] for at in (0, -1))
    hand = director.state.tables[1]
    director.deal(1)
    stacks = {player: director.state.players[player].stack for player in hand.players()}
    director.hand_played(HandPlayed(1, 1, 0, {**stacks, first: 0, last: 20_000}, 0), rebuying={first})
    assert (director.state.players[first].stack, director.state.purchases) == (10_000, 9)
    play(director, 1, {first: -10_000, last: 10_000})
    assert director.state.players[first].status == "out", "one may rebuy once"
    director.re_enter(first)
    carry_out(director)
    assert (director.state.players[first].stack, director.state.pool) == (10_000, 100)
    director.next_level()
    director.add_on(last)
    assert (director.state.players[last].stack, director.state.pool) == (35_000, 110)
    assert director.state.chips_in == 8 * 10_000 + 10_000 + 10_000 + 5_000
    with pytest.raises(SabaccError, match="add-on"):
        director.add_on(last)


def test_nobody_is_dealt_a_hand_in_a_break() -> None:
    director = started(8, break_every=1)
    director.next_level()
    assert not director.may_deal(1)
    director.end_break()
    assert director.may_deal(1)


def test_who_leaves_keeps_their_chips_in_play() -> None:
    director = started(3)
    director.leave("p1")
    assert director.state.players["p1"].alive
    assert director.state.chips() == 30_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 9},
        {"seats": 1},
        {"payouts": [60, 30]},
        {"payouts": [40, 60]},
        {"buy_in": -1},
        {"level_minutes": 0},
        {"most_entries": 1},
        {"levels": [{"ante": -1}]},
        {"colour": "red"},
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SabaccError):
        read_settings({"rules": {"preset": "corellian-house"}, **wrong})


def test_what_is_not_open_is_refused_with_a_sentence() -> None:
    director = new_director(1)
    for refused in (
        director.start,
        lambda: director.enter("p0", "Player 0"),
        lambda: director.withdraw("p9"),
        lambda: director.re_enter("p0"),
        lambda: director.leave("p0"),
    ):
        with pytest.raises(SabaccError):
            refused()
    director.withdraw("p0")
    director.enter("p0", "Player 0")
    assert director.state.entries == 1
    director.cancel()
    with pytest.raises(SabaccError):
        director.enter("p1", "Player 1")


def finish(director: Director) -> None:
    """Everybody loses to one, hand by hand."""
    while director.state.phase == "running":
        for table in list(director.state.tables):
            if director.may_deal(table):
                lose(director, table, 1)
