"""Games are explained in all languages, whatever their options are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sabacc.messages import ENGLISH, LANGUAGES, Argument, Message, Said, read_part
from sabacc.messages.pattern import argument_names, parse
from sabacc.rules import PRESETS, Rules, family_of, read_rules
from sabacc.variants import explain_rules, explained_passages
from sabacc.variants.examples import HAND_EXAMPLES
from sabacc.variants.guide import PRICES, TERMS, PriceEntry, TermEntry, guide_of
from sabacc.variants.passages import Passage

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
ALIKE = {"pot"}  # but for names: the same word in another language
ALL_KINDS = ["core", "rim", "wild", "one-card", "pulse", "none"]
HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"fold_fee": "ante", "fold_fee_to": "hand", "max_bet": None, "max_raises": 2, "bomb_out_penalty": 9, "ante": 7},
    {"shift_trigger": "d12:3", "shift_kind": "wild", "static_field": "one-a-turn", "caller_penalty": True},
    {"shift_trigger": "doubles", "shift_kind": "by-dice", "shift_by_dice": ALL_KINDS, "static_field": "free"},
    {"shift_trigger": "doubles", "shift_kind": "by-dice", "shift_by_dice": ["none"] * 6, "house_dealer": True},
    {"shift_trigger": "doubles", "shift_kind": "by-dice", "shift_by_dice": ["core"] * 5 + ["rim"]},
    {"shift_trigger": "randomiser", "shift_kind": "rim", "static_field": "retrievable", "discard_pile": 3},
    {"shift_trigger": "none", "static_field": "none", "quiet_rounds": 0, "max_raises": 0, "fold_fee": 0},
    {"discard_pile": "free", "bomb_out_penalty": 0, "sabacc_pot_cap": 40, "items": True, "declare_totals": True},
    {"sides": True, "negative_pure": False, "deck": ["S1", "S2", "S3", "S4", "ID"], "caller_penalty": True},
    {"static_field": "free", "community_field": True, "house_dealer": False, "missed_payments": True},
    {"pot_building_rounds": 0, "max_rounds": 1, "shift_trigger": "doubles"},
    {"ante": 5, "max_bet": 400, "max_raises": 1, "items": True, "house_dealer": True, "level_hands": 4},
    {"ante": 5, "max_raises": 0, "board_price": 0, "house_dealer": False},
    {"ante": 0, "sabacc_pot_cap": 500, "level_minutes": 0},
]


def tables_of(preset: str) -> Iterator[Rules]:
    """The preset's rules, and with those house rules that it has."""
    for changes in HOUSE_RULES:
        rules: dict[str, Any] = {"preset": preset}
        for name, value in changes.items():
            try:
                read_rules({**rules, name: value})
            except ValueError:
                continue
            rules = {**rules, name: value}
        if rules != {"preset": preset} or not changes:
            yield read_rules(rules)


TABLES = [rules for preset in PRESETS for rules in tables_of(preset)]


def said_of(rules: Rules) -> Iterator[Said]:
    """All that is said of a table's rules, before it is known to whom."""
    for passage in explained_passages(rules):
        assert isinstance(passage, Passage)
        yield from (passage.label, *passage.sentences, *passage.items)
    family = family_of(rules)
    for hand in HAND_EXAMPLES.of(family)(rules).hands:
        yield from (hand.name, hand.line)
    for price in PRICES.of(family)(rules):
        assert isinstance(price, PriceEntry)
        yield from (price.what, price.amount, price.to)
    for term in TERMS.of(family)(rules):
        assert isinstance(term, TermEntry)
        yield from term


def messages_in(said: Argument) -> Iterator[Message]:
    """A message, and those that stand in it."""
    if isinstance(said, Message):
        yield said
        for argument in said.arguments.values():
            yield from messages_in(argument)


EVERYTHING = [message for rules in TABLES for said in said_of(rules) for message in messages_in(said)]


def sentences(text: str) -> set[str]:
    return set(re.split(r"(?<=[.:;])\s+|\n", text))


def told(rules: Rules, language: str) -> list[str]:
    """Every text that a table sends of its rules."""
    guide = guide_of(rules, language)
    texts = [*explain_rules(rules, language), *(f"{hand.name}\n{hand.line}" for hand in guide.examples.hands)]
    texts += [f"{price.what}\n{price.amount}\n{price.to}" for price in guide.prices]
    return texts + [f"{term.word}\n{term.meaning}" for term in guide.terms]


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    for rules in TABLES:
        english = {one for text in told(rules, ENGLISH) for one in sentences(text)}
        left = {one for text in told(rules, language) for one in sentences(text)} & english
        assert [
            one for one in left if re.search(r"(?<![\w'])[a-z]{3}", one) and one not in ALIKE and "=" not in one
        ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_what_its_sentence_needs(language: str) -> None:
    for message in EVERYTHING:
        text = read_part(message.key.partition(".")[0], language)[message.key]
        assert argument_names(parse(text)) <= set(message.arguments), message.key


def test_these_tables_say_everything_there_is_to_say() -> None:
    parts = ("rules-76", "rules-corellian", "rules-coruscant", "guide")
    known = {key for part in parts for key in read_part(part, ENGLISH)}
    assert sorted(known - {message.key for message in EVERYTHING}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_leave_whole_sentences(language: str) -> None:
    for text in (text for rules in TABLES for text in told(rules, language)):
        assert re.search(r"[{}]|  |\.\.|rules|guide\.|True|False|None", text) is None, text
