"""Golden hands under house rules: other shifts, other triggers, discards, a community field, items."""

from __future__ import annotations

import sabacc
from sabacc.game.table import Game
from tests.golden.registry import SEED, go, open_table, scene
from tests.tables import NAMES


@scene("classic-rim-shift")
def rim_shift() -> Game:
    """Only double spikes shift here, and then one card of each hand changes places: Ben's eleven goes to Cy.

    Dee has all her cards in the static field, so the shift leaves her out, and her 20 wins. X2, F6, HR5, HR6.
    """
    game, hand = open_table(
        "classic",
        ["S4 F9", "C11 S10", "T12 F2", "S13 C7"],
        "S3",
        rolls=[(3, 3), (4, 5), (1, 1), (2, 6)],
        picks=["C11", "T12", "F9"],
        answers={("shuffle", 2): ["F9", "C11", "T12"]},
        shift_trigger="double-spikes",
        shift_kind="rim",
    )
    go(hand, "1 raise 5", "1 stand")
    go(hand, "2 match", "2 gain")
    go(hand, "3 place S13", "3 place C7", "3 match", "3 stand")
    go(hand, "0 fold", "3 call-hand")
    return game


@scene("classic-wild-shift")
def wild_shift() -> Game:
    """On a 20 of the d20 hands, deck and junk are shuffled together: the Idiot that Ben threw away comes to Cy.

    It makes his Idiot's Array, and he takes both pots. X3, X7, HR5, HR6.
    """
    game, hand = open_table(
        "classic",
        ["S8 C9", "ID S5", "T2 F14"],
        "C10 S3",
        rolls=[[7], [19], [20], [1]],
        answers={("shuffle", 2): ["F6", "ID", "S9", "C7", "T2", "T8", "S3"]},
        shift_trigger="d20:20",
        shift_kind="wild",
    )
    go(hand, "1 check", "1 trade ID")
    go(hand, "2 raise 5", "2 gain")
    go(hand, "0 match", "0 stand")
    go(hand, "1 match", "2 call-hand")
    return game


@scene("pagat-kinds-by-dice")
def kinds_by_dice() -> Game:
    """Each double brings its own kind of shift: Ben rolls ones, a core shift; Cy threes, a rim; Ana sixes, a wild one.

    HR6, X1 to X3, PG3, PG5.
    """
    game, hand = open_table(
        "pagat",
        ["S8 C9", "C13 S5", "T2 F14"],
        "S6 T9 C4 C10 F12",
        rolls=[(1, 1), (3, 3), (6, 6), (2, 5), (1, 4), (3, 6), (3, 1), (5, 2), (6, 4), (1, 2), (2, 3), (4, 6), (5, 1)],
        picks=["S6", "T9", "C4"],
        answers={("shuffle", 2): ["C4", "S6", "T9"], ("shuffle", 3): ["S7", "T11", "BA", "F10"]},
        shift_kind="by-dice",
    )
    go(hand, "1 place C13", "1 stand", "2 stand", "2 place C10", "0 stand", "0 place F12")
    go(hand, "1 raise 5", "2 match", "0 match")
    go(hand, "1 stand", "2 stand", "2 place T11", "0 trade BA", "0 place F10")
    go(hand, "1 check", "2 check", "0 check")
    go(hand, "1 stand", "1 place S7", "2 stand", "0 stand")
    go(hand, "1 check", "2 check", "0 raise 5", "1 match", "2 match")
    go(hand, "1 stand", "2 stand", "0 stand")
    go(hand, "1 check", "2 check and call", "0 raise 10", "1 fold", "2 match")
    return game


@scene("classic-discard-pile")
def discard_pile() -> Game:
    """Dropped cards lie face up here, and the top one costs 2: Cy takes the six that Ben dropped, and drops a two.

    HR4, CL7, H4. The fee lies in the hand pot that Ana wins.
    """
    game, hand = open_table(
        "classic",
        ["S8 C9", "S6 C12", "T2 F14"],
        "F9 T5",
        rolls=[(1, 2), (4, 6), (5, 3), (2, 6)],
        discard_pile=2,
    )
    go(hand, "1 raise 5", "1 trade S6")
    go(hand, "2 match", "2 take-discard T2")
    go(hand, "0 match", "0 gain")
    go(hand, "1 check", "0 call-hand")
    return game


@scene("classic-community-array")
def community_array() -> Game:
    """Ben lays his 19 into the static field, for all to count. Ana has an Idiot and a 2, and he the 3: an Idiot's Array.

    HR8, F2, F6, H2, H5. Cy counts the 3 too, and would have had 20.
    """
    game, hand = open_table(
        "classic",
        ["ID S2", "F3 S7", "C12 T5"],
        "T9",
        rolls=[(1, 2), (4, 6), (5, 3), (2, 6)],
        community_field=True,
    )
    go(hand, "1 raise 5", "1 gain")
    go(hand, "2 match", "1 place F3", "1 place S7", "1 place T9", "2 stand")
    go(hand, "0 raise 15", "0 stand")
    go(hand, "1 match", "0 call-hand", "2 match")
    return game


@scene("classic-items")
def items() -> Game:
    """Cy stakes a blaster to stay in, and Dee her landspeeder to raise. Ana wins, and takes the blaster for its price.

    She does not want the landspeeder, nor does Dee want it back: it stays on offer. T1, T8, HR9.
    """
    game, hand = open_table(
        "classic",
        ["S11 T10", "C9 T5", "S10 F9", "C12 F4"],
        "T3 S4",
        stacks=[200, 200, 14, 30],
        rolls=[(1, 2), (4, 6), (5, 3), (2, 6), (3, 4)],
        items=True,
        house_dealer=True,
    )
    go(hand, "1 raise 10", "1 gain")
    game.stake_item(2, "a DL-44 blaster", 40)
    go(hand, "2 raise 20", "2 stand")
    game.stake_item(3, "the landspeeder", 100)
    go(hand, "3 raise 30", "3 gain")
    go(hand, "0 match", "0 stand")
    go(hand, "1 fold", "0 call-hand", "2 match")
    game.take_item(0, "a DL-44 blaster")
    game.decline_item(0, "the landspeeder")
    game.decline_item(3, "the landspeeder")
    return game


@scene("classic-the-randomiser-goes-off")
def the_randomiser_goes_off() -> Game:
    """A timer brings the shifts here. It goes off while Ben thinks about his bet, and takes the 23 that Ana has just drawn.

    What it deals Ben grows into a 23 of his own. T7, HR5, X1, H3.
    """
    rules = {"preset": "classic", "shift_trigger": "randomiser"}
    game = sabacc.new_game(rules, NAMES[:3], seed=f"{SEED} 4", clock=True)
    hand = game.deal()
    go(hand, "0 check", "0 gain")
    hand.clock_strikes()
    go(hand, "1 check", "1 gain")
    go(hand, "2 check", "2 trade BA")
    go(hand, "0 raise 5", "0 gain")
    go(hand, "1 match", "1 gain")
    go(hand, "2 fold", "1 call-hand")
    return game
