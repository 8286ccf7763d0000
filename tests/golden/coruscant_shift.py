"""Golden rounds of coruscant-shift."""

from __future__ import annotations

from itertools import combinations

import sabacc
from sabacc.game.events import GameWon
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.hands.coruscant import worth
from tests.golden.registry import SEED, go, open_table, scene
from tests.tables import NAMES


@scene("coruscant-shift-a-tie-off-the-pile")
def a_tie_off_the_pile() -> Hand:
    """All three make the five, but Ana has no triangle for it. A card off the pile is drawn for Ben and for Cy: both sevens.

    They draw again, and Cy's is higher. CS3 to CS10.
    """
    _, hand = open_table(
        "coruscant-shift",
        ["+3c +7c +8c +9s +10c", "+2t +5s +9c -8s -1c", "+6t -1s -10c +6c -9t"],
        "-4t +10t -10s +4c -8c +2c -7s +1s -5c +8t -6s  +7t +7s -2t +3t",
        rolls=[(3, 4)],
    )
    go(hand, "1 select +5s", "2 select +6t -1s", "0 select +3c")
    go(hand, "1 go-on", "2 go-on", "0 go-on")
    go(hand, "1 go-on", "2 go-on", "0 go-on")
    go(hand, "1 improve -4t +4c", "2 improve", "0 improve +2c")
    return hand


@scene("coruscant-shift-all-but-one-fold")
def all_but_one_fold() -> Game:
    """The gold die says −10. Ben folds at once, Dee and Ana after the shift. Cy, whose time ran out, wins and shows nothing.

    CS5 to CS7, CS11, T10.
    """
    game, hand = open_table(
        "coruscant-shift",
        ["+3c +9t +2s +8s -6c", "+2t +5s +9c +8c +1c", "-6t -1s -2c +4c +10s", "-7s +6s +7c -5t +10t"],
        "-4t -2s +3s +9s +3t +1t +8t +4s +5t",
        rolls=[(6, 1)],
    )
    go(hand, "1 select +1c", "2 select -6t -1s -2c", "3 select -7s -5t", "0 select -6c")
    go(hand, "1 fold", "2 go-on", "3 go-on", "0 go-on")
    go(hand, "2 time-out", "3 fold", "0 fold")
    return game


@scene("coruscant-shift-a-whole-game")
def a_whole_game() -> Game:
    """Four players, four rounds, each dealt by another. Cy and Dee have won two each, so they play one more for the game.

    CS2 to CS9, CS12, T2.
    """
    game = sabacc.new_game("coruscant-shift", NAMES[:4], seed=f"{SEED} 21")
    while not any(isinstance(event, GameWon) for event in game.events):
        play_for_the_target(game.deal())
    return game


def play_for_the_target(hand: Hand) -> None:
    """A round in which everybody comes as near to the gold number as they can, and folds when that is not near at all."""
    gold, silver = hand.target
    while not hand.over:
        seat = hand.waiting[0]
        if hand.kind == "decide":
            far = worth(hand.chosen[seat], gold, silver).distance > 5
            go(hand, f"{seat} {'fold' if far else 'go-on'}")
        else:
            chosen = hand.chosen[seat]
            ways = [cards for n in range(6) for cards in combinations(hand.hands[seat], n) if chosen or cards]
            best = max(ways, key=lambda cards: worth(chosen + cards, gold, silver).key)
            go(hand, f"{seat} {hand.kind} {' '.join(best)}")


@scene("coruscant-shift-for-credits")
def for_credits() -> Game:
    """With an ante the decisions are betting rounds. Ben is all-in, makes the ten exactly and wins the main pot.

    Cy and Dee are both one off, but Cy has more squares, and wins the side pot. CS9, CS13, B1, B2, T13.
    """
    game, hand = open_table(
        "coruscant-shift",
        ["-5c -9t +7c -10s -2s", "+9s +1t -4c +3c -7t", "+6s +5c -9c -2t +2s", "+8t +4s -3t -8c -6t"],
        "-6s -9s +5t +1c +9c +10c -4s +2c",
        rolls=[(5, 5)],
        stacks=[100, 30, 100, 100],
        ante=5,
    )
    go(hand, "1 select +9s +1t", "2 select +6s +5c", "3 select +8t +4s -3t", "0 select +7c")
    go(hand, "1 raise 10", "2 match", "3 raise 20", "0 fold", "1 raise 25", "2 match", "3 match")
    go(hand, "2 check", "3 raise 20", "2 match")
    go(hand, "1 improve", "2 improve -9s +9c", "3 improve")
    return game
