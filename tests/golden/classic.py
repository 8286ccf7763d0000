"""Golden hands of classic, as the document has it."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, scene
from tests.tables import quiet_turn


@scene("classic-static-field")
def static_field() -> Game:
    """Ben protects his Mistress; the core shift leaves it alone and gives him the ten for a Pure Sabacc.

    Dee folds on her turn and rolls all the same. Ana calls on 20 and pays; Cy folds rather than match.
    CL1 to CL7, F1, F2, F6, X1, H3, H5, H7.
    """
    game, hand = open_table(
        "classic",
        ["C3 S8", "F13 S6", "T10 C4", "S15 BA"],
        "C10 T7 F4 S9 C12 EN T11",
        rolls=[(4, 4), (1, 3), (2, 6), (5, 2), (3, 6)],
    )
    go(hand, "1 raise 5", "1 place F13", "1 stand")
    go(hand, "2 match", "2 stand")
    go(hand, "3 fold")
    go(hand, "0 raise 15", "0 stand")
    go(hand, "1 raise 25", "0 call-hand", "2 fold")
    return game


@scene("classic-side-pots")
def side_pots() -> Game:
    """Ben and Cy are all-in for less. Ben wins the main pot, Cy the first side pot, and Ana, who called, the second.

    B1, B2, B4 (mid stakes), T13, H7, H13.
    """
    game, hand = open_table(
        "classic",
        ["S10 C9", "T15 F7", "C11 F10", "S8 F6"],
        "C4",
        stacks=[400, 90, 160, 400],
        rolls=[(1, 2), (3, 5), (2, 4), (6, 5), (1, 6)],
        stakes="mid",
    )
    go(hand, "1 raise 50", "1 stand")
    go(hand, "2 raise 120", "2 stand")
    go(hand, "3 raise 200", "3 gain")
    go(hand, "0 match", "0 stand")
    go(hand, "0 call-hand")
    return game


@scene("classic-sudden-demise")
def sudden_demise() -> Hand:
    """Cy and Dee are tied at 21. The next card brings Dee up and Cy down, and Cy, who called, pays for it.

    CL3, CL4, H9, H11.
    """
    _, hand = open_table(
        "classic",
        ["T4 F3", "S2 C5", "F12 T9", "C13 S8"],
        "F6 EN S1",
        rolls=[(2, 3), (4, 1), (5, 3), (1, 6)],
    )
    go(hand, "1 check", "1 gain")
    go(hand, "2 raise 10", "2 stand")
    go(hand, "3 match", "3 stand")
    go(hand, "0 fold", "1 fold", "2 call-hand")
    return hand


@scene("classic-all-tied-bomb-out")
def all_tied_bomb_out() -> Game:
    """Ben and Cy are tied at 20 and both bomb out on the next card. So Dee's 17 wins, and Ben, who called, owes nothing.

    H9, H10, H11.
    """
    game, hand = open_table(
        "classic",
        ["S2 F2", "S11 C9", "T13 F7", "C12 S5"],
        "C10 F8 T8",
        rolls=[(1, 2), (4, 6), (5, 3), (2, 1), (3, 4), (6, 1)],
    )
    go(hand, "1 raise 5", "1 stand")
    go(hand, "2 raise 10", "2 stand")
    go(hand, "3 match", "3 stand")
    go(hand, "0 match", "0 gain")
    go(hand, "1 match", "0 fold", "1 stand")
    go(hand, "2 check", "1 call-hand")
    return game


@scene("classic-idiots-array")
def idiots_array() -> Game:
    """Dee trades for the two she lacks and takes both pots, with what Ben pays for his 24 and Ana for her call.

    CL5 with two pot-building rounds (HR3), CL7, H2, H5 to H8.
    """
    game, hand = open_table(
        "classic",
        ["C12 F10", "S14 T4", "F9 S6", "ID C3"],
        "F6 T7 T1 T2",
        rolls=[(1, 2), (4, 6), (5, 3), (2, 1), (3, 4), (6, 1), (2, 5), (4, 3), (5, 6)],
        pot_building_rounds=2,
    )
    go(hand, "1 check", "1 gain")
    go(hand, "2 raise 5", "2 gain")
    go(hand, "3 match", "3 gain")
    go(hand, "0 raise 15", "0 stand")
    go(hand, "1 match", "1 stand")
    go(hand, "2 match", "2 stand")
    go(hand, "3 match", "3 trade T1")
    go(hand, "0 raise 25", "0 stand")
    go(hand, "1 match", "0 call-hand", "2 fold", "3 match")
    return game


@scene("classic-minus-twenty-three")
def minus_twenty_three() -> Game:
    """The Evil One and Endurance are −23, a Pure Sabacc too: Ben's two cards beat Cy's 22, and he takes both pots.

    H3, H5; Ana leaves the hand in the fold window.
    """
    game, hand = open_table(
        "classic",
        ["S7 T3", "EO EN", "C12 S10"],
        "F15",
        rolls=[(6, 4), (3, 1), (2, 4), (1, 5)],
    )
    go(hand, "1 check", "1 stand")
    go(hand, "2 raise 10", "2 stand")
    go(hand, "0 match", "0 gain")
    go(hand, "1 raise 20", "0 fold", "2 call-hand")
    return game


@scene("classic-away-from-the-table")
def away_from_the_table() -> Game:
    """Cy's time runs out: he checks and stands, and folds when there is a bet to match. Dee walks away, and the table folds
    for her. Ana calls and wins; then the table closes, and the sabacc pot is shared.

    T3, T10, CL3, CL4.
    """
    game, hand = open_table(
        "classic",
        ["S10 F9", "C8 T6", "T12 S1", "F4 C5"],
        "S4 C11",
        rolls=[(1, 2), (4, 6), (5, 3), (2, 1), (3, 4), (6, 2), (5, 1)],
    )
    go(hand, "1 check", "1 gain")
    go(hand, "2 time-out", "2 time-out")
    go(hand, "3 raise 5", "3 gain")
    go(hand, "0 raise 15", "0 stand")
    go(hand, "1 match", "1 stand")
    go(hand, "2 time-out", "3 pass", "3 leave")
    go(hand, "0 call-hand")
    game.close()
    return game


@scene("classic-the-table-calls")
def the_table_calls() -> Game:
    """Neither Ana nor Ben dares to call. After two rounds in which both declined and did nothing else the table does.

    E1, H4.
    """
    game, hand = open_table(
        "classic",
        ["S10 F7", "C9 T9"],
        rolls=[(1, 2), (4, 6), (5, 3), (2, 1), (3, 4), (6, 1), (2, 5)],
    )
    go(hand, "1 raise 5", "1 stand")
    for _ in range(6):  # one of them still builds the pot
        quiet_turn(hand)
    return game


@scene("classic-a-shift-before-the-tables-call")
def a_shift_before_the_tables_call() -> Game:
    """Two quiet rounds are over and the table would call; but a shift strikes, and all are asked once more. Nobody calls.

    E1, X1, H4.
    """
    game, hand = open_table(
        "classic",
        ["S10 F7", "C9 T9", "S5 C6"],
        "S12 C4 F8 T11 S2 C10",
        rolls=[*[(1, 2), (4, 6), (5, 3)] * 3, (4, 4), (2, 1), (3, 6)],
    )
    for _ in range(12):
        quiet_turn(hand)
    return game


@scene("classic-a-pure-sabacc-by-sudden-demise")
def a_pure_sabacc_by_sudden_demise() -> Hand:
    """Ana and Ben are tied at 20. Ben's card makes it 23, a Pure Sabacc, and takes the sabacc pot with the hand pot.

    H9, H5.
    """
    _, hand = open_table("classic", ["S11 C9", "F13 T7"], "S3 C1", rolls=[(1, 2), (3, 5), (6, 2)])
    go(hand, "1 raise 5", "1 stand", "0 match", "0 stand", "1 check", "0 call-hand")
    return hand


@scene("classic-a-capped-sabacc-pot")
def a_capped_sabacc_pot() -> Game:
    """The sabacc pot may hold 12. The second hand's antes bring it to 25, so 13 spill into the hand pot, which Ana wins.

    Ben's fold in the first hand costs as much as the ante. HR14, B1, CL3.
    """
    game, hand = open_table("classic", ["S10 F7", "C9 T9"], rolls=[(1, 2)] * 9, sabacc_pot_cap=12, fold_fee="ante")
    go(hand, "1 fold")
    hand = game.deal()
    for _ in range(7):
        quiet_turn(hand)
    return game
