"""corellian-house at the table: deck, deal, blinds, betting, levels (CH1–CH8, and T where it speaks of this game)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import CHECK, FOLD, MATCH
from sabacc.game.events import Asked, Dealt, Event, Folded, LevelSet, Paid, Rolled, Shown
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.hand_probes import shown_to
from tests.tables import NAMES, only, open_table, play

# Seat 0 has +10 in all, seat 1 −10, seat 2 −4: with nothing drawn, seat 2 wins.
THREE = ["+1 +2 +3 +4", "-1 -2 -3 -4", "+5 +6 -7 -8"]
BOARD = "+9 +9 -9 -9 +10 -10 0"
QUIET = {"board": "stand", "peeked": "push-back", "protect": "protect"}


def table(hands: list[str] = THREE, stub: str = "", **more: Any) -> Hand:
    """A table at which seat 0 has the button and, unless told otherwise, no doubles are rolled."""
    return open_table("corellian-house", hands, f"{BOARD} {stub}", **{"rolls": [(1, 2)] * 3, **more})[1]


def quiet_step(hand: Hand) -> list[Event]:
    """Whoever is asked first checks or matches, stays, protects nothing."""
    seat = hand.waiting[0]
    betting = "match" if hand.owes(seat) else "check"
    return play(hand, f"{seat} {betting if hand.kind == 'bet' else QUIET.get(hand.kind, 'time-out')}")


def go_to(kind: str, hand: Hand, at: int = 1) -> Hand:
    """Quiet play until this is asked in that round."""
    while hand.kind != kind or hand.round != at:
        quiet_step(hand)
    return hand


def finish(hand: Hand) -> list[Event]:
    """Quiet play to the end; all that happened."""
    events: list[Event] = []
    while not hand.over:
        events += quiet_step(hand)
    return events


def bounds(options: Options) -> tuple[int, int]:
    """From where to where a seat may bet or raise; (0, 0) where it may not."""
    return options.raise_from, options.raise_to


def payments(hand: Hand, seat: int) -> list[tuple[int, str, str]]:
    """What a seat has paid, in order: how much, to which pot, what for."""
    return [(paid.amount, paid.pot, paid.why) for paid in only(Paid, hand.events) if paid.seat == seat]


# ---- CH1 to CH5: cards, antes, blinds


@pytest.mark.clause("CH1", "CH4", "CH5", "T9")
def test_ch1_at_a_full_table_hands_board_and_stub_are_the_62_cards() -> None:
    hand = new_game("corellian-house", NAMES, seed="any").deal()
    cards = Counter([*hand.board, *hand.pile, *hand.undealt()])
    for seat in range(8):
        cards.update(hand.cards_of(seat))
    assert cards == {**{f"{number:+d}": 3 for number in range(-10, 11) if number}, "0": 2}
    assert cards.total() == 62


@pytest.mark.clause("T9")
@pytest.mark.parametrize("players", [1, 9])
def test_t9_two_to_eight_players(players: int) -> None:
    with pytest.raises(SabaccError, match="2 to 8 players"):
        new_game("corellian-house", [f"P{seat}" for seat in range(players)])


@pytest.mark.clause("CH2")
@pytest.mark.parametrize(
    ("option", "ante"), [({}, 25), ({"ante": 10}, 10), ({"ante": 0}, 0), ({"board_price": 40}, 40)]
)
def test_ch2_each_ante_equals_the_board_price_unless_the_table_sets_another(option: dict[str, Any], ante: int) -> None:
    hand = table(stacks=1000, **option)
    assert hand.paid == [ante, ante, ante + 100]
    assert hand.sabacc_pot == 3 * ante + 50
    assert hand.stacks == [1000 - 2 * ante, 950 - 2 * ante, 900 - 2 * ante]


@pytest.mark.clause("CH3")
def test_ch3_the_small_blind_pays_the_sabacc_pot_and_the_next_seat_the_main_pot() -> None:
    hand = table(button=2, ante=0)
    blinds = [(paid.seat, paid.amount, paid.pot, paid.why) for paid in only(Paid, hand.events)]
    assert blinds == [(0, 50, "sabacc", "small-blind"), (1, 100, "hand", "big-blind")]


@pytest.mark.clause("CH3", "CH7")
def test_ch3_heads_up_the_button_is_the_small_blind_and_acts_first_at_first() -> None:
    hand = table(THREE[:2])
    assert (hand.to_sabacc, hand.bets, hand.waiting) == ([75, 25], [0, 100], (0,))
    assert go_to("bet", hand, at=2).waiting == (1,)


@pytest.mark.clause("CH3")
def test_ch3_the_small_blind_is_no_bet_and_still_owes_the_whole_big_blind() -> None:
    hand = table()
    play(hand, "0 match")
    assert (hand.bets[1], hand.options(1).price(MATCH)) == (0, 100)


ANTE, BIG = (25, "hand", "ante"), (100, "hand", "big-blind")
SABACC_ANTE = (25, "sabacc", "ante")


@pytest.mark.clause("CH3", "T4", "T5")
@pytest.mark.parametrize(
    ("seat", "stack", "paid"),
    [
        (0, 10, [(10, "hand", "ante")]),
        (0, 30, [ANTE, (5, "sabacc", "ante")]),
        (1, 60, [ANTE, SABACC_ANTE, (10, "sabacc", "small-blind")]),
        (1, 100, [ANTE, SABACC_ANTE, (50, "sabacc", "small-blind")]),
        (2, 20, [(20, "hand", "ante")]),
        (2, 60, [ANTE, (35, "hand", "big-blind")]),
        (2, 130, [ANTE, BIG, (5, "sabacc", "ante")]),
        (2, 150, [ANTE, BIG, SABACC_ANTE]),
    ],
)
def test_ch3_a_short_stack_pays_main_ante_big_blind_sabacc_ante_small_blind(
    seat: int, stack: int, paid: list[tuple[int, str, str]]
) -> None:
    stacks = [1000, 1000, 1000]
    stacks[seat] = stack
    hand = table(stacks=stacks)
    assert payments(hand, seat) == paid
    assert (hand.stacks[seat], hand.live[seat]) == (0, True)


@pytest.mark.clause("CH3")
@pytest.mark.parametrize("stack", [10, 60])
def test_ch3_the_bet_to_call_stays_the_full_big_blind(stack: int) -> None:
    hand = table(stacks=[1000, 1000, stack])
    assert hand.options(0).price(MATCH) == 100
    assert bounds(hand.options(0)) == (200, 950)
    assert hand.view(0).standing == 100


@pytest.mark.clause("CH3")
@pytest.mark.parametrize("stack", [1, 49, 50])
def test_ch3_if_nothing_would_reach_the_main_pot_the_whole_stack_goes_there(stack: int) -> None:
    hand = table(stacks=[1000, stack, 1000], ante=0)
    assert (hand.paid[1], hand.to_sabacc[1], hand.stacks[1]) == (stack, 0, 0)


@pytest.mark.clause("T4", "T12")
def test_t4_one_credit_is_enough_to_be_dealt_in_and_none_is_not() -> None:
    hand = table([*THREE, "+1 +1 -1 -1"], stacks=[1000, 0, 1, 1000])
    assert hand.seating.dealt_in == (2, 3, 0)


@pytest.mark.clause("CH4")
def test_ch4_three_cards_face_down_and_one_face_up() -> None:
    hand = table()
    assert [sorted(cards) for cards in hand.hands] == [sorted(cards.split()[:3]) for cards in THREE]
    assert hand.fields == [("+4",), ("-4",), ("-8",)]
    assert [event.seat for event in only(Dealt, hand.events)] == [1, 2, 0] * 4
    assert [event.up for event in only(Dealt, hand.events)] == [False] * 9 + [True] * 3


@pytest.mark.clause("CH4", "T6")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_ch4_pocket_cards_are_seen_by_their_holder_alone(seat: int | None) -> None:
    hand = table()
    assert all(f'"{card}"'.encode() not in shown_to(hand, seat) for card in ("-1", "-2", "-3"))
    assert hand.view(1).cards == ("-1", "-2", "-3")
    assert hand.view(seat).fields[1] == ("-4",)


@pytest.mark.clause("CH5", "T6")
def test_ch5_six_petals_a_centre_that_is_the_discard_pile_and_the_rest_is_the_stub() -> None:
    hand = table()
    assert (*hand.board, *hand.pile) == tuple(BOARD.split())
    assert (len(hand.board), len(hand.pile), hand.cards_left()) == (6, 1, 62 - 3 * 4 - 7)
    assert (hand.view(None).board, hand.view(None).pile) == (hand.board, hand.pile)


# ---- CH6, CH7: rounds


@pytest.mark.clause("CH6")
def test_ch6_three_rounds_of_betting_draw_and_spike_then_a_fourth_betting_round_then_the_showdown() -> None:
    steps: list[str] = []
    hand = table()
    finish(hand)
    for event in hand.events:
        if isinstance(event, (Asked, Rolled, Shown)):
            step = event.kind if isinstance(event, Asked) else type(event).__name__
            if steps[-1:] != [step]:
                steps.append(step)
    assert steps == ["bet", "board", "protect", "Rolled"] * 3 + ["bet", "Shown"]


@pytest.mark.clause("CH7")
def test_ch7_the_first_round_starts_left_of_the_big_blind_and_later_ones_left_of_the_button() -> None:
    hand = table([*THREE, "+1 +1 -1 -1"], button=1)
    finish(hand)
    betting = [asked.seats[0] for asked in only(Asked, hand.events) if asked.kind == "bet"]
    assert betting == [0, 1, 2, 3] + [2, 3, 0, 1] * 3


@pytest.mark.clause("CH7", "CH8")
def test_ch7_no_limit_but_the_stack() -> None:
    assert bounds(table(stacks=[700, 1000, 1000]).options(0)) == (200, 650)


@pytest.mark.clause("CH7")
def test_ch7_a_table_may_set_a_limit_on_each_raise() -> None:
    hand = table(max_bet=250)
    assert bounds(hand.options(0)) == (200, 350)
    play(hand, "0 raise 350")
    assert bounds(hand.options(1)) == (600, 600)


# ---- CH8: the points of the Tournament Directors Association


@pytest.mark.clause("CH8")
def test_ch8_the_big_blind_is_the_first_bet_and_its_player_has_the_option() -> None:
    hand = table(stacks=1000)
    play(hand, "0 match", "1 match")
    assert hand.waiting == (2,)
    assert hand.options(2).actions == (CHECK, FOLD)
    assert bounds(hand.options(2)) == (200, 950)


@pytest.mark.clause("CH8")
def test_ch8_a_big_blind_who_checks_ends_the_round_and_one_who_raises_is_answered() -> None:
    hand = table()
    play(hand, "0 match", "1 match")
    twin = hand.copy()
    play(hand, "2 check")
    assert (hand.kind, hand.waiting) == ("board", (1,))
    play(twin, "2 raise 200")
    assert (twin.kind, twin.waiting) == ("bet", (0,))


@pytest.mark.clause("CH8")
def test_ch8_the_smallest_bet_is_the_big_blind() -> None:
    hand = go_to("bet", table(), at=2)
    assert hand.options(1).raise_from == 100
    with pytest.raises(IllegalAction):
        play(hand, "1 raise 99")


@pytest.mark.clause("CH8")
def test_ch8_a_raise_is_at_least_the_last_full_bet_or_raise_of_the_round() -> None:
    hand = table()
    play(hand, "0 raise 350")
    assert hand.options(1).raise_from == 350 + 250
    play(hand, "1 raise 1000")
    assert hand.options(2).raise_from == 1000 + 650
    go_to("bet", hand, at=2)
    assert hand.options(1).raise_from == 100


def after_a_short_all_in() -> Hand:
    """Round 2: seat 1 checks, seat 2 bets 300, seat 3 calls, seat 0 is all-in with 450; seat 1 has only checked."""
    hand = table([*THREE, "+1 +1 -1 -1"], stacks=[600, 2000, 2000, 2000])
    go_to("bet", hand, at=2)
    play(hand, "1 check", "2 raise 300", "3 match")
    assert bounds(hand.options(0)) == (450, 450)
    play(hand, "0 raise 450")
    return hand


@pytest.mark.clause("CH8")
def test_ch8_an_all_in_for_less_does_not_reopen_the_betting_to_those_who_have_acted() -> None:
    hand = after_a_short_all_in()
    play(hand, "1 match")
    for seat in (2, 3):
        assert (hand.waiting, hand.options(seat).price(MATCH), bounds(hand.options(seat))) == ((seat,), 150, (0, 0))
        play(hand, f"{seat} match")
    assert hand.kind == "board"


@pytest.mark.clause("CH8")
def test_ch8_who_faces_a_full_bet_since_they_acted_may_raise_by_the_last_full_bet() -> None:
    hand = after_a_short_all_in()
    assert hand.options(1).raise_from == 450 + 300
    play(hand, "1 raise 750")
    assert hand.options(2).raise_from == 750 + 300


@pytest.mark.clause("CH8")
def test_ch8_an_all_in_bet_below_the_smallest_bet_does_not_reopen_either() -> None:
    hand = go_to("bet", table(stacks=[2000, 2000, 190]), at=2)
    play(hand, "1 check", "2 raise 40", "0 match")
    assert (hand.waiting, bounds(hand.options(1))) == ((1,), (0, 0))


@pytest.mark.clause("CH8")
def test_ch8_short_all_ins_that_add_up_to_a_full_raise_do() -> None:
    hand = go_to("bet", table([*THREE, "+1 +1 -1 -1"], stacks=[2000, 2000, 310, 360]), at=2)
    play(hand, "1 raise 100", "2 raise 160", "3 raise 210", "0 match")
    assert (hand.waiting, bounds(hand.options(1))) == ((1,), (310, 1800))


# ---- T10: out of time


@pytest.mark.clause("T10")
def test_t10_who_is_out_of_time_checks_if_it_is_free_and_folds_otherwise() -> None:
    hand = table()
    assert hand.pending[0].default == FOLD
    play(hand, "0 match", "1 match")
    assert hand.pending[2].default == CHECK


@pytest.mark.clause("T10")
def test_t10_who_leaves_stays_and_folds_at_the_first_chance() -> None:
    hand = go_to("board", table())
    events = play(hand, "1 leave")
    assert hand.live[1]
    events += go_to("bet", hand, at=2).events
    assert (only(Folded, events), hand.waiting, hand.paid[1]) == ([Folded(1)], (2,), 125)


# ---- levels


@pytest.mark.clause("CH2", "CH3")
def test_the_schedule_is_the_printed_one() -> None:
    schedule = read_rules("corellian-house").schedule
    assert [small for small, _, _ in schedule] == [50, 100, 200, 400, 800, 1500, 3000]
    assert [big for _, big, _ in schedule] == [100, 200, 400, 800, 1600, 3000, 6000]
    assert [price for _, _, price in schedule] == [25, 50, 75, 150, 300, 500, 1000]


@pytest.mark.clause("CH2", "CH3")
@pytest.mark.parametrize(("option", "ante"), [({}, 75), ({"ante": 5}, 5)])
def test_a_new_level_takes_effect_with_the_next_hand(option: dict[str, Any], ante: int) -> None:
    game, hand = open_table("corellian-house", THREE, BOARD, **option)
    with pytest.raises(IllegalAction):
        game.set_level(3)
    assert hand.options(0).price(MATCH) == 100
    play(hand, "0 fold", "1 fold")
    game.set_level(3)
    assert game.events[-1] == LevelSet(3, (200, 400), 75)
    hand = game.deal()
    assert (hand.paid, hand.to_sabacc) == ([ante + 400, ante, ante], [ante, ante, ante + 200])
    assert go_to("board", hand).options(2).board_price == 75


@pytest.mark.clause("CH2", "CH3")
def test_a_table_may_have_a_schedule_of_its_own_and_the_last_level_goes_on() -> None:
    game = new_game({"preset": "corellian-house", "schedule": [[1, 2, 1], [5, 10, 3]]}, NAMES[:3], seed="any")
    game.set_level(2)
    assert (game.rules.blinds, game.rules.board_price) == ((5, 10), 3)
    with pytest.raises(SabaccError, match="levels 1 to 2"):
        game.set_level(3)
