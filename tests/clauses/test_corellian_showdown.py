"""How a hand of corellian-house ends: folds (CH9, CH10), the showdown (CH20–CH25), side pots (B1–B3, CH8), all-in (T13);
and how its stub does (CH12, CH14, CH25)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.game.actions import MATCH, PEEK, Buy
from sabacc.game.events import Asked, Event, Paid, Refunded, Shown, Shuffled, SuddenDemise, TieDrawn, Won
from sabacc.game.hand import Hand
from tests.clauses.test_corellian_house import BOARD, THREE, bounds, finish, go_to, quiet_step, table
from tests.hand_probes import shown_to
from tests.tables import only, open_table, play

ZERO = "+1 +5 -4 -2"  # Sabacc, which takes no sabacc pot
BEST, MIDDLE, LOW = "+3 +3 +3 -9", "+2 +6 -1 -8", "+4 +6 +7 -2"  # Tusken File (it takes the sabacc pot), −1, +15
BANTHAS, MIRRORED = "+3 +3 -3 -2", "-3 -3 +3 +2"  # both are Banthas Wild once −1 and +1 have come


def won(events: list[Event]) -> list[tuple[int, int, int]]:
    """Who won how much from which pot; −1 is the sabacc pot."""
    return [(event.seat, event.amount, event.pot) for event in only(Won, events)]


def shown(events: list[Event]) -> list[tuple[int, str]]:
    """Who showed what, in order."""
    return [(event.seat, event.name) for event in only(Shown, events)]


def played(hands: list[str], stub: str = "", **more: Any) -> list[Event]:
    """What happened at the end of a hand in which nobody raised, drew or folded; each has paid 125 into the main pot."""
    return finish(table(hands, stub, **more))


# ---- CH9, CH10, T13: folding, the last player, all-in


@pytest.mark.clause("CH9", "T6")
def test_ch9_a_folded_hand_is_mucked_unseen_and_costs_no_fee() -> None:
    hand = go_to("bet", table(), at=2)
    stack = hand.stacks[1]
    assert only(Paid, play(hand, "1 fold")) == []
    assert (hand.stacks[1], hand.junk, hand.cards_of(1)) == (stack, ("-1", "-2", "-3", "-4"), ())
    finish(hand)
    assert all(f'"{card}"'.encode() not in shown_to(hand, 0) for card in ("-1", "-2", "-3"))


@pytest.mark.clause("CH10")
def test_ch10_the_last_player_takes_the_main_pot_shows_nothing_and_takes_no_sabacc_pot() -> None:
    hands = ["+1 +2 +4 +4", "+3 +3 +3 -9", "+5 +6 -7 -8"]  # seat 1 would win the sabacc pot, too
    game, hand = open_table("corellian-house", hands, BOARD, stacks=1000)
    events = play(hand, "0 match", "1 raise 400", "2 fold", "0 fold")
    assert only(Won, events) == [Won(1, 3 * 25 + 3 * 100, 0, "CH10")]
    assert not only(Shown, events)
    assert (game.stacks, game.sabacc_pot) == ([850, 1175, 850], 125)
    assert game.deal().sabacc_pot == 125 + 125


@pytest.mark.clause("T13")
def test_t13_where_no_other_live_player_has_credits_nobody_may_bet() -> None:
    hand = table(THREE[:2], stacks=[1000, 400])
    play(hand, "0 raise 350", "1 match")
    assert only(Won, finish(hand))
    assert [asked.kind for asked in only(Asked, hand.events)].count("bet") == 2


@pytest.mark.clause("T13", "CH3")
def test_t13_who_has_matched_all_that_all_in_players_could_pay_is_not_asked_about_a_free_showdown() -> None:
    hand = table(THREE[:2], stacks=[1000, 20])  # the big blind's ante was all that seat 1 had
    assert only(Won, finish(hand))
    assert "bet" not in [asked.kind for asked in only(Asked, hand.events)]


@pytest.mark.clause("T13", "CH3")
def test_t13_who_has_not_is_asked_to_match_it() -> None:
    hand = table(THREE[:2], stacks=[1000, 60])  # 25 as an ante and 35 of the big blind
    assert (hand.kind, hand.waiting, hand.owes(0)) == ("bet", (0,), 100)
    play(hand, "0 match")
    assert [asked.kind for asked in only(Asked, hand.events)].count("bet") == 1


@pytest.mark.clause("T13", "CH16")
def test_t13_an_all_in_player_skips_betting_but_draws_and_protects() -> None:
    hand = table(stacks=[1000, 300, 1000])
    play(hand, "0 raise 200", "1 match", "2 match")
    finish(hand)
    asked = [event.kind for event in only(Asked, hand.events) if event.seats == (1,)]
    assert asked == ["bet"] + ["board", "protect"] * 3


# ---- CH20: who shows, and in which order


@pytest.mark.clause("CH20")
def test_ch20_the_last_aggressor_of_the_final_betting_round_shows_first() -> None:
    hand = go_to("bet", table(), at=4)
    play(hand, "1 raise 100", "2 raise 300", "0 match")
    assert [seat for seat, _ in shown(finish(hand))] == [2, 0, 1]


@pytest.mark.clause("CH20", "CH8")
def test_ch20_an_all_in_for_less_than_a_raise_is_aggression_too() -> None:
    hand = go_to("bet", table(stacks=[300, 1000, 1000]), at=4)
    play(hand, "1 raise 100", "2 match", "0 raise 150")
    assert [seat for seat, _ in shown(finish(hand))] == [0, 1, 2]


@pytest.mark.clause("CH20")
def test_ch20_if_nobody_bet_in_it_the_first_live_player_left_of_the_button_does() -> None:
    hand = go_to("bet", table(button=1), at=3)
    play(hand, "2 check", "0 check", "1 raise 100", "2 fold", "0 match")
    assert [seat for seat, _ in shown(finish(hand))] == [0, 1]


@pytest.mark.clause("CH20")
def test_ch20_all_live_hands_are_shown_the_losers_too() -> None:
    assert shown(played([BEST, MIDDLE, LOW])) == [(1, "Nuhlrek"), (2, "Nuhlrek"), (0, "Tusken File")]


@pytest.mark.clause("CH8", "T6")
def test_ch8_all_in_hands_stay_hidden_until_the_showdown() -> None:
    hand = table(stacks=500)
    play(hand, "0 raise 450", "1 match", "2 match")
    go_to("protect", hand, at=3)
    play(hand, "1 protect", "2 protect")  # only seat 0 is still to act
    assert hand.stacks == [0, 0, 0]
    for seat in (0, 2, None):
        assert not any(f'"{card}"'.encode() in shown_to(hand, seat) for card in ("-1", "-2", "-3"))
    assert len(only(Shown, play(hand, "0 protect"))) == 3


# ---- CH21, CH22 to CH24: the best hand


@pytest.mark.clause("CH21")
def test_ch21_the_best_hand_takes_the_main_pot_and_leaves_the_sabacc_pot() -> None:
    game, hand = open_table("corellian-house", THREE, BOARD, stacks=1000, rolls=[(1, 2)] * 3)
    assert won(finish(hand)) == [(2, 375, 0)]
    assert (game.stacks, game.sabacc_pot) == ([850, 800, 1225], 125)


@pytest.mark.clause("CH21", "CH22")
@pytest.mark.parametrize(
    ("cards", "added", "name", "pots"),
    [
        (BANTHAS, "-1", "Banthas Wild", [(1, 375, 0), (1, 125, -1)]),
        ("+2 -3 -4 0", "+5", "Idiot's Array", [(1, 375, 0), (1, 125, -1)]),
        ("+2 -3 -4 +5", None, "Straight Khyron", [(1, 375, 0)]),
        (ZERO, None, "Sabacc", [(1, 375, 0)]),
    ],
)
def test_ch21_banthas_wild_or_better_takes_the_sabacc_pot_too(
    cards: str, added: str | None, name: str, pots: list[tuple[int, int, int]]
) -> None:
    hand = go_to("board", table([LOW, cards, "+7 +7 -6 -6"], added or ""))
    if added:
        play(hand, "1 peek", "1 keep")
    events = finish(hand)
    assert (1, name) in shown(events)
    assert won(events) == pots


@pytest.mark.clause("CH22", "CH11", "CH13", "CH17")
def test_ch22_a_hand_built_over_three_rounds() -> None:
    hand = go_to("board", table(["+1 +2 +4 +4", "+10 +7 +8 +9", "+5 +6 -7 -8"], "-10"))
    play(hand, "1 peek", "1 keep +7")
    go_to("board", hand, at=2)
    play(hand, "1 buy 5 swap +9 up")
    go_to("protect", hand, at=2)
    play(hand, "1 protect -10")
    go_to("board", hand, at=3)
    play(hand, "1 buy 4 swap +8")
    assert (hand.hands[1], sorted(hand.fields[1])) == (("+10",), ["+10", "-10", "-10"])
    events = finish(hand)
    assert (1, "Squadron") in shown(events)
    assert won(events) == [(1, 375, 0), (1, 125 + 2 * 25, -1)]


@pytest.mark.clause("CH24")
def test_ch24_of_equal_ranks_the_one_with_more_cards_wins() -> None:
    hand = go_to("board", table([LOW, ZERO, "+1 +5 -8 -7"], "+9"))
    play(hand, "1 stand", "2 peek", "2 keep")
    assert only(Won, finish(hand)) == [Won(2, 375, 0, "CH24")]


@pytest.mark.clause("CH23")
def test_ch23_of_two_nuhlreks_the_nearer_one_wins_and_that_is_the_reason_given() -> None:
    assert only(Won, played(THREE)) == [Won(2, 375, 0, "CH23")]


# ---- CH25: the blind card


@pytest.mark.clause("CH25")
def test_ch25_each_tied_player_gets_a_card_and_the_sum_nearest_to_zero_wins() -> None:
    events = played([LOW, ZERO, ZERO], "+7 -6 +8")
    assert only(SuddenDemise, events) == [SuddenDemise((1, 2), 0, "CH25")]
    assert [(event.seat, event.card) for event in only(TieDrawn, events)] == [(1, "+7"), (2, "-6")]
    assert only(Won, events) == [Won(2, 375, 0, "CH25")]


@pytest.mark.clause("CH25")
@pytest.mark.parametrize(("cards", "winner"), [("+7 -7", 1), ("-7 +7", 2)])
def test_ch25_on_equal_distance_the_positive_sum_wins(cards: str, winner: int) -> None:
    assert won(played([LOW, ZERO, ZERO], cards)) == [(winner, 375, 0)]


@pytest.mark.clause("CH25", "CH21", "CH8")
def test_ch25_equal_sums_split_both_pots_with_the_odd_chip_to_the_left_of_the_button() -> None:
    hand = go_to("board", table([LOW, BANTHAS, MIRRORED], "-1 +1 -8 -8"))
    play(hand, "1 peek", "1 keep", "2 peek", "2 keep")
    assert won(finish(hand)) == [(1, 188, 0), (2, 187, 0), (1, 63, -1), (2, 62, -1)]


@pytest.mark.clause("CH25", "CH21")
def test_ch25_who_wins_by_the_blind_card_takes_the_sabacc_pot_by_the_hand_that_tied() -> None:
    hand = go_to("board", table([LOW, BANTHAS, MIRRORED], "-1 +1 -8 -7"))
    play(hand, "1 peek", "1 keep", "2 peek", "2 keep")
    assert won(finish(hand)) == [(2, 375, 0), (2, 125, -1)]


@pytest.mark.clause("CH25", "B2")
def test_ch25_one_blind_card_a_player_a_hand_which_counts_in_every_pot() -> None:
    hand = table([ZERO, ZERO, ZERO], "-6 +7 -8", stacks=[1000, 200, 1000])
    go_to("bet", hand, at=2)
    play(hand, "2 raise 100", "0 match")
    events = finish(hand)
    assert [event.card for event in only(TieDrawn, events)] == ["-6", "+7", "-8"]
    assert won(events) == [(1, 375, 0), (2, 200, 1)]


# ---- CH12, CH14, CH25: the stub runs out

# Seats 1 and 2 tie; everybody else has a Nuhlrek.
EIGHT = ["+8 +8 +2 +2", ZERO, ZERO, "-8 -8 -1 -1", "+7 +7 +6 +6", "-7 -7 -6 -6", "+10 +10 +3 +3", "-10 -10 -3 -3"]


def drain(hand: Hand, left: int = 0) -> Hand:
    """Everybody draws from the stub and pushes the card back until so many are left."""
    while hand.cards_left() > left:
        if hand.kind == "board":
            play(hand, f"{hand.waiting[0]} peek", f"{hand.waiting[0]} push-back")
        else:
            quiet_step(hand)
    return hand


def exhausted(**more: Any) -> Hand:
    """Eight players, and a stub of 23 cards: seat 0, the last to draw in round 3, finds none."""
    hand = drain(go_to("board", table(EIGHT, **more)))
    assert (hand.round, hand.kind, hand.waiting) == (3, "board", (0,))
    return hand


@pytest.mark.clause("CH12", "CH14")
@pytest.mark.parametrize(("move", "petal"), [("0 buy 4", "0"), ("0 buy 6", "+10")])
def test_ch12_with_no_stub_left_the_gap_in_the_centre_stays(move: str, petal: str) -> None:
    hand = exhausted()
    play(hand, move)
    assert (hand.board[4], hand.pile) == (petal, ())
    assert hand.view(1).pile == ()


@pytest.mark.clause("CH14")
def test_ch14_with_the_stub_exhausted_nobody_draws_from_it_and_board_cards_cost_nothing() -> None:
    hand = exhausted()
    assert PEEK not in hand.options(0)
    assert hand.options(0).price(Buy(0)) == 0
    assert not only(Paid, play(hand, "0 buy 0"))


@pytest.mark.clause("CH14", "CH16")
def test_ch14_then_even_a_player_all_in_may_take_a_board_card() -> None:
    hand = exhausted(stacks=[150, *[1000] * 7])
    assert hand.stacks[0] == 0
    play(hand, "0 buy 0 swap +8")
    assert hand.fields[0] == ("+2", "+9")


def stub_of(left: int) -> tuple[Hand, list[Event]]:
    """Eight players who draw until so many stub cards are left, one card on top of the pile's first; seat 0 folds at last."""
    hand = go_to("board", table(EIGHT, answers={("shuffle", 2): ["-5", "0"]}))
    play(hand, "1 stand", "2 stand", "3 peek", "3 keep -8")
    go_to("bet", drain(hand, left), at=4)
    while hand.waiting != (0,):
        quiet_step(hand)
    assert (hand.pile, hand.cards_left()) == (("0", "-8"), left)
    return hand, play(hand, "0 fold")


