"""Golden hands of cloud-city."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, scene
from tests.tables import quiet_turn


@scene("cloud-city-first-hand")
def first_hand() -> Hand:
    """Three players, a bet, a raise, no shift. Cy draws to 22, calls and wins the hand pot; the sabacc pot stays.

    CC1 to CC4, CC6 to CC8, H4, H5.
    """
    _, hand = open_table("cloud-city", ["T7 C4", "S9 F5", "C12 T2"], "C6 F8 S8", rolls=[[5], [4], [6], [5]])
    go(hand, "1 raise 2", "2 match", "0 match", "1 gain")
    go(hand, "2 check", "2 gain")
    go(hand, "0 check", "0 gain")
    go(hand, "1 raise 3", "2 raise 6", "0 match", "1 match", "2 call-hand")
    return hand


@scene("cloud-city-one-card-shift")
def one_card_shift() -> Game:
    """A low die takes one card of each hand. Dee's 22 is gone, and Cy, who calls on 19, loses to Ben and pays.

    CC5, CC9, X4, X7, H7.
    """
    game, hand = open_table(
        "cloud-city",
        ["S3 C8", "F9 T4", "S6 C13", "T12 F10"],
        "C7 S5 T6 EN",
        rolls=[[6], [4], [5], [2]],
        picks=["T4", "S6", "T12"],
    )
    go(hand, "1 check", "1 gain")
    go(hand, "2 raise 2", "3 match", "0 match", "1 match", "2 stand")
    go(hand, "3 raise 3", "0 fold", "1 match", "2 match", "3 stand")
    go(hand, "1 check", "2 call-hand")
    return game


@scene("cloud-city-idiots-array")
def idiots_array() -> Game:
    """Ana draws the three she needs. Ben calls on 22, Cy has drawn to 25; both pay, and Ana takes both pots.

    CC3, H1, H2, H5 to H8.
    """
    game, hand = open_table(
        "cloud-city",
        ["ID S2", "C13 T9", "F11 S4"],
        "F3 F10",
        button=2,
        rolls=[[5], [6], [4], [6]],
    )
    go(hand, "0 check", "0 gain")
    go(hand, "1 raise 3", "2 match", "0 match", "1 stand")
    go(hand, "2 check", "2 gain")
    go(hand, "0 raise 3", "1 raise 6", "2 match", "0 raise 9", "1 match", "2 match", "1 call-hand")
    return game


@scene("cloud-city-everybody-folds")
def everybody_folds() -> Game:
    """Ben has next to nothing and raises until nobody is left. He takes the hand pot, not the sabacc pot, and shows nothing.

    CC3, CC4, B1, E2, H5.
    """
    game, hand = open_table(
        "cloud-city",
        ["S4 C9", "QA T5", "F8 S8", "C2 F6"],
        "T1 DE S14",
        rolls=[[5], [6], [4], [6]],
    )
    go(hand, "1 raise 3", "2 match", "3 match", "0 match", "1 gain")
    go(hand, "2 check", "2 stand")
    go(hand, "3 check", "3 gain")
    go(hand, "0 check", "3 fold", "0 gain")
    go(hand, "1 raise 3", "2 raise 6", "0 fold", "1 raise 9", "2 fold")
    return game


@scene("cloud-city-sudden-demise")
def sudden_demise() -> Game:
    """Ben and Cy are tied at 20, and both bomb out on the next card: Ben is nearer to 23 and wins. Cy called, and pays.

    CC4, H9, H10 as it is in cloud-city, H11.
    """
    game, hand = open_table(
        "cloud-city",
        ["C5 S3", "S11 C9", "T13 F7"],
        "C6 T8",
        rolls=[[5], [6], [4]],
    )
    go(hand, "1 raise 2", "2 match", "0 fold", "1 stand")
    go(hand, "2 raise 3", "1 match", "2 stand")
    go(hand, "1 check", "2 call-hand")
    return game


@scene("cloud-city-an-evening")
def an_evening() -> Game:
    """Two hands at one table. Ana bombs out, and the sabacc pot stays; she rebuys, and takes it with a Pure Sabacc.

    Between the hands Cy sits out, Dee sits down, and the house allows larger bets. The sabacc pot is not empty then, so
    nobody antes to it. T2, T3, T12, CC1, H3, H5, H6, HR2.
    """
    game, hand = open_table(
        "cloud-city", ["S10 C7", "F12 T6", "S1 C9"], "T9 S11", stacks=30, rolls=[[4], [5], [6], [5]]
    )
    go(hand, "1 raise 1", "2 match", "0 match", "1 stand")
    go(hand, "2 check", "2 gain")
    go(hand, "0 raise 3", "1 match", "2 match", "0 gain")
    go(hand, "1 check", "2 call-hand")
    game.rebuy(0, 20)
    game.sit_out(2)
    game.sit("Dee", 30)
    game.change_rules({"preset": "cloud-city", "max_bet": 5})
    hand = game.deal("calrissian")
    go(hand, "3 check", "3 stand")
    go(hand, "0 raise 4", "1 match", "3 match", "0 gain")
    go(hand, "1 check", "1 gain")
    go(hand, "3 check", "1 fold", "0 call-hand")
    game.come_back(2)
    return game


@scene("cloud-city-the-table-calls")
def the_table_calls() -> Game:
    """Everybody has had a turn, and then nobody calls, bets or draws for two rounds. The table calls; Cy bombs out and pays.

    CC7, E1, H6.
    """
    game, hand = open_table("cloud-city", ["T7 C4", "S9 F5", "C12 T13"], rolls=[[5]] * 10)
    for _ in range(10):
        quiet_turn(hand)
    return game
