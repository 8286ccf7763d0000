"""Rules as data: the options, the families with their presets, reading and checking."""

from sabacc.rules.accepted import accepted_values
from sabacc.rules.behaviour import BEHAVIOUR, NewerBehaviour, refuse_newer
from sabacc.rules.decks import deck_of, most_players
from sabacc.rules.derived import ante_due, dealing_order, effective_ante, fold_fee_due, plays_for_rounds
from sabacc.rules.family import Family, Part, Preset
from sabacc.rules.levels import (
    LevelLeft,
    LevelProgress,
    at_first_level,
    blinds_differ,
    carried_over,
    level_left,
    level_of,
    level_to_play,
    next_level,
    rules_at_level,
)
from sabacc.rules.model import NO_SHIFT, Rules
from sabacc.rules.options import OPTIONS, Option
from sabacc.rules.parsing import option_in, options_of, read_rules, rules_schema, usual_stack, write_rules
from sabacc.rules.registry import FAMILIES, PRESETS, family_of, find_preset, register_family
from sabacc.rules.stored import load_rules, store_rules, with_left_out

__all__ = [
    "BEHAVIOUR",
    "FAMILIES",
    "NO_SHIFT",
    "OPTIONS",
    "PRESETS",
    "Family",
    "LevelLeft",
    "LevelProgress",
    "NewerBehaviour",
    "Option",
    "Part",
    "Preset",
    "Rules",
    "accepted_values",
    "ante_due",
    "at_first_level",
    "blinds_differ",
    "carried_over",
    "dealing_order",
    "deck_of",
    "effective_ante",
    "family_of",
    "find_preset",
    "fold_fee_due",
    "level_left",
    "level_of",
    "level_to_play",
    "load_rules",
    "most_players",
    "next_level",
    "option_in",
    "options_of",
    "plays_for_rounds",
    "read_rules",
    "refuse_newer",
    "register_family",
    "rules_at_level",
    "rules_schema",
    "store_rules",
    "usual_stack",
    "with_left_out",
    "write_rules",
]
