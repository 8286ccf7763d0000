"""HR3–HR6, HR10, HR11: house rules, each switched on where the preset leaves it off.

Penalties and limits (HR1, HR2) are in test_betting, fields (HR7, HR8) in test_field.
"""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import RulesError
from sabacc.game.actions import CALL_HAND, TakeDiscard, Trade
from sabacc.game.events import (
    Asked,
    Called,
    Dropped,
    Event,
    Paid,
    PileTaken,
    Rolled,
    Shifted,
    Shown,
    Shuffled,
    Spilled,
    TotalDeclared,
    Won,
)
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.records.settlement import settle_case
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.tables import NAMES, only, open_table, pass_all, play, quiet_turn

CALM: dict[str, Any] = {"shift_trigger": "none"}
TURNS = ("cloud-city", "classic")
THREE = ["S1 C1", "S2 C2", "S3 C3"]


def finish(hand: Hand) -> Hand:
    """Nobody does anything more until the table calls the hand (E1)."""
    while not hand.over:
        quiet_turn(hand)
    return hand


def to_draw(hand: Hand) -> list[Event]:
    """The player on turn checks and everybody passes, up to the draw."""
    events = play(hand, f"{hand.turn} check")
    while hand.kind != "draw":
        events += pass_all(hand)
    return events


def shown(hand: Hand, seat: int) -> Shown:
    """How a seat's hand was shown first."""
    return next(event for event in only(Shown, hand.events) if event.seat == seat)


# ---- HR3: pot building


@pytest.mark.clause("HR3", "CC7", "CL5", "HR10")
@pytest.mark.parametrize("preset", TURNS)
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_hr3_no_call_before_every_player_has_completed_the_pot_building_turns(preset: str, rounds: int) -> None:
    _, hand = open_table(preset, THREE, "T1 T2 T3", pot_building_rounds=rounds, **CALM)
    for _ in range(rounds * len(THREE)):
        to_draw(hand)
        play(hand, f"{hand.turn} gain")
    assert "call-window" not in {asked.kind for asked in only(Asked, hand.events)}
    play(hand, f"{hand.turn} check")
    pass_all(hand)
    assert CALL_HAND in hand.options(2)


# ---- HR4: the discard pile


@pytest.mark.clause("HR4")
def test_hr4_without_a_pile_dropped_cards_are_junk() -> None:
    _, hand = open_table("classic", THREE, "T1", **CALM)
    to_draw(hand)
    play(hand, "1 trade S2")
    to_draw(hand)
    assert (hand.pile, hand.junk) == ((), ("S2",))
    assert not any(isinstance(action, TakeDiscard) for action in hand.options(2))


@pytest.mark.clause("HR4", "T6")
def test_hr4_dropped_cards_form_a_face_up_pile_and_folded_ones_do_not() -> None:
    _, hand = open_table("classic", [*THREE, "S4 C4"], "T1 T2", discard_pile="free", **CALM)
    to_draw(hand)
    play(hand, "1 trade S2", "2 check", "0 fold")
    pass_all(hand)
    play(hand, "2 trade C3")
    assert hand.view(None).pile == ("S2", "C3")
    assert sorted(hand.junk) == ["C1", "S1"]
    assert [dropped.card for dropped in only(Dropped, hand.view(None).events)] == ["S2", "C3"]


@pytest.mark.clause("HR4")
def test_hr4_a_card_is_traded_for_the_top_card_and_becomes_the_new_top() -> None:
    _, hand = open_table("classic", THREE, "T1 T2", discard_pile="free", **CALM)
    for move in ("1 trade S2", "2 trade S3"):
        to_draw(hand)
        play(hand, move)
    to_draw(hand)
    assert only(PileTaken, play(hand, "0 take-discard C1")) == [PileTaken(0, "S3")]
    assert (hand.hands[0], hand.pile) == (("S1", "S3"), ("S2", "C1"))
    to_draw(hand)
    play(hand, "1 take-discard C2")
    assert (hand.hands[1], hand.pile) == (("T1", "C1"), ("S2", "C2"))
    assert hand.view(1).cards == ("T1", "C1")
    assert hand.stacks == [190] * 3


