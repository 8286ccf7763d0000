"""A round of coruscant-shift, played for rounds (CS1–CS9, CS11). The rest is in test_coruscant_games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sabacc.cards import CORUSCANT
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import FOLD, GO_ON, Improve, Select
from sabacc.game.events import (
    Acted,
    Asked,
    Dealt,
    Discarded,
    Folded,
    Rolled,
    RoundWon,
    Selected,
    Shown,
    TargetSet,
)
from sabacc.game.hand import Hand
from sabacc.variants import new_game
from tests.tables import NAMES, only, open_table, play

# The worked hand of docs/rules/coruscant-shift.md: gold +5, silver triangles.
WORKED = ["+8s +7s +10c -2c +5s", "+9c -4t 0 +2s -7c", "+10s -3c +6t -8t +1c"]
SHIFTED_IN = "+3t 0 -1t -3t +1t +6c -9s"
SELECT = ("1 select +9c -4t 0", "2 select +10s -3c +6t -8t", "0 select +5s")
ALL_FIVE = ("1 time-out", "2 time-out", "0 time-out")
ALL_GO_ON = ("1 go-on", "2 go-on", "0 go-on")


def table(hands: list[str] = WORKED, deck: str = SHIFTED_IN, **more: Any) -> Hand:
    """A round that seat 0 deals; the dice show +5 and triangles unless told otherwise."""
    return open_table("coruscant-shift", hands, deck, **{"rolls": [(3, 3)], **more})[1]


def at_improve() -> Hand:
    """The worked hand after the shift."""
    hand = table()
    play(hand, *SELECT, *ALL_GO_ON, *ALL_GO_ON)
    return hand


# ---- CS1 to CS4: cards, dice, deal


@pytest.mark.clause("CS1")
def test_cs1_sixty_two_cards_of_three_suits_and_two_zeros() -> None:
    suits = Counter(card[-1] for card in CORUSCANT.cards)
    assert suits == {"c": 20, "t": 20, "s": 20, "0": 2}
    for suit in "cts":
        values = [CORUSCANT.values[card] for card in CORUSCANT.cards if card[-1] == suit]
        assert sorted(values) == [*range(-10, 0), *range(1, 11)]


@pytest.mark.clause("CS1", "CS3")
def test_cs3_five_cards_each_one_at_a_time_from_the_left_and_the_rest_is_the_pile() -> None:
    hand = table(button=1)
    dealt = only(Dealt, hand.events)
    assert [deal.seat for deal in dealt] == [2, 0, 1] * 5
    assert [len(cards) for cards in hand.hands] == [5, 5, 5]
    assert hand.cards_left() == 62 - 15
    assert Counter(sum(hand.hands, ()) + hand.undealt()) == Counter(CORUSCANT.cards)


@pytest.mark.clause("CS3", "T6")
def test_cs3_cards_are_dealt_face_down() -> None:
    hand = table()
    assert hand.view(2).cards == ("+10s", "-3c", "+6t", "-8t", "+1c")
    assert {deal.card for deal in only(Dealt, hand.view(2).events) if deal.seat != 2} == {None}
    assert {deal.card for deal in only(Dealt, hand.view(None).events)} == {None}


@pytest.mark.clause("CS2", "CS4")
@pytest.mark.parametrize("face", range(1, 7))
def test_cs2_the_gold_die_names_the_number_and_the_silver_die_a_suit(face: int) -> None:
    hand = table(rolls=[(face, face)])
    target = ((0, 0, 5, -5, 10, -10)[face - 1], "ccttss"[face - 1])
    assert only(TargetSet, hand.events) == [TargetSet(*target)]
    assert (hand.view(None).gold, hand.view(None).silver) == target


@pytest.mark.clause("CS4")
def test_cs4_the_dealer_rolls_both_dice_once_after_the_deal() -> None:
    hand = table(button=2)
    assert only(Rolled, hand.events) == [Rolled(2, (3, 3), 6)]
    kinds = [type(event) for event in hand.events]
    assert max(at for at, kind in enumerate(kinds) if kind is Dealt) < kinds.index(Rolled) < kinds.index(Asked)


@pytest.mark.clause("T9")
@pytest.mark.parametrize("players", [1, 5])
def test_t9_a_round_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(SabaccError, match="2 to 4"):
        new_game("coruscant-shift", NAMES[:players])


# ---- CS5: select


@pytest.mark.clause("CS5")
def test_cs5_all_select_at_the_same_time_and_in_any_order() -> None:
    hand = table()
    assert (hand.kind, hand.waiting) == ("select", (1, 2, 0))
    play(hand, "0 select +5s", "2 select +6t", "1 select 0")
    assert hand.chosen == [("+5s",), ("0",), ("+6t",)]


@pytest.mark.clause("CS5")
def test_cs5_any_choice_of_at_least_one_card_is_legal() -> None:
    hand = table()
    options = hand.options(1)
    assert len(options) == 2**5 - 1
    assert Select(("+9c",)) in options
    assert Select(("-7c", "+2s", "0", "-4t", "+9c")) in options  # in whatever order
    assert Select(()) not in options
    with pytest.raises(IllegalAction):
        play(hand, "1 select")


@pytest.mark.clause("CS5")
@pytest.mark.parametrize("cards", ["+5s", "+9c +9c", "+9c +10c"])
def test_cs5_only_ones_own_cards_can_be_selected_and_each_once(cards: str) -> None:
    with pytest.raises(IllegalAction):
        play(table(), f"1 select {cards}")


@pytest.mark.clause("CS1", "CS5")
def test_cs5_both_zeros_can_be_selected() -> None:
    hand = table(["0 +1c +2c +3c 0", "+1t +2t +3t +4t +5t"], "")
    assert Select(("0", "0")) in hand.options(0)
    play(hand, "0 select 0 0", "1 select +1t")
    assert hand.hands[0] == ("+1c", "+2c", "+3c")


@pytest.mark.clause("CS5", "T6")
@pytest.mark.parametrize("watcher", [0, 2, None])
def test_cs5_nobody_learns_how_many_cards_were_selected_before_all_have(watcher: int | None) -> None:
    one, other = table(), table()
    play(one, "1 select +9c")
    play(other, "1 select +9c -4t 0")
    assert one.view(watcher).events == other.view(watcher).events
    assert one.view(watcher).counts == [5, 5, 5]
    assert not only(Selected, one.events)


@pytest.mark.clause("CS5", "T6")
def test_cs5_when_all_have_selected_the_counts_are_public_and_the_cards_are_not() -> None:
    hand = table()
    play(hand, *SELECT)
    assert only(Selected, hand.view(None).events) == [Selected(1, 3), Selected(2, 4), Selected(0, 1)]
    assert (hand.view(0).chosen_counts, hand.view(0).counts) == ([1, 3, 4], [4, 2, 1])
    assert {event.action for event in only(Acted, hand.view(0).events) if event.seat != 0} == {Select()}


@pytest.mark.clause("CS5", "T6")
def test_cs5_ones_own_view_shows_ones_own_selection() -> None:
    hand = table()
    play(hand, "1 select -4t 0")
    assert only(Acted, hand.view(1).events)[0].action == Select(("-4t", "0"))
    play(hand, "2 select +6t", "0 select +5s")
    assert hand.view(1).chosen == ("-4t", "0")
    assert hand.view(1).cards == ("+9c", "+2s", "-7c")


@pytest.mark.clause("T10", "CS5")
def test_t10_who_does_not_select_selects_all_five() -> None:
    hand = table()
    play(hand, "1 select 0", "2 time-out", "0 select +5s")
    assert Counter(hand.chosen[2]) == Counter(WORKED[2].split())
    assert hand.hands[2] == ()


# ---- CS6 and CS7: go on or fold, shift


@pytest.mark.clause("CS6")
def test_cs6_in_order_from_the_dealers_left_each_goes_on_or_folds() -> None:
    hand = table(button=1)
    play(hand, *SELECT)
    for seat in (2, 0, 1):
        assert (hand.kind, hand.waiting) == ("decide", (seat,))
        assert set(hand.options(seat)) == {GO_ON, FOLD}
        play(hand, f"{seat} go-on")


@pytest.mark.clause("CS6", "T6")
def test_cs6_who_folds_loses_all_cards_unseen_and_is_out_of_the_round() -> None:
    hand = table()
    play(hand, *SELECT)
    assert only(Folded, play(hand, "1 fold")) == [Folded(1)]
    assert (hand.hands[1], hand.chosen[1], hand.live[1]) == ((), (), False)
    play(hand, "2 go-on", "0 go-on", "2 go-on", "0 go-on", "2 improve", "0 improve")
    assert [shown.seat for shown in only(Shown, hand.events)] == [2, 0]
    assert not {deal.seat for deal in only(Dealt, hand.events)[15:]} & {1}


@pytest.mark.clause("CS7")
def test_cs7_each_discards_what_was_not_selected_and_draws_as_many() -> None:
    hand = table()
    play(hand, *SELECT, *ALL_GO_ON)
    assert hand.hands == [("-1t", "+1t", "+6c", "-9s"), ("+3t", "-3t"), ("0",)]
    assert hand.chosen == [("+5s",), ("+9c", "-4t", "0"), ("+10s", "-3c", "+6t", "-8t")]
    assert Counter(hand.junk) == Counter(["+2s", "-7c", "+1c", "+8s", "+7s", "+10c", "-2c"])


@pytest.mark.clause("CS7", "T6")
def test_cs7_discards_and_new_cards_are_face_down() -> None:
    hand = table()
    play(hand, *SELECT, *ALL_GO_ON)
    view = hand.view(2)
    assert only(Discarded, view.events) == [Discarded(1, 2), Discarded(2, 1, ("+1c",)), Discarded(0, 4)]
    assert {deal.card for deal in only(Dealt, view.events)[15:]} == {None, "0"}
    assert view.cards == ("0",)


@pytest.mark.clause("CS7")
def test_cs7_after_the_shift_each_goes_on_or_folds_again_in_order() -> None:
    hand = table()
    play(hand, *SELECT, "1 go-on", "2 fold", "0 go-on")
    for seat in (1, 0):
        assert (hand.kind, hand.waiting) == ("decide", (seat,))
        assert set(hand.options(seat)) == {GO_ON, FOLD}
        play(hand, f"{seat} go-on")
    assert hand.kind == "improve"


@pytest.mark.clause("CS7")
def test_cs7_who_selected_all_five_draws_nothing() -> None:
    hand = table()
    play(hand, "1 time-out", "2 select +6t", "0 select +5s", *ALL_GO_ON)
    assert [len(cards) for cards in hand.hands] == [4, 0, 4]


@pytest.mark.clause("T10", "CS6", "CS7")
@pytest.mark.parametrize("before", [(), ALL_GO_ON])
def test_t10_who_does_not_decide_goes_on_since_folding_can_not_help(before: tuple[str, ...]) -> None:
    hand = table()
    play(hand, *SELECT, *before, "1 time-out")
    assert hand.live == [True, True, True]
    assert hand.waiting == (2,)


@pytest.mark.clause("T10")
def test_t10_a_player_who_leaves_selects_all_five_and_folds() -> None:
    hand = table()
    play(hand, "2 leave", "1 select 0", "0 select +5s", "1 go-on")
    acted = [(event.action, event.by) for event in only(Acted, hand.events) if event.seat == 2]
    assert acted == [(Select(CORUSCANT.in_order(WORKED[2].split())), "table"), (FOLD, "table")]
    assert hand.waiting == (0,)


# ---- CS8: improve


@pytest.mark.clause("CS8")
def test_cs8_all_improve_at_the_same_time_with_any_of_the_new_cards() -> None:
    hand = at_improve()
    assert (hand.kind, hand.waiting) == ("improve", (1, 2, 0))
    assert set(hand.options(1)) == {Improve(()), Improve(("+3t",)), Improve(("-3t",)), Improve(("+3t", "-3t"))}
    play(hand, "0 improve", "2 improve", "1 improve -3t +3t")
    assert hand.over


@pytest.mark.clause("CS8")
@pytest.mark.parametrize("cards", ["+9c", "-7c", "+1t"])
def test_cs8_only_new_cards_of_ones_own_can_be_added(cards: str) -> None:
    with pytest.raises(IllegalAction):
        play(at_improve(), f"1 improve {cards}")


@pytest.mark.clause("CS8")
def test_cs8_nothing_leaves_the_selection_and_what_is_not_added_is_discarded() -> None:
    hand = at_improve()
    play(hand, "1 improve +3t", "2 improve", "0 improve -1t +1t")
    result = hand.result
    assert result is not None
    assert {seat: set(cards) for seat, cards in result.shown.items()} == {
        0: {"+5s", "-1t", "+1t"},
        1: {"+9c", "-4t", "0", "+3t"},
        2: {"+10s", "-3c", "+6t", "-8t"},
    }
    assert {"-3t", "0", "+6c", "-9s"} <= set(hand.junk)


@pytest.mark.clause("CS8", "T6")
@pytest.mark.parametrize("watcher", [0, 2, None])
def test_cs8_nobody_learns_what_or_how_much_was_added_before_all_have_answered(watcher: int | None) -> None:
    one, other = at_improve(), at_improve()
    play(one, "1 improve")
    play(other, "1 improve +3t -3t")
    assert one.view(watcher).events == other.view(watcher).events
    assert only(Acted, other.view(1).events)[-1].action == Improve(("+3t", "-3t"))


@pytest.mark.clause("CS8")
def test_cs8_who_has_no_new_card_is_not_asked() -> None:
    hand = table()
    play(hand, "1 time-out", "2 select +6t", "0 select +5s", *ALL_GO_ON, *ALL_GO_ON)
    assert (hand.kind, hand.waiting) == ("improve", (2, 0))


@pytest.mark.clause("T10", "CS8")
def test_t10_who_does_not_improve_adds_nothing() -> None:
    hand = at_improve()
    play(hand, "1 time-out", "2 improve", "0 improve")
    assert only(Acted, hand.events)[-3].action == Improve(())
    assert set(only(Shown, hand.events)[0].cards) == {"+9c", "-4t", "0"}


# ---- CS9 and CS11: the end


@pytest.mark.clause("CS9")
def test_cs9_the_worked_hand_of_the_rules_page() -> None:
    hand = at_improve()
    play(hand, "1 improve +3t -3t", "2 improve 0", "0 improve -1t +1t")
    assert [shown.total for shown in only(Shown, hand.events)] == [5, 5, 5]
    assert only(RoundWon, hand.events) == [RoundWon(1, "CS9")]


@pytest.mark.clause("CS9")
@pytest.mark.parametrize(("face", "nearest"), [(3, 1), (1, 0), (4, 0), (5, 1)])
def test_cs9_the_total_nearest_to_the_gold_number_wins(face: int, nearest: int) -> None:
    hands = ["+8c -8c +9s -9s +3s", "+1c +2c +3c +4c -5c", "+6c -6c +7c -7c +4s"]
    hand = table(hands, rolls=[(face, 3)], deck="")
    play(hand, *ALL_FIVE, *ALL_GO_ON, *ALL_GO_ON)
    assert [(shown.seat, shown.total) for shown in only(Shown, hand.events)] == [(1, 5), (2, 4), (0, 3)]
    assert only(RoundWon, hand.events) == [RoundWon(nearest, "CS9")]


@pytest.mark.clause("CS9")
@pytest.mark.parametrize(("face", "most"), [(1, 0), (3, 2), (5, 1)])
def test_cs9_a_tie_goes_to_most_cards_of_the_silver_suit(face: int, most: int) -> None:
    hands = ["+1c +2c +3c -2c +1s", "+2s +3s -3s +4s -1t", "+2t +3t -3t +4t -1c"]
    hand = table(hands, rolls=[(3, face)], deck="")
    play(hand, *ALL_FIVE, *ALL_GO_ON, *ALL_GO_ON)
    assert only(RoundWon, hand.events) == [RoundWon(most, "CS9")]


@pytest.mark.clause("CS11")
@pytest.mark.parametrize("before", [(), ALL_GO_ON])
def test_cs11_the_last_player_wins_at_once_without_showing(before: tuple[str, ...]) -> None:
    hand = table()
    play(hand, *SELECT, *before, "1 fold", "2 fold")
    assert hand.over
    assert only(RoundWon, hand.events) == [RoundWon(0, "CS11")]
    assert not only(Shown, hand.events)
    assert not [event for event in only(Selected, hand.view(None).events) if event.cards]


@pytest.mark.clause("CS9", "CS11")
@pytest.mark.parametrize("rest", [("1 fold", "2 go-on", "0 fold"), (*ALL_GO_ON, *ALL_GO_ON)])
def test_cs11_the_result_names_who_won_the_round_and_why(rest: tuple[str, ...]) -> None:
    hand = table(["+8s +7s +10c -2c +5s", "+10t +9c +8c +7c +6c", "+5t +1c -1c +2c -2t"], deck="")
    play(hand, *ALL_FIVE, *rest)
    result = hand.result
    assert result is not None
    assert [won.seat for won in only(RoundWon, result.reasons)] == [2]
    assert result.winners == (2,)
