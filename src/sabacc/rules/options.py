"""What each option means, which values it takes and where it makes sense: the table behind checks, forms and help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from sabacc.cards import CLASSIC
from sabacc.messages import ENGLISH, Message
from sabacc.rules.model import FIELDS, NO_SHIFT, SHIFT_KINDS

MOST = 1_000_000_000
MOST_LEVELS = 100
MOST_MINUTES = 1440  # of a level: a day
MOST_HANDS = 1000  # of a level
FEWEST_CARDS = 4  # two for each of two players
OptionKind = Literal["number", "switch", "choice", "list"]
TRIGGERS = ("doubles", "double-spikes", "d6-low", "d12:1", "d20:1", "randomiser", "pulse", "none")
DICE_KINDS = (*SHIFT_KINDS, NO_SHIFT)  # what a double may mean

STAKES = {
    "low": (3, 5, 10),
    "mid": (20, 50, 100),
    "high": (200, 500, 1000),
}  # B4: least ante, most ante, most bet


class Option(msgspec.Struct, frozen=True):
    """One option and its bounds; what is said of it stands in the catalogue."""

    name: str
    clause: str
    kind: OptionKind
    least: int = 0
    most: int = MOST
    choices: tuple[str | int, ...] = ()
    words: tuple[str | None, ...] = ()  # values besides the numbers, at most two; None is JSON's null
    pattern: str = ""  # further texts that are fine
    explains_choices: bool = False

    @property
    def title(self) -> Message:
        """What it is called."""
        return Message(f"rules-options.title.{self.name}")

    @property
    def meaning(self) -> Message:
        """What it does, in a sentence or two that speak only of values it takes."""
        does = Message(f"rules-options.help.{self.name}")
        if None not in self.words:
            return does
        return Message("rules-options.with-null", help=does, null=Message(f"rules-options.null.{self.name}"))

    @property
    def meanings(self) -> dict[str, Message]:
        """Of its choices, for whoever reads them for the first time."""
        choices = map(str, self.choices) if self.explains_choices else ()
        return {choice: Message(f"rules-options.means.{self.name}.{choice}") for choice in choices}

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

    def asks_for(self) -> Message:
        """What would be right, in words."""
        if self.kind == "switch":
            return Message("rules-options.wanted.switch")
        if self.kind == "list":
            return Message(f"rules-options.wanted.{self.name}", **_LIST_LIMITS.get(self.name, {}))
        if self.kind == "choice":
            return one_of(list(map(str, self.choices)), by_hand=bool(self.pattern))
        span = "one" if self.least >= self.most else "up" if self.most >= MOST else "bounded"
        first, second = (*("null" if word is None else word for word in self.words), "", "")[:2]
        words: dict[str, str | int] = {"words": len(self.words), "first": first, "second": second}
        return Message("rules-options.wanted.number", range=span, least=self.least, most=self.most, **words)

    def schema(self, default: Any, language: str = ENGLISH) -> dict[str, Any]:
        """The option as JSON Schema, from which a form can be built."""
        title, description = self.title.text(language), self.meaning.text(language)
        said = {"title": title, "description": description, "x-clauses": self.clause, "default": default}
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


def one_of(choices: list[str], by_hand: bool) -> Message:
    """That one of these would be right, or a number that one chooses oneself."""
    return Message("rules-options.wanted.choice", choices=", ".join(choices), by_hand=by_hand)


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


def wrong_card(deck: Any) -> Message | None:
    """Which card of a list can't be in a deck, and why; None if none is wrong, or if it is no list of cards."""
    if not isinstance(deck, (list, tuple)) or not all(isinstance(card, str) for card in deck):
        return None
    for card, count in Counter(deck).items():
        has = CLASSIC.copies.get(card, 0)
        if not has:
            return Message("rules-refused.no-card", card=card)
        if count > has:
            return Message("rules-refused.card-too-often", card=card, count=count, has=has)
    return None


_LISTS: dict[str, Callable[[Any], bool]] = {
    "shift_by_dice": _kinds,
    "deck": _cards,
    "blinds": _blinds,
    "schedule": lambda value: (
        isinstance(value, (list, tuple)) and len(value) <= MOST_LEVELS and all(_level(level) for level in value)
    ),
}
_LIST_LIMITS: dict[str, dict[str, str | int]] = {  # what is said of them
    "shift_by_dice": {"kinds": ", ".join(DICE_KINDS)},
    "deck": {"fewest": FEWEST_CARDS},
    "schedule": {"most": MOST_LEVELS},
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
        Option("ante", "B4, CH2", "number", words=(None,)),
        Option("max_bet", "B4, HR2", "number", least=1, words=(None,)),
        Option("max_raises", "B5, HR10", "number", words=(None,)),
        Option("fold_fee", "CC4, CL3, PG4", "number", words=("ante",)),
        Option("fold_fee_to", "CL3, PG4", "choice", choices=("sabacc", "hand")),
        Option("bomb_out_penalty", "H6, HR1", "number", words=("pot",)),
        Option("sabacc_pot_cap", "HR14", "number", least=1, words=(None,)),
        Option("caller_penalty", "H7", "switch"),
        Option("negative_pure", "H3", "switch"),
        Option("pot_building_rounds", "CC7, CL5, HR3, HR13", "number", least=0, most=20),
        Option("quiet_rounds", "E1", "number", least=0, most=20),
        Option("max_rounds", "E1, HR13", "number", least=1, most=100),
        Option("discard_pile", "HR4", "number", least=1, words=("off", "free")),
        Option(
            "shift_trigger",
            "HR5, GA4",
            "choice",
            choices=("doubles", "double-spikes", "d6-low", "d12:1", "d20:1", "randomiser", "pulse", "none"),
            pattern="d12:([1-9]|1[0-2])|d20:([1-9]|1[0-9]|20)",
            explains_choices=True,
        ),
        Option("shift_kind", "X1–X5, HR6", "choice", choices=(*SHIFT_KINDS, "by-dice"), explains_choices=True),
        Option("shift_by_dice", "HR6", "list"),
        Option("static_field", "F1–F6, HR7", "choice", choices=FIELDS, explains_choices=True),
        Option("community_field", "HR8", "switch"),
        Option("items", "HR9", "switch"),
        Option("missed_payments", "T12", "switch"),
        Option("short_antes", "TN1", "switch"),
        Option("house_dealer", "T8, HR10", "switch"),
        Option("declare_totals", "PG1, HR10", "switch"),
        Option("sides", "FO1", "switch"),
        Option("star", "D3", "choice", choices=(-17, -10)),
        Option("moderation", "D3", "choice", choices=(-14, -13)),
        Option("deck", "HR12", "list"),
        Option("blinds", "CH3", "list"),
        Option("board_price", "CH11", "number"),
        Option("schedule", "CH2, CH3", "list"),
        Option("level_minutes", "CH3", "number", most=MOST_MINUTES),
        Option("level_hands", "CH3", "number", most=MOST_HANDS),
    )
}
