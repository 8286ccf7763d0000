"""Cards on the move: a deck that is shuffled as it is dealt, heaps, and zones whose cards stand in the deck's order."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.jit import part
from sabacc.batch.layout import (
    CHOSEN_COUNTS,
    COUNTS,
    DECK,
    DECK_END,
    DECK_SIZE,
    DRAWN,
    DUE,
    FIELD_COUNTS,
    FIRST,
    HAND_COUNTS,
    HANDS,
    JUNK,
    JUNK_COUNT,
    LAZY_END,
    LAZY_SHUFFLE,
    PILE,
    PILE_COUNT,
    ROLLS,
    RULE_CAPACITY,
    RULE_DECK,
    RULE_DECK_SIZE,
    RULE_SEATS,
    SEATS,
    SHUFFLES,
    TOP,
)
from sabacc.batch.seats import left_of
from sabacc.batch.words import NUMBER_BITS, ROLL, SHUFFLE, below

FACES = 68  # different cards in the largest deck


@part
def hand_at(rules: Any, seat: Any) -> Any:
    """Where a seat's hand begins in the row of cards."""
    return HANDS + seat * rules[RULE_CAPACITY]


@part
def field_at(rules: Any, seat: Any) -> Any:
    """Where a seat's face-up cards begin."""
    return HANDS + (SEATS + seat) * rules[RULE_CAPACITY]


@part
def chosen_at(rules: Any, seat: Any) -> Any:
    """Where a seat's selection begins (CS5)."""
    return HANDS + (2 * SEATS + seat) * rules[RULE_CAPACITY]


@part
def put(num: Any, cards: Any, at: Any, count: Any, card: Any) -> None:
    """A card into a zone, where it belongs in the deck's order; `count` is where the zone's size stands."""
    place = at + num[count]
    while place > at and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card
    num[count] += 1


@part
def take(num: Any, cards: Any, at: Any, count: Any, card: Any) -> None:
    """A card out of a zone, which has it."""
    end = at + num[count] - 1
    place = at
    while cards[place] != card:
        place += 1
    while place < end:
        cards[place] = cards[place + 1]
        place += 1
    num[count] -= 1


@part
def count_in(num: Any, cards: Any, at: Any, count: Any, card: Any) -> Any:
    """How often a zone or heap has a card."""
    found = 0
    for place in range(at, at + num[count]):
        if cards[place] == card:
            found += 1
    return found


@part
def add_to_junk(num: Any, cards: Any, card: Any) -> None:
    """A card out of play, face down."""
    cards[JUNK + num[JUNK_COUNT]] = card
    num[JUNK_COUNT] += 1


@part
def empty_into_junk(num: Any, cards: Any, at: Any, count: Any) -> None:
    """All cards of a zone are junk."""
    for place in range(at, at + num[count]):
        add_to_junk(num, cards, np.int64(cards[place]))
    num[count] = 0


@part
def junk_cards_of(num: Any, cards: Any, rules: Any, seat: Any) -> None:
    """All that a seat holds is junk (F6, X7)."""
    empty_into_junk(num, cards, hand_at(rules, seat), HAND_COUNTS + seat)
    empty_into_junk(num, cards, field_at(rules, seat), FIELD_COUNTS + seat)
    empty_into_junk(num, cards, chosen_at(rules, seat), CHOSEN_COUNTS + seat)


@part
def open_box(num: Any, cards: Any, rules: Any) -> None:
    """The whole deck is shuffled, unless its order is given."""
    num[SHUFFLES] += 1
    num[TOP] = 0
    num[DRAWN] = 0
    num[DECK_END] = rules[RULE_DECK_SIZE]
    if num[LAZY_END] >= 0:  # −1: somebody has laid the deck
        num[LAZY_END] = rules[RULE_DECK_SIZE]
        num[LAZY_SHUFFLE] = num[SHUFFLES]
        first = rules[RULE_DECK]
        for place in range(rules[RULE_DECK_SIZE]):
            cards[DECK + place] = rules[first + place]


@part
def cards_left(num: Any) -> Any:
    """How many cards the deck has."""
    return num[DECK_END] - num[TOP]


