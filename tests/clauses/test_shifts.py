"""X: what each kind of Sabacc shift does."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.game.events import (
    Called,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Folded,
    Rolled,
    Shifted,
    Shown,
    Shuffled,
    SuddenDemise,
    Taken,
)
from sabacc.game.hand import Hand
from tests.tables import only, open_table, pass_all, play, quiet_turn

KINDS = ("core", "rim", "wild", "one-card", "pulse")
THREE = ["S1 C1", "S2 C2", "S3 C3"]  # seat 0 deals, so seats 1, 2, 0 is the order of everything
TOP = "T1 T2 T3 T4 T5 T6 T7 T8"


def table(kind: str, hands: list[str], deck: str = TOP, **more: Any) -> Hand:
    """A table of classic whose next roll brings a shift of that kind."""
    return open_table("classic", hands, deck, rolls=[(2, 2)], shift_kind=kind, **more)[1]


def strike(hand: Hand) -> list[Event]:
    """The player on turn checks, everybody passes, and the dice bring the shift; its events."""
    play(hand, f"{hand.turn} check")
    events = pass_all(hand)
    at = next(at for at, event in enumerate(events) if isinstance(event, Shifted))
    return events[at:]


def cards_in(hand: Hand) -> list[str]:
    held = [card for seat in range(len(hand.live)) for card in hand.cards_of(seat)]
    return sorted([*held, *hand.undealt(), *hand.junk, *hand.pile])


# ---- X1: core


@pytest.mark.clause("X1")
def test_x1_core_replaces_all_unprotected_cards_from_the_deck() -> None:
    hand = table("core", THREE)
    strike(hand)
    assert hand.hands == [("T3", "T6"), ("T1", "T4"), ("T2", "T5")]


@pytest.mark.clause("X1", "X7")
def test_x1_core_junks_the_discards_before_anything_is_dealt() -> None:
    hand = table("core", THREE)
    events = strike(hand)
    kinds = [type(event) for event in events if isinstance(event, (Discarded, Dealt))]
    assert kinds == [Discarded] * 3 + [Dealt] * 6
    assert sorted(hand.junk) == ["C1", "C2", "C3", "S1", "S2", "S3"]


@pytest.mark.clause("X1", "X8")
def test_x1_core_deals_as_many_as_each_discarded_one_at_a_time() -> None:
    hand = table("core", THREE)
    play(hand, "2 place S3")
    dealt = only(Dealt, strike(hand))
    assert [(deal.seat, deal.card) for deal in dealt] == [(1, "T1"), (2, "T2"), (0, "T3"), (1, "T4"), (0, "T5")]


@pytest.mark.clause("X1")
def test_x1_core_leaves_out_who_has_no_unprotected_card() -> None:
    hand = table("core", THREE)
    play(hand, "2 place S3", "2 place C3")
    events = strike(hand)
    assert {discarded.seat for discarded in only(Discarded, events)} == {0, 1}
    assert {deal.seat for deal in only(Dealt, events)} == {0, 1}


# ---- X2: rim


@pytest.mark.clause("X2")
def test_x2_rim_takes_one_card_each_shuffles_them_and_deals_from_the_dealers_left() -> None:
    hand = table("rim", THREE, picks=["S2", "C3", "S1"], answers={("shuffle", 2): ["S1", "S2", "C3"]})
    events = strike(hand)
    assert only(Taken, events) == [Taken(1, "S2"), Taken(2, "C3"), Taken(0, "S1")]
    assert only(Taken, hand.view(2).events) == [Taken(1), Taken(2, "C3"), Taken(0)]  # T6
    assert only(Shuffled, events) == [Shuffled(2, 3, ("aside",), "aside")]
    assert [deal.seat for deal in only(Dealt, events)] == [1, 2, 0]
    assert hand.hands == [("C1", "C3"), ("C2", "S1"), ("S3", "S2")]


@pytest.mark.clause("X2")
def test_x2_rim_touches_neither_deck_nor_junk() -> None:
    hand = table("rim", [*THREE, "S4 C4"])
    play(hand, "1 check", "3 fold", "2 pass")
    deck, junk = hand.undealt(), hand.junk
    pass_all(hand)
    assert only(Shifted, hand.events)
    assert (hand.undealt(), hand.junk) == (deck, junk)


@pytest.mark.clause("X2")
def test_x2_rim_leaves_out_who_has_no_unprotected_card() -> None:
    hand = table("rim", THREE, picks=["S2", "S1"], answers={("shuffle", 2): ["S1", "S2"]})
    play(hand, "2 place S3", "2 place C3")
    events = strike(hand)
    assert {taken.seat for taken in only(Taken, events)} == {0, 1}
    assert hand.hands == [("C1", "S2"), ("C2", "S1"), ()]


@pytest.mark.clause("X2")
def test_x2_rim_picks_only_unprotected_cards() -> None:
    hand = table("rim", THREE)
    play(hand, "0 place S1", "1 place S2", "2 place S3")
    assert {taken.card for taken in only(Taken, strike(hand))} == {"C1", "C2", "C3"}


@pytest.mark.clause("X2", "X4")
@pytest.mark.parametrize("kind", ["rim", "one-card"])
def test_x2_picks_are_by_chance(kind: str) -> None:
    picked = {only(Taken, strike(table(kind, THREE, seed=str(n))))[0].card for n in range(12)}
    assert picked == {"S2", "C2"}


@pytest.mark.clause("X2", "X4", "X3", "X5")
@pytest.mark.parametrize("kind", KINDS)
def test_x2_a_shift_passes_by_a_table_with_all_cards_protected(kind: str) -> None:
    hand = table(kind, THREE)
    play(hand, *(f"{seat} place {card}" for seat in range(3) for card in THREE[seat].split()))
    events = strike(hand)
    assert not only(Dealt, events)
    assert hand.fields == [("S1", "C1"), ("S2", "C2"), ("S3", "C3")]


# ---- X3 and X5: wild and pulse


def shifted_after_a_fold(kind: str) -> tuple[Hand, list[Event]]:
    """Seat 3 folds, seat 1 gains, seat 2 trades and protects a card: 3 junk cards, 1 in the field, then a shift."""
    _, hand = open_table(
        "classic", [*THREE, "S4 C4"], TOP, rolls=[(1, 2), (3, 4), (2, 2)], shift_kind=kind, seed="shifts"
    )
    play(hand, "1 check", "2 pass", "3 fold", "0 pass", "1 gain")
    play(hand, "2 check", "0 pass", "1 pass", "2 trade C3", "2 place S3")
    assert sorted(hand.junk) == ["C3", "C4", "S4"]
    return hand, strike(hand)


@pytest.mark.clause("X3")
def test_x3_wild_shuffles_unprotected_cards_deck_and_junk_together() -> None:
    hand, events = shifted_after_a_fold("wild")
    assert only(Shuffled, events) == [Shuffled(2, 75, ("hands", "deck", "junk"), "deck")]
    assert hand.junk == ()
    assert hand.fields == [(), (), ("S3",), ()]


@pytest.mark.clause("X3", "X8")
def test_x3_wild_deals_as_many_as_each_gave_one_at_a_time() -> None:
    hand, events = shifted_after_a_fold("wild")
    assert [deal.seat for deal in only(Dealt, events)] == [1, 2, 0, 1, 0, 1]
    assert [len(cards) for cards in hand.hands] == [2, 3, 1, 0]


@pytest.mark.clause("X3", "X7")
def test_x3_wild_may_deal_junked_cards_and_cards_just_given() -> None:
    hand = table("wild", [*THREE, "S4 C4"], answers={("shuffle", 2): ["S4", "S2", "T1", "C4", "S1", "C3"]})
    play(hand, "1 check", "3 fold")
    pass_all(hand)
    assert hand.hands == [("T1", "C3"), ("S4", "C4"), ("S2", "S1"), ()]


@pytest.mark.clause("X5", "HR6")
def test_x5_pulse_shuffles_unprotected_cards_and_deck_but_not_the_junk() -> None:
    hand, events = shifted_after_a_fold("pulse")
    assert only(Shuffled, events) == [Shuffled(2, 72, ("hands", "deck"), "deck")]
    assert sorted(hand.junk) == ["C3", "C4", "S4"]
    assert [len(cards) for cards in hand.hands] == [2, 3, 1, 0]
    assert hand.fields == [(), (), ("S3",), ()]


# ---- X4: one card


@pytest.mark.clause("X4", "CC5")
def test_x4_one_card_each_goes_to_the_bottom_and_each_gets_one_from_the_top() -> None:
    _, hand = open_table("cloud-city", THREE, TOP, rolls=[(3,)], picks=["S2", "C3", "S1"])
    events = strike(hand)
    assert only(Taken, events) == [Taken(1, "S2"), Taken(2, "C3"), Taken(0, "S1")]
    assert [(deal.seat, deal.card) for deal in only(Dealt, events)] == [(1, "T1"), (2, "T2"), (0, "T3")]
    assert hand.hands == [("C1", "T3"), ("C2", "T1"), ("S3", "T2")]
    assert set(hand.undealt()[-3:]) == {"S2", "C3", "S1"}
    assert hand.junk == ()


@pytest.mark.clause("X4")
def test_x4_the_lost_cards_are_shuffled_before_they_go_to_the_bottom() -> None:
    script = {("shuffle", 2): ["C3", "S1", "S2"]}
    _, hand = open_table("cloud-city", THREE, TOP, rolls=[(1,)], picks=["S2", "C3", "S1"], answers=script)
    assert only(Shuffled, strike(hand)) == [Shuffled(2, 3, ("aside",), "bottom")]
    assert hand.undealt()[-3:] == ("C3", "S1", "S2")


@pytest.mark.clause("X4", "HR7")
def test_x4_with_a_field_only_unprotected_cards_go_and_who_has_none_is_left_out() -> None:
    _, hand = open_table("cloud-city", THREE, TOP, rolls=[(2,)], static_field="free")
    play(hand, "1 place S2", "2 place S3", "2 place C3")
    events = strike(hand)
    assert [taken.seat for taken in only(Taken, events)] == [1, 0]
    assert (hand.hands[1], hand.fields[1]) == (("T1",), ("S2",))
    assert (hand.hands[2], hand.fields[2]) == ((), ("S3", "C3"))


@pytest.mark.clause("X4", "D4")
def test_x4_with_an_empty_deck_the_lost_cards_themselves_are_dealt() -> None:
    hands = [*THREE, *(f"S{n} C{n}" for n in range(4, 9))]
    _, hand = open_table("cloud-city", hands, rolls=[(6,)] * 60 + [(1,)])
    while hand.cards_left():
        play(hand, f"{hand.turn} check")
        while hand.kind != "draw":
            pass_all(hand)
        play(hand, f"{hand.turn} gain")
    events = strike(hand)
    assert sorted(str(taken.card) for taken in only(Taken, events)) == sorted(
        str(deal.card) for deal in only(Dealt, events)
    )
    assert hand.cards_left() == 0


# ---- X6: never after the call


@pytest.mark.clause("X6")
@pytest.mark.parametrize(("preset", "calm", "struck"), [("cloud-city", (6,), (1,)), ("classic", (1, 2), (3, 3))])
def test_x6_no_shift_strikes_after_the_hand_is_called(preset: str, calm: tuple[int], struck: tuple[int]) -> None:
    _, hand = open_table(preset, THREE, rolls=[calm] * 4 + [struck] * 9)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 raise 2")
    while hand.kind != "call-window":
        play(hand, f"{hand.waiting[0]} {'match' if hand.kind == 'bet' else 'pass'}")
    play(hand, "2 call-hand")
    while not hand.over:
        play(hand, f"{hand.waiting[0]} match")
    after = hand.events[hand.events.index(only(Called, hand.events)[0]) :]
    assert not only(Rolled, after)
    assert not only(Shifted, hand.events)
    assert {shown.seat: shown.cards for shown in only(Shown, after)} == {n: tuple(THREE[n].split()) for n in range(3)}


# ---- X7 and X8: junk, folders, the order of dealing


@pytest.mark.clause("X7")
@pytest.mark.parametrize("kind", KINDS)
def test_x7_a_folded_player_gives_and_gets_nothing(kind: str) -> None:
    hand = table(kind, [*THREE, "S4 C4"])
    before = cards_in(hand)
    play(hand, "1 check", "3 fold")
    events = pass_all(hand)
    gave = {taken.seat for taken in only(Taken, events)} | {discarded.seat for discarded in only(Discarded, events)}
    assert 3 not in gave
    assert {deal.seat for deal in only(Dealt, events)} == {0, 1, 2}
    assert hand.cards_of(3) == ()
    assert cards_in(hand) == before


@pytest.mark.clause("X7")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "wild"])
def test_x7_junk_stays_out_of_every_shift_but_the_wild_one(kind: str) -> None:
    hand, events = shifted_after_a_fold(kind)
    assert {"C3", "C4", "S4"} <= set(hand.junk)
    assert not {"C3", "C4", "S4"} & {deal.card for deal in only(Dealt, events)}


@pytest.mark.clause("X7", "T6")
def test_x7_junk_lies_face_down() -> None:
    hand, _ = shifted_after_a_fold("core")
    seen = hand.view(None).events
    assert [(dropped.seat, dropped.card) for dropped in only(Dropped, seen)] == [(2, None)]
    assert [discarded.cards for discarded in only(Discarded, seen)] == [None] * 3
    assert only(Folded, seen) == [Folded(3)]  # and not with which cards


@pytest.mark.clause("X7", "T6")
@pytest.mark.parametrize("kind", KINDS)
def test_x7_after_any_shift_all_see_how_many_cards_lie_where_and_each_sees_their_own(kind: str) -> None:
    hand, _ = shifted_after_a_fold(kind)
    view = hand.view(1)
    assert view.cards == hand.hands[1]
    assert view.counts == [len(cards) for cards in hand.hands]
    assert view.deck_count == hand.cards_left()


@pytest.mark.clause("X8")
@pytest.mark.parametrize(("button", "order"), [(0, [1, 2, 0]), (2, [0, 1, 2])])
def test_x8_the_first_cards_are_dealt_one_at_a_time_from_the_dealers_left(button: int, order: list[int]) -> None:
    _, hand = open_table("classic", THREE, button=button)
    dealt = only(Dealt, hand.events)
    assert [deal.seat for deal in dealt] == order * 2
    assert [deal.position for deal in dealt] == list(range(6))


@pytest.mark.clause("X8", "H9")
def test_x8_sudden_demise_cards_are_dealt_from_the_dealers_left() -> None:
    _, hand = open_table("classic", ["S9 C9", "S1 C1", "T9 F9"], "T1 T2", button=1, shift_trigger="none")
    while not hand.over:
        quiet_turn(hand)
    assert only(SuddenDemise, hand.events)
    assert [(deal.seat, deal.card) for deal in only(Dealt, hand.events) if deal.up] == [(2, "T1"), (0, "T2")]
