"""Sentences: what events and views say in card-player's English. The engine itself never speaks."""

from sabacc.words.describe import QUESTIONS, action_label, describe, hand_name, held_as
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
    "explain",
    "hand_name",
    "held_as",
    "level_ahead",
    "level_now",
    "tell",
]
