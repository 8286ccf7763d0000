"""The words that events, actions and questions use.

A set is closed (`Literal`) where views, stacks or pots depend on it. It is open where a family of another package may have
words of its own: then it is a `str`, and the words of our own families are listed beside it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

PotName = Literal["hand", "fees", "sabacc"]  # fees lie in the hand pot, but are no bets
Reason = Literal[
    "ante", "bet", "big-blind", "small-blind", "fold-fee", "discard-fee", "board-card", "bomb-out", "caller"
]
Ending = Literal["folded", "called", "table-called", "showdown"]
ActedBy = Literal["player", "clock", "table"]  # the table acts for who has left (T10)
Side = Literal["light", "dark"]
VoidReason = Literal[
    "older-behaviour",  # dealt by a version whose engine played otherwise
    "lesson-left",  # of a lesson, whose learner went away in the middle of it
    "restored",  # the server was put back to how it was earlier, from a backup
]
SideChoice = Literal["light", "dark", "chance"]
Zone = Literal[
    "box", "deck", "junk", "pile", "under", "hands", "aside"
]  # box: a new deck; under: the pile, less its top
ShuffleTo = Literal["deck", "bottom", "aside"]  # bottom: of the deck
DropTo = Literal["junk", "pile"]

KnownQuestionKind = Literal[
    "bet", "fold-window", "call-window", "draw", "field", "side",
    "board", "peeked", "protect", "offer", "select", "decide", "improve",
]  # fmt: skip
KnownShiftKind = Literal["core", "rim", "wild", "one-card", "pulse", "spike", "double-spikes", "selection"]

# Open: what our own families use is known, and others may have more.
QuestionKind = Annotated[str, Meta(extra={"name": "QuestionKind", "known": KnownQuestionKind})]
ShiftKind = Annotated[str, Meta(extra={"name": "ShiftKind", "known": KnownShiftKind})]