@pytest.mark.clause("CH25")
@pytest.mark.parametrize("left", [2, 3])
def test_ch25_a_stub_large_enough_is_dealt_from_as_it_is(left: int) -> None:
    _, events = stub_of(left)
    assert not only(Shuffled, events)
    assert [event.shuffle for event in only(TieDrawn, events)] == [1, 1]


@pytest.mark.clause("CH25")
def test_ch25_if_the_stub_is_too_small_muck_and_pile_under_its_top_card_are_shuffled_into_it() -> None:
    hand, events = stub_of(left=1)
    muck = 23 - 1 - 1 + 4  # of the stub all but the last card and the one kept; and the folded hand
    assert [event.size for event in only(Shuffled, events)] == [1 + muck + 1]
    assert [(event.seat, event.card) for event in only(TieDrawn, events)] == [(1, "-5"), (2, "0")]
    assert won(events) == [(2, 8 * 125, 0)]
    assert (hand.pile, hand.junk) == (("-8",), ())


@pytest.mark.clause("CH25", "T6")
def test_ch25_a_view_knows_that_only_the_top_of_the_pile_is_left() -> None:
    hand, _ = stub_of(left=1)
    assert hand.view(None).pile == ("-8",)


# ---- B1 to B3, CH8: pots and side pots


