"""Golden hands of force."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, scene


@scene("force-pure-clash")
def pure_clash() -> Game:
    """Ana's Light 23 meets Ben's Dark −23, and the Light one is better. A special hand has won, so a new game begins.

    In it everybody chooses a side anew; Ben, Light this time, gets −23 and folds. T11, FO1 to FO4, CL6, H3, H5.
    """
    game, hand = open_table(
        "force",
        ["S12 C11", "F14 T9", "S9 T4"],
        rolls=[(1, 2), (4, 6), (5, 3), (2, 6)],
        answers={("side", 2): 0},
    )
    go(hand, "1 choose-side dark", "2 choose-side chance", "0 choose-side light")
    go(hand, "1 raise 10", "1 stand")
    go(hand, "2 fold")
    go(hand, "0 raise 20", "0 stand")
    go(hand, "1 raise 30", "0 call-hand")
    hand = game.deal("yavin")
    go(hand, "2 choose-side dark", "0 choose-side light", "1 choose-side light")
    go(hand, "2 check", "2 gain")
    go(hand, "0 raise 10", "0 stand")
    go(hand, "1 fold", "0 call-hand", "2 fold")
    return game


@scene("force-the-dark-side-wins")
def the_dark_side_wins() -> Game:
    """A core shift spares what lies in the field: Cy's flasks and staves make −21 and beat Ana's Light 20.

    F2, X1, FO2, FO3, H4. Ana is the caller and pays (H7).
    """
    game, hand = open_table(
        "force",
        ["S11 C3", "C7 F8", "T12 S4"],
        "C9 S2 F9 C8 T6 C12",
        rolls=[(1, 5), (3, 3), (6, 2), (4, 5)],
    )
    go(hand, "1 choose-side light", "2 choose-side dark", "0 choose-side light")
    go(hand, "1 check", "1 trade F8")
    go(hand, "2 place T12", "2 raise 10", "2 stand")
    go(hand, "0 match", "0 stand")
    go(hand, "1 fold", "0 call-hand")
    return game


@scene("force-a-tie-across-the-sides")
def a_tie_across_the_sides() -> Hand:
    """Light 20 and Dark −20 are a tie. Each gets a card: it helps Dee's Light hand and hurts Ben's Dark one.

    FO3, FO4, H9, H11.
    """
    _, hand = open_table(
        "force",
        ["S5 F1", "F11 T9", "C2 T3", "S13 C7"],
        "C4 S1",
        rolls=[(1, 5), (3, 4), (6, 2), (4, 5)],
    )
    go(hand, "1 choose-side dark", "2 choose-side dark", "3 choose-side light", "0 choose-side light")
    go(hand, "1 raise 5", "1 stand")
    go(hand, "2 fold")
    go(hand, "3 raise 15", "3 stand")
    go(hand, "0 fold", "1 call-hand")
    return hand


@scene("force-idiots-array")
def idiots_array() -> Game:
    """Ben's Dark array of an Idiot, a 2 of flasks and a 3 of staves beats even Ana's Light 23: signs don't matter for it.

    Cy stands at exactly 0, trades, and stands at 0 again: he folds. FO3, CL7, H1, H2, H5, H7.
    """
    game, hand = open_table(
        "force",
        ["S13 C10", "ID F2", "C8 T8"],
        "T3 F8",
        rolls=[(1, 5), (3, 4), (6, 2), (4, 5)],
    )
    go(hand, "1 choose-side dark", "2 choose-side light", "0 choose-side light")
    go(hand, "1 check", "1 gain")
    go(hand, "2 check", "2 trade T8")
    go(hand, "0 raise 10", "0 stand")
    go(hand, "1 raise 20", "2 fold", "0 call-hand")
    return game
