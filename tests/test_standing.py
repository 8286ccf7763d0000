"""What one's own hand would bring if cards were shown now."""

from __future__ import annotations

import pytest

from sabacc.game.hand import Hand
from sabacc.variants.examples import examples_of
from sabacc.variants.standing import Standing, standing_of
from tests.tables import open_table


def dealt(preset: str, *hands: str, **more: object) -> Hand:
    _, hand = open_table(preset, hands, **more)  # type: ignore[arg-type]
    return hand


def rung_name(hand: Hand, seat: int) -> str:
    """What the rung of the ladder is called on which a seat's hand stands."""
    rung = standing_of(hand, seat).rung
    assert rung is not None
    rules, side = hand.seating.rules, hand.sides[seat]
    return [one for one in examples_of(rules).hands if one.side == side][rung].name


def test_a_hand_beyond_23_pays_the_hand_pot_if_it_is_called_now() -> None:
    hand = dealt("cloud-city", "S15 C11", "S2 C3", ante=5)
    standing = standing_of(hand, 0)
    assert (standing.aim, standing.off, standing.beyond) == (23, 3, True)
    assert (standing.penalty, standing.wins) == (10, 0)  # both antes


def test_a_penalty_is_no_more_than_what_one_has_left() -> None:
    hand = dealt("cloud-city", "S15 C11", "S2 C3", ante=5)
    hand.stacks[0] = 4
    assert standing_of(hand, 0).penalty == 4


def test_one_short_of_23_is_strong_and_says_what_the_best_hand_wins() -> None:
    standing = standing_of(dealt("classic", "S15 C7", "S2 C3"), 0)
    assert (standing.aim, standing.off, standing.beyond, standing.strength) == (23, 1, False, "strong")
    assert (standing.wins, standing.penalty, standing.caller_penalty) == (10, 0, 10)


def test_a_pure_sabacc_would_take_the_sabacc_pot_too() -> None:
    hand = dealt("classic", "S15 C8", "S2 C3", fold_fee=1)
    hand.sabacc_pot = 12
    standing = standing_of(hand, 0)
    assert (standing.strength, standing.wins_sabacc) == ("top", 12)


@pytest.mark.parametrize(("cards", "off", "beyond"), [("T12 F10", 1, False), ("T15 F10", 2, True)])
def test_fo3_a_dark_player_aims_at_minus_23(cards: str, off: int, beyond: bool) -> None:
    hand = dealt("force", "S2 C3", "S4 C5")
    hand.sides = ("light", "dark")
    hand.hands[1] = tuple(cards.split())
    standing = standing_of(hand, 1)
    assert (standing.aim, standing.off, standing.beyond) == (-23, off, beyond)


def test_only_what_the_holder_can_see_is_looked_at() -> None:
    seen = {standing_of(dealt("classic", "S15 C7", others), 0) for others in ("S2 C3", "ID T2", "S14 C9", "ST EO")}
    assert len(seen) == 1


def test_side_pots_that_one_has_no_part_in_are_not_to_be_won() -> None:
    hand = dealt("cloud-city", "S15 C7", "S2 C3", "S4 C6")
    hand.paid = [9, 30, 30]
    assert (standing_of(hand, 0).wins, standing_of(hand, 1).wins) == (3 * 9, 69)


def test_hr8_a_card_of_anothers_field_counts_where_it_may_be_borrowed() -> None:
    hand = dealt("classic", "S15 C7", "S1 C3", community_field=True)
    hand.hands[1], hand.fields[1] = ("C3",), ("S1",)
    assert standing_of(hand, 0).strength == "top"


def test_nothing_is_settled_before_the_call() -> None:
    hand = dealt("cloud-city", "S15 C11", "S2 C3")
    assert not standing_of(hand, 0).settled
    hand.called = True
    assert standing_of(hand, 0).settled


def test_ga4_a_pulse_may_mend_a_hand_even_after_the_call() -> None:
    hand = dealt("galactic", "S15 C11", "S2 C3")
    hand.called = True
    assert not standing_of(hand, 0).settled


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("ID S2 F3", "Idiot's Array"),
        ("S15 C8", "Pure Sabacc"),
        ("S15 C6", "Total 22"),
        ("S1 C2", "Total 9"),
        ("QA S1", "Total −21"),
        ("S15 C12", "Bombed out at 24"),
        ("S15 EO", "Bombed out at 0"),
        ("ST EO", "Bombed out at −28"),
    ],
)
def test_every_hand_has_its_rung_on_the_ladder(cards: str, name: str) -> None:
    hand = dealt("classic", "S2 C3", "S4 C5")
    hand.hands[0] = tuple(cards.split())
    assert rung_name(hand, 0) == name


def test_a_corellian_hand_is_measured_from_zero() -> None:
    hand = dealt("corellian-house", "+10 -6 -5 +3", "+1 -1 +6 -6")
    assert (standing_of(hand, 0).aim, standing_of(hand, 0).off) == (0, 2)
    assert (rung_name(hand, 0), rung_name(hand, 1)) == ("Nuhlrek", "Rule of Two")


def test_a_selection_is_measured_from_the_gold_number() -> None:
    hand = dealt("coruscant-shift", "+7c -3t +1s +2s +4s", "+1c +2c +3c +4c +5c")
    assert standing_of(hand, 0) == Standing()
    hand.target = (5, "t")
    hand.choose(0, ("+7c", "-3t"))
    assert (standing_of(hand, 0).off, standing_of(hand, 0).strength) == (1, "strong")