@pytest.mark.clause("CH8", "B1", "B2", "CH21")
def test_b1_three_all_in_make_a_main_pot_a_side_pot_and_an_uncalled_bet_that_goes_back() -> None:
    hands = [LOW, MIDDLE, BEST]
    game, hand = open_table("corellian-house", hands, BOARD, stacks=[1000, 450, 200], rolls=[(1, 2)] * 3, ante=0)
    called = play(hand, "0 raise 1000", "1 match", "2 match")
    assert only(Refunded, called) == [Refunded(0, 600)]  # when the betting round ends, not only at the showdown (CH8)
    assert hand.stacks[0] == 600
    events = finish(hand)
    assert won(events) == [(2, 600, 0), (2, 50, -1), (1, 400, 1)]
    assert (game.stacks, game.sabacc_pot) == ([600, 400, 650], 0)


@pytest.mark.clause("CH21", "B2")
def test_ch21_the_sabacc_pot_goes_with_the_main_pot_alone() -> None:
    hand = table(["-7 -7 +7 +7", BEST, LOW], ante=0, stacks=[1000, 250, 1000])
    play(hand, "0 raise 500", "1 match", "2 match")
    assert won(finish(hand)) == [(1, 600, 0), (1, 50, -1), (0, 600, 1)]  # seat 0 has a Squadron


