"""D: the 76-card deck, and what happens when it runs out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sabacc.cards import CLASSIC
from sabacc.chance import Chance
from sabacc.errors import CardError
from sabacc.game.actions import CALL_HAND, FOLD, GAIN, STAND, TakeDiscard, Trade
from sabacc.game.events import Dealt, Discarded, NoSuddenDemise, Shifted, Shuffled, SuddenDemise, Won
from sabacc.game.hand import Hand
from sabacc.hands.classic import Scale
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.tables import NAMES, only, open_table, pass_all, play, quiet_turn

CALM: dict[str, Any] = {"shift_trigger": "none"}
PLAYABLE = ("cloud-city", "classic", "force")
EIGHT = ["S1 C1", "S10 S9", "C10 C9", "S2 C2", "S3 C3", "S4 C4", "S5 C5", "S6 C6"]  # seats 1 and 2 are tied at 19


def to_draw(hand: Hand) -> None:
    """The player on turn checks and everybody passes, up to the draw."""
    play(hand, f"{hand.turn} check")
    while hand.kind != "draw":
        pass_all(hand)


def drain(hand: Hand, leave: int, standing: tuple[int, ...] = ()) -> None:
    """All but those who stand gain a card each turn, until only so many cards are left in the deck."""
    while hand.cards_left() > leave:
        to_draw(hand)
        play(hand, f"{hand.turn} {'stand' if hand.turn in standing else 'gain'}")


# ---- D1 to D3: the cards


@pytest.mark.clause("D1")
def test_d1_four_suits_of_fifteen() -> None:
    suits = Counter(card[0] for card in CLASSIC.cards if card[1:].isdigit())
    assert suits == {"S": 15, "F": 15, "C": 15, "T": 15}
    for suit, title in (("S", "Sabers"), ("F", "Flasks"), ("C", "Coins"), ("T", "Staves")):
        assert [CLASSIC.values[f"{suit}{n}"] for n in range(1, 16)] == list(range(1, 16))
        assert CLASSIC.name(f"{suit}11") == f"11 of {title}"
    assert len(CLASSIC) == 76


@pytest.mark.clause("D1")
@pytest.mark.parametrize(("number", "name"), [(12, "Commander"), (13, "Mistress"), (14, "Master"), (15, "Ace")])
def test_d1_commander_mistress_master_and_ace_are_12_to_15(number: int, name: str) -> None:
    for suit in ("Sabers", "Flasks", "Coins", "Staves"):
        assert CLASSIC.values[CLASSIC.read(f"{name} of {suit}")] == number


@pytest.mark.clause("D1")
def test_d1_a_suit_has_both_a_one_and_an_ace() -> None:
    assert CLASSIC.read("1 of coins") == "C1"
    assert CLASSIC.read("ace of coins") == "C15"


@pytest.mark.clause("D2")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("The Star", -17),
        ("The Evil One", -15),
        ("Moderation", -14),
        ("Demise", -13),
        ("Balance", -11),
        ("Endurance", -8),
        ("Queen of Air and Darkness", -2),
        ("Nightsister", -2),
        ("The Idiot", 0),
        ("Sylop", 0),
    ],
)
def test_d2_two_each_of_eight_arcana(name: str, value: int) -> None:
    card = CLASSIC.read(name)
    assert (CLASSIC.copies[card], CLASSIC.values[card]) == (2, value)
    assert len([card for card in CLASSIC.copies if not card[1:].isdigit()]) == 8


@pytest.mark.clause("D1", "D2")
@pytest.mark.parametrize("preset", PLAYABLE)
def test_d2_every_hand_is_dealt_from_all_76_cards(preset: str) -> None:
    _, hand = open_table(preset, ["S1 ID", "S2 ID"])
    while hand.kind == "side":
        play(hand, f"{hand.waiting[0]} choose-side light")
    assert only(Shuffled, hand.events) == [Shuffled(1, 76, ("box",), "deck")]
    assert Counter(hand.hands[0] + hand.hands[1] + hand.undealt()) == Counter(CLASSIC.cards)


@pytest.mark.clause("D3")
@pytest.mark.parametrize("preset", PLAYABLE)
def test_d3_each_preset_takes_what_its_document_prints(preset: str) -> None:
    scale = Scale(read_rules(preset))
    moderation = -13 if preset in ("classic", "force", "pagat") else -14
    assert (scale.total(["MO"]), scale.total(["ST"])) == (moderation, -17)


@pytest.mark.clause("D3", "HR10")
@pytest.mark.parametrize("preset", PLAYABLE)
def test_d3_moderation_may_be_minus_13_and_the_star_minus_10(preset: str) -> None:
    scale = Scale(read_rules({"preset": preset, "moderation": -13, "star": -10}))
    assert (scale.total(["MO"]), scale.total(["ST"])) == (-13, -10)


@pytest.mark.clause("T8")
@pytest.mark.parametrize("preset", PLAYABLE)
def test_t8_all_cards_are_those_of_one_deck_without_clones_or_skifters(preset: str) -> None:
    game = new_game({"preset": preset, "shift_kind": "wild"}, NAMES[:4], seed="cards")
    hand = game.deal()
    choice = Chance("any")
    step = 0
    while not hand.over:
        actions = [a for a in hand.options(hand.waiting[0]) if a not in (FOLD, CALL_HAND)]
        hand.act(hand.waiting[0], actions[choice.below("what", step, len(actions))])
        step += 1
        held = sum((hand.cards_of(seat) for seat in range(4)), ())
        if held:
            assert Counter(held + hand.undealt() + hand.junk) == Counter(CLASSIC.cards)
    with pytest.raises(CardError, match="dealt twice"):
        CLASSIC.check(["S7", "S7"])


# ---- D4: an empty deck in the draw phase


@pytest.mark.clause("D4")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_d4_with_an_empty_deck_only_standing_is_legal(preset: str) -> None:
    _, hand = open_table(preset, EIGHT, static_field="none", **CALM)
    drain(hand, 1)
    to_draw(hand)
    assert GAIN in hand.options(hand.turn)
    play(hand, f"{hand.turn} gain")
    to_draw(hand)
    assert list(hand.options(hand.turn)) == [STAND]


@pytest.mark.clause("D4")
def test_d4_the_junk_does_not_come_back_for_a_draw() -> None:
    _, hand = open_table("cloud-city", EIGHT, **CALM)
    drain(hand, 3)
    play(hand, f"{hand.turn} fold")
    quiet_turn(hand)
    drain(hand, 0)
    to_draw(hand)
    assert len(hand.junk) > 2
    assert list(hand.options(hand.turn)) == [STAND]


@pytest.mark.clause("D4", "HR4")
def test_d4_with_an_empty_deck_the_discard_pile_may_still_be_taken() -> None:
    _, hand = open_table("cloud-city", EIGHT, discard_pile="free", **CALM)
    drain(hand, 1)
    to_draw(hand)
    card = hand.hands[hand.turn][0]
    play(hand, f"{hand.turn} trade {card}")
    to_draw(hand)
    options = hand.options(hand.turn)
    assert (hand.cards_left(), hand.pile) == (0, (card,))
    assert GAIN not in options
    assert not any(isinstance(action, Trade) for action in options)
    assert all(TakeDiscard(mine) in options for mine in hand.hands[hand.turn])


# ---- D4: a shift or a sudden demise with too few cards


@pytest.mark.clause("D4", "X1")
def test_d4_a_shift_deals_the_last_cards_first_and_then_the_shuffled_junk() -> None:
    _, hand = open_table("classic", EIGHT, rolls=[(1, 2)] * 55 + [(3, 3)])
    drain(hand, 5)
    last_five = hand.undealt()
    play(hand, f"{hand.turn} check")
    events = pass_all(hand)
    assert [shift.kind for shift in only(Shifted, events)] == ["core"]
    assert sum(discarded.count for discarded in only(Discarded, events)) == 71
    assert only(Shuffled, events) == [Shuffled(2, 71, ("junk",), "deck")]
    dealt = only(Dealt, events)
    assert tuple(deal.card for deal in dealt[:5]) == last_five
    assert [(deal.shuffle, deal.position) for deal in dealt[5:]] == [(2, at) for at in range(66)]
    assert (hand.cards_left(), hand.junk) == (5, ())


def tied_at_19(leave: int, *, others_fold: bool) -> Hand:
    """Seats 1 and 2 come to a showdown tied; the others gained what the deck had, and have folded or bombed out."""
    _, hand = open_table("classic", EIGHT, **CALM)
    drain(hand, leave, standing=(1, 2))
    while others_fold and hand.live_count() > 2:
        seat = hand.turn
        if seat not in (1, 2):
            play(hand, f"{seat} fold")
        quiet_turn(hand)
    while not hand.over:
        quiet_turn(hand)
    return hand


@pytest.mark.clause("D4", "H9")
def test_d4_a_sudden_demise_deals_the_last_card_first_and_then_the_shuffled_junk() -> None:
    hand = tied_at_19(1, others_fold=True)
    assert only(SuddenDemise, hand.events) == [SuddenDemise((1, 2), 0)]
    cards = [deal for deal in only(Dealt, hand.events) if deal.up]
    assert [(deal.seat, deal.shuffle, deal.position) for deal in cards] == [(1, 1, 75), (2, 2, 0)]
    assert only(Shuffled, hand.events)[-1] == Shuffled(2, 71, ("junk",), "deck")


@pytest.mark.clause("D4", "B3")
@pytest.mark.parametrize("left", [0, 1])
def test_d4_with_too_few_cards_for_a_sudden_demise_nobody_draws_and_the_tie_is_split(left: int) -> None:
    hand = tied_at_19(left, others_fold=False)
    assert only(NoSuddenDemise, hand.events) == [NoSuddenDemise((1, 2), 0)]
    assert not [deal for deal in only(Dealt, hand.events) if deal.up]
    assert [(won.seat, won.amount, won.shared) for won in only(Won, hand.events)] == [(1, 20, True), (2, 20, True)]
    assert hand.cards_left() == left