@pytest.mark.clause("HR4", "B1")
def test_hr4_the_fee_goes_to_the_hand_pot() -> None:
    _, hand = open_table("classic", THREE, "T1", discard_pile=4, **CALM)
    to_draw(hand)
    play(hand, "1 trade S2")
    to_draw(hand)
    assert hand.options(2).price(TakeDiscard("S3")) == 4
    play(hand, "2 take-discard S3")
    assert (hand.stacks[2], hand.hand_pot(), hand.sabacc_pot) == (186, 15 + 4, 15)
    finish(hand)
    assert [(won.amount, won.pot) for won in only(Won, hand.events)] == [(19, 0)]


@pytest.mark.clause("HR4")
@pytest.mark.parametrize(("stack", "may"), [(13, False), (14, True)])
def test_hr4_who_cannot_pay_cannot_take(stack: int, may: bool) -> None:
    _, hand = open_table("classic", THREE, "T1", stacks=[200, 200, stack], discard_pile=4, **CALM)
    to_draw(hand)
    play(hand, "1 trade S2")
    to_draw(hand)
    assert (TakeDiscard("S3") in hand.options(2)) is may
    assert Trade("S3") in hand.options(2)


@pytest.mark.clause("HR4", "CC8")
def test_hr4_the_pile_is_allowed_only_where_a_trade_would_be() -> None:
    _, hand = open_table("cloud-city", THREE[:2], "T1 T2", discard_pile="free", **CALM)
    for move in ("1 gain", "0 stand", "1 trade S2"):
        to_draw(hand)
        play(hand, move)
    to_draw(hand)
    assert (hand.pile, len(hand.cards_of(0))) == (("S2",), 2)
    assert not any(isinstance(action, (Trade, TakeDiscard)) for action in hand.options(0))


@pytest.mark.clause("HR4", "X3")
def test_hr4_the_pile_counts_as_junk_in_a_wild_shift() -> None:
    _, hand = open_table("classic", THREE, rolls=[(1, 2), (1, 1)], discard_pile="free", shift_kind="wild")
    to_draw(hand)
    play(hand, "1 trade S2")
    shuffled = only(Shuffled, to_draw(hand))
    assert [(one.size, "pile" in one.zones) for one in shuffled] == [(76, True)]
    assert (hand.pile, hand.view(None).pile) == ((), ())


@pytest.mark.clause("HR4", "D4")
def test_hr4_the_pile_counts_as_junk_when_the_deck_runs_out() -> None:
    hands = [f"S{n} C{n}" for n in range(1, 9)]
    _, hand = open_table("classic", hands, rolls=[(1, 2)] * 60 + [(1, 1)], discard_pile="free")
    while hand.cards_left():
        to_draw(hand)
        seat = hand.turn
        play(hand, f"{seat} trade {hand.hands[seat][0]}" if hand.cards_left() == 60 else f"{seat} gain")
    shuffled = only(Shuffled, to_draw(hand))
    assert [(one.size, one.zones) for one in shuffled] == [(76, ("junk", "pile"))]


# ---- HR5 and HR6: shifts


@pytest.mark.clause("HR5")
@pytest.mark.parametrize("preset", TURNS)
@pytest.mark.parametrize(
    ("trigger", "sides", "strikes", "calm"),
    [
        ("doubles", 6, [(1, 1), (6, 6)], [(1, 2), (6, 5)]),
        ("double-spikes", 6, [(1, 1)], [(2, 2), (6, 6), (1, 2)]),
        ("d6-low", 6, [(1,), (2,), (3,)], [(4,), (5,), (6,)]),
        ("d12", 12, [(1,)], [(2,), (12,)]),
        ("d20", 20, [(1,)], [(2,), (20,)]),
        ("d12:7", 12, [(7,)], [(1,), (6,), (12,)]),
        ("d20:20", 20, [(20,)], [(1,), (19,)]),
    ],
)
def test_hr5_the_trigger_says_which_dice_bring_a_shift(
    preset: str, trigger: str, sides: int, strikes: list[tuple[int, ...]], calm: list[tuple[int, ...]]
) -> None:
    for dice in strikes + calm:
        _, hand = open_table(preset, THREE, rolls=[dice], shift_trigger=trigger)
        events = to_draw(hand)
        assert only(Rolled, events) == [Rolled(1, dice, sides)]
        assert bool(only(Shifted, events)) is (dice in strikes)


@pytest.mark.clause("HR5")
@pytest.mark.parametrize(("trigger", "dice", "sides"), [("doubles", 2, 6), ("d12:3", 1, 12), ("d20:3", 1, 20)])
def test_hr5_unscripted_dice_show_every_face(trigger: str, dice: int, sides: int) -> None:
    rolled: list[int] = []
    for n in range(200):
        roll = only(Rolled, to_draw(open_table("classic", THREE, seed=str(n), shift_trigger=trigger)[1]))[0]
        assert len(roll.dice) == dice
        rolled += roll.dice
    assert set(rolled) == set(range(1, sides + 1))


