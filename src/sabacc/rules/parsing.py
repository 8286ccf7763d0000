"""From JSON or keywords to `Rules` and back, with a sentence for everything refused."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.errors import RulesError
from sabacc.messages import ENGLISH, Message, message, text_in
from sabacc.rules.family import Preset
from sabacc.rules.model import Rules
from sabacc.rules.options import OPTIONS, STAKES, Option, wrong_card
from sabacc.rules.registry import FAMILIES, PRESETS, family_of, find_preset


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
        raise RulesError(Message("rules-refused.no-rules", given=repr(given)))
    if "preset" not in given:
        raise RulesError(Message("rules-refused.preset-missing", presets=", ".join(PRESETS)))
    preset = find_preset(given["preset"])
    wanted = _with_stakes({name: value for name, value in given.items() if name != "preset"}, preset)
    for name, value in wanted.items():
        _check_option(preset, name, value)
    rules = msgspec.structs.replace(preset.rules, **{name: _tuples(value) for name, value in wanted.items()})
    rules = _spelled_out(rules)
    FAMILIES[preset.family].check(rules, preset)
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
    """What a player sits down with: enough for some time at these stakes.

    >>> usual_stack(read_rules({"preset": "classic", "stakes": "mid"}))
    2000
    """
    preset = find_preset(rules.preset)
    antes = FAMILIES[preset.family].antes_a_stack
    if antes and rules.ante:
        return antes * rules.ante
    return max(preset.stack, 40 * max(rules.ante or 0, rules.board_price, *rules.blinds))


def options_of(preset: Preset) -> list[str]:
    """The names of the options that make sense in a preset (HR11)."""
    return [name for name in OPTIONS if _applies(preset, name)]


def _applies(preset: Preset, name: str) -> bool:
    return name in FAMILIES[preset.family].options and name not in preset.without


def rules_schema(key: str, language: str = ENGLISH) -> dict[str, Any]:
    """A JSON Schema for a preset's rules: title, description, default, bounds and choices for each option."""
    preset = find_preset(key)
    defaults = msgspec.json.decode(msgspec.json.encode(preset.rules))
    properties: dict[str, Any] = {
        "preset": {"const": preset.key, "title": message("rules-options.preset", language), "default": preset.key}
    }
    if FAMILIES[preset.family].has_stakes:
        properties["stakes"] = {
            "title": message("rules-options.title.stakes", language),
            "description": message("rules-options.help.stakes", language),
            "x-clauses": "B4",
            "type": "string",
            "enum": list(STAKES),
        }
    for name in options_of(preset):
        properties[name] = option_in(preset, name).schema(defaults[name], language)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": preset.title,
        "description": text_in(preset.line, language),
        "type": "object",
        "properties": properties,
        "required": ["preset"],
        "additionalProperties": False,
    }


def option_in(preset: Preset, name: str) -> Option:
    """An option with the values that a preset accepts: it may be stricter than the option."""
    option = OPTIONS[name]
    least = {**FAMILIES[preset.family].least, **preset.least}
    if name in least:
        option = msgspec.structs.replace(option, least=least[name], words=())
    refused = preset.refused.get(name, ())
    return msgspec.structs.replace(option, choices=tuple(one for one in option.choices if one not in refused))


def _with_stakes(wanted: dict[str, Any], preset: Preset) -> dict[str, Any]:
    """`stakes` is a short way to say ante and largest bet (B4)."""
    if "stakes" not in wanted:
        return wanted
    stakes = wanted.pop("stakes")
    if not FAMILIES[preset.family].has_stakes:
        raise RulesError(Message("rules-refused.no-stakes", preset=preset.key), "stakes")
    if not isinstance(stakes, str) or stakes not in STAKES:
        raise RulesError(Message("rules-refused.stakes", given=repr(stakes), stakes=", ".join(STAKES)), "stakes")
    least, most, bet = STAKES[stakes]
    ante = wanted.get("ante", least)
    if not isinstance(ante, int) or not least <= ante <= most:
        bounds = {"least": least, "most": most}
        raise RulesError(Message("rules-refused.ante-of-stakes", stakes=stakes, ante=str(ante), **bounds), "ante")
    if wanted.get("max_bet", bet) != bet:
        raise RulesError(Message("rules-refused.bet-of-stakes", stakes=stakes, bet=bet), "max_bet")
    return {**wanted, "ante": ante, "max_bet": bet}


def _choices(preset: Preset) -> list[str]:
    """What may be said of a preset; stakes stand for an ante and a largest bet (B4)."""
    return [*(["stakes"] if FAMILIES[preset.family].has_stakes else []), *options_of(preset)]


def _check_option(preset: Preset, name: str, value: Any) -> None:
    option = OPTIONS.get(name) if isinstance(name, str) else None
    if option is None:
        near = difflib.get_close_matches(str(name), ("stakes", *OPTIONS), 1)
        others = {"near": near[0] if near else "none", "choices": ", ".join(_choices(preset))}
        raise RulesError(Message("rules-refused.no-option", given=repr(name), preset=preset.key, **others), name)
    if not _applies(preset, name):
        if _tuples(value) == getattr(preset.rules, name):
            return  # said, but as it is anyway
        where = {"preset": preset.key, "clause": option.clause, "choices": ", ".join(_choices(preset))}
        raise RulesError(Message("rules-refused.no-sense", option=name, **where), name)
    if name in preset.least:
        option = msgspec.structs.replace(option, least=preset.least[name])
    if name == "deck" and (why := wrong_card(value)):
        raise RulesError(Message("rules-refused.deck", why=why, wanted=option.asks_for()), name)
    if not option.allows(value) and not (name == "shift_trigger" and value in ("d12", "d20")):
        wanted = option.asks_for()
        raise RulesError(Message("rules-refused.value", option=name, given=repr(value), wanted=wanted), name)


def _spelled_out(rules: Rules) -> Rules:
    """One way to say a thing: a die with its number, cards in their order, all cards as none chosen."""
    if rules.deck:
        whole = family_of(rules).deck
        deck = whole.in_order(rules.deck)
        rules = msgspec.structs.replace(rules, deck=() if deck == whole.cards else deck)
    if rules.shift_trigger in ("d12", "d20"):
        return msgspec.structs.replace(rules, shift_trigger=rules.shift_trigger + ":1")
    return rules


def _tuples(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(one) for one in value)
    return value
