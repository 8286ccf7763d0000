"""The draw and the spike of corellian-house (CH11–CH13, CH15–CH19); for a stub that runs out see the showdown."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from sabacc.errors import IllegalAction
from sabacc.game.actions import PEEK, PUSH_BACK, STAND, Action, Buy, Keep, Offer, Protect
from sabacc.game.events import Acted, Asked, BoardDealt, Dealt, Offered, Paid, Peeked, Rolled, Shifted, Shuffled
from sabacc.game.hand import Hand
from tests.clauses.test_corellian_house import BOARD, THREE, go_to, table
from tests.hand_probes import shown_to
from tests.tables import only, play


def at_the_board(hands: list[str] = THREE, stub: str = "", **more: Any) -> Hand:
    """The first draw: seat 1, left of the button, is asked."""
    return go_to("board", table(hands, stub, **more))


def at_the_spike(*protects: str, **more: Any) -> Hand:
    """The last player (seat 0) still has to protect cards before the dice are rolled."""
    hand = go_to("protect", table(**more))
    play(hand, *(protects or ("1 protect", "2 protect")))
    return hand


def buys(hand: Hand, seat: int) -> list[Buy]:
    """The board cards a seat may take, and how."""
    return [action for action in hand.options(seat) if isinstance(action, Buy)]


def sees(hand: Hand, seat: int | None, card: str) -> bool:
    """Whether a card's name is anywhere in what a seat is shown."""
    return f'"{card}"'.encode() in shown_to(hand, seat)


# ---- CH11: buying a board card


@pytest.mark.clause("CH11", "CH15")
def test_ch11_from_the_left_of_the_button_each_live_player_does_one_thing() -> None:
    hand = table([*THREE, "+1 +1 -1 -1"], button=1)
    play(hand, "0 fold")
    go_to("board", hand)
    play(hand, "2 buy 0", "3 peek", "3 push-back", "1 stand")
    assert [asked.seats for asked in only(Asked, hand.events) if asked.kind == "board"] == [(2,), (3,), (1,)]
    assert hand.kind == "protect"


@pytest.mark.clause("CH11")
def test_ch11_the_board_price_goes_to_the_sabacc_pot_and_the_card_lies_face_up() -> None:
    hand = at_the_board()
    before = hand.sabacc_pot
    assert hand.options(1).price(Buy(4)) == 25
    events = play(hand, "1 buy 4")
    assert only(Paid, events) == [Paid(1, 25, "sabacc", "board-card", "CH11")]
    assert (hand.sabacc_pot, hand.fields[1], hand.hands[1]) == (before + 25, ("-4", "+10"), ("-1", "-2", "-3"))


@pytest.mark.clause("CH11")
def test_ch11_any_petal_or_the_top_of_the_pile_to_keep_or_for_any_card_of_the_hand() -> None:
    hand = at_the_board()
    swaps = [None, "-1", "-2", "-3"]
    expected = {Buy(place, card) for place in range(7) for card in swaps} | {Buy(p, "-4", True) for p in range(7)}
    assert set(buys(hand, 1)) == expected


@pytest.mark.clause("CH11")
@pytest.mark.parametrize(
    ("move", "card", "pocket", "up"),
    [
        ("1 buy 5 swap -2", "-2", ("-1", "-3"), ("-4", "-10")),
        ("1 buy 5 swap -4 up", "-4", ("-1", "-2", "-3"), ("-10",)),
    ],
)
def test_ch11_a_swapped_card_takes_its_place(
    move: str, card: str, pocket: tuple[str, ...], up: tuple[str, ...]
) -> None:
    hand = at_the_board()
    play(hand, move)
    assert (hand.hands[1], hand.fields[1], hand.board[5], hand.pile) == (pocket, up, card, ("0",))
    assert (hand.view(0).fields[1], hand.view(0).board) == (up, hand.board)


@pytest.mark.clause("CH11")
def test_ch11_a_card_swapped_for_the_top_discard_is_the_new_top() -> None:
    hand = at_the_board()
    play(hand, "1 buy 6 swap -2", "2 buy 6")
    assert (hand.fields[1], hand.fields[2]) == (("-4", "0"), ("-8", "-2"))


@pytest.mark.clause("CH11")
def test_ch11_with_five_cards_a_board_card_can_only_be_swapped_for() -> None:
    hand = at_the_board()
    play(hand, "1 buy 0")
    go_to("board", hand, at=2)
    assert {buy.swap for buy in buys(hand, 1)} == {"-1", "-2", "-3", "-4", "+9"}