@pytest.mark.clause("HR5")
@pytest.mark.parametrize("preset", TURNS)
def test_hr5_with_no_trigger_nobody_rolls_and_nothing_shifts(preset: str) -> None:
    _, hand = open_table(preset, THREE, shift_trigger="none")
    finish(hand)
    assert not only(Rolled, hand.events)
    assert not only(Shifted, hand.events)


@pytest.mark.clause("HR6")
@pytest.mark.parametrize(("preset", "dice"), [("cloud-city", (1,)), ("classic", (3, 3))])
@pytest.mark.parametrize("kind", ["core", "rim", "wild", "one-card", "pulse"])
def test_hr6_every_preset_may_have_every_kind(preset: str, dice: tuple[int, ...], kind: str) -> None:
    _, hand = open_table(preset, THREE, rolls=[dice], shift_kind=kind)
    assert only(Shifted, to_draw(hand)) == [Shifted(kind)]


@pytest.mark.clause("HR6")
def test_hr6_one_kind_for_each_double() -> None:
    def kinds(**options: Any) -> list[str]:
        tables = [open_table("classic", THREE, rolls=[(n, n)], shift_kind="by-dice", **options) for n in range(1, 7)]
        return [only(Shifted, to_draw(hand))[0].kind for _, hand in tables]

    assert kinds() == ["core", "core", "rim", "rim", "wild", "wild"]
    chosen = ["one-card", "wild", "core", "pulse", "rim", "core"]
    assert kinds(shift_by_dice=chosen) == chosen


# ---- HR10: further options


@pytest.mark.clause("HR10", "PG1")
@pytest.mark.parametrize("preset", TURNS)
def test_hr10_first_totals_may_be_declared_truly_and_in_public(preset: str) -> None:
    _, hand = open_table(preset, ["S12 C11", "ST ID", "EO T2"], declare_totals=True, **CALM)
    assert only(TotalDeclared, hand.view(None).events) == [
        TotalDeclared(1, -17),
        TotalDeclared(2, -13),
        TotalDeclared(0, 23),
    ]
    assert hand.view(2).totals == [23, -17, -13]


