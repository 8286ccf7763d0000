"""Cards and the three decks they come in.

A card *is* its text: `"S7"` is the seven of sabers in the 76-card deck, `"-7"` a card of the Corellian deck, `"-7t"`
one of the Coruscant deck. So a hand prints, compares and travels as it is. A `Deck` knows what its cards are worth and
called, and reads what people write.

>>> CLASSIC.read("7 of sabers"), CLASSIC.read("The Idiot"), CLASSIC.read("c12")
('S7', 'ID', 'C12')
>>> CLASSIC.name("C12"), CLASSIC.values["ST"]
('Commander of Coins', -17)
>>> CORUSCANT.read_all("+7c, 3 of triangles; 0")
('+7c', '+3t', '0')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from sabacc.errors import CardError

Card = str

SUITS = {"S": "Sabers", "F": "Flasks", "C": "Coins", "T": "Staves"}
COURT = {12: "Commander", 13: "Mistress", 14: "Master", 15: "Ace"}
ARCANA = {
    "ST": ("The Star", -17),
    "EO": ("The Evil One", -15),
    "MO": ("Moderation", -14),
    "DE": ("Demise", -13),
    "BA": ("Balance", -11),
    "EN": ("Endurance", -8),
    "QA": ("Queen of Air and Darkness", -2),
    "ID": ("The Idiot", 0),
}
OTHER_NAMES = {  # how players also call them
    "kyber": "ST",
    "queen": "QA",
    "nightsister": "QA",
    "sylop": "ID",
    "fool": "ID",
    "strength": "EN",
}
SHAPES = {"c": "Circles", "t": "Triangles", "s": "Squares"}

_WORD = re.compile(r"[^\s,;]+")
_FILLERS = {"the", "of", "and", "a", "an"}
_NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
_MOST_WORDS = 6  # "the queen of air and darkness"


class Deck:
    """A kind of deck: which cards it has, how many of each, what they are worth and called."""

    def __init__(
        self,
        title: str,
        copies: Mapping[Card, int],
        values: Mapping[Card, int],
        names: Mapping[Card, str],
        other_names: Mapping[str, Card],
        hint: str,
    ) -> None:
        self.title = title
        self.copies = dict(copies)
        self.values = dict(values)
        self.names = dict(names)
        self.other_names = dict(other_names)
        self.hint = hint
        self.cards: tuple[Card, ...] = tuple(card for card, n in copies.items() for _ in range(n))
        self._place = {card: place for place, card in enumerate(copies)}
        self._read: dict[str, Card] = {}
        for card in copies:
            self._read[card.lower()] = card
            self._read[_key(names[card])] = card
        for name, card in other_names.items():
            self._read[_key(name)] = card

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.cards)} cards>"

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.copies

    def only(self, cards: Iterable[Card]) -> Deck:
        """The part of the deck that a table plays with (HR12)."""
        part = Counter(self.in_order(cards))
        other_names = {name: card for name, card in self.other_names.items() if card in part}
        hint = f"The table plays with {', '.join(part.elements())} (HR12)."
        return Deck(f"table's {part.total()} cards", part, self.values, self.names, other_names, hint)

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards as one would lay them out: by suit and number. How they came into the hand is nobody's business."""
        return tuple(sorted(cards, key=self._place.__getitem__))

    def name(self, card: Card) -> str:
        """The full name, as shown to people."""
        return self.names[card]

    def read(self, text: str) -> Card:
        """One card, from its notation or its full name."""
        card = self._read.get(_key(text))
        if card is None:
            raise CardError(f"{text.strip()!r} is no card of the {self.title}. {self.hint}")
        return card

    def read_all(self, text: str | Iterable[str]) -> tuple[Card, ...]:
        """Several cards, with spaces, commas or semicolons between them; checked against the deck."""
        if not isinstance(text, str):
            cards = tuple(self.read(one) for one in text)
        else:
            cards = self._read_words(_WORD.findall(text))
        self.check(cards)
        return cards

    def _read_words(self, words: list[str]) -> tuple[Card, ...]:
        cards: list[Card] = []
        at = 0
        while at < len(words):
            for length in range(min(_MOST_WORDS, len(words) - at), 0, -1):
                card = self._read.get(_key(" ".join(words[at : at + length])))
                if card is not None:
                    cards.append(card)
                    at += length
                    break
            else:
                self.read(words[at])  # says what is wrong with it
        return tuple(cards)

    def check(self, cards: Iterable[Card]) -> None:
        """Refuses cards that don't exist and cards dealt more often than the deck has them."""
        for card, n in Counter(cards).items():
            has = self.copies.get(card)
            if has is None:
                raise CardError(f"{card!r} is no card of the {self.title}. {self.hint}")
            if n > has:
                many = {1: "once", 2: "twice", 3: "three times"}
                raise CardError(
                    f"{card} ({self.names[card]}) is dealt {many.get(n, f'{n} times')}, "
                    f"but the {self.title} has it {many[has]}."
                )


