"""F: the static field, as the presets have it and as a table may choose it (HR7); the community field (HR8)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction
from sabacc.game.actions import FreeMove, Place, TakeBack, TakeDiscard, Trade
from sabacc.game.events import Event, Placed, Rolled, Shifted, Shown
from sabacc.game.hand import Hand
from tests.tables import only, open_table, pass_all, play, quiet_turn

CALM: dict[str, Any] = {"shift_trigger": "none"}
THREE = ["S1 C1", "S9 C9", "S3 C3"]
KINDS = ("core", "rim", "wild", "one-card", "pulse")


def moves(hand: Hand, seat: int) -> list[FreeMove]:
    return [action for action in hand.options(seat) if isinstance(action, FreeMove)]


def strike(hand: Hand) -> list[Event]:
    """The player on turn checks, everybody passes, and the dice bring a shift."""
    play(hand, f"{hand.turn} check")
    events = pass_all(hand)
    assert only(Shifted, events)
    return events


# ---- F1: what a field card is


@pytest.mark.clause("F1", "T6")
def test_f1_a_field_card_lies_face_up_and_is_seen_by_all() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    assert play(hand, "1 place S9")[-1] == Placed(1, "S9")
    for seat in (0, 1, 2, None):
        assert hand.view(seat).fields == [(), ("S9",), ()]
        assert hand.view(seat).counts == [2, 1, 2]
    assert hand.view(1).cards == ("C9",)


@pytest.mark.clause("F1")
@pytest.mark.parametrize("kind", KINDS)
def test_f1_no_shift_touches_the_field(kind: str) -> None:
    _, hand = open_table("classic", THREE, rolls=[(2, 2)], shift_kind=kind)
    play(hand, "1 place S9", "0 place C1")
    strike(hand)
    assert hand.fields == [("C1",), ("S9",), ()]
    assert [len(cards) for cards in hand.hands] == [1, 1, 2]
    assert not {"S9", "C1"} & {*hand.undealt(), *hand.junk, *sum(hand.hands, ())}


@pytest.mark.clause("F1")
def test_f1_a_field_card_still_counts_in_the_hand() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 place S9")
    while not hand.over:
        quiet_turn(hand)
    shown = only(Shown, hand.events)[0]
    assert (shown.seat, sorted(shown.cards), shown.total) == (1, ["C9", "S9"], 18)


@pytest.mark.clause("F1", "CL7")
def test_f1_a_field_card_counts_towards_the_two_one_must_hold() -> None:
    _, hand = open_table("classic", THREE, "T5", **CALM)
    play(hand, "1 place S9", "1 check")
    pass_all(hand)
    play(hand, "1 trade C9")
    assert (hand.hands[1], hand.fields[1]) == (("T5",), ("S9",))


@pytest.mark.clause("F1", "CC8", "HR7")
def test_f1_field_cards_count_towards_the_three_that_cloud_city_needs_to_exchange() -> None:
    _, hand = open_table("cloud-city", THREE, "T5", static_field="free", **CALM)
    play(hand, "1 place S9", "1 check")
    pass_all(hand)
    assert Trade("C9") not in hand.options(1)
    play(hand, "1 gain")
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    pass_all(hand)
    assert Trade("C9") in hand.options(1)


# ---- F2: classic and force


@pytest.mark.clause("F2")
@pytest.mark.parametrize("preset", ["classic", "force"])
def test_f2_any_live_player_may_place_in_every_phase_on_turn_or_not(preset: str) -> None:
    _, hand = open_table(preset, ["S1 C1", "S9 C9", "S3 C3"], **CALM)
    while hand.kind == "side":
        play(hand, f"{hand.waiting[0]} choose-side light")
    seen = set()
    for _ in range(4):
        turn = hand.turn
        while hand.turn == turn and not hand.over:
            seen.add(hand.kind)
            for seat in range(3):
                assert moves(hand, seat) == [Place(card) for card in hand.hands[seat]]
            answer = {"bet": "check", "draw": "stand"}.get(hand.kind, "pass")
            play(hand, f"{hand.waiting[0]} {answer}")
    assert seen == {"bet", "fold-window", "call-window", "draw"}


@pytest.mark.clause("F2")
def test_f2_nobody_places_once_the_hand_is_called() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 raise 5")
    pass_all(hand)
    play(hand, "2 call-hand")  # seat 0 is behind, and still has to answer
    assert hand.waiting == (0,)
    assert [moves(hand, seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(IllegalAction):
        play(hand, "0 place S1")


@pytest.mark.clause("F2")
def test_f2_a_placed_card_stays_for_the_hand() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 place S9")
    for _ in range(3):
        quiet_turn(hand)
    assert hand.turn == 1
    with pytest.raises(IllegalAction):
        play(hand, "1 take-back S9")


@pytest.mark.clause("F2")
def test_f2_a_folded_player_places_nothing() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 fold")
    assert moves(hand, 1) == []


@pytest.mark.clause("F2")
def test_f2_only_ones_own_cards_can_be_placed() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    with pytest.raises(IllegalAction, match="place S1, place C1"):
        play(hand, "0 place S9")


# ---- F3: one in and one out a turn


@pytest.mark.clause("F3", "HR7")
def test_f3_one_a_turn_moves_are_made_on_ones_own_turn() -> None:
    _, hand = open_table("classic", THREE, static_field="one-a-turn", **CALM)
    assert moves(hand, 1) == [Place("S9"), Place("C9")]
    assert moves(hand, 0) == moves(hand, 2) == []


@pytest.mark.clause("F3", "HR7")
def test_f3_at_most_one_card_in_and_one_out_a_turn() -> None:
    _, hand = open_table("classic", THREE, static_field="one-a-turn", **CALM)
    play(hand, "1 place S9")
    assert Place("C9") not in moves(hand, 1)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 place C9")
    assert moves(hand, 1) == [TakeBack("S9")]
    play(hand, "1 take-back S9")
    assert moves(hand, 1) == []
    assert (hand.hands[1], hand.fields[1]) == (("S9",), ("C9",))


@pytest.mark.clause("F3", "HR7")
def test_f3_only_one_card_comes_out_in_a_turn() -> None:
    _, hand = open_table("classic", THREE, static_field="one-a-turn", **CALM)
    for card in ("S9", "C9"):
        play(hand, f"1 place {card}")
        for _ in range(3):
            quiet_turn(hand)
    assert moves(hand, 1) == [TakeBack("S9"), TakeBack("C9")]
    play(hand, "1 take-back S9")
    assert moves(hand, 1) == []


# ---- F4: taking back


@pytest.mark.clause("F4", "HR7")
def test_f4_a_retrievable_card_is_placed_at_any_time_and_taken_back_on_ones_own_turn() -> None:
    _, hand = open_table("classic", THREE, static_field="retrievable", **CALM)
    play(hand, "0 place S1")
    quiet_turn(hand)
    assert TakeBack("S1") not in moves(hand, 0)
    quiet_turn(hand)
    assert hand.turn == 0
    play(hand, "0 take-back S1")
    assert (hand.hands[0], hand.fields[0]) == (("C1", "S1"), ())


@pytest.mark.clause("F4", "HR7")
def test_f4_a_card_moves_at_most_once_in_a_turn() -> None:
    _, hand = open_table("classic", THREE, static_field="retrievable", **CALM)
    play(hand, "1 place S9")
    assert moves(hand, 1) == [Place("C9")]
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 take-back S9")
    assert moves(hand, 1) == [Place("C9")]


@pytest.mark.clause("F4", "HR7")
def test_f4_of_two_cards_alike_each_may_move_once() -> None:
    _, hand = open_table("classic", ["S1 C1", "ID ID"], static_field="retrievable", **CALM)
    play(hand, "1 place ID")
    assert Place("ID") in moves(hand, 1)
    play(hand, "1 place ID")
    assert (moves(hand, 1), hand.fields[1]) == ([], ("ID", "ID"))


@pytest.mark.clause("F4", "HR7")
def test_f4_of_two_cards_alike_the_one_just_placed_cannot_come_back() -> None:
    _, hand = open_table("classic", ["S1 C1", "ID ID"], static_field="retrievable", **CALM)
    play(hand, "1 place ID")
    assert moves(hand, 1) == [Place("ID")]  # the only ID in the field has moved in this turn


# ---- F5 and F6


@pytest.mark.clause("F5")
def test_f5_cloud_city_has_no_field() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    assert [moves(hand, seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(IllegalAction):
        play(hand, "1 place S9")


@pytest.mark.clause("F6")
def test_f6_all_of_ones_cards_may_be_placed() -> None:
    _, hand = open_table("classic", THREE, rolls=[(2, 2)])
    play(hand, "1 place S9", "1 place C9")
    strike(hand)
    assert (hand.hands[1], hand.fields[1]) == ((), ("S9", "C9"))


@pytest.mark.clause("F6")
def test_f6_a_field_card_cannot_be_traded() -> None:
    _, hand = open_table("classic", THREE, "T1 T2", discard_pile="free", **CALM)
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "1 trade S9", "2 place S3", "2 check")
    pass_all(hand)
    options = hand.options(2)
    assert Trade("C3") in options
    assert TakeDiscard("C3") in options
    assert Trade("S3") not in options
    assert TakeDiscard("S3") not in options


@pytest.mark.clause("F6")
def test_f6_a_placement_before_the_bet_phase_closes_counts() -> None:
    _, hand = open_table("classic", THREE, rolls=[(2, 2)])
    play(hand, "1 check", "2 pass", "2 place S3")  # the window still waits for seat 0
    events = play(hand, "0 pass")
    assert only(Rolled, events)  # the roll and the shift follow at once, in the same act
    assert only(Shifted, events)
    assert hand.fields[2] == ("S3",)


@pytest.mark.clause("F6")
def test_f6_a_placement_after_the_roll_is_too_late_for_its_shift() -> None:
    _, hand = open_table("classic", THREE, "T1 T2 T3 T4 T5 T6", rolls=[(2, 2)])
    strike(hand)
    with pytest.raises(IllegalAction):
        play(hand, "1 place S9")
    play(hand, "1 place T1")


@pytest.mark.clause("F6", "X7")
def test_f6_a_folders_cards_leave_the_field() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "2 place S3", "1 check", "2 fold")
    assert (hand.fields[2], sorted(hand.junk)) == ((), ["C3", "S3"])
    assert hand.view(None).fields == [(), (), ()]


@pytest.mark.clause("HR7")
@pytest.mark.parametrize("preset", ["classic", "force"])
def test_hr7_a_table_may_play_without_a_field(preset: str) -> None:
    _, hand = open_table(preset, THREE, static_field="none", **CALM)
    while hand.kind == "side":
        play(hand, f"{hand.waiting[0]} choose-side light")
    assert [moves(hand, seat) for seat in range(3)] == [[], [], []]


# ---- HR8: the community field


def show_down(
    preset: str, hands: list[str], *moves: str, deck: str = "", **more: Any
) -> tuple[Hand, list[list[Shown]]]:
    """A quiet hand with a community field after some moves; how often and how each seat's hand was shown."""
    _, hand = open_table(preset, hands, deck, community_field=True, **more, **CALM)
    play(hand, *moves)
    while not hand.over:
        quiet_turn(hand)
    return hand, [[shown for shown in only(Shown, hand.events) if shown.seat == seat] for seat in range(len(hands))]


