"""What each option means, which values it takes and where it makes sense: the table behind checks, forms and help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from sabacc.cards import CLASSIC
from sabacc.rules.model import FIELDS, NO_SHIFT, SHIFT_KINDS

MOST = 1_000_000_000
MOST_LEVELS = 100
MOST_MINUTES = 1440  # of a level: a day
MOST_HANDS = 1000  # of a level
FEWEST_CARDS = 4  # two for each of two players
OptionKind = Literal["number", "switch", "choice", "list"]
DICE_KINDS = (*SHIFT_KINDS, NO_SHIFT)  # what a double may mean

STAKES = {
    "low": (3, 5, 10),
    "mid": (20, 50, 100),
    "high": (200, 500, 1000),
}  # B4: least ante, most ante, most bet


class Option(msgspec.Struct, frozen=True):
    """One option: how it is called, explained and bounded."""

    name: str
    title: str
    help: str
    clause: str
    kind: OptionKind
    least: int = 0
    most: int = MOST
    choices: tuple[str | int, ...] = ()
    words: tuple[str | None, ...] = ()  # values besides the numbers; None is JSON's null
    pattern: str = ""  # further texts that are fine
    null: str = ""  # what None means, where it is among the words
    meanings: dict[str, str] = {}  # of the choices, for whoever reads them for the first time

    @property
    def meaning(self) -> str:
        """What it does, in a sentence or two that speak only of values it takes."""
        return f"{self.help} Null: {self.null}." if None in self.words else self.help

    def allows(self, value: Any) -> bool:
        """Whether the value is of the right sort and within bounds."""
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "list":
            return _LISTS[self.name](value)
        if isinstance(value, bool):
            return False
        if self.kind == "choice":
            listed = value in self.choices and not isinstance(value, float)
            return listed or bool(self.pattern and re.fullmatch(self.pattern, str(value)))
        if isinstance(value, int):
            return self.least <= value <= self.most
        return value in self.words and (value is not None or None in self.words)

    def asks_for(self) -> str:
        """What would be right, in words."""
        if self.kind == "switch":
            return "true or false"
        if self.kind == "list":
            return _LIST_WORDS[self.name]
        if self.kind == "choice":
            return "one of " + ", ".join(map(str, self.choices)) + self.by_hand()
        most = f" to {self.most}" if self.most < MOST else " up"
        words = "".join(f", or {'null' if word is None else word}" for word in self.words)
        numbers = f"a whole number from {self.least}{most}" if self.least < self.most else str(self.least)
        return f"{numbers}{words}"

    def by_hand(self) -> str:
        """What may be said besides the choices, in words."""
        return " or a number chosen by hand, like d12:7 or d20:20" if self.pattern else ""

    def schema(self, default: Any) -> dict[str, Any]:
        """The option as JSON Schema, from which a form can be built."""
        said = {"title": self.title, "description": self.meaning, "x-clauses": self.clause, "default": default}
        if self.kind == "switch":
            return {**said, "type": "boolean"}
        if self.kind == "list":
            return {**said, **_LIST_SCHEMAS[self.name]}
        if self.kind == "choice":
            sort = "integer" if isinstance(self.choices[0], int) else "string"
            if not self.pattern:
                return {**said, "type": sort, "enum": list(self.choices)}
            return {
                **said,
                "type": sort,
                "anyOf": [{"enum": list(self.choices)}, {"pattern": f"^({self.pattern})$"}],
            }
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        if not self.words:
            return {**said, **number}
        others: list[dict[str, Any]] = [{"const": word, "title": str(word)} for word in self.words if word is not None]
        if None in self.words:
            others.append({"type": "null"})
        return {**said, "anyOf": [number, *others]}


def _level(value: Any) -> bool:
    return (
        isinstance(value, (list, tuple)) and len(value) == 3 and all(_count(n) for n in value) and value[0] <= value[1]
    )


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _kinds(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 6 and all(kind in DICE_KINDS for kind in value)


def _blinds(value: Any) -> bool:
    return (
        isinstance(value, (list, tuple))
        and len(value) == 2
        and all(_count(n) for n in value)
        and value[0] <= value[1]
        and value[1] >= 1
    )


def _cards(value: Any) -> bool:
    if not isinstance(value, (list, tuple)) or not all(isinstance(card, str) for card in value):
        return False
    return (not value or len(value) >= FEWEST_CARDS) and not wrong_card(value)


def wrong_card(deck: Any) -> str:
    """Which card of a list can't be in a deck, and why; empty if none is wrong, or if it is no list of cards."""
    if not isinstance(deck, (list, tuple)) or not all(isinstance(card, str) for card in deck):
        return ""
    for card, count in Counter(deck).items():
        has = CLASSIC.copies.get(card, 0)
        if not has:
            return f"there is no {card} in the 76-card deck; S7, F12 or ID are cards"
        if count > has:
            return f"{card} is named {count} times, and the 76-card deck has {has}"
    return ""


