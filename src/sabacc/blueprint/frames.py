"""The arrays that a traversal works in: the hand at each decision that is tried out, and what is known of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sabacc.batch.layout import HANDS, NUMBERS, SEATS
from sabacc.blueprint.abstraction import SLOTS

DEPTH = 64  # decisions that are tried out in one hand, at most
FACTS = 7


class Job(NamedTuple):
    """What is played."""

    rules: Any
    values: Any  # of faces
    kinds: Any  # slots of kinds of actions
    exact: Any
    stack: Any
    window: Any
    skips: Any


class Table(NamedTuple):
    """Regrets and sums of odds, in the rows of their keys."""

    keys: Any
    regrets: Any
    sums: Any
    filled: Any


class Frames(NamedTuple):
    """The hand at each decision that is being tried out, and one more where it is played on."""

    nums: Any
    cards: Any
    slots: Any
    odds: Any
    worth: Any  # what each action has brought
    tried: Any
    rows: Any  # of the decision, in the table
    seen: Any  # decisions of the one who tries, so far
    at: Any  # the action that is being tried
    lines: Any
    rounds: Any  # of the lines
    pasts: Any  # by seat


class Scratch(NamedTuple):
    """Room to work in."""

    out: Any
    facts: Any
    held: Any
    bounds: Any
    stakes: Any
    luck: Any


def new_frames(capacity: int) -> Frames:
    """For hands, fields and selections of so many cards."""
    rows = DEPTH + 2
    return Frames(
        nums=np.zeros((rows, NUMBERS), np.int64),
        cards=np.zeros((rows, HANDS + 3 * SEATS * capacity), np.int8),
        slots=np.zeros((rows, SLOTS), np.int64),
        odds=np.zeros((rows, SLOTS)),
        worth=np.zeros((rows, SLOTS)),
        tried=np.zeros((rows, SLOTS), np.bool_),
        rows=np.zeros(rows, np.int64),
        seen=np.zeros(rows, np.int64),
        at=np.zeros(rows, np.int64),
        lines=np.zeros(rows, np.uint64),
        rounds=np.zeros(rows, np.int64),
        pasts=np.zeros((rows, SEATS), np.uint64),
    )


def new_scratch(capacity: int) -> Scratch:
    """The same for what is written over at every step."""
    out, facts, held, bounds, stakes = (np.zeros(size, np.int64) for size in (72 + 4 * capacity, FACTS, 64, 3, 3))
    return Scratch(out, facts, held, bounds, stakes, np.zeros(2, np.uint64))
