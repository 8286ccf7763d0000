"""From JSON or keywords to `Rules` and back, with a sentence for everything refused."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.cards import CLASSIC
from sabacc.errors import RulesError
from sabacc.rules.model import Rules
from sabacc.rules.options import OPTIONS, STAKES, wrong_card
from sabacc.rules.presets import PRESETS, Preset


def find_preset(key: object) -> Preset:
    """The preset of that name."""
    preset = PRESETS.get(key) if isinstance(key, str) else None
    if preset is None:
        near = difflib.get_close_matches(str(key), PRESETS, 1)
        guess = f" Did you mean {near[0]}?" if near else ""
        raise RulesError(f"there is no preset {key!r}.{guess} Choose one of {', '.join(PRESETS)}.")
    return preset


def read_rules(given: str | Mapping[str, Any] | Rules) -> Rules:
    """Rules from a preset's name, or from `{"preset": …}` and the differences from it.

    >>> read_rules({"preset": "classic", "ante": 3}).ante
    3
    >>> read_rules({"preset": "classic", "antes": 3})
    Traceback (most recent call last):
    ...
    sabacc.errors.RulesError: there is no option 'antes' in classic. Did you mean ante?
    """
    if isinstance(given, Rules):
        given = msgspec.structs.asdict(given)
    elif isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise RulesError(f"rules are a preset's name or an object with a 'preset', not {given!r}.")
    if "preset" not in given:
        raise RulesError(f"rules need a 'preset': one of {', '.join(PRESETS)}.")
    preset = find_preset(given["preset"])
    wanted = _with_stakes({name: value for name, value in given.items() if name != "preset"}, preset)
    for name, value in wanted.items():
        _check_option(preset, name, value)
    rules = msgspec.structs.replace(preset.rules, **{name: _tuples(value) for name, value in wanted.items()})
    rules = _spelled_out(rules)
    _check_together(rules, preset)
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """The preset's name and the differences from it, ready for JSON."""
    plain = PRESETS[rules.preset].rules
    changed = {
        name: msgspec.json.decode(msgspec.json.encode(getattr(rules, name)))
        for name in rules.__struct_fields__
        if getattr(rules, name) != getattr(plain, name)
    }
    return {"preset": rules.preset, **changed}


def usual_stack(rules: Rules) -> int:
    """What a player sits down with: enough for some time at these stakes."""
    return max(find_preset(rules.preset).stack, 40 * max(rules.ante or 0, rules.board_price, *rules.blinds))


def options_of(preset: Preset) -> list[str]:
    """The names of the options that make sense in a preset (HR11)."""
    return [name for name, option in OPTIONS.items() if preset.family in option.families]