@pytest.mark.clause("CH11")
def test_ch11_the_last_pocket_card_is_never_swapped() -> None:
    hand = go_to("protect", table())
    play(hand, "1 protect -1 -2")
    go_to("board", hand, at=2)
    assert {(buy.swap, buy.up) for buy in buys(hand, 1)} == {(None, False), ("-1", True), ("-2", True), ("-4", True)}
    with pytest.raises(IllegalAction):
        play(hand, "1 buy 0 swap -3")


# ---- CH12: gaps


@pytest.mark.clause("CH12")
@pytest.mark.parametrize(("move", "petal"), [("1 buy 4", "0"), ("1 buy 6", "+10")])
def test_ch12_a_gap_is_filled_from_the_pile_and_a_stub_card_starts_an_empty_pile_anew(move: str, petal: str) -> None:
    hand = at_the_board(stub="+7")
    events = play(hand, move)
    assert (hand.board[4], hand.pile) == (petal, ("+7",))
    assert only(BoardDealt, events) == [BoardDealt(6, 1, 19, "+7")]
    assert (hand.view(2).board, hand.view(2).pile) == (hand.board, hand.pile)


@pytest.mark.clause("CH12")
@pytest.mark.parametrize(("move", "petal"), [("2 buy 4", "-2"), ("2 buy 6", "+10")])
def test_ch12_of_two_discards_the_next_one_shows_whatever_was_kept(move: str, petal: str) -> None:
    hand = at_the_board()
    events = play(hand, "1 peek", "1 keep -2", move)
    assert (hand.board[4], hand.pile) == (petal, ("0",))
    assert not only(BoardDealt, events)


# ---- CH13: the stub


@pytest.mark.clause("CH13", "T6")
def test_ch13_the_player_looks_at_the_card_and_nobody_else_does() -> None:
    hand = at_the_board(stub="+7")
    events = play(hand, "1 peek")
    assert only(Peeked, events) == [Peeked(1, 1, 19, "+7")]
    assert not only(Paid, events)
    assert hand.view(1).peeked == "+7"
    assert not any(sees(hand, seat, "+7") for seat in (0, 2, None))


@pytest.mark.clause("CH13")
def test_ch13_then_adds_it_takes_it_for_any_card_or_pushes_it_back() -> None:
    hand = at_the_board()
    play(hand, "1 peek")
    assert set(hand.options(1)) == {PUSH_BACK, Keep(), Keep("-1"), Keep("-2"), Keep("-3"), Keep("-4", True)}


@pytest.mark.clause("CH13", "T6")
def test_ch13_an_added_card_lies_face_down() -> None:
    hand = at_the_board(stub="+7")
    play(hand, "1 peek", "1 keep")
    assert (hand.hands[1], hand.fields[1]) == (("-1", "-2", "-3", "+7"), ("-4",))
    assert (hand.view(0).counts[1], sees(hand, 0, "+7")) == (4, False)


@pytest.mark.clause("CH13")
@pytest.mark.parametrize(
    ("move", "pocket", "up", "pile"),
    [
        ("1 keep -2", ("-1", "-3", "+7"), ("-4",), ("0", "-2")),
        ("1 keep -4 up", ("-1", "-2", "-3", "+7"), (), ("0", "-4")),
    ],
)
def test_ch13_a_discard_goes_to_the_pile_first(
    move: str, pocket: tuple[str, ...], up: tuple[str, ...], pile: tuple[str, ...]
) -> None:
    hand = at_the_board(stub="+7")
    play(hand, "1 peek", move)
    assert (hand.hands[1], hand.fields[1], hand.pile) == (pocket, up, pile)
    assert (hand.view(0).pile, hand.view(1).cards) == (pile, pocket)


@pytest.mark.clause("CH13")
def test_ch13_the_last_pocket_card_may_be_discarded_for_the_drawn_one() -> None:
    hand = go_to("protect", table(stub="+7"))
    play(hand, "1 protect -1 -2")
    go_to("board", hand, at=2)
    play(hand, "1 peek", "1 keep -3")
    assert hand.hands[1] == ("+7",)


