"""What a hand was to each seat."""

from __future__ import annotations

import pytest

from sabacc import new_game
from sabacc.game.hand import Hand
from sabacc.game.result import seat_results
from sabacc.game.table import Game
from tests.tables import open_table, pass_all, play, quiet_turn


@pytest.mark.clause("H9", "H10")
def test_h10_the_hand_as_it_was_called_counts_and_not_the_card_that_broke_the_tie() -> None:
    _, hand = open_table("classic", ["S10 C10", "T10 F10"], "S2 F15", button=1, rolls=[(1, 2)] * 9)
    for _ in range(2):
        quiet_turn(hand)
    play(hand, "0 check")
    pass_all(hand)
    play(hand, "1 call hand")
    first, second = seat_results(hand.events)
    assert (first.took_pot, first.hand_name, first.cards) == (True, "Total 20", ("S10", "C10"))
    assert (second.took_pot, second.bombed_out, second.hand_name) == (False, False, "Total 20")
    assert (second.showed, second.folded, second.penalty) == (True, False, 10)  # for the call (H7)


def test_who_was_not_dealt_in_has_nothing_to_show_for_it() -> None:
    game = new_game("classic", ["Ana", "Ben", "Cy"], seed="out")
    game.sit_out(2)
    hand = game.deal()
    while not hand.over:
        hand.time_out(hand.waiting[0])
    seats = seat_results(hand.events)
    assert [one.dealt_in for one in seats] == [True, True, False]
    assert (seats[2].staked, seats[2].net, seats[2].took_pot) == (0, 0, False)
    assert sum(one.net for one in seats) == -game.sabacc_pot


def test_the_table_is_told_once_of_the_end_of_a_hand_and_never_by_a_copy() -> None:
    game = new_game("classic", ["Ana", "Ben"], seed="once")
    hand = game.deal()
    twin = hand.copy()
    while not twin.over:
        twin.time_out(twin.waiting[0])
    while not hand.over:
        assert in_play(game, hand)
        hand.time_out(hand.waiting[0])
    assert not in_play(game, hand)
    assert (game.stacks, hand.on_end) == (hand.stacks, None)
    assert game.events == game.events[:2] + hand.events


def in_play(game: Game, hand: Hand) -> bool:
    return game.hand is hand
