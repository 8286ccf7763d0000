"""A family of games: what its presets share, and where every layer finds its own part of it.

The engine never asks which family is played. It looks a part up and uses it. A part is named by the layer that needs it and
given by the family as `"module:name"`, so that nothing is imported before somebody asks for it.

>>> from sabacc.rules import family_of, read_rules
>>> family_of(read_rules("classic")).deck
<76-card deck: 76 cards>
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

import msgspec

from sabacc.cards import Deck
from sabacc.errors import RulesError
from sabacc.messages import Said
from sabacc.rules.model import Rules

T = TypeVar("T")


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of rules with which a table can start, and the flow that plays it."""

    key: str
    title: str
    line: Said
    rules: Rules
    flow: str  # "module:name" of a function from rules to the flow
    explain: str  # "module:name" of a function from rules to paragraphs: texts, or passages of messages
    family: str = ""  # set by the family
    players: tuple[int, int] = (2, 8)  # T9
    stack: int = 100  # what a player usually sits down with
    tempo: Literal["", "quick", "deep"] = ""  # how it plays, for who chooses among games
    standing_bet: bool = False  # a bet stands until the hand is over (CL3)
    alternates_play_and_betting: bool = False  # a round is play, then betting (PG2)
    least: dict[str, int] = {}  # where the preset is stricter than the option
    refused: dict[str, tuple[str, ...]] = {}  # an option's choices that make no sense in the preset
    without: tuple[str, ...] = ()  # the family's options that make no sense in the preset
    for_credits: dict[str, Any] = {}  # the options to add where credits are counted (CS13)


def _accept(rules: Rules, preset: Preset) -> None:
    """Any options may stand side by side."""


def _never(rules: Rules) -> bool:
    return False


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """One registration with everything that a family needs."""

    key: str
    title: Said
    deck: Deck
    presets: tuple[Preset, ...]
    options: tuple[str, ...] = ()  # the house rules that make sense in it (HR11)
    came_later: dict[str, Any] = {}  # options that a later version brought, with what was played before them
    least: dict[str, int] = {}  # where the family is stricter than the option
    check: Callable[[Rules, Preset], None] = _accept  # refuses options that don't go together
    has_stakes: bool = False  # low, mid and high (B4)
    antes_a_stack: int = 0  # a player usually sits down with so many antes; 0: with the preset's stack
    has_target_dice: bool = False  # a gold and a silver die say what a hand is worth (CS2)
    has_sabacc_pot: bool = True
    can_bomb_out: bool = False
    lays_cards_out: Callable[[Rules], bool] = _never  # players lay cards apart from their hand, and need room for them
    odd_to_first: bool = False  # odd credits go to the first winner (CH8)
    parts: dict[str, str] = {}  # by the name of a `Part`: "module:name"


class Part(Generic[T]):
    """What one layer needs of every family; `default` serves families that bring none of their own."""

    def __init__(self, name: str, default: T | None = None) -> None:
        self.name = name
        self.default = default
        PARTS[name] = self

    def of(self, family: Family) -> T:
        """The family's own part, or the default."""
        part = self.find(family)
        if part is None:
            raise RulesError(f"{family.title} has no {self.name.replace('_', ' ')}.")
        return part

    def find(self, family: Family) -> T | None:
        """The same, or None where there is neither."""
        where = family.parts.get(self.name)
        if where is None:
            return self.default
        part: T = load(where)
        return part


PARTS: dict[str, Part[Any]] = {}


@functools.cache
def load(where: str) -> Any:
    """What `"module:name"` names."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def own_presets(family: Family) -> Mapping[str, Preset]:
    """The family's presets, each told whose it is."""
    return {preset.key: msgspec.structs.replace(preset, family=family.key) for preset in family.presets}