@part
def turn_top(num: Any, cards: Any, key: Any) -> Any:
    """Takes the top card off the deck, which has one."""
    top = num[TOP]
    if top < num[LAZY_END]:
        other = top + below(key, SHUFFLE + (num[LAZY_SHUFFLE] << NUMBER_BITS) + num[DRAWN], num[LAZY_END] - top)
        card = np.int64(cards[DECK + other])
        cards[DECK + other] = cards[DECK + top]
        num[DRAWN] += 1
    else:
        card = np.int64(cards[DECK + top])
    num[TOP] = top + 1
    return card


@part
def start_heap(cards: Any) -> None:
    """Before cards are gathered for a shuffle."""
    for face in range(FACES):
        cards[COUNTS + face] = 0


@part
def heap_cards(cards: Any, first: Any, count: Any) -> None:
    """So many cards from a place on are gathered."""
    for place in range(first, first + count):
        cards[COUNTS + np.int64(cards[place])] += 1


@part
def heap_deck(num: Any, cards: Any) -> None:
    """What is left of the deck is gathered."""
    heap_cards(cards, DECK + num[TOP], cards_left(num))


@part
def heap_junk(num: Any, cards: Any) -> None:
    """The junk and the discard pile are gathered (HR4)."""
    heap_cards(cards, JUNK, num[JUNK_COUNT])
    heap_cards(cards, PILE, num[PILE_COUNT])
    num[JUNK_COUNT] = 0
    num[PILE_COUNT] = 0


@part
def shuffle_heap(num: Any, cards: Any) -> None:
    """What was gathered is the new deck; no shuffle if it is nothing."""
    end = 0
    for face in range(FACES):
        for _ in range(cards[COUNTS + face]):
            cards[DECK + end] = face
            end += 1
    if end:
        num[SHUFFLES] += 1
        num[LAZY_SHUFFLE] = num[SHUFFLES]
    num[TOP] = 0
    num[DRAWN] = 0
    num[LAZY_END] = end
    num[DECK_END] = end


@part
def reshuffle_junk(num: Any, cards: Any) -> None:
    """The junk becomes the deck, when the deck is empty (D4)."""
    start_heap(cards)
    heap_junk(num, cards)
    shuffle_heap(num, cards)


@part
def shuffle_aside(num: Any, cards: Any, key: Any, at: Any, count: Any) -> None:
    """Some cards that stand in the deck's order are shuffled by themselves."""
    num[SHUFFLES] += 1
    for place in range(count):
        other = place + below(key, SHUFFLE + (num[SHUFFLES] << NUMBER_BITS) + place, count - place)
        card = cards[at + place]
        cards[at + place] = cards[at + other]
        cards[at + other] = card


@part
def put_under_deck(num: Any, cards: Any, at: Any, count: Any) -> None:
    """Some cards, in their order, go under the deck."""
    if num[DECK_END] + count > DECK_SIZE:
        gone = num[TOP]
        for place in range(num[TOP], num[DECK_END]):
            cards[DECK + place - gone] = cards[DECK + place]
        num[TOP] = 0
        num[DECK_END] -= gone
        num[LAZY_END] -= gone
    for place in range(count):
        cards[DECK + num[DECK_END] + place] = cards[at + place]
    num[DECK_END] += count


@part
def deal(num: Any, cards: Any, key: Any, rules: Any, seat: Any) -> None:
    """The top card, face down, to a hand."""
    card = turn_top(num, cards, key)
    put(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)


@part
def deal_up(num: Any, cards: Any, key: Any, rules: Any, seat: Any) -> Any:
    """The top card, face up, in front of a seat; the card."""
    card = turn_top(num, cards, key)
    put(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, card)
    return card


@part
def deal_due(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """What is due to each, one at a time from the dealer's left; the deck's last cards first, then the junk (X8, D4)."""
    left = 0
    for seat in range(rules[RULE_SEATS]):
        left += num[DUE + seat]
    seat = num[FIRST]
    while left:
        if num[DUE + seat]:
            num[DUE + seat] -= 1
            left -= 1
            if cards_left(num) == 0:
                reshuffle_junk(num, cards)
            deal(num, cards, key, rules, seat)
        seat = left_of(seat, rules)


@part
def roll_die(num: Any, key: Any, die: Any, sides: Any) -> Any:
    """One of the dice of the roll that was counted last."""
    return below(key, ROLL + (num[ROLLS] << NUMBER_BITS) + die, sides) + 1
