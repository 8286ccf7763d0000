"""What each option means, which values it takes and where it makes sense: the table behind checks, forms and help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from sabacc.cards import CLASSIC
from sabacc.rules.model import FIELDS, SHIFT_KINDS

ALL = ("76", "corellian", "coruscant")
CLASSIC_FAMILY = ("76",)
MOST = 1_000_000_000
MOST_LEVELS = 100
FEWEST_CARDS = 4  # two for each of two players

STAKES = {
    "low": (3, 5, 10),
    "mid": (20, 50, 100),
    "high": (200, 500, 1000),
}  # B4: least ante, most ante, most bet


class Option(msgspec.Struct, frozen=True):
    """One option: how it is called, explained, bounded, and which families of presets have it."""

    name: str
    title: str
    help: str
    clause: str
    kind: str  # "number", "switch", "choice", "list"
    families: tuple[str, ...] = CLASSIC_FAMILY
    least: int = 0
    most: int = MOST
    choices: tuple[str | int, ...] = ()
    words: tuple[str | None, ...] = ()  # values besides the numbers; None is JSON's null
    pattern: str = ""  # further texts that are fine

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
            more = " or a number chosen by hand, like d12:7 or d20:20" if self.pattern else ""
            return "one of " + ", ".join(map(str, self.choices)) + more
        most = f" to {self.most}" if self.most < MOST else " up"
        words = "".join(f", or {'null' if word is None else word}" for word in self.words)
        return f"a whole number from {self.least}{most}{words}"

    def schema(
        self, default: Any, least: int | None = None, words: tuple[str | None, ...] | None = None
    ) -> dict[str, Any]:
        """The option as JSON Schema, from which a form can be built; a preset may be stricter than the option."""
        least = self.least if least is None else least
        words = self.words if words is None else words
        said = {"title": self.title, "description": f"{self.help} ({self.clause})", "default": default}
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
        number = {"type": "integer", "minimum": least, "maximum": self.most}
        if not words:
            return {**said, **number}
        others: list[dict[str, Any]] = [{"const": word, "title": str(word)} for word in words if word is not None]
        if None in words:
            others.append({"type": "null"})
        return {**said, "anyOf": [number, *others]}


def _level(value: Any) -> bool:
    return (
        isinstance(value, (list, tuple)) and len(value) == 3 and all(_count(n) for n in value) and value[0] <= value[1]
    )


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _kinds(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 6 and all(kind in SHIFT_KINDS for kind in value)


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
    "shift_by_dice": f"six kinds of shift, for double 1 to double 6, each one of {', '.join(SHIFT_KINDS)}",
    "deck": f"a list of {FEWEST_CARDS} or more cards of the 76-card deck, none more often than the deck has it, "
    "or an empty list for all of them",
    "blinds": "two whole numbers, the small blind and the big blind, the small one no larger",
    "schedule": f"a list of at most {MOST_LEVELS} levels, each [small blind, big blind, board price], "
    "the small blind no larger than the big",
}
_NUMBERS = {"type": "integer", "minimum": 0, "maximum": MOST}
_LIST_SCHEMAS: dict[str, dict[str, Any]] = {
    "shift_by_dice": {"type": "array", "items": {"enum": list(SHIFT_KINDS)}, "minItems": 6, "maxItems": 6},
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
            "What each player pays to be dealt in, to each pot that is paid.",
            "B4, CH2",
            "number",
            ALL,
            words=(None,),
        ),
        Option(
            "max_bet",
            "Largest bet or raise",
            "By how much a bet or raise may go up at the most.",
            "B4, HR2",
            "number",
            ALL,
            least=1,
            words=(None,),
        ),
        Option("fold_fee", "Fold fee", "What folding costs.", "CC4, CL3, PG4", "number"),
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
            choices=("doubles", "double-spikes", "d6-low", "d12:1", "d20:1", "randomiser", "pulse", "none"),
            pattern="d12:([1-9]|1[0-2])|d20:([1-9]|1[0-9]|20)",
        ),
        Option(
            "shift_kind",
            "Shift kind",
            "What a Sabacc shift does.",
            "X1–X5, HR6",
            "choice",
            choices=(*SHIFT_KINDS, "by-dice"),
        ),
        Option("shift_by_dice", "Shift kinds by dice", "The kind of shift for each double.", "HR6", "list"),
        Option(
            "static_field",
            "Static field",
            "How cards may be protected: not at all, at any time for good, at any time and back on your own turn, "
            "or one in and one out a turn.",
            "F, HR7",
            "choice",
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
            ALL,
        ),
        Option(
            "house_dealer",
            "House dealer",
            "Whether the house deals: a droid, or the host (the Plutt).",
            "T8, HR10",
            "switch",
            ALL,
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
            ("corellian",),
        ),
        Option("board_price", "Board price", "What a board card costs.", "CH11", "number", ("corellian",)),
        Option("schedule", "Blinds schedule", "The levels of a tournament.", "CH2, CH3", "list", ("corellian",)),
    )
}