def _key(text: str) -> str:
    """What is left of a card's name when case, signs' spelling and small words don't matter."""
    text = text.strip().lower().replace("−", "-").replace("–", "-").replace("'", "")
    if len(text) <= 4 and " " not in text and text not in _NUMBER_WORDS:
        return text  # a notation
    words = [word for word in text.replace("-of-", " of ").split() if word not in _FILLERS]
    words = [str(_NUMBER_WORDS.index(word)) if word in _NUMBER_WORDS else word for word in words]
    return " ".join(words)


def _classic() -> Deck:
    copies: dict[Card, int] = {}
    values: dict[Card, int] = {}
    names: dict[Card, str] = {}
    other: dict[str, Card] = dict(OTHER_NAMES)
    for letter, suit in SUITS.items():
        for number in range(1, 16):
            card = f"{letter}{number}"
            copies[card] = 1
            values[card] = number
            names[card] = f"{COURT.get(number, number)} of {suit}"
            for spelling in (
                suit,
                suit[:-1],
                suit.replace("Staves", "Staffs"),
                suit.replace("Staves", "Staff"),
            ):
                other[f"{number} of {spelling}"] = card
                other[f"{COURT.get(number, number)} of {spelling}"] = card
    for card, (name, value) in ARCANA.items():
        copies[card] = 2
        values[card] = value
        names[card] = name
        other[f"{name} of arcana"] = card
    hint = (
        "Write a suit letter (S sabers, F flasks, C coins, T staves) and a number from 1 to 15, like S7 or C12, "
        "or one of ST EO MO DE BA EN QA ID, or the full name, like '7 of sabers'."
    )
    return Deck("76-card deck", copies, values, names, other, hint)


def _corellian() -> Deck:
    copies: dict[Card, int] = {}
    names: dict[Card, str] = {}
    other: dict[str, Card] = {"sylop": "0", "zero": "0", "idiot": "0", "+0": "0", "-0": "0"}
    for number in range(1, 11):
        for sign, word in (("+", "plus"), ("-", "minus")):
            card = f"{sign}{number}"
            copies[card] = 3
            names[card] = card
            other[f"{word} {number}"] = card
        other[str(number)] = f"+{number}"
    copies["0"] = 2
    names["0"] = "Sylop"
    values = {card: int(card) for card in copies}
    hint = "Write a sign and a number from 1 to 10, like +7 or -7, or 0 for a sylop."
    return Deck("Corellian deck", copies, values, names, other, hint)


def _coruscant() -> Deck:
    copies: dict[Card, int] = {}
    values: dict[Card, int] = {}
    names: dict[Card, str] = {}
    other: dict[str, Card] = {"zero": "0", "sylop": "0", "+0": "0", "-0": "0"}
    for letter, shape in SHAPES.items():
        for number in range(1, 11):
            for sign, word in (("+", "plus"), ("-", "minus")):
                card = f"{sign}{number}{letter}"
                copies[card] = 1
                values[card] = int(f"{sign}{number}")
                names[card] = f"{sign}{number} of {shape}"
                for spelling in (shape, shape[:-1]):
                    other[f"{sign}{number} of {spelling}"] = card
                    other[f"{word} {number} of {spelling}"] = card
            for spelling in (letter, f" of {shape}", f" of {shape[:-1]}"):
                other[f"{number}{spelling}"] = f"+{number}{letter}"
    copies["0"] = 2
    values["0"] = 0
    names["0"] = "Zero"
    hint = "Write a sign, a number from 1 to 10 and a shape (c circles, t triangles, s squares), like +7c or -3t, or 0."
    return Deck("Coruscant deck", copies, values, names, other, hint)


CLASSIC = _classic()
CORELLIAN = _corellian()
CORUSCANT = _coruscant()