@pytest.mark.clause("CH13", "T6")
def test_ch13_a_card_pushed_back_is_mucked_and_out_of_play_unseen() -> None:
    hand = at_the_board(stub="+7", rolls=[(4, 4)])
    left = hand.cards_left()
    play(hand, "1 peek", "1 push-back")
    assert (hand.junk, hand.cards_left(), hand.pile) == (("+7",), left - 1, ("0",))
    assert not any(sees(hand, seat, "+7") for seat in (0, 2, None))
    go_to("bet", hand, at=2)  # doubles: a shuffle with the stub
    assert hand.junk == ("+7",)


@pytest.mark.clause("CH13")
def test_ch13_with_five_cards_the_drawn_one_can_not_be_added() -> None:
    hand = at_the_board()
    play(hand, "1 peek", "1 keep")
    go_to("board", hand, at=2)
    play(hand, "1 peek")
    assert Keep() not in hand.options(1)
    play(hand, "1 keep -2")
    assert len(hand.cards_of(1)) == 5


# ---- CH15, CH16, T10


@pytest.mark.clause("CH15")
def test_ch15_staying_changes_nothing() -> None:
    hand = at_the_board()
    before = (hand.cards_of(1), hand.board, hand.pile, hand.cards_left(), hand.stacks[:])
    play(hand, "1 stand")
    assert (hand.cards_of(1), hand.board, hand.pile, hand.cards_left(), hand.stacks) == before


@pytest.mark.clause("T10", "CH13", "CH15", "CH17")
@pytest.mark.parametrize(
    ("moves", "default"),
    [([], STAND), (["1 peek"], PUSH_BACK), (["1 stand", "2 stand", "0 stand"], Protect())],
)
def test_t10_out_of_time_one_stays_pushes_back_and_protects_nothing(moves: list[str], default: Action) -> None:
    hand = at_the_board()
    play(hand, *moves)
    assert only(Acted, play(hand, "1 time-out"))[0].action == default


@pytest.mark.clause("CH16")
@pytest.mark.parametrize(("stack", "may"), [(24, False), (25, True)])
def test_ch16_who_can_not_pay_the_board_price_can_not_buy(stack: int, may: bool) -> None:
    hand = at_the_board(stacks=[1000, 200 + stack, 1000])
    assert (hand.stacks[1], bool(buys(hand, 1))) == (stack, may)


@pytest.mark.clause("CH16", "T13")
def test_ch16_a_player_all_in_may_draw_or_stay() -> None:
    assert set(at_the_board(stacks=[1000, 200, 1000]).options(1)) == {PEEK, STAND}


# ---- CH17: protecting


@pytest.mark.clause("CH17")
def test_ch17_any_pocket_cards_but_one_may_be_turned_face_up() -> None:
    hand = go_to("protect", table())
    pocket = ("-1", "-2", "-3")
    assert set(hand.options(1)) == {Protect(cards) for n in range(3) for cards in combinations(pocket, n)}
    with pytest.raises(IllegalAction):
        play(hand, "1 protect -1 -2 -3")


@pytest.mark.clause("CH17")
def test_ch17_protected_cards_lie_face_up_for_all() -> None:
    hand = go_to("protect", table())
    play(hand, "1 protect -3 -1")
    assert (hand.hands[1], sorted(hand.view(None).fields[1])) == (("-2",), ["-1", "-3", "-4"])


@pytest.mark.clause("CH17")
def test_ch17_players_decide_from_the_left_of_the_button_and_who_has_one_pocket_card_is_not_asked() -> None:
    hand = go_to("protect", table(button=1))
    play(hand, "2 protect +5 +6")
    go_to("bet", hand, at=3)
    asked = [event.seats[0] for event in only(Asked, hand.events) if event.kind == "protect"]
    assert asked == [2, 0, 1, 0, 1]


# ---- CH18, CH19: the spike


@pytest.mark.clause("CH18")
def test_ch18_the_button_rolls_two_six_sided_dice_even_if_it_has_folded() -> None:
    hand = table()
    play(hand, "0 fold", "1 match", "2 check")
    go_to("bet", hand, at=2)
    assert only(Rolled, hand.events) == [Rolled(0, (1, 2), 6)]


@pytest.mark.clause("CH18")
@pytest.mark.parametrize("roll", [(1, 2), (6, 5)])
def test_ch18_without_doubles_nothing_happens(roll: tuple[int, int]) -> None:
    hand = at_the_spike(rolls=[roll])
    before = (hand.hands[:], hand.fields[:], hand.undealt())
    assert not only(Shifted, play(hand, "0 protect"))
    assert (hand.hands, hand.fields, hand.undealt()) == before