@pytest.mark.clause("B1", "B2")
def test_b1_what_a_folder_bet_stays_in_the_pots() -> None:
    hand = table([LOW, BEST, MIDDLE], ante=0, stacks=[1000, 250, 1000])
    play(hand, "0 raise 500", "1 match", "2 match")
    events = play(go_to("bet", hand, at=2), "2 fold")
    assert won(events + finish(hand)) == [(1, 600, 0), (1, 50, -1), (0, 600, 1)]


@pytest.mark.clause("CH8", "B1")
def test_ch8_a_raise_that_nobody_calls_goes_back() -> None:
    hand = table(stacks=1000, ante=0)
    events = play(hand, "0 raise 700", "1 fold", "2 fold")
    assert only(Refunded, events) == [Refunded(0, 600)]
    assert won(events) == [(0, 200, 0)]


@pytest.mark.clause("CH3", "B1")
@pytest.mark.parametrize(
    ("stacks", "ante", "main", "side"),
    [
        ([1000, 40, 1000], 0, 3 * 40, 2 * 60),  # all of a short small blind is in the main pot
        ([1000, 1000, 60], 0, 3 * 60, 2 * 40),  # a short big blind
        ([1000, 1000, 10], 25, 3 * 10, 2 * 115),  # a short ante
        ([10, 1000, 1000], 25, 3 * 10, 2 * 115),
    ],
)
def test_ch3_a_short_ante_or_blind_contests_only_what_it_matched(
    stacks: list[int], ante: int, main: int, side: int
) -> None:
    short = stacks.index(min(stacks))
    hands = [MIDDLE if seat != short else "+5 +8 -6 -7" for seat in range(3)]
    hands[short - 1] = LOW
    events = played(hands, stacks=stacks, ante=ante)
    assert [(seat == short, amount, pot) for seat, amount, pot in won(events)] == [(True, main, 0), (False, side, 1)]


@pytest.mark.clause("CH3", "CH8")
def test_ch3_heads_up_against_a_short_big_blind_the_rest_of_the_call_goes_back() -> None:
    hand = table([LOW, ZERO], stacks=[1000, 30], ante=0)
    assert (hand.options(0).price(MATCH), bounds(hand.options(0))) == (100, (0, 0))
    events = play(hand, "0 match") + finish(hand)
    assert only(Refunded, events) == [Refunded(0, 70)]
    assert won(events) == [(1, 60, 0)]


@pytest.mark.clause("CH8", "B3")
@pytest.mark.parametrize(("button", "order"), [(0, [1, 2, 3]), (2, [3, 1, 2])])
def test_ch8_all_odd_chips_go_to_the_first_winner_left_of_the_button(button: int, order: list[int]) -> None:
    hand = go_to("bet", table(["+2 +6 +8 +10", ZERO, ZERO, ZERO], "+7 +7 +7", button=button), at=2)
    while hand.waiting != (0,):
        quiet_step(hand)
    events = play(hand, "0 fold") + finish(hand)
    assert won(events) == [(order[0], 168, 0), (order[1], 166, 0), (order[2], 166, 0)]