@pytest.mark.clause("HR10", "PG1")
@pytest.mark.parametrize("preset", TURNS)
def test_hr10_totals_are_not_declared_by_default(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    assert not only(TotalDeclared, hand.events)


@pytest.mark.clause("HR10", "PG1", "FO2")
def test_hr10_in_force_each_declares_the_total_of_their_own_side() -> None:
    _, hand = open_table("force", ["S12 F2", "F9 T6", "ST C1"], declare_totals=True, **CALM)
    play(hand, "1 choose-side dark", "2 choose-side dark", "0 choose-side light")
    declared = {one.seat: one.total for one in only(TotalDeclared, hand.events)}
    assert declared == {0: 12 - 2, 1: -9 - 6, 2: 17 + 1}


@pytest.mark.clause("HR10", "E1")
@pytest.mark.parametrize("preset", TURNS)
def test_hr10_max_rounds_ends_a_busy_hand(preset: str) -> None:
    _, hand = open_table(preset, THREE, max_rounds=3, **CALM)
    for _ in range(3 * 3):
        to_draw(hand)
        play(hand, f"{hand.turn} gain")
    play(hand, f"{hand.turn} check")
    pass_all(hand)
    assert hand.turns == [3, 3, 3]
    assert [(called.seat, called.clause) for called in only(Called, hand.events)] == [(None, "E1")]


@pytest.mark.clause("HR10", "D3")
def test_hr10_the_star_and_moderation_are_worth_at_the_showdown_what_the_table_says() -> None:
    _, hand = open_table("classic", ["ST S15", "MO C15"], star=-10, moderation=-13, **CALM)
    finish(hand)
    assert {shown.seat: shown.total for shown in only(Shown, hand.events)} == {0: 5, 1: 2}


# ---- HR11: refusals


@pytest.mark.clause("HR11")
@pytest.mark.parametrize("preset", TURNS)
@pytest.mark.parametrize("trigger", ["d6-low", "d12:1", "d20:1", "none"])
def test_hr11_kinds_by_dice_without_doubles_are_refused(preset: str, trigger: str) -> None:
    with pytest.raises(RulesError, match="need doubles: set shift_trigger to doubles or double-spikes"):
        read_rules({"preset": preset, "shift_kind": "by-dice", "shift_trigger": trigger})
    assert read_rules({"preset": preset, "shift_kind": "by-dice", "shift_trigger": "doubles"})
    assert read_rules({"preset": preset, "shift_kind": "by-dice", "shift_trigger": "double-spikes"})


@pytest.mark.clause("HR6", "HR11")
@pytest.mark.parametrize(("trigger", "roll", "shifts"), [
    ("doubles", (1, 1), ["rim"]), ("doubles", (2, 2), []), ("doubles", (6, 6), ["wild"]), ("double-spikes", (1, 1), ["rim"]),
    ("double-spikes", (6, 6), []),
])  # fmt: skip
def test_hr11_a_double_may_mean_no_shift(trigger: str, roll: tuple[int, int], shifts: list[str]) -> None:
    by_dice = ["rim", "none", "core", "core", "core", "wild"]
    options: dict[str, Any] = {"shift_kind": "by-dice", "shift_by_dice": by_dice, "shift_trigger": trigger}
    _, hand = open_table("classic", THREE, rolls=[roll], **options)
    play(hand, "1 check")
    events = pass_all(hand)
    assert [shift.kind for shift in only(Shifted, events)] == shifts


@pytest.mark.clause("HR11")
def test_hr11_a_community_field_without_a_static_field_is_refused() -> None:
    with pytest.raises(RulesError, match="needs a static field: set static_field to free, retrievable or one-a-turn"):
        read_rules({"preset": "cloud-city", "community_field": True})
    assert read_rules({"preset": "cloud-city", "community_field": True, "static_field": "free"}).community_field


@pytest.mark.clause("HR11")
@pytest.mark.parametrize("preset", ["corellian-house", "coruscant-shift"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("bomb_out_penalty", 5),
        ("pot_building_rounds", 2),
        ("discard_pile", "free"),
        ("shift_trigger", "doubles"),
        ("shift_kind", "rim"),
        ("static_field", "free"),
        ("community_field", True),
    ],
)
def test_hr11_rules_of_the_76_card_family_are_refused_in_the_62_card_presets(
    preset: str, option: str, value: object
) -> None:
    with pytest.raises(RulesError, match=f"{option} makes no sense in {preset} .*Its options are ante"):
        read_rules({"preset": preset, option: value})


@pytest.mark.clause("HR11", "HR5")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"shift_trigger": "d12:13"}, "shift_trigger can't be 'd12:13': it must be one of doubles"),
        ({"shift_trigger": "pulse"}, "set shift_trigger to randomiser"),
        ({"shift_kind": "sideways"}, "it must be one of core, rim, wild"),
        ({"shift_by_dice": ["core"]}, "six kinds of shift"),
        ({"static_fields": "free"}, "Did you mean static_field"),
        ({"discard_pile": 0}, "a whole number from 1 up, or off, or free"),
        ({"star": -12}, "one of -17, -10"),
        ({"pot_building_rounds": 11}, "max_rounds can't be 12: with 11 pot-building rounds it must be at least 13"),
        ({"stakes": "low", "max_bet": 50}, "leave out either stakes or max_bet"),
    ],
)
def test_hr11_a_refusal_says_what_would_be_right(options: dict[str, object], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        read_rules({"preset": "classic", **options})


# ---- B5: a cap on raises


@pytest.mark.clause("B5", "HR10")
def test_b5_with_a_cap_nobody_raises_once_more_often_and_the_opening_bet_is_no_raise() -> None:
    _, hand = open_table("pagat", THREE, max_raises=2, static_field="none", **CALM)
    for seat in (1, 2, 0):
        play(hand, f"{seat} stand")
    play(hand, "1 raise 1", "2 raise 2", "0 raise 3")
    assert hand.options(1).raise_to == 0
    play(hand, "1 match", "2 match")
    for seat in (1, 2, 0):
        play(hand, f"{seat} stand")
    assert hand.options(1).raise_to > 0  # a new round of betting


@pytest.mark.clause("B5", "HR10", "CL3")
def test_b5_in_turn_games_the_cap_is_for_a_round_of_turns() -> None:
    _, hand = open_table("classic", THREE, max_raises=1, **CALM)
    for to in (1, 2):
        seat = hand.turn
        play(hand, f"{seat} raise {to}")
        quiet_turn(hand)
    assert hand.options(hand.turn).raise_to == 0
    quiet_turn(hand)
    assert (hand.round, hand.options(hand.turn).raise_to > 0) == (2, True)


@pytest.mark.clause("B5", "HR10", "CC3")
def test_b5_in_cloud_city_the_betting_of_each_turn_is_a_betting_round() -> None:
    _, hand = open_table("cloud-city", THREE, max_raises=1, rolls=[(6,)] * 9)
    play(hand, "1 raise 1", "2 raise 2")
    assert hand.options(0).raise_to == 0
    play(hand, "0 match", "1 match")
    quiet_turn(hand)
    play(hand, "2 raise 1")
    assert hand.options(0).raise_to > 0


@pytest.mark.clause("B5", "HR10", "CH7")
def test_b5_in_corellian_house_the_big_blind_is_the_first_bet() -> None:
    hand = new_game({"preset": "corellian-house", "max_raises": 1}, NAMES[:3], seed="cap").deal()
    play(hand, f"{hand.waiting[0]} raise 300")
    assert hand.options(hand.waiting[0]).raise_to == 0


# ---- the fold fee that goes with the ante


@pytest.mark.clause("CL3", "HR2")
@pytest.mark.parametrize("ante", [3, 7])
def test_cl3_a_fold_fee_may_be_as_much_as_the_ante(ante: int) -> None:
    _, hand = open_table("classic", THREE, ante=ante, fold_fee="ante", **CALM)
    assert hand.options(1).fold_fee == ante
    paid = [event for event in only(Paid, play(hand, "1 fold")) if event.why == "fold-fee"]
    assert [(event.amount, event.pot) for event in paid] == [(ante, "sabacc")]


# ---- HR14: a cap on the sabacc pot


def over_the_cap(cap: int | None, *moves: str) -> tuple[Game, Hand]:
    """The second hand of a table whose sabacc pot holds 30 after its antes; the first was folded."""
    game, first = open_table("classic", THREE, fold_fee=0, sabacc_pot_cap=cap, seed="cap", **CALM)
    play(first, "1 fold", "2 fold")
    assert game.sabacc_pot == 15
    return game, game.deal()


@pytest.mark.clause("HR14")
def test_hr14_what_is_over_the_cap_goes_into_the_hand_pot_after_the_antes() -> None:
    _, hand = over_the_cap(20)
    assert only(Spilled, hand.events) == [Spilled(10)]
    assert (hand.sabacc_pot, hand.hand_pot()) == (20, 15 + 10)
    view = hand.view(None)
    assert (view.sabacc_pot, view.hand_pot, view.spilled) == (20, 25, 10)
    kinds = [type(event) for event in hand.events]
    assert kinds.index(Spilled) > max(at for at, kind in enumerate(kinds) if kind is Paid)


@pytest.mark.clause("HR14")
@pytest.mark.parametrize("cap", [None, 30, 500])
def test_hr14_a_pot_that_is_not_over_it_stays(cap: int | None) -> None:
    _, hand = over_the_cap(cap)
    assert (hand.sabacc_pot, hand.hand_pot()) == (30, 15)


@pytest.mark.clause("HR14", "H6", "B1")
def test_hr14_no_penalty_is_measured_by_it_and_the_winner_gets_it() -> None:
    game, hand = over_the_cap(20)
    while not hand.over:
        hand.time_out(hand.waiting[0])
    assert hand.result is not None
    paid = [event for event in only(Paid, hand.events) if event.why == "bomb-out"]
    assert all(event.amount == 15 for event in paid)
    won = sum(event.amount for event in only(Won, hand.events) if event.pot == 0)
    assert won in (0, 25)
    assert sum(game.stacks) + game.sabacc_pot == 600


@pytest.mark.clause("HR14", "H6")
def test_hr14_a_case_says_what_was_spilled() -> None:
    case: dict[str, Any] = {
        "rules": {"preset": "classic", "sabacc_pot_cap": 20},
        "dealer": 0,
        "fees": 10,
        "spilled": 10,
        "players": [
            {"name": "Ana", "stack": 90, "paid": 10, "hand": ["S12", "F8"]},
            {"name": "Ben", "stack": 90, "paid": 10, "hand": ["C15", "T15"]},
        ],
    }
    assert settle_case(case)["stacks"] == [120, 70]
    assert settle_case({**case, "spilled": 0})["stacks"] == [120, 60]
