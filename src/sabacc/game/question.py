"""What a seat is asked."""

from __future__ import annotations

import msgspec

from sabacc.game.actions import Action
from sabacc.game.types import QuestionKind


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked: the question's number and kind, and the answer given for who doesn't answer (T10)."""

    number: int
    kind: QuestionKind
    default: Action