@pytest.mark.clause("CH18")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_ch18_doubles_shuffle_the_pocket_cards_with_the_stub_and_deal_as_many_back(face: int) -> None:
    top = ["-5", "-6", "+7", "+8", "-5", "-6"]
    hand = at_the_spike("1 protect -1 -2", "2 protect +5", rolls=[(face, face)], answers={("shuffle", 2): top})
    together = Counter(hand.undealt() + hand.hands[0] + hand.hands[1] + hand.hands[2])
    events = play(hand, "0 protect")
    assert [event.seat for event in only(Dealt, events)] == [1, 2, 0, 2, 0, 0]
    assert [event.card for event in only(Dealt, events)] == top
    assert hand.fields == [("+4",), ("-4", "-1", "-2"), ("-8", "+5")]
    assert only(Shuffled, events)[0].size == together.total()
    assert Counter(hand.undealt() + hand.hands[0] + hand.hands[1] + hand.hands[2]) == together
    assert (hand.kind, hand.round) == ("bet", 2)


@pytest.mark.clause("CH18")
def test_ch18_board_muck_and_folded_cards_are_no_part_of_it() -> None:
    hand = table(stub="+7", rolls=[(3, 3)])
    play(hand, "0 fold", "1 match", "2 check", "1 peek", "1 push-back")
    go_to("bet", hand, at=2)
    assert hand.junk == ("+1", "+2", "+3", "+4", "+7")
    assert only(Shuffled, hand.events)[-1].size == 62 - 5 - 7 - 2
    assert (*hand.board, *hand.pile) == tuple(BOARD.split())


def double_spikes(*protects: str, **more: Any) -> Hand:
    """All have rolled over to the picks; whoever is dealt an offered card back gets it from shuffle 3."""
    hand = at_the_spike(*protects, rolls=[(1, 1)], **more)
    play(hand, "0 protect +2")
    return hand


@pytest.mark.clause("CH19")
def test_ch19_double_spikes_shuffle_the_pocket_cards_and_ask_all_for_a_face_up_card_at_once() -> None:
    hand = double_spikes()
    assert only(Shifted, hand.events) == [Shifted("double-spikes")]
    assert [len(cards) for cards in hand.hands] == [2, 3, 3]
    assert (hand.kind, hand.waiting) == ("offer", (1, 2, 0))
    assert set(hand.options(0)) == {Offer("+4"), Offer("+2")}


@pytest.mark.clause("CH19")
def test_ch19_the_picked_cards_are_shuffled_and_dealt_back_one_each_face_up() -> None:
    hand = double_spikes(answers={("shuffle", 3): ["+2", "-4", "-8"]})
    play(hand, "0 offer +2", "2 offer -8", "1 offer -4")
    assert hand.fields == [("+4", "-8"), ("+2",), ("-4",)]
    assert hand.view(None).fields == hand.fields
    assert (hand.kind, hand.round) == ("bet", 2)


@pytest.mark.clause("CH19", "T6")
def test_ch19_picks_are_sealed_until_all_have_picked() -> None:
    hand = double_spikes()
    events = play(hand, "0 offer +2", "1 offer -4")
    assert not only(Offered, events)
    assert only(Acted, hand.view(2).events)[-2].action == Offer()
    assert only(Acted, hand.view(0).events)[-2].action == Offer("+2")
    assert only(Offered, play(hand, "2 offer -8")) == [Offered(1, "-4"), Offered(2, "-8"), Offered(0, "+2")]


@pytest.mark.clause("CH19")
def test_ch19_who_has_no_face_up_card_is_left_out() -> None:
    hand = at_the_board(rolls=[(1, 1)])
    play(hand, "1 peek", "1 keep -4 up")
    go_to("offer", hand)
    assert hand.waiting == (2, 0)
    play(hand, "0 offer +4", "2 offer -8")
    assert [len(cards) for cards in hand.fields] == [1, 0, 1]


@pytest.mark.clause("CH19", "T10")
def test_t10_out_of_time_the_lowest_face_up_card_is_picked() -> None:
    hand = double_spikes("1 protect -1 -2", "2 protect +6")
    assert [hand.pending[seat].default for seat in range(3)] == [Offer("+2"), Offer("-4"), Offer("-8")]