@pytest.mark.clause("HR8")
def test_hr8_cards_of_other_live_players_fields_may_be_counted_and_the_best_choice_counts() -> None:
    _, shown = show_down("classic", ["S10 C9", "T4 F2", "T1 F1"], "1 place T4", "1 place F2", "2 place T1")
    assert (shown[0][0].total, shown[0][0].borrowed) == (23, ("T4",))
    assert (shown[1][0].total, shown[1][0].borrowed) == (7, ("T1",))
    assert shown[2][0].total == 2 + 4 + 2


@pytest.mark.clause("HR8")
def test_hr8_without_the_house_rule_others_field_cards_do_not_count() -> None:
    _, hand = open_table("classic", ["S10 C9", "T4 F2"], **CALM)
    play(hand, "1 place T4")
    while not hand.over:
        quiet_turn(hand)
    assert {shown.total for shown in only(Shown, hand.events)} == {19, 6}


@pytest.mark.clause("HR8")
def test_hr8_a_field_card_can_be_counted_by_several_players() -> None:
    _, shown = show_down("classic", ["S10 C9", "T10 F8", "T4 F1"], "2 place T4")
    assert [(one[0].total, one[0].borrowed) for one in shown[:2]] == [(23, ("T4",)), (22, ("T4",))]


@pytest.mark.clause("HR8")
def test_hr8_ones_own_field_cards_always_count() -> None:
    _, shown = show_down("classic", ["S10 C9", "T15 F9"], "1 place T15", "0 place S10")
    assert (shown[1][0].total, shown[1][0].bombed_out) == (24, True)


