"""A table and what a seat may do at it, as messages tell of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sabacc.cards import Card
from sabacc.game.actions import Action
from sabacc.game.types import QuestionKind
from sabacc.server.game_facts import GameFacts
from sabacc.server.table.preset_answers import PresetChoice
from sabacc.server.table.settings import Access, Clocks
from sabacc.variants.lessons import Light, StepKind
from sabacc.variants.standing import Standing

# The tags of the entries that wait for the end of the hand.
DeferredKind = Literal[
    "sat", "left", "rebought", "sat-out", "came-back", "rules", "level", "settings", "paused", "ended"
]


class OptionsInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat may do now and what it costs; raises are given by their bounds (0 and 0: none)."""

    actions: tuple[Action, ...] = ()
    raise_from: int = 0
    raise_to: int = 0
    bet: int = 0
    owed: int = 0
    fold_fee: int = 0
    discard_fee: int = 0
    board_price: int = 0
    may_call: bool = False


class QuestionInfo(msgspec.Struct, frozen=True):
    """What a seat is asked, and what happens if it doesn't answer (T10)."""

    number: int
    kind: QuestionKind
    default: Action


class LessonInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The present step of a lesson."""

    step: int  # its number, to go on from it
    kind: StepKind  # one reads it and goes on, does what it says, or watches
    text: str
    at: tuple[int, int]  # its place among the steps that are read, counted from 1, and how many these are
    lights: Light = ""  # the part of the table that it speaks of
    cards: tuple[Card, ...] = ()  # that it wants picked
    last: bool = False


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only this seat is told, besides its events."""

    seat: int
    options: OptionsInfo | None = None
    question: QuestionInfo | None = None
    choices: tuple[PresetChoice, ...] = ()
    hand: str = ""  # what one's cards are called; only for who asked for words
    total: int | None = None  # what one's cards add up to; only for who asked for words
    rank: int | None = None  # among all hands of the game, 1 is the best; only for who asked for words
    bombed_out: bool = False  # only for who asked for words
    standing: Standing | None = None  # what the hand would bring if cards were shown now; only for who asked for words
    lesson: LessonInfo | None = None


class SeatClock(msgspec.Struct, frozen=True):
    """The time a seat has left for its decision, and then in its time bank."""

    seat: int
    ms: int
    bank_ms: int


class LevelClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left of the level of the blinds, by the clock or by hands, where another comes by itself."""

    runs: bool  # the clock stands while the table waits for people
    ms: int | None = None
    hands: int | None = None  # that come after the present one, or the last


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it between hands."""

    name: str = ""
    stack: int = 0
    bot: str | None = None
    here: bool = True  # connected
    sitting_out: bool = False
    muted: bool = False
    host: bool = False
    avatar: int | None = None  # of a person, by its number
    owes: int = 0  # credits that were due while they sat out, and are on coming back (T12)


class LeftWith(msgspec.Struct, frozen=True):
    """Somebody who has left; if they come back in time, they sit down with the same credits."""

    name: str
    credits: int
    until: int  # milliseconds since 1970


class ItemInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item on the table, or one that somebody would stake."""

    item: str
    seat: int
    value: int | None = None
    staked: bool = False
    rights: tuple[int, ...] | None = None  # who may take it first; none while its hand is played
    yet_to_agree: tuple[int, ...] = ()  # seats without whose consent the host can't stake it at that value


class WaitingInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is done when the hand is over."""

    what: DeferredKind
    seat: int | None = None
    name: str = ""


class TableInfo(GameFacts, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    id: str
    title: str
    rules: dict[str, Any]
    seats: list[SeatInfo]
    host: str
    stack: int  # what one usually sits down with
    max_buy_in: int  # the most one may sit down with
    rebuy_to: int  # up to how much a rebuy may bring a stack; 0: nobody rebuys
    left_with: list[LeftWith]
    access: Access
    spectators: bool
    paused: bool
    closed: bool
    clocks: Clocks
    bots: tuple[str, ...]
    fill_to: int
    pace: float
    rated: bool
    coach: bool  # whether the coach may be asked: all have agreed, or somebody is alone with bots
    coach_for_all: bool  # who sits down agrees that everybody may ask it
    sabacc_pot: int
    price: int  # what one needs to be dealt in
    hands: int
    items: list[ItemInfo]
    waiting: list[WaitingInfo]
    rounds: list[int]  # rounds won in the present game, by seat, where hands are rounds (CS12)
    beforehand: tuple[PresetChoice, ...]  # the answers that can be preset here, with `choose`
    in_rounds: bool  # a hand is called a round (CS12)
    levels: list[tuple[int, int, int]]  # the schedule of blinds: small, big, price of a board card
    level: int  # the present level, counted from 1; 0 where it is none of them
    next_level: int  # the one that comes by itself; 0 where none does
