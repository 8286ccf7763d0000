"""Ties in coruscant-shift (CS10), games of several rounds (CS12) and rounds with an ante (CS13)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sabacc.cards import CORUSCANT
from sabacc.errors import IllegalAction
from sabacc.game.actions import CHECK, FOLD, MATCH, Raise
from sabacc.game.events import GameWon, Paid, Refunded, RoundWon, Shown, Shuffled, TieDrawn, Won
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.variants import new_game
from tests.tables import NAMES, only, open_table, play

# Five cards each, none of them a triangle: seat 1 totals 5, seat 2 totals 4, seat 0 totals 3.
NEAREST_IS_1 = ["+8c -8c +9s -9s +3s", "+1c +2c +3c +4c -5c", "+6c -6c +7c -7c +4s"]
# The same with 5 for all.
TIED = ["+8c -8c +9s -9s +5c", "+1c +2c +3c +4c -5c", "+6c -6c +7c -7c +5s", "+1s +2s +3s +4s -5s"]


def play_out(hand: Hand) -> Hand:
    """All select all they have, go on or match, and add nothing, until the round is over."""
    while not hand.over:
        seat = hand.waiting[0]
        move = {"decide": "go-on", "bet": "match" if hand.owes(seat) else "check"}.get(hand.kind, "time-out")
        play(hand, f"{seat} {move}")
    return hand


def reveal(hands: list[str], deck: str = "", roll: tuple[int, int] = (3, 3), **more: Any) -> Hand:
    """A round in which all select all five and go on; the dice show +5 and triangles unless told otherwise."""
    return play_out(open_table("coruscant-shift", hands, deck, rolls=[roll], **more)[1])


def winner(hand: Hand) -> tuple[int, str]:
    """Who won the round, and by which clause."""
    (won,) = only(RoundWon, hand.events)
    return won.seat, won.clause


def draws(hand: Hand) -> list[tuple[int, str]]:
    """What was drawn for whom to break a tie."""
    return [(drawn.seat, drawn.card) for drawn in only(TieDrawn, hand.events)]


# ---- CS10: tied players draw


@pytest.mark.clause("CS10")
@pytest.mark.parametrize(
    ("deck", "highest"), [("+1t -10t", 1), ("-10t -9t", 0), ("0 -1t", 1), ("-1c 0", 0), ("+9t +10t", 0)]
)
def test_cs10_the_highest_signed_value_wins(deck: str, highest: int) -> None:
    hand = reveal(TIED[:2], deck)
    first, second = deck.split()
    assert draws(hand) == [(1, first), (0, second)]
    assert winner(hand) == (highest, "CS10")


@pytest.mark.clause("CS10")
def test_cs10_only_the_tied_players_draw() -> None:
    hand = reveal([NEAREST_IS_1[0], *TIED[1:3]], "-10t -9t +10t")
    assert draws(hand) == [(1, "-10t"), (2, "-9t")]
    assert winner(hand) == (2, "CS10")


@pytest.mark.clause("CS10")
def test_cs10_those_still_highest_draw_again() -> None:
    hand = reveal(TIED[:3], "+10t +10c +9t -10t -9t")
    assert draws(hand) == [(1, "+10t"), (2, "+10c"), (0, "+9t"), (1, "-10t"), (2, "-9t")]
    assert winner(hand) == (2, "CS10")


def endless_tie(triples: int, reshuffled: list[str]) -> Hand:
    """Seats 1, 2 and 3 tie, and go on tying until the pile has fewer than three cards.

    Everybody selects one card and draws four, but with ten triples seat 0 folds before the shift, so that after them the
    pile is empty; with eight there are two zeros left. Then come the cards of the second shuffle.
    """
    values = [f"{sign}{number}" for number in range(10, 0, -1) for sign in "+-"]
    tying = [value + suit for value in values[:triples] for suit in "cts"]
    low = [value + suit for value in values[triples:] for suit in "cts"]
    chosen = ["+5c", "+1c", "+1s", "-1c"]  # gold 0, silver triangles: 5 off, and three times 1 off
    low = [card for card in low if card not in chosen]
    if triples == 10:
        low += ["0", "0"]
    hands = [" ".join([card, *low[4 * at : 4 * at + 4]]) for at, card in enumerate(chosen)]
    deck = " ".join([*low[16:], *tying, *(["0", "0"] if triples == 8 else [])])
    answers = {("shuffle", 2): reshuffled}
    _, hand = open_table("coruscant-shift", hands, deck, rolls=[(1, 3)], answers=answers)
    play(hand, *(f"{seat} select {chosen[seat]}" for seat in (1, 2, 3, 0)), "1 go-on", "2 go-on", "3 go-on")
    play(hand, "0 fold" if triples == 10 else "0 go-on")
    play_out(hand)
    assert len(draws(hand)) >= 3 * triples + 3
    assert [number.shuffle for number in only(TieDrawn, hand.events)[: 3 * triples]] == [1] * 3 * triples
    return hand


@pytest.mark.clause("CS10")
def test_cs10_when_the_pile_is_empty_the_discards_are_shuffled_into_it() -> None:
    hand = endless_tie(10, ["+10c", "-10t", "0"])
    assert only(Shuffled, hand.events)[1:] == [Shuffled(2, 62 - 3, ("junk",), "deck")]
    assert draws(hand)[30:] == [(1, "+10c"), (2, "-10t"), (3, "0")]
    assert winner(hand) == (1, "CS10")


@pytest.mark.clause("CS10")
def test_cs10_when_the_pile_is_short_the_discards_are_shuffled_into_it_before_the_draw() -> None:
    hand = endless_tie(8, ["-10c", "-10t", "+9s"])
    assert [shuffled.size for shuffled in only(Shuffled, hand.events)] == [62, 62 - 4]
    assert draws(hand)[24:] == [(1, "-10c"), (2, "-10t"), (3, "+9s")]
    assert winner(hand) == (3, "CS10")


@pytest.mark.clause("CS10")
def test_cs10_a_card_drawn_for_one_tied_player_is_not_drawn_for_another_in_the_same_draw() -> None:
    hand = endless_tie(8, ["0", "0", "-1s", "+1t"])
    cards = [card for _, card in draws(hand)[24:27]]
    assert Counter(cards) <= Counter(CORUSCANT.cards)


# ---- CS12: games


def win(game: Game, seat: int) -> Hand:
    """A round that everybody else folds."""
    hand = game.deal()
    while not hand.over:
        asked = hand.waiting[0]
        play(hand, f"{asked} time-out" if hand.kind == "select" else f"{asked} {'go-on' if asked == seat else 'fold'}")
    assert winner(hand) == (seat, "CS11")
    return hand


def table(players: int, button: int = 0) -> Game:
    """A table at which seat `button` deals first."""
    game = new_game("coruscant-shift", NAMES[:players], seed="game")
    game.button = (button - 1) % players
    return game


def games_won(game: Game) -> list[GameWon]:
    """The games that were won at this table."""
    return only(GameWon, game.events)


@pytest.mark.clause("CS12", "T2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cs12_a_game_is_as_many_rounds_as_players_each_dealing_once(players: int) -> None:
    game = table(players, button=1)
    dealers = []
    while not games_won(game):
        dealers.append(win(game, 0).seating.button)
    assert dealers == [(1 + n) % players for n in range(players)]


@pytest.mark.clause("CS12")
def test_cs12_all_cards_go_back_and_the_whole_deck_is_shuffled_for_every_round() -> None:
    game = table(2)
    one, two = win(game, 0), win(game, 0)
    for hand in (one, two):
        assert only(Shuffled, hand.events)[0] == Shuffled(1, 62, ("box",), "deck")
    assert one.junk != two.junk


@pytest.mark.clause("CS12")
def test_cs12_who_won_most_rounds_wins_the_game() -> None:
    game = table(4)
    for seat in (1, 2, 0, 1):
        assert not games_won(game)
        win(game, seat)
    assert games_won(game) == [GameWon(1, (1, 2, 1, 0))]


@pytest.mark.clause("CS12")
def test_cs12_the_next_game_counts_from_zero() -> None:
    game = table(2)
    for seat in (1, 1, 0, 0):
        win(game, seat)
    assert games_won(game) == [GameWon(1, (0, 2)), GameWon(0, (2, 0))]


@pytest.mark.clause("CS12")
def test_cs12_a_tie_is_one_more_round_among_the_tied_dealt_by_the_first_left_of_the_last_dealer() -> None:
    game = table(4, button=2)
    for seat in (0, 2, 2, 0):
        win(game, seat)
    assert (game.button, games_won(game)) == (1, [])
    hand = win(game, 0)
    assert (hand.seating.button, hand.seating.dealt_in) == (2, (0, 2))
    assert games_won(game) == [GameWon(0, (3, 0, 2, 0))]


@pytest.mark.clause("CS12")
def test_cs12_after_a_tie_all_are_dealt_in_again() -> None:
    game = table(3)
    for seat in (0, 1, 2, 1):
        win(game, seat)
    assert games_won(game) == [GameWon(1, (1, 2, 1))]
    assert set(game.deal().seating.dealt_in) == {0, 1, 2}


@pytest.mark.clause("CS12", "T12")
def test_cs12_a_newcomer_takes_no_part_in_a_tie() -> None:
    game = table(2)
    win(game, 0)
    win(game, 1)
    assert game.sit("Cy", 0) == 2
    assert game.deal().seating.dealt_in == (1, 0)


@pytest.mark.clause("CS12", "T10")
def test_cs12_if_all_but_one_of_the_tied_leave_that_one_has_won() -> None:
    game = table(3)
    for seat in (0, 1, 2):
        win(game, seat)
    game.leave(0)
    assert not games_won(game)
    game.leave(2)
    assert games_won(game) == [GameWon(1, (0, 1, 0))]


@pytest.mark.clause("CS12", "T10")
def test_cs12_who_leaves_in_the_round_of_a_tie_folds_it() -> None:
    game = table(2)
    win(game, 0)
    win(game, 1)
    hand = game.deal()
    game.leave(0)
    play(hand, "1 time-out", "1 go-on")
    assert games_won(game) == [GameWon(1, (0, 2))]
    assert game.seated() == [1]


@pytest.mark.clause("CS12", "T10")
def test_cs12_the_rounds_of_one_who_left_do_not_keep_the_others_from_winning() -> None:
    game = table(3)
    win(game, 0)
    win(game, 0)
    game.leave(0)
    win(game, 1)
    assert [won.seat for won in games_won(game)] == [1]


@pytest.mark.clause("CS12", "T12")
def test_cs12_a_newcomer_does_not_inherit_the_rounds_of_the_seat() -> None:
    game = table(4)
    win(game, 1)
    game.leave(1)
    assert game.sit("Eli", 0) == 1
    for seat in (1, 2, 2):
        win(game, seat)
    assert [won.seat for won in games_won(game)] == [2]


# ---- CS13: credits


def bet_table(hands: list[str] = NEAREST_IS_1, deck: str = "", **more: Any) -> Hand:
    """A round with an ante of 5 in which all have selected all five: seat 1 is asked to bet."""
    _, hand = open_table("coruscant-shift", hands, deck, **{"rolls": [(3, 3)], "ante": 5, **more})
    while hand.kind == "select":
        hand.time_out(hand.waiting[0])
    return hand


@pytest.mark.clause("CS13")
def test_cs13_without_an_ante_no_credits_move_and_nobody_needs_any() -> None:
    hand = reveal(NEAREST_IS_1, stacks=[0, 7, 0])
    assert hand.seating.dealt_in == (1, 2, 0)
    assert not [event for event in hand.events if isinstance(event, (Paid, Won, Refunded))]
    assert hand.stacks == [0, 7, 0]


@pytest.mark.clause("CS13", "T3")
def test_cs13_the_antes_are_one_pot_and_there_is_no_sabacc_pot() -> None:
    hand = bet_table(stacks=100)
    assert (hand.stacks, hand.paid, hand.sabacc_pot) == ([95, 95, 95], [5, 5, 5], 0)
    play_out(hand)
    assert {paid.pot for paid in only(Paid, hand.events)} == {"hand"}
    assert only(Won, hand.events) == [Won(1, 15, 0, "CS9")]
    assert (hand.stacks, hand.sabacc_pot) == ([95, 110, 95], 0)


@pytest.mark.clause("CS13", "T4")
def test_cs13_who_can_not_pay_the_ante_is_not_dealt_in() -> None:
    game = new_game({"preset": "coruscant-shift", "ante": 5}, NAMES[:3], stacks=[100, 4, 5], seed="x")
    assert set(game.deal().seating.dealt_in) == {0, 2}


@pytest.mark.clause("CS13", "CS6", "CS7")
def test_cs13_both_decisions_are_betting_rounds_from_the_dealers_left() -> None:
    hand = bet_table()
    for _ in range(2):
        for seat in (1, 2, 0):
            assert (hand.kind, hand.waiting) == ("bet", (seat,))
            play(hand, f"{seat} check")
    assert hand.over


@pytest.mark.clause("CS13", "B4", "B5")
def test_cs13_betting_goes_round_and_round_until_all_have_matched() -> None:
    hand = bet_table(stacks=100, max_bet=2)
    assert set(hand.options(1)) == {CHECK, FOLD, Raise(1), Raise(2)}
    play(hand, "1 raise 2", "2 raise 4", "0 match", "1 raise 6")
    assert (hand.waiting, set(hand.options(2))) == ((2,), {MATCH, FOLD, Raise(7), Raise(8)})
    play(hand, "2 match", "0 match")
    assert (hand.paid, hand.waiting, hand.owes(1)) == ([11, 11, 11], (1,), 0)  # the second betting round


@pytest.mark.clause("CS13", "B4")
def test_cs13_without_a_limit_all_may_be_bet() -> None:
    assert Raise(95) in bet_table(stacks=100).options(1)


@pytest.mark.clause("CS13", "CS11")
def test_cs13_folding_costs_no_fee_and_the_last_player_takes_the_pot_unseen() -> None:
    hand = bet_table(stacks=100)
    play(hand, "1 raise 20", "2 fold", "0 fold")
    assert winner(hand) == (1, "CS11")
    assert only(Refunded, hand.events) == [Refunded(1, 20)]
    assert (hand.stacks, only(Shown, hand.events)) == ([95, 110, 95], [])


@pytest.mark.clause("CS13", "B1", "B2")
def test_cs13_each_pot_goes_to_the_nearest_of_those_who_contest_it() -> None:
    hand = bet_table(stacks=[100, 15, 100])
    play(hand, "1 raise 10", "2 raise 30", "0 match", "2 check", "0 check")
    assert only(Won, hand.events) == [Won(1, 45, 0, "CS9"), Won(2, 40, 1, "CS9")]
    assert (hand.stacks, winner(hand)) == ([65, 45, 105], (1, "CS9"))


@pytest.mark.clause("CS13", "CS10", "B2")
def test_cs13_a_tie_for_a_side_pot_is_drawn_for() -> None:
    hand = bet_table([NEAREST_IS_1[0], TIED[1], "+6c -6c +7c -7c +7s"], "-3t +3t", stacks=[100, 15, 100])
    play(hand, "1 raise 10", "2 raise 30", "0 match", "2 check", "0 check")  # 3 and 7 are equally near
    assert draws(hand) == [(2, "-3t"), (0, "+3t")]
    assert only(Won, hand.events) == [Won(1, 45, 0, "CS9"), Won(0, 40, 1, "CS10")]


@pytest.mark.clause("CS13", "CS10", "B2")
def test_cs13_a_tie_for_the_main_pot_is_drawn_for_and_the_side_pot_settled_by_itself() -> None:
    hand = bet_table([NEAREST_IS_1[0], *TIED[1:3]], "+10t -10t", stacks=[100, 15, 100])
    play(hand, "1 raise 10", "2 raise 30", "0 match", "2 check", "0 check")
    assert only(Won, hand.events) == [Won(1, 45, 0, "CS10"), Won(2, 40, 1, "CS9")]


@pytest.mark.clause("CS13", "B1", "T13")
def test_cs13_an_all_in_player_skips_betting_but_improves_and_wins_only_what_was_matched() -> None:
    _, hand = open_table("coruscant-shift", NEAREST_IS_1, ante=5, stacks=[100, 15, 100], rolls=[(3, 3)])
    play(hand, "1 select +1c", "2 time-out", "0 time-out", "1 raise 10", "2 raise 30", "0 fold", "2 check")
    assert (hand.kind, hand.waiting) == ("improve", (1,))
    play(hand, "1 improve")
    assert only(Refunded, hand.events) == [Refunded(2, 20)]
    assert only(Won, hand.events) == [Won(2, 35, 0, "CS9")]


@pytest.mark.clause("CS13", "T10")
def test_cs13_who_does_not_bet_checks_if_it_is_free_and_else_folds() -> None:
    hand = bet_table()
    play(hand, "1 time-out", "2 raise 5", "0 time-out")
    assert hand.live == [False, True, True]
    assert hand.paid[0] == 5


@pytest.mark.clause("CS13", "T10")
def test_cs13_what_a_player_who_leaves_has_staked_stays() -> None:
    hand = bet_table(stacks=100)
    play(hand, "1 raise 10", "2 match", "0 match", "1 leave", "2 check", "0 check")
    assert only(Won, hand.events) == [Won(2, 45, 0, "CS9")]
    assert hand.stacks == [85, 85, 130]


@pytest.mark.clause("CS13", "HR9")
def test_cs13_items_are_staked_when_asked_to_bet_and_offered_to_the_winner_of_the_main_pot() -> None:
    game, hand = open_table("coruscant-shift", NEAREST_IS_1, ante=5, items=True, stacks=20, rolls=[(3, 3)])
    with pytest.raises(IllegalAction, match="asked to bet"):
        game.stake_item(2, "a droid", 30)
    play(hand, "1 time-out", "2 time-out", "0 time-out", "1 check")
    game.stake_item(2, "a droid", 30)
    assert hand.stacks == [15, 15, 45]
    play_out(hand)
    with pytest.raises(IllegalAction, match="seat 1's"):
        game.take_item(0, "a droid")
    game.take_item(1, "a droid")
    assert game.stacks == [15, 0, 45]


@pytest.mark.clause("CS12", "T10")
def test_cs12_if_one_of_the_tied_leaves_after_a_newcomer_has_sat_down_the_other_has_won() -> None:
    game = table(2)
    win(game, 0)
    win(game, 1)
    game.sit("Cy", 0)
    game.leave(1)
    assert games_won(game) == [GameWon(0, (1, 0))]


@pytest.mark.clause("CS12", "T12")
def test_cs12_where_one_of_the_tied_sits_out_the_others_can_be_dealt_the_next_game() -> None:
    game = table(4)
    for seat in (0, 2, 2, 0):
        win(game, seat)
    assert game.able() == [0, 2]
    game.sit_out(2)
    assert game.able() == [0, 1, 3]
    assert set(game.deal().seating.dealt_in) == {0, 1, 3}
    assert games_won(game) == [GameWon(0, (2, 0, 2, 0))]
