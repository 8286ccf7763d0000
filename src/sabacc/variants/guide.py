"""A table's rules at hand: explained, with a hand of every rank, what things cost, and what the words mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import msgspec

from sabacc.rules import Part, Rules, ante_due, family_of, find_preset, fold_fee_due, plays_for_rounds
from sabacc.variants import explain_rules
from sabacc.variants.examples import HandExamples, examples_of


class Price(msgspec.Struct, frozen=True):
    """Something that costs credits at a table."""

    what: str
    amount: str
    pot: Literal["", "hand", "sabacc"] = ""  # where it goes; nowhere, where nothing is paid
    to: str = ""  # the same in words


class Term(msgspec.Struct, frozen=True):
    """A word of the game, as it stands on the table, and what it means."""

    word: str
    meaning: str


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of the explained rules, with the label in front of it, such as "Goal."; most have one."""

    label: str
    text: str


class Guide(msgspec.Struct, frozen=True):
    """All that one looks up in the middle of a hand."""

    preset: str
    title: str
    explained: list[Paragraph]
    examples: HandExamples
    prices: list[Price]
    terms: list[Term]


LABELLED = re.compile(r"([A-Z][\w ,-]{1,30}\.) (.*)", re.DOTALL)  # how `explain` writes a paragraph


def plain_prices(rules: Rules) -> list[Price]:
    """What most games charge; nothing where rounds are all one plays for."""
    if plays_for_rounds(rules):
        return []
    two_pots = family_of(rules).has_sabacc_pot
    hand_pot = to_hand_pot if two_pots else _to_only_pot
    ante = ante_due(rules)
    found = [hand_pot("Ante", ante)] if ante else []
    limit = "no limit" if rules.max_bet is None else f"up to {rules.max_bet}"
    found.append(hand_pot("Bet or raise", limit))
    if fee := fold_fee_due(rules):
        found.append((to_sabacc_pot if two_pots and rules.fold_fee_to == "sabacc" else hand_pot)("Fold", fee))
    return found


def to_hand_pot(what: str, amount: int | str) -> Price:
    """What is paid to the hand pot."""
    return Price(what, str(amount), "hand", "hand pot")


def to_sabacc_pot(what: str, amount: int | str, when: str = "") -> Price:
    """What is paid to the sabacc pot, perhaps only at times."""
    return Price(what, str(amount), "sabacc", f"sabacc pot {when}".strip())


def _to_only_pot(what: str, amount: int | str) -> Price:
    return Price(what, str(amount), "hand", "pot")


CHECK = Term("Check", "To bet nothing, where nothing is to be paid.")
MATCH = Term("Match", "To pay what is missing to the bet.")
FOLD = Term("Fold", "To give up the hand, and all that you have paid into it.")
ALL_IN = Term("All-in", "With all you have in the pot. You stay in the hand, and play for as much as you put in.")
SIDE_POT = Term("Side pot", "What others have paid beyond an all-in player; only they play for it.")
BETTING_TERMS = (CHECK, MATCH, FOLD, ALL_IN, SIDE_POT)


def plain_terms(rules: Rules) -> list[Term]:
    """The words that all games share."""
    return [FOLD] if plays_for_rounds(rules) else list(BETTING_TERMS)


PRICES: Part[Callable[[Rules], list[Price]]] = Part("prices", plain_prices)
TERMS: Part[Callable[[Rules], list[Term]]] = Part("terms", plain_terms)


def guide_of(rules: Rules) -> Guide:
    """The guide to a table that plays by these rules."""
    family = family_of(rules)
    preset = find_preset(rules.preset)
    return Guide(
        preset=preset.key,
        title=preset.title,
        explained=[_paragraph(text) for text in explain_rules(rules)],
        examples=examples_of(rules),
        prices=PRICES.of(family)(rules),
        terms=TERMS.of(family)(rules),
    )


def _paragraph(text: str) -> Paragraph:
    found = LABELLED.fullmatch(text)
    return Paragraph(*found.groups()) if found else Paragraph("", text)
