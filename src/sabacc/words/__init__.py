"""Sentences: what events and views say, in the reader's language. The engine itself never speaks."""

from sabacc.hands.hand_names import hand_title
from sabacc.words.describe import (
    QUESTIONS,
    action_label,
    describe,
    describe_table,
    hand_name,
    held_as,
    label_of,
    question_text,
)
from sabacc.words.family_words import FamilyWords, Held
from sabacc.words.levels import level_ahead, level_now
from sabacc.words.teller import Teller, explain, tell

__all__ = [
    "QUESTIONS",
    "FamilyWords",
    "Held",
    "Teller",
    "action_label",
    "describe",
    "describe_table",
    "explain",
    "hand_name",
    "hand_title",
    "held_as",
    "label_of",
    "level_ahead",
    "level_now",
    "question_text",
    "tell",
]
