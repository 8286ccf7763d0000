"""Golden hands of pagat."""

from __future__ import annotations

from sabacc.cards import CLASSIC
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
    """Cy is all-in in the second round. In the fourth he is asked all the same, since he may call the hand, and does.

    He wins the main pot, and Ben the side pot. PG5, T13, B1, B2, H13.
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
def everybody_folds() -> Hand:
    """Dee declares 23 and bets. One after the other folds, and the fees lie in the hand pot that she takes.

    PG1, PG4, E2, H5.
    """
    _, hand = open_table(
        "pagat",
        ["S3 T4", "C9 QA", "F14 S10", "C13 T10"],
        "F2 S7 T11",
        rolls=[(2, 5), (1, 4), (3, 6), (3, 1)],
    )
    go(hand, "1 gain", "2 trade F14", "3 stand", "0 gain")
    go(hand, "1 check", "2 check", "3 raise 10", "0 fold", "1 raise 20", "2 fold", "3 raise 30", "1 fold")
    return hand


@scene("pagat-the-deck-runs-out")
def the_deck_runs_out() -> Game:
    """Eight players have ten rounds to build the pot in, and all chase the Pure Sabacc. In the eleventh the deck is empty.

    Whoever has not got there may only stand. Then doubles are rolled: the shift finds no deck, and the junk becomes one.
    Three have protected their 23. D4, X1, X7, F3, PG3, PG5, HR3, H5, H6, H9.
    """
    rolls = [(1 + number % 3, 4 + number % 2) for number in range(89)]
    rolls[87] = (6, 6)
    game, hand = open_table("pagat", [""] * 8, rolls=rolls, stacks=500, pot_building_rounds=10, max_rounds=20)
    while hand.round < 11:
        draw_for_23(hand)
        check_round(hand)
    draw_for_23(hand)
    check_round(hand, caller=3)
    return game


def draw_for_23(hand: Hand) -> None:
    """A play round in which everybody wants 23 and nothing else: whoever has it protects it, card by card."""
    while hand.kind in ("draw", "field"):
        seat = hand.waiting[0]
        cards = hand.hands[seat]
        total = sum(CLASSIC.values[card] for card in hand.cards_of(seat))
        worst = (max if total > 23 else min)(cards, key=lambda card: CLASSIC.values[card], default="")
        if hand.kind == "field":
            go(hand, *([f"{seat} place {cards[0]}"] if cards and total == 23 else []), f"{seat} done")
        elif not hand.deck or total == 23:
            go(hand, f"{seat} stand")
        else:
            go(hand, f"{seat} gain" if total < 13 and len(cards) < 4 else f"{seat} trade {worst}")


def check_round(hand: Hand, caller: int = -1) -> None:
    """A betting round without a bet."""
    for seat in (1, 2, 3, 4, 5, 6, 7, 0):
        go(hand, f"{seat} check and call" if seat == caller else f"{seat} check")


@scene("pagat-the-table-calls")
def the_table_calls() -> Game:
    """In betting rounds four and five everybody may call, and checks. So round six is played as called, and Ben bets in it.

    PG5, E1, H4.
    """
    game, hand = open_table("pagat", ["S9 C5", "T12 F4", "C13 QA"], rolls=[(1, 2)] * 19)
    for _ in range(5):
        go(hand, "1 stand", "2 stand", "0 stand", "1 check", "2 check", "0 check")
    go(hand, "1 stand", "2 stand", "0 stand", "1 raise 4", "2 fold", "0 match")
    return game