def rules_schema(key: str) -> dict[str, Any]:
    """A JSON Schema for a preset's rules: title, description, default, bounds and choices for each option."""
    preset = find_preset(key)
    defaults = msgspec.json.decode(msgspec.json.encode(preset.rules))
    properties: dict[str, Any] = {"preset": {"const": preset.key, "title": "Preset", "default": preset.key}}
    if preset.family == "76":
        properties["stakes"] = {
            "title": "Stakes",
            "description": "Sets the ante and the largest bet together. (B4)",
            "type": "string",
            "enum": list(STAKES),
        }
    for name in options_of(preset):
        properties[name] = OPTIONS[name].schema(defaults[name], *_bounds(preset).get(name, ()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": preset.title,
        "description": preset.line,
        "type": "object",
        "properties": properties,
        "required": ["preset"],
        "additionalProperties": False,
    }


_LEAST_IN_TURNS = {"pot_building_rounds": 1, "max_rounds": 3}  # E1; games in rounds may do with less (HR13)


def _bounds(preset: Preset) -> dict[str, tuple[int, tuple[str | None, ...]]]:
    """Where a preset is stricter than the option: the least, and the values that are no numbers."""
    if preset.family == "coruscant":
        return {"ante": (0, ())}
    if preset.family == "76":
        rounds = {} if preset.in_rounds else {name: (least, ()) for name, least in _LEAST_IN_TURNS.items()}
        return {"ante": (1, ()), **rounds}
    return {}


def _with_stakes(wanted: dict[str, Any], preset: Preset) -> dict[str, Any]:
    """`stakes` is a short way to say ante and largest bet (B4)."""
    if "stakes" not in wanted:
        return wanted
    stakes = wanted.pop("stakes")
    if preset.family != "76":
        raise RulesError(f"there are no stakes to choose in {preset.key}: set its ante instead.")
    if not isinstance(stakes, str) or stakes not in STAKES:
        raise RulesError(f"stakes can't be {stakes!r}: it must be one of {', '.join(STAKES)}.")
    least, most, bet = STAKES[stakes]
    ante = wanted.get("ante", least)
    if not isinstance(ante, int) or not least <= ante <= most:
        raise RulesError(f"the ante at {stakes} stakes is from {least} to {most}, not {ante}.")
    if wanted.get("max_bet", bet) != bet:
        raise RulesError(f"the largest bet at {stakes} stakes is {bet}: leave out either stakes or max_bet.")
    return {**wanted, "ante": ante, "max_bet": bet}


def _choices(preset: Preset) -> list[str]:
    """What may be said of a preset; stakes stand for an ante and a largest bet (B4)."""
    return [*(["stakes"] if preset.family == "76" else []), *options_of(preset)]


def _check_option(preset: Preset, name: str, value: Any) -> None:
    option = OPTIONS.get(name) if isinstance(name, str) else None
    if option is None:
        near = difflib.get_close_matches(str(name), ("stakes", *OPTIONS), 1)
        guess = f"Did you mean {near[0]}?" if near else f"Choose from {', '.join(_choices(preset))}."
        raise RulesError(f"there is no option {name!r} in {preset.key}. {guess}")
    if preset.family not in option.families:
        if _tuples(value) == getattr(preset.rules, name):
            return  # said, but as it is anyway
        raise RulesError(
            f"{name} makes no sense in {preset.key} ({option.clause}, HR11). "
            f"Its options are {', '.join(_choices(preset))}."
        )
    if not preset.in_rounds and name in _LEAST_IN_TURNS:
        option = msgspec.structs.replace(option, least=_LEAST_IN_TURNS[name])
    if name == "deck" and (why := wrong_card(value)):
        raise RulesError(f"deck can't be so: {why}. It must be {option.asks_for()} (HR12).")
    if not option.allows(value) and not (name == "shift_trigger" and value in ("d12", "d20")):
        raise RulesError(f"{name} can't be {value!r}: it must be {option.asks_for()}.")


def _spelled_out(rules: Rules) -> Rules:
    """One way to say a thing: a die with its number, cards in their order, all cards as none chosen."""
    if rules.deck:
        deck = CLASSIC.in_order(rules.deck)
        rules = msgspec.structs.replace(rules, deck=() if deck == CLASSIC.cards else deck)
    if rules.shift_trigger in ("d12", "d20"):
        return msgspec.structs.replace(rules, shift_trigger=rules.shift_trigger + ":1")
    return rules


def _check_together(rules: Rules, preset: Preset) -> None:
    """Options that are fine each on its own but not side by side (HR11)."""
    if preset.family == "76":
        if not rules.ante:
            raise RulesError(f"ante can't be {_said(rules.ante)}: in {preset.key} it must be at least 1.")
        _check_rounds(rules)
        _check_shifts(rules, preset)
        if rules.community_field and rules.static_field == "none":
            raise RulesError(
                "a community field needs a static field: set static_field to free, retrievable or one-a-turn (HR11)."
            )
        if rules.sides and rules.negative_pure:
            raise RulesError(
                "with sides only one's own 23 is a Pure Sabacc (FO3): set sides or negative_pure to false."
            )
    elif preset.family == "coruscant":
        if rules.ante is None:
            raise RulesError("ante can't be null in coruscant-shift: it must be 0 (play for rounds) or more (CS13).")
        if rules.items and not rules.ante:
            raise RulesError("items can be staked only where credits are: set an ante (CS13).")
    else:
        small, big = rules.blinds
        if big < 1 or small > big:
            raise RulesError("blinds must be a small one and a big one of at least 1, the small one no larger (CH3).")
        if rules.max_bet is not None and rules.max_bet < big:
            raise RulesError(f"max_bet can't be {rules.max_bet}: no bet is smaller than the big blind of {big} (CH8).")


def _check_rounds(rules: Rules) -> None:
    building = rules.pot_building_rounds
    if building and rules.max_rounds < building + 2:  # without any, HR13
        raise RulesError(
            f"max_rounds can't be {rules.max_rounds}: with {building} pot-building rounds "
            f"it must be at least {building + 2} (E1)."
        )


def _check_shifts(rules: Rules, preset: Preset) -> None:
    if rules.shift_kind == "by-dice" and rules.shift_trigger != "doubles":
        raise RulesError("shift kinds by dice need the doubles trigger: set shift_trigger to doubles (HR11).")
    if rules.shift_trigger == "pulse" and not preset.in_rounds:
        raise RulesError(
            f"pulses are drawn for each round of play and betting (GA4), and {preset.key} has turns instead: "
            "set shift_trigger to randomiser for shifts at any time."
        )


def _said(value: object) -> str:
    return "null" if value is None else str(value)


def _tuples(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(one) for one in value)
    return value
