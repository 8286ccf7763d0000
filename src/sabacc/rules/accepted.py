"""What an option may be at a table as it is: the values that go with all its other options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.errors import RulesError
from sabacc.messages import ENGLISH, Said, text_in
from sabacc.rules.model import Rules
from sabacc.rules.options import MOST, Option, one_of
from sabacc.rules.parsing import option_in, read_rules
from sabacc.rules.registry import find_preset


class AcceptedValues(msgspec.Struct, frozen=True):
    """What may be set, in words; `refused` are values that would need another option, by the sentence that says so."""

    words: str
    choices: list[str] = []
    refused: Mapping[str, list[str]] = {}


def accepted_values(rules: Rules, name: str, language: str = ENGLISH) -> AcceptedValues:
    """The values that a table with these rules could set an option to, told in a language.

    >>> accepted_values(read_rules("pagat"), "max_rounds").words
    'a whole number from 5 to 100'
    >>> list(accepted_values(read_rules("cloud-city"), "community_field").refused.values())
    [['true']]
    """
    option = option_in(find_preset(rules.preset), name)
    if option.kind == "list":
        return AcceptedValues(option.asks_for().text(language))
    if option.kind == "number":
        return AcceptedValues(_with_bounds(rules, option).asks_for().text(language))
    values = (True, False) if option.kind == "switch" else option.choices
    fine: list[str] = []
    refused: dict[str, list[str]] = {}
    for value in values:
        why = _why_not(rules, name, value, language)
        if why:
            refused.setdefault(why, []).append(_word(value))
        else:
            fine.append(_word(value))
    return AcceptedValues(text_in(_listed(option, fine), language), fine, refused)


def _listed(option: Option, fine: list[str]) -> Said:
    if option.kind == "switch":
        return option.asks_for() if len(fine) > 1 else "".join(fine)
    return one_of(fine, by_hand=bool(option.pattern) and any(":" in one for one in fine))


def _with_bounds(rules: Rules, option: Option) -> Option:
    """The option with its numbers narrowed down to those that the rules go with."""
    now = getattr(rules, option.name)
    within = now if isinstance(now, int) else None
    least = _bound(rules, option, option.least, within)
    most = option.most if option.most >= MOST else _bound(rules, option, option.most, within)
    return msgspec.structs.replace(option, least=least, most=most)


def _bound(rules: Rules, option: Option, end: int, within: int | None) -> int:
    """The last number towards an end that is fine, from one within that is."""
    if not _why_not(rules, option.name, end):
        return end
    good, bad = (MOST, end) if within is None else (within, end)
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        if _why_not(rules, option.name, middle):
            bad = middle
        else:
            good = middle
    return good


def _why_not(rules: Rules, name: str, value: Any, language: str = ENGLISH) -> str:
    """The sentence with which a value is refused; empty if it is fine."""
    try:
        read_rules({**msgspec.structs.asdict(rules), name: value})
    except RulesError as error:
        return error.text(language)
    return ""


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
