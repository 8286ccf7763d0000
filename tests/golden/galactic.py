"""Golden hands of galactic."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, scene

QUIET = 11  # what the droid draws for a round without a pulse, with two to five players
CALM = {("pulse", number): QUIET for number in range(1, 13)}


@scene("galactic-two-pulses")
def two_pulses() -> Hand:
    """A pulse in the second round spoils Dee's hand and Ana's. Ben lays all he has into the static field and calls in the fifth.

    Then the second pulse strikes, just before the reveal: Cy is left with 2, Ana bombs out, and Ben's 21 wins.
    GA1 to GA5, F4, X5, H6.
    """
    _, hand = open_table(
        "galactic",
        ["S9 C8", "F12 T7", "S15 EN", "C10 F9"],
        "C5 T4",
        answers={
            **CALM,
            ("pulse", 2): 2,
            ("shuffle", 2): ["C9", "T6", "S3", "F5", "C14", "S10", "F2", "C4", "S7", "S13"],
            ("pulse", 5): 5,
            ("shuffle", 3): ["DE", "S8", "T10", "F6"],
        },
    )
    go(hand, "1 place F12", "1 stand", "2 trade EN", "3 stand", "0 gain")
    go(hand, "1 check", "2 raise 5", "3 match", "0 match", "1 match")
    go(hand, "2 place S15", "1 stand", "2 stand", "3 stand", "0 stand")
    go(hand, "1 raise 10", "2 match", "3 fold", "0 match")
    go(hand, "1 place C9", "1 stand", "2 stand", "0 trade F2", "0 place S10")
    go(hand, "1 check", "2 check", "0 check")
    go(hand, "1 stand", "2 trade T6", "0 take-back S10", "0 trade S10")
    go(hand, "1 raise 5", "2 match", "0 match")
    go(hand, "1 call-hand", "1 raise 10", "2 match", "0 match")
    return hand


@scene("galactic-a-pulse-before-the-reveal")
def a_pulse_before_the_reveal() -> Game:
    """Ben calls on 20, Ana has 21; and then a pulse deals Ben 24 and Ana exactly 0. Both pay, and nobody wins the hand pot.

    It goes into the sabacc pot. GA3, GA4, H1, H6, H12.
    """
    game, hand = open_table(
        "galactic",
        ["F11 T10", "C12 S8"],
        answers={**CALM, ("pulse", 5): 3, ("shuffle", 2): ["T14", "EN", "S10", "C8"]},
    )
    for _ in range(3):
        go(hand, "1 stand", "0 stand", "1 check", "0 check")
    go(hand, "1 stand", "0 stand", "1 raise 5", "0 match")
    go(hand, "1 call-hand", "1 raise 10", "0 match")
    return game


@scene("galactic-nobody-calls")
def nobody_calls() -> Game:
    """Round after round goes by without a bet or a draw, so the table calls the hand.

    The last betting round starts left of the dealer, and Dee folds in it, for nothing. Cy, who sits on an
    exact −23, wins both pots. E1, GA2, GA3, H3, H5.
    """
    game, hand = open_table("galactic", ["S10 C9", "F8 T9", "ST C2", "S5 F13"], "EN", answers=CALM)
    go(hand, "1 stand", "2 gain", "3 stand", "0 stand")
    go(hand, "1 raise 5", "2 match", "3 match", "0 match")
    for _ in range(5):  # three to build the pot, and two in which everybody declines to call
        go(hand, "1 stand", "2 stand", "3 stand", "0 stand", "1 check", "2 check", "3 check", "0 check")
    go(hand, "1 check", "2 raise 10", "3 fold", "0 match", "1 match")
    return game


@scene("galactic-a-player-walks-away")
def a_player_walks_away() -> Game:
    """Cy walks away in the second round and is folded when he is asked to bet; Ben folds to Ana's raise. Ana takes the pot.

    T10, GA2, E2, H5. The sabacc pot stays for the next hand.
    """
    game, hand = open_table("galactic", ["S10 C12", "F8 T9", "S6 C4"], "T3", answers=CALM)
    go(hand, "1 stand", "2 gain", "0 stand")
    go(hand, "1 check", "2 check", "0 raise 5", "1 match", "2 match")
    go(hand, "1 stand", "2 leave", "0 stand")
    go(hand, "1 check", "0 raise 10", "1 fold")
    return game
