"""Rules as they are stored: with every option that the game has, so that no default is ever asked for them again.

An option that came later is left out where it has the value that was played before it came.

What people see and type is shorter: `sabacc.rules.write_rules` gives the differences from the preset as it is today.

>>> from sabacc.rules import read_rules
>>> store_rules(read_rules("coruscant-shift"))["ante"]
0
>>> load_rules({"preset": "classic"}, behaviour=1).ante
5
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.errors import RulesError
from sabacc.rules.family import Preset
from sabacc.rules.model import Rules
from sabacc.rules.old_presets import NOT_YET, OLD_PRESETS, UNSTORED
from sabacc.rules.parsing import options_of, read_rules
from sabacc.rules.registry import FAMILIES, PRESETS, find_preset


def store_rules(rules: Rules) -> dict[str, Any]:
    """The preset's name and the value of every option that applies to it, ready for JSON."""
    values = msgspec.json.decode(msgspec.json.encode(rules))
    stored = {name: values[name] for name in options_of(PRESETS[rules.preset])}
    return {
        "preset": rules.preset,
        **{name: value for name, value in stored.items() if name not in UNSTORED or value != UNSTORED[name]},
    }


def load_rules(stored: Mapping[str, Any], behaviour: int) -> Rules:
    """Rules as they were stored under some behaviour: what they leave out is what it was then."""
    if not isinstance(stored, Mapping) or "preset" not in stored:
        raise RulesError(f"stored rules are an object with a 'preset', not {stored!r}.")
    return read_rules(with_left_out(stored, behaviour))


def with_left_out(stored: Mapping[str, Any], behaviour: int) -> dict[str, Any]:
    """Stored rules with the options that came after them."""
    return {**_left_out(find_preset(stored["preset"]), behaviour), **stored}


def _left_out(preset: Preset, behaviour: int) -> dict[str, Any]:
    """The options of a preset as a behaviour had them, as far as that is known."""
    came_later = FAMILIES[preset.family].came_later
    then = {**came_later, **NOT_YET.get(behaviour, {}), **OLD_PRESETS.get(behaviour, {}).get(preset.key, {})}
    return {name: then[name] for name in options_of(preset) if name in then}
