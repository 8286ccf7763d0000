"""The three decks, and their cards as text."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT, Card, Deck
from sabacc.errors import CardError
from tests.decks import DECKS

EVERY_DECK = pytest.mark.parametrize("deck", list(DECKS.values()), ids=list(DECKS))


@st.composite
def dealt(draw: st.DrawFn) -> tuple[Deck, tuple[Card, ...]]:
    """A deck, and some cards that can be dealt from it."""
    deck = draw(st.sampled_from(list(DECKS.values())))
    places = draw(st.lists(st.integers(0, len(deck) - 1), unique=True, max_size=12))
    return deck, tuple(deck.cards[place] for place in places)


# ---- what the decks are made of


@pytest.mark.clause("D1", "D2", "CH1", "CS1")
@pytest.mark.parametrize(("deck", "size", "kinds"), [(CLASSIC, 76, 68), (CORELLIAN, 62, 21), (CORUSCANT, 62, 61)])
def test_the_decks_have_76_and_62_cards(deck: Deck, size: int, kinds: int) -> None:
    assert (len(deck), len(deck.cards), len(deck.copies)) == (size, size, kinds)
    assert Counter(deck.cards) == Counter(deck.copies)


@pytest.mark.clause("CH1")
def test_ch1_the_corellian_deck_has_three_of_each_number_and_two_sylops() -> None:
    worth = Counter(CORELLIAN.values[card] for card in CORELLIAN.cards)
    assert worth == {**dict.fromkeys(range(-10, 11), 3), 0: 2}


@pytest.mark.clause("CS1")
def test_cs1_the_coruscant_deck_has_each_number_once_in_each_suit_and_two_zeros() -> None:
    worth = Counter((card.lstrip("+-0123456789"), CORUSCANT.values[card]) for card in CORUSCANT.cards)
    numbers = [*range(-10, 0), *range(1, 11)]
    assert worth == {**{(suit, number): 1 for suit in "cts" for number in numbers}, ("", 0): 2}


@EVERY_DECK
def test_every_card_has_a_value_and_a_name_of_its_own(deck: Deck) -> None:
    assert set(deck.values) == set(deck.names) == set(deck.copies)
    assert len(set(deck.names.values())) == len(deck.copies)


@pytest.mark.parametrize(
    ("deck", "card", "name", "value"),
    [
        (CLASSIC, "S7", "7 of Sabers", 7),
        (CLASSIC, "F11", "11 of Flasks", 11),
        (CLASSIC, "C12", "Commander of Coins", 12),
        (CLASSIC, "T15", "Ace of Staves", 15),
        (CLASSIC, "ST", "The Star", -17),
        (CLASSIC, "EO", "The Evil One", -15),
        (CLASSIC, "MO", "Moderation", -14),
        (CLASSIC, "DE", "Demise", -13),
        (CLASSIC, "BA", "Balance", -11),
        (CLASSIC, "EN", "Endurance", -8),
        (CLASSIC, "QA", "Queen of Air and Darkness", -2),
        (CLASSIC, "ID", "The Idiot", 0),
        (CORELLIAN, "+7", "+7", 7),
        (CORELLIAN, "-10", "-10", -10),
        (CORELLIAN, "0", "Sylop", 0),
        (CORUSCANT, "+7c", "+7 of Circles", 7),
        (CORUSCANT, "-7t", "-7 of Triangles", -7),
        (CORUSCANT, "-10s", "-10 of Squares", -10),
        (CORUSCANT, "0", "Zero", 0),
    ],
)
def test_cards_are_written_named_and_valued_as_the_design_says(deck: Deck, card: str, name: str, value: int) -> None:
    assert card in deck
    assert (deck.name(card), deck.values[card]) == (name, value)


def test_a_deck_knows_its_own_cards_only() -> None:
    assert "S7" not in CORELLIAN
    assert "+7" not in CORUSCANT
    assert "ID" not in CORUSCANT


@EVERY_DECK
def test_cards_are_laid_out_alike_however_they_came(deck: Deck) -> None:
    assert deck.in_order(reversed(deck.cards)) == deck.cards


# ---- reading what was written


@EVERY_DECK
def test_every_card_is_read_from_its_notation_and_from_its_name(deck: Deck) -> None:
    for card in deck.copies:
        for text in (card, deck.name(card)):
            for spelling in (text, text.lower(), text.upper(), f"  {text} ", text.replace("-", "−"), f"the {text}"):
                assert deck.read(spelling) == card
                assert deck.read_all(spelling) == (card,)


@given(dealt(), st.sampled_from([" ", ", ", "; ", ",", " , "]))
def test_cards_round_trip_through_their_notation(deal: tuple[Deck, tuple[Card, ...]], between: str) -> None:
    deck, cards = deal
    assert deck.read_all(between.join(cards)) == cards
    assert deck.read_all(list(cards)) == cards


@given(dealt(), st.sampled_from([" ", ", ", "; ", " and ", ", the "]), st.booleans())
def test_cards_round_trip_through_their_names(
    deal: tuple[Deck, tuple[Card, ...]], between: str, capitals: bool
) -> None:
    deck, cards = deal
    text = between.join(deck.name(card) for card in cards)
    assert deck.read_all(text.upper() if capitals else text.lower()) == cards


@given(dealt(), st.randoms())
def test_names_and_notation_can_be_mixed(deal: tuple[Deck, tuple[Card, ...]], luck: random.Random) -> None:
    deck, cards = deal
    assert deck.read_all(" ".join(luck.choice([card, deck.name(card)]) for card in cards)) == cards


@pytest.mark.parametrize(
    ("deck", "text", "card"),
    [
        (CLASSIC, "seven of sabers", "S7"),
        (CLASSIC, "a seven of sabers", "S7"),
        (CLASSIC, "12 of coins", "C12"),
        (CLASSIC, "ace of staff", "T15"),
        (CLASSIC, "3 of flask", "F3"),
        (CLASSIC, "Nightsister", "QA"),
        (CLASSIC, "the queen", "QA"),
        (CLASSIC, "sylop", "ID"),
        (CORELLIAN, "7", "+7"),
        (CORELLIAN, "minus seven", "-7"),
        (CORELLIAN, "plus 10", "+10"),
        (CORELLIAN, "sylop", "0"),
        (CORELLIAN, "zero", "0"),
        (CORUSCANT, "7c", "+7c"),
        (CORUSCANT, "seven of circles", "+7c"),
        (CORUSCANT, "minus seven of squares", "-7s"),
        (CORUSCANT, "-7 of triangle", "-7t"),
        (CORUSCANT, "the zero", "0"),
    ],
)
def test_what_players_say_is_read_too(deck: Deck, text: str, card: Card) -> None:
    assert deck.read(text) == card
    assert deck.read_all(text) == (card,)


def test_numbers_in_words_are_read_alike_whether_long_or_short() -> None:
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    assert [CORELLIAN.read(word) for word in words] == [f"+{number}" for number in range(1, 11)]


# ---- what is no card


@pytest.mark.parametrize(
    ("deck", "text", "hint"),
    [
        (CLASSIC, "S16", "S7 or C12"),
        (CLASSIC, "S0", "a number from 1 to 15"),
        (CLASSIC, "16 of sabers", "'7 of sabers'"),
        (CLASSIC, "+7", "a suit letter"),
        (CLASSIC, "the", "a suit letter"),
        (CLASSIC, "", "a suit letter"),
        (CORELLIAN, "+11", "like \\+7 or -7"),
        (CORELLIAN, "S7", "0 for a sylop"),
        (CORELLIAN, "+7c", "a number from 1 to 10"),
        (CORUSCANT, "+7", "a shape"),
        (CORUSCANT, "0c", "like \\+7c or -3t, or 0"),
        (CORUSCANT, "+11c", "a number from 1 to 10"),
        (CORUSCANT, "+7x", "c circles, t triangles, s squares"),
    ],
)
def test_a_card_that_does_not_exist_is_named_and_the_right_way_shown(deck: Deck, text: str, hint: str) -> None:
    with pytest.raises(CardError, match=hint) as caught:
        deck.read(text)
    assert repr(text) in str(caught.value)
    assert deck.title in str(caught.value)


@EVERY_DECK
def test_the_wrong_one_of_several_cards_is_named(deck: Deck) -> None:
    good, other = deck.cards[0], deck.name(deck.cards[-1])
    with pytest.raises(CardError, match="'X99' is no card"):
        deck.read_all(f"{good} X99 {other}")
    with pytest.raises(CardError, match="'X99' is no card"):
        deck.check([good, "X99"])


@EVERY_DECK
def test_a_card_dealt_once_too_often_is_refused(deck: Deck) -> None:
    often = ["", "once", "twice", "three times", "4 times"]
    deck.check(deck.cards)
    for card, has in deck.copies.items():
        said = f"{card} ({deck.name(card)}) is dealt {often[has + 1]}, but the {deck.title} has it {often[has]}."
        with pytest.raises(CardError, match=re.escape(said)):
            deck.read_all([card] * (has + 1))


def test_two_spellings_of_one_card_are_one_card() -> None:
    with pytest.raises(CardError, match=r"S7 .* is dealt twice"):
        CLASSIC.read_all("S7, seven of sabers")


@given(st.sampled_from(list(DECKS.values())), st.text(max_size=12))
def test_any_text_is_a_card_or_a_card_error(deck: Deck, text: str) -> None:
    try:
        assert deck.read(text) in deck
    except CardError as error:
        assert deck.hint in str(error)  # noqa: PT017 - both ends are fine