@pytest.mark.clause("HR8")
def test_hr8_a_folders_field_cannot_be_counted() -> None:
    _, shown = show_down("classic", ["S10 C9", "T4 F1", "T1 F2"], "1 place T4", "1 fold")
    assert (shown[0][0].total, shown[0][0].borrowed) == (19, ())


@pytest.mark.clause("HR8", "H2")
def test_hr8_an_idiots_array_may_use_field_cards() -> None:
    hand, shown = show_down("classic", ["ID S2", "C3 F10"], "1 place C3")
    assert (shown[0][0].name, shown[0][0].borrowed) == ("Idiot's Array", ("C3",))
    assert hand.result is not None
    assert (hand.result.winners, hand.result.special) == ((0,), True)


@pytest.mark.clause("HR8", "H2")
def test_hr8_an_idiots_array_leaves_no_own_card_over() -> None:
    _, shown = show_down("classic", ["ID S9", "C3 F2"], "1 place C3", "1 place F2")
    assert (shown[0][0].name, shown[0][0].total) == ("Total 14", 14)


@pytest.mark.clause("HR8", "FO2")
@pytest.mark.parametrize(
    ("light", "dark", "field"),
    [("S15 C10", "F15 T10", "QA"), ("S10 C9", "F15 T12", "S4")],  # 25 - 2 and -25 + 2; 19 + 4 and -27 + 4
)
def test_hr8_in_force_a_field_card_has_the_value_of_the_side_that_counts_it(light: str, dark: str, field: str) -> None:
    sides = ("0 choose-side light", "1 choose-side dark", "2 choose-side light")
    _, shown = show_down("force", [light, dark, f"{field} F1"], *sides, f"2 place {field}")
    for seat in (0, 1):
        assert (shown[seat][0].name, shown[seat][0].borrowed) == ("Pure Sabacc", (field,))


@pytest.mark.clause("HR8", "H9")
def test_hr8_the_choice_is_made_anew_with_a_sudden_demise_card() -> None:
    hand, shown = show_down("classic", ["S9 C8", "T9 F8", "T3 F1"], "2 place T3", deck="F6 C5")
    assert [(one.total, one.borrowed) for one in shown[1]] == [(20, ("T3",)), (23, ())]
    assert [(one.total, one.borrowed) for one in shown[0]] == [(20, ("T3",)), (22, ())]
    assert hand.result is not None
    assert hand.result.winners == (1,)
