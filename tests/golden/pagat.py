"""Golden hands of pagat."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, scene


@scene("pagat-called-with-a-raise")
def called_with_a_raise() -> Game:
    """Ben raises and calls in one breath, in the fourth betting round. Then Ana's last roll brings a shift.

    Everybody's first total is known. Cards go into the static field and come out of it, one of each a turn.
    PG1 to PG6, F3, X1, H4; Cy's fold fee goes to the hand pot.
    """
    game, hand = open_table(
        "pagat",
        ["S9 C5", "T12 F4", "C13 QA"],
        "S2 C7 F6 S6 T1 C3 S10",
        rolls=[(2, 5), (1, 4), (3, 6), (3, 1), (5, 2), (6, 4), (1, 2), (2, 3), (4, 6), (5, 1), (3, 4), (6, 2), (2, 2)],
    )
    go(hand, "1 gain", "1 place T12", "2 trade QA", "2 place C13", "0 gain")
    go(hand, "1 check", "2 raise 5", "0 match", "1 match")
    go(hand, "1 place F4", "1 stand", "2 stand", "0 stand", "0 place S9")
    go(hand, "1 check", "2 check", "0 check")
    go(hand, "1 trade S2", "2 stand", "0 stand")
    go(hand, "1 raise 10", "2 match", "0 match")
    go(hand, "1 take-back F4", "1 place S6", "1 stand", "2 stand", "0 stand")
    go(hand, "1 raise 10 and call", "2 match", "0 raise 20", "1 match", "2 fold")
    return game


@scene("pagat-all-in-and-calling")
def all_in_and_calling() -> Game:
    """Cy is all-in in the second round. He is asked in each betting round all the same, and in the fourth he calls the hand.

    He wins the main pot, and Ana the side pot. PG5, T13, B1, B2, H13.
    """
    game, hand = open_table(
        "pagat",
        ["S10 F8", "C9 T6", "S11 C10"],
        "T5 S1",
        stacks=[200, 200, 25],
        rolls=[(2, 5), (1, 4), (3, 6), (3, 1), (5, 2), (6, 4), (1, 2), (2, 3), (4, 6), (5, 1), (3, 4), (6, 2), (2, 3)],
    )
    go(hand, "1 gain", "2 stand", "0 stand")
    go(hand, "1 check", "2 raise 10", "0 match", "1 match")
    go(hand, "1 stand", "2 stand", "0 stand")
    go(hand, "1 raise 5", "2 match", "0 raise 15", "1 match")
    go(hand, "1 stand", "2 stand", "0 gain")
    go(hand, "1 check", "0 raise 10", "1 match")
    go(hand, "1 stand", "2 stand", "0 stand")
    go(hand, "1 check", "2 call-hand", "0 raise 10", "1 match")
    return game


@scene("pagat-everybody-folds")
def everybody_folds() -> Game:
    """Dee declares 23 and bets. One after the other folds, and the fees lie in the hand pot that she takes.

    PG1, PG4, E2, H5.
    """
    game, hand = open_table(
        "pagat",
        ["S3 T4", "C9 QA", "F14 S10", "C13 T10"],
        "F2 S7 T11",
        rolls=[(2, 5), (1, 4), (3, 6), (3, 1)],
    )
    go(hand, "1 gain", "2 trade F14", "3 stand", "0 gain")
    go(hand, "1 check", "2 check", "3 raise 10", "0 fold", "1 raise 20", "2 fold", "3 raise 30", "1 fold")
    return game


@scene("pagat-the-deck-runs-out")
def the_deck_runs_out() -> Game:
    """Eight players draw on and on. In the eighth round the deck is empty, and whoever is left may only stand.

    Then doubles are rolled: the shift finds no deck, and the junk becomes one. D4, X1, X7, PG3, H6, H9.
    """
    game, hand = open_table("pagat", [""] * 8, max_rounds=20)
    return game
