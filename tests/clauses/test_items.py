"""House rules where play goes in rounds: above all items staked instead of credits (HR9), then HR3–HR8 and HR10."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction, RulesError, SabaccError
from sabacc.game.events import (
    ItemDeclined,
    ItemStaked,
    ItemTaken,
    Paid,
    PileTaken,
    Rolled,
    Shifted,
    Shown,
    Shuffled,
    TotalDeclared,
)
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.records import record_game, record_hand, replay, verify
from sabacc.rules import read_rules
from tests.clauses.test_galactic import NO_PULSE, ROUNDS, finish
from tests.clauses.test_pagat import THREE, busy_rounds, may, quiet_round, quiet_step, until
from tests.tables import only, open_table, play

SHIP = "YT-1300"


def table(preset: str = "galactic", hands: list[str] = THREE, deck: str = "", **more: Any) -> tuple[Game, Hand]:
    """A table at which seat 0 deals and wins, items may be staked and no shift strikes."""
    return open_table(preset, hands, deck, **{"answers": NO_PULSE, "rolls": [(1, 2)] * 60, "items": True, **more})


def staked(hands: list[str] = THREE, owner: int = 1, **more: Any) -> Game:
    """After a hand in which the owner staked a ship at 50 when asked to bet."""
    game, hand = table(hands=hands, **more)
    until("bet", hand)
    while hand.waiting != (owner,):
        play(hand, f"{hand.waiting[0]} check")
    game.stake_item(owner, SHIP, 50)
    finish(hand)
    return game


def refused(game: Game, *seats: int, says: str = "to take or leave first") -> None:
    """None of these seats may take the ship now."""
    for seat in seats:
        before = game.stacks
        with pytest.raises(IllegalAction, match=says):
            game.take_item(seat, SHIP)
        assert game.stacks == before


# ---- HR9: staking


@pytest.mark.clause("HR9")
def test_hr9_items_are_a_house_rule_that_is_off() -> None:
    game, hand = table(items=False)
    finish(hand)
    with pytest.raises(IllegalAction, match="the house rule items is off"):
        game.stake_item(1, SHIP, 50)
    assert game.stacks == [205, 190, 190]


@pytest.mark.clause("HR9", "T1")
def test_hr9_before_a_hand_the_owner_gets_credits_of_the_items_value() -> None:
    game, hand = table()
    finish(hand)
    game.stake_item(1, SHIP, 50)
    assert (game.stacks, game.events[-1]) == ([205, 240, 190], ItemStaked(1, SHIP, 50))
    assert game.credits_in == 600 + 50


@pytest.mark.clause("HR9", "T4")
def test_hr9_who_has_no_credits_left_can_stake_an_item_to_be_dealt_in() -> None:
    game, hand = table(stacks=[200, 10, 200])
    finish(hand)
    assert game.able() == [0, 2]
    game.stake_item(1, SHIP, 50)
    assert game.deal().stacks[1] == 40


@pytest.mark.clause("HR9", "T1")
@pytest.mark.parametrize("preset", [*ROUNDS, "classic"])
def test_hr9_who_is_asked_to_bet_can_stake_an_item_and_bet_the_credits(preset: str) -> None:
    game, hand = table(preset, stacks=[200, 12, 200], static_field="none")
    until("bet", hand)
    assert hand.options(1).raise_to == 2
    game.stake_item(1, SHIP, 5)
    assert (hand.waiting, hand.options(1).raise_to) == ((1,), 7)
    play(hand, "1 raise 7")
    assert (hand.stacks[1], hand.events.count(ItemStaked(1, SHIP, 5)), game.credits_in) == (0, 1, 417)
    assert sum(hand.stacks) + hand.hand_pot() + hand.sabacc_pot == 412 + 5


@pytest.mark.clause("HR9")
def test_hr9_in_a_hand_nobody_else_stakes_anything() -> None:
    game, hand = table()
    for seat in (1, 0):
        with pytest.raises(IllegalAction, match=f"seat {seat} can stake an item when it is asked to bet"):
            game.stake_item(seat, SHIP, 50)  # seat 1 is asked to draw, seat 0 nothing
    until("bet", hand)
    with pytest.raises(IllegalAction, match="or between hands"):
        game.stake_item(2, SHIP, 50)
    assert (game.stacks, game.staked_items.items, game.credits_in) == ([190] * 3, [], 600)


@pytest.mark.clause("HR9", "T1")
@pytest.mark.parametrize("value", [0, -5, 2.5, True])
def test_hr9_the_value_is_a_whole_number_of_credits(value: Any) -> None:
    game = staked()
    with pytest.raises(SabaccError, match="whole numbers from 1"):
        game.stake_item(2, "blaster", value)


@pytest.mark.clause("HR9")
@pytest.mark.parametrize(("name", "says"), [("", "needs a name"), (" ring", "without spaces"), (SHIP, "already")])
def test_hr9_every_item_has_a_name_of_its_own(name: str, says: str) -> None:
    game = staked()
    with pytest.raises(SabaccError, match=says):
        game.stake_item(2, name, 10)
    assert game.stacks[2] == 190


# ---- HR9: taking


@pytest.mark.clause("HR9", "T1")
def test_hr9_the_main_pot_winner_may_take_it_for_that_sum() -> None:
    game = staked()
    refused(game, 1, 2)
    game.take_item(0, SHIP)
    assert (game.stacks, game.events[-1]) == ([205 - 50, 240, 190], ItemTaken(0, SHIP, 50))
    assert (game.credits_in, game.credits_out) == (650, 50)
    with pytest.raises(SabaccError, match="there is no 'YT-1300' on the table; there is nothing"):
        game.take_item(1, SHIP)


@pytest.mark.clause("HR9")
def test_hr9_then_its_first_owner() -> None:
    game = staked()
    with pytest.raises(IllegalAction, match="seat 0's to take or leave first"):
        game.decline_item(1, SHIP)
    game.decline_item(0, SHIP)
    assert game.events[-1] == ItemDeclined(0, SHIP)
    refused(game, 0, 2)
    game.take_item(1, SHIP)
    assert game.stacks == [205, 240 - 50, 190]


@pytest.mark.clause("HR9")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_hr9_otherwise_it_stays_on_offer_to_all_at_that_price(seat: int) -> None:
    game = staked()
    game.decline_item(0, SHIP)
    game.decline_item(1, SHIP)
    with pytest.raises(IllegalAction, match="on offer to all"):
        game.decline_item(2, SHIP)
    game.take_item(seat, SHIP)
    assert game.events[-1] == ItemTaken(seat, SHIP, 50)


@pytest.mark.clause("HR9")
def test_hr9_an_owner_who_won_is_asked_once() -> None:
    game = staked(owner=0)
    game.decline_item(0, SHIP)
    game.take_item(2, SHIP)


@pytest.mark.clause("HR9", "B2")
def test_hr9_the_winner_of_a_side_pot_does_not_come_first() -> None:
    game, hand = table(hands=["S12 C10", "S8 C8", "S9 C9"], stacks=[11, 200, 200])
    until("bet", hand)
    play(hand, "1 raise 5")
    game.stake_item(2, SHIP, 50)
    finish(hand)
    assert hand.result is not None
    assert hand.result.winners == (0, 2)
    refused(game, 1, 2)
    game.decline_item(0, SHIP)
    game.take_item(2, SHIP)  # as the first owner


@pytest.mark.clause("HR9", "H9", "B3")
def test_hr9_of_two_who_split_the_main_pot_the_one_nearer_to_the_dealers_left_comes_first() -> None:
    game = staked(["S10 C8", "S7 C7", "C10 S8"], deck="T1 F1")
    assert game.stacks == [197, 240, 198]
    refused(game, 0, 1)
    game.decline_item(2, SHIP)
    refused(game, 1, 2)
    game.take_item(0, SHIP)


@pytest.mark.clause("HR9", "H12")
def test_hr9_if_nobody_won_the_main_pot_the_first_owner_comes_first() -> None:
    game = staked(["S15 C15", "S14 C14", "S13 C13"])
    refused(game, 0, 2)
    game.take_item(1, SHIP)


@pytest.mark.clause("HR9")
def test_hr9_who_can_not_pay_can_not_take_it() -> None:
    game, hand = table(stacks=[30, 200, 200])
    until("bet", hand)
    game.stake_item(1, SHIP, 50)
    finish(hand)
    refused(game, 0, says="costs 50, and seat 0 has 35")


@pytest.mark.clause("HR9")
def test_hr9_what_is_staked_before_a_hand_goes_to_the_winner_of_that_hand() -> None:
    game, hand = table()
    finish(hand)
    game.stake_item(0, SHIP, 50)
    refused(game, 0, 1, says="a hand that is not over yet")
    finish(game.deal())  # seat 1 deals now, and the script gives it the winning hand
    assert game.stacks[1] == 195
    refused(game, 0, 2)
    game.take_item(1, SHIP)


@pytest.mark.clause("HR9")
def test_hr9_rights_that_are_not_used_lapse_at_the_next_deal() -> None:
    game = staked()
    hand = game.deal()
    refused(game, 0, says="wait for the end of the hand")
    with pytest.raises(IllegalAction, match="wait for the end of the hand"):
        game.decline_item(0, SHIP)
    finish(hand)
    game.take_item(2, SHIP)  # who neither staked nor won anything
    assert game.events[-1] == ItemTaken(2, SHIP, 50)


@pytest.mark.clause("HR9")
def test_hr9_a_winner_who_has_left_does_not_stand_in_the_first_owners_way() -> None:
    game = staked()
    game.leave(0)
    refused(game, 2, says="seat 1's to take or leave first")
    game.take_item(1, SHIP)


@pytest.mark.clause("HR9", "T10")
@pytest.mark.parametrize("in_mid_hand", [True, False])
def test_hr9_an_owner_who_has_left_does_not_stand_in_anybodys_way(in_mid_hand: bool) -> None:
    game, hand = table()
    until("bet", hand)
    game.stake_item(1, SHIP, 50)
    if not in_mid_hand:
        finish(hand)
    game.leave(1)
    finish(hand)
    game.decline_item(0, SHIP)
    game.take_item(2, SHIP)


@pytest.mark.clause("HR9", "T12")
def test_hr9_a_newcomer_in_the_winners_seat_has_not_won_it() -> None:
    game = staked()
    game.leave(0)
    assert game.sit("Dee", 100) == 0
    refused(game, 0, says="seat 1's to take or leave first")


@pytest.mark.clause("HR9", "T12")
def test_hr9_a_newcomer_in_the_owners_seat_is_not_its_first_owner() -> None:
    game, hand = table()
    finish(hand)
    game.stake_item(2, SHIP, 50)
    game.leave(2)
    assert game.sit("Dee", 100) == 2
    finish(game.deal())  # seat 1 wins it
    game.decline_item(1, SHIP)
    game.take_item(0, SHIP)


@pytest.mark.clause("HR9", "T7", "T1")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr9_records_replay_items_and_count_the_credits_they_bring_and_take(preset: str) -> None:
    game, hand = table(preset)
    until("bet", hand)
    game.stake_item(1, SHIP, 50)
    finish(hand)
    game.decline_item(0, SHIP)
    game.take_item(1, SHIP)
    game.stake_item(2, "blaster", 7)
    finish(game.deal())
    game.close()
    again = replay(record_game(game))
    assert isinstance(again, Game)
    assert (again.events, again.stacks, again.credits_in, again.credits_out) == (game.events, game.stacks, 657, 50)
    assert sum(game.stacks) == 657 - 50
    assert replay(record_hand(hand)).events == hand.events
    assert verify(record_game(game, 0)).hands == verify(record_game(game, None)).hands == 2


# ---- HR3 to HR8 and HR10


@pytest.mark.clause("HR3", "PG5", "GA3", "HR10")
@pytest.mark.parametrize(
    ("preset", "kind", "call"), [("pagat", "bet", "check and call"), ("galactic", "draw", "call-hand")]
)
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_hr3_the_first_call_comes_after_the_pot_building_rounds(preset: str, kind: str, call: str, rounds: int) -> None:
    _, hand = table(preset, pot_building_rounds=rounds)
    for _ in range(rounds):
        until(kind, hand)
        assert call not in may(hand, 1)
        busy_rounds(hand, 1)
    until(kind, hand)
    assert call in may(hand, 1)


@pytest.mark.clause("HR4", "T6")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr4_traded_cards_form_a_face_up_pile_whose_top_can_be_had_for_a_fee_to_the_hand_pot(preset: str) -> None:
    _, hand = table(preset, deck="T4", discard_pile=4, static_field="none")
    events = play(hand, "1 trade S8", "2 take-discard C7")
    assert only(Paid, events) == [Paid(2, 4, "fees", "discard-fee", "HR4")]
    assert only(PileTaken, events) == [PileTaken(2, "S8")]
    assert (hand.hands[2], hand.view(None).pile, hand.hand_pot()) == (("S7", "S8"), ("C7",), 19)


@pytest.mark.clause("HR4", "X1", "X5", "X3")
@pytest.mark.parametrize(("kind", "pile", "shuffled"), [("core", 1, []), ("pulse", 1, [75]), ("wild", 0, [76])])
def test_hr4_the_pile_counts_as_junk_only_for_a_wild_shift(kind: str, pile: int, shuffled: list[int]) -> None:
    _, hand = table(answers={**NO_PULSE, ("pulse", 1): 1}, discard_pile="free", shift_kind=kind)
    events = play(hand, "1 trade S8", "2 stand")
    assert only(Shifted, events) == [Shifted(kind)]
    assert (len(hand.pile), [one.size for one in only(Shuffled, events)]) == (pile, shuffled)


@pytest.mark.clause("HR5")
@pytest.mark.parametrize(
    ("trigger", "dice", "strikes"),
    [("double-spikes", (1, 1), True), ("double-spikes", (2, 2), False), ("d6-low", (3,), True), ("d20:7", (7,), True)],
)
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr5_other_dice_are_rolled_after_a_turn(preset: str, trigger: str, dice: tuple[int], strikes: bool) -> None:
    _, hand = table(preset, rolls=[dice], shift_trigger=trigger, static_field="none")
    events = play(hand, "1 stand")
    assert [roll.dice for roll in only(Rolled, events)] == [dice]
    assert bool(only(Shifted, events)) == strikes


@pytest.mark.clause("HR5", "HR6", "GA4")
@pytest.mark.parametrize("kind", ["core", "rim", "wild", "one-card", "pulse"])
def test_hr6_pagat_may_have_pulses_of_every_kind_and_then_no_dice(kind: str) -> None:
    _, hand = table("pagat", answers={**NO_PULSE, ("pulse", 1): 4}, shift_trigger="pulse", shift_kind=kind)
    events = quiet_round(hand)
    assert only(Shifted, events) == [Shifted(kind)]
    assert not only(Rolled, events)


@pytest.mark.clause("HR6", "HR11")
def test_hr6_one_kind_for_each_double_in_pagat_but_not_with_pulses() -> None:
    tables = [table("pagat", rolls=[(n, n)], shift_kind="by-dice", static_field="none") for n in range(1, 7)]
    kinds = [shift.kind for _, hand in tables for shift in only(Shifted, play(hand, "1 stand"))]
    assert kinds == ["core", "core", "rim", "rim", "wild", "wild"]
    with pytest.raises(RulesError, match="set shift_trigger to doubles"):
        read_rules({"preset": "galactic", "shift_kind": "by-dice"})


@pytest.mark.clause("HR7", "F2", "F3", "F4")
@pytest.mark.parametrize("preset", ROUNDS)
@pytest.mark.parametrize(
    ("field", "mine", "others", "in_betting", "back"),
    [("none", 0, 0, 0, 0), ("free", 2, 2, 1, 0), ("retrievable", 2, 2, 1, 1), ("one-a-turn", 2, 0, 0, 1)],
)
def test_hr7_every_kind_of_field(preset: str, field: str, mine: int, others: int, in_betting: int, back: int) -> None:
    _, hand = table(preset, static_field=field)
    assert [len(may(hand, seat, "place")) for seat in (1, 2)] == [mine, others]
    if mine:
        play(hand, "1 place S8")
    until("bet", hand)
    assert len(may(hand, 1, "place", "take-back")) == in_betting
    quiet_round(hand)
    assert len(may(hand, 1, "take-back")) == back


@pytest.mark.clause("HR7", "F2")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr7_a_free_field_closes_with_the_call(preset: str) -> None:
    _, hand = table(preset, static_field="free")
    while not hand.called:
        assert may(hand, 2, "place")
        quiet_step(hand)
    assert not hand.over
    assert may(hand, 2, "place") == set()


@pytest.mark.clause("HR8")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr8_cards_of_others_fields_may_be_counted(preset: str) -> None:
    _, hand = table(preset, ["S10 C9", "T4 F2", "T1 F1"], community_field=True)
    play(hand, "1 place T4")
    finish(hand)
    shown = {one.seat: (one.total, one.borrowed) for one in only(Shown, hand.events)}
    assert shown == {0: (23, ("T4",)), 1: (6, ()), 2: (6, ("T4",))}


@pytest.mark.clause("HR10", "D3", "PG1")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr10_the_star_and_moderation_count_as_the_table_says_in_declared_totals_too(preset: str) -> None:
    _, hand = table(preset, ["ST S15", "MO C15"], star=-10, moderation=-13, declare_totals=True)
    assert {one.seat: one.total for one in only(TotalDeclared, hand.events)} == {0: 5, 1: 2}
    finish(hand)
    assert {one.seat: one.total for one in only(Shown, hand.events)} == {0: 5, 1: 2}


@pytest.mark.clause("HR10", "T8", "T2")
@pytest.mark.parametrize("preset", ROUNDS)
@pytest.mark.parametrize("house_dealer", [True, False])
def test_hr10_with_a_house_dealer_or_not_the_button_moves_and_totals_need_not_be_declared(
    preset: str, house_dealer: bool
) -> None:
    game, hand = table(preset, house_dealer=house_dealer, declare_totals=False)
    finish(hand)
    again = game.deal()
    assert (again.seating.button, again.seating.dealt_in) == (2 if house_dealer else 1, (2, 0, 1))
    assert not only(TotalDeclared, [*hand.events, *again.events])