_LISTS: dict[str, Callable[[Any], bool]] = {
    "shift_by_dice": _kinds,
    "deck": _cards,
    "blinds": _blinds,
    "schedule": lambda value: (
        isinstance(value, (list, tuple)) and len(value) <= MOST_LEVELS and all(_level(level) for level in value)
    ),
}
_LIST_WORDS = {
    "shift_by_dice": f"six kinds of shift, for double 1 to double 6, each one of {', '.join(DICE_KINDS)}",
    "deck": f"a list of {FEWEST_CARDS} or more cards of the 76-card deck, none more often than the deck has it, "
    "or an empty list for all of them",
    "blinds": "two whole numbers, the small blind and the big blind, the small one no larger",
    "schedule": f"a list of at most {MOST_LEVELS} levels, each [small blind, big blind, board price], "
    "the small blind no larger than the big",
}
_NUMBERS = {"type": "integer", "minimum": 0, "maximum": MOST}
_LIST_SCHEMAS: dict[str, dict[str, Any]] = {
    "shift_by_dice": {"type": "array", "items": {"enum": list(DICE_KINDS)}, "minItems": 6, "maxItems": 6},
    "deck": {
        "type": "array",
        "items": {"enum": list(CLASSIC.copies)},
        "maxItems": len(CLASSIC),
        "not": {"minItems": 1, "maxItems": FEWEST_CARDS - 1},
    },
    "blinds": {"type": "array", "items": _NUMBERS, "minItems": 2, "maxItems": 2},
    "schedule": {
        "type": "array",
        "items": {"type": "array", "items": _NUMBERS, "minItems": 3, "maxItems": 3},
        "maxItems": MOST_LEVELS,
    },
}

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            "ante",
            "Ante",
            "What each player pays to a pot before the cards are dealt.",
            "B4, CH2",
            "number",
            words=(None,),
            null="as much as a board card costs",
        ),
        Option(
            "max_bet",
            "Largest bet or raise",
            "By how much a bet or raise may go up at the most.",
            "B4, HR2",
            "number",
            least=1,
            words=(None,),
            null="no limit",
        ),
        Option(
            "max_raises",
            "Most raises",
            "How often a bet may be raised in one round of betting; where one bet stands for the whole hand, in one round of "
            "turns.",
            "B5, HR10",
            "number",
            words=(None,),
            null="no limit",
        ),
        Option(
            "fold_fee",
            "Fold fee",
            "What folding costs: a fixed sum, or as much as the ante.",
            "CC4, CL3, PG4",
            "number",
            words=("ante",),
        ),
        Option(
            "fold_fee_to",
            "Fold fee goes to",
            "The pot that gets the fold fee.",
            "CL3, PG4",
            "choice",
            choices=("sabacc", "hand"),
        ),
        Option(
            "bomb_out_penalty",
            "Bomb-out penalty",
            "What a bomb-out pays the sabacc pot: as much as the hand pot holds, or a fixed sum.",
            "H6, HR1",
            "number",
            words=("pot",),
        ),
        Option(
            "sabacc_pot_cap",
            "Sabacc pot cap",
            "The most that stays in the sabacc pot: what is over goes into the next hand's pot after the antes.",
            "HR14",
            "number",
            least=1,
            words=(None,),
            null="no cap",
        ),
        Option(
            "caller_penalty",
            "Caller's penalty",
            "Whether a caller who does not win pays like a bomb-out.",
            "H7",
            "switch",
        ),
        Option(
            "negative_pure",
            "−23 is a Pure Sabacc",
            "Whether exactly −23 is a Pure Sabacc too, under +23.",
            "H3",
            "switch",
        ),
        Option(
            "pot_building_rounds",
            "Pot-building rounds",
            "Rounds that must be complete before the hand may be called.",
            "CC7, CL5, HR3, HR13",
            "number",
            least=0,
            most=20,
        ),
        Option(
            "quiet_rounds",
            "Quiet rounds",
            "The table calls the hand after so many rounds in a row in which everybody could call, and nobody bet, folded, "
            "drew or moved a card; 0: only max_rounds ends the hand.",
            "E1",
            "number",
            least=0,
            most=20,
        ),
        Option(
            "max_rounds",
            "Most rounds",
            "Rounds after which the table itself calls the hand.",
            "E1, HR13",
            "number",
            least=1,
            most=100,
        ),
        Option(
            "discard_pile",
            "Discard pile",
            "Whether dropped cards form a face-up pile to trade with: off, free, or for a fee to the hand pot.",
            "HR4",
            "number",
            least=1,
            words=("off", "free"),
        ),
        Option(
            "shift_trigger",
            "Shift trigger",
            "What makes a Sabacc shift strike.",
            "HR5, GA4",
            "choice",
            meanings={
                "doubles": "two dice show the same number",
                "double-spikes": "two dice both show 1",
                "d6-low": "a six-sided die shows 1, 2 or 3",
                "d12:1": "a die with 12 sides shows 1",
                "d20:1": "a die with 20 sides shows 1",
                "randomiser": "a timer goes off by chance",
                "pulse": "it is drawn in secret, for each round",
                "none": "nothing does: there are no shifts",
            },
            choices=("doubles", "double-spikes", "d6-low", "d12:1", "d20:1", "randomiser", "pulse", "none"),
            pattern="d12:([1-9]|1[0-2])|d20:([1-9]|1[0-9]|20)",
        ),
        Option(
            "shift_kind",
            "Shift kind",
            "What a Sabacc shift does.",
            "X1–X5, HR6",
            "choice",
            meanings={
                "core": "everybody throws their cards away and is dealt as many new ones",
                "rim": "everybody loses a card by chance, and those are dealt back, one each",
                "wild": "all cards, those thrown away too, are shuffled and dealt anew",
                "one-card": "everybody loses a card by chance and gets one from the deck",
                "pulse": "all cards but those thrown away are shuffled and dealt anew",
                "by-dice": "each double has its own kind, see shift_by_dice",
            },
            choices=(*SHIFT_KINDS, "by-dice"),
        ),
        Option("shift_by_dice", "Shift kinds by dice", "The kind of shift for each double.", "HR6", "list"),
        Option(
            "static_field",
            "Static field",
            "How cards may be protected from shifts.",
            "F1–F6, HR7",
            "choice",
            meanings={
                "none": "not at all",
                "free": "at any time, for the whole hand",
                "retrievable": "at any time, and taken back on your own turn",
                "one-a-turn": "one in and one out on your own turn",
            },
            choices=FIELDS,
        ),
        Option(
            "community_field",
            "Community field",
            "Whether cards in others' static fields may be counted.",
            "HR8",
            "switch",
        ),
        Option(
            "items",
            "Staked items",
            "Whether items may be staked, at a value that the host (the Plutt) sets.",
            "HR9",
            "switch",
        ),
        Option(
            "missed_payments",
            "Missed payments",
            "Whether a player who comes back pays what fell due while they sat out and is not due in every hand.",
            "T12",
            "switch",
        ),
        Option(
            "house_dealer",
            "House dealer",
            "Whether the house deals: a droid, or the host (the Plutt).",
            "T8, HR10",
            "switch",
        ),
        Option(
            "declare_totals",
            "Declared totals",
            "Whether the first two cards' total is told to all.",
            "PG1, HR10",
            "switch",
        ),
        Option("sides", "Light and Dark", "Whether players declare a side of the Force.", "FO1", "switch"),
        Option("star", "The Star", "What the Star is worth.", "D3", "choice", choices=(-17, -10)),
        Option("moderation", "Moderation", "What Moderation is worth.", "D3", "choice", choices=(-14, -13)),
        Option("deck", "Deck", "The cards that are played with, if not all of them.", "HR12", "list"),
        Option(
            "blinds",
            "Blinds",
            "The small blind (to the sabacc pot) and the big blind.",
            "CH3",
            "list",
        ),
        Option("board_price", "Board price", "What a board card costs.", "CH11", "number"),
        Option("schedule", "Blinds schedule", "The levels of a tournament.", "CH2, CH3", "list"),
        Option(
            "level_minutes",
            "Minutes a level",
            "How long a level of the schedule lasts; 0: until the host sets another.",
            "CH3",
            "number",
            most=MOST_MINUTES,
        ),
        Option(
            "level_hands",
            "Hands a level",
            "How many hands a level lasts, instead of minutes; 0: levels go by minutes.",
            "CH3",
            "number",
            most=MOST_HANDS,
        ),
    )
}
