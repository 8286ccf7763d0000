"""Rules as data: the options, the presets, reading and checking."""

from sabacc.rules.decks import deck_of, most_players
from sabacc.rules.model import Rules
from sabacc.rules.options import OPTIONS, Option
from sabacc.rules.presets import PRESETS, Preset
from sabacc.rules.reading import find_preset, options_of, read_rules, rules_schema, usual_stack, write_rules

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Option",
    "Preset",
    "Rules",
    "deck_of",
    "find_preset",
    "most_players",
    "options_of",
    "read_rules",
    "rules_schema",
    "usual_stack",
    "write_rules",
]
