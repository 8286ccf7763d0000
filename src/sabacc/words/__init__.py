"""Sentences: what events and views say in card-player's English. The engine itself never speaks."""

from sabacc.words.stories import Teller, explain, tell
from sabacc.words.tables import QUESTIONS, action_label, describe, hand_name, held_as

__all__ = ["QUESTIONS", "Teller", "action_label", "describe", "explain", "hand_name", "held_as", "tell"]
