"""A table's rules at hand: explained, with a hand of every rank, what things cost, and what the words mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from sabacc.messages import ENGLISH, Message, Said, text_in
from sabacc.rules import Part, Rules, ante_due, family_of, find_preset, fold_fee_due, plays_for_rounds
from sabacc.variants import explained_passages
from sabacc.variants.examples import HandExamples, examples_of
from sabacc.variants.passages import Passage


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


class PriceEntry(NamedTuple):
    """A price, as its family has it: what is said of it waits for the reader's language."""

    what: Said
    amount: Said
    pot: Literal["", "hand", "sabacc"] = ""
    to: Said = ""


class TermEntry(NamedTuple):
    """A word of the game that waits for its reader's language."""

    word: Said
    meaning: Said


LABELLED = re.compile(r"([A-Z][\w ,-]{1,30}\.) (.*)", re.DOTALL)  # a paragraph of another package


def plain_prices(rules: Rules) -> list[PriceEntry]:
    """What most games charge; nothing where rounds are all one plays for."""
    if plays_for_rounds(rules):
        return []
    two_pots = family_of(rules).has_sabacc_pot
    hand_pot = to_hand_pot if two_pots else _to_only_pot
    ante = ante_due(rules)
    found = [hand_pot("ante", ante)] if ante else []
    found.append(hand_pot("bet-or-raise", Message("guide.amount.limit", most=rules.max_bet or 0)))
    if fee := fold_fee_due(rules):
        found.append((to_sabacc_pot if two_pots and rules.fold_fee_to == "sabacc" else hand_pot)("fold", fee))
    return found


def to_hand_pot(what: str, amount: Said | int) -> PriceEntry:
    """What is paid to the hand pot."""
    return PriceEntry(_price_of(what), _amount(amount), "hand", Message("guide.to.hand"))


def to_sabacc_pot(what: str, amount: Said | int, only_if_empty: bool = False) -> PriceEntry:
    """What is paid to the sabacc pot, perhaps only at times."""
    to = Message("guide.to.sabacc-if-empty" if only_if_empty else "guide.to.sabacc")
    return PriceEntry(_price_of(what), _amount(amount), "sabacc", to)


def to_nobody(what: str, amount: Message) -> PriceEntry:
    """What costs nothing."""
    return PriceEntry(_price_of(what), amount)


def _to_only_pot(what: str, amount: Said | int) -> PriceEntry:
    return PriceEntry(_price_of(what), _amount(amount), "hand", Message("guide.to.pot"))


def _price_of(what: str) -> Message:
    return Message(f"guide.price.{what}")


def _amount(amount: Said | int) -> Said:
    return str(amount) if isinstance(amount, int) else amount


def term(word: str, meaning: Message) -> TermEntry:
    """A word and what it means."""
    return TermEntry(Message(f"guide.word.{word}"), meaning)


SUDDEN_DEMISE = "sudden-demise"
HAND_POT = term("hand-pot", Message("guide.hand-pot"))
FOLD = term("fold", Message("guide.fold"))
BETTING_TERMS = (
    term("check", Message("guide.check")),
    term("match", Message("guide.match")),
    FOLD,
    term("all-in", Message("guide.all-in")),
    term("side-pot", Message("guide.side-pot")),
)


def plain_terms(rules: Rules) -> list[TermEntry]:
    """The words that all games share."""
    return [FOLD] if plays_for_rounds(rules) else list(BETTING_TERMS)


PRICES: Part[Callable[[Rules], list[PriceEntry] | list[Price]]] = Part("prices", plain_prices)
TERMS: Part[Callable[[Rules], list[TermEntry] | list[Term]]] = Part("terms", plain_terms)


def guide_of(rules: Rules, language: str = ENGLISH) -> Guide:
    """The guide to a table that plays by these rules, in a language."""
    family = family_of(rules)
    preset = find_preset(rules.preset)
    return Guide(
        preset=preset.key,
        title=preset.title,
        explained=[_paragraph(one, language) for one in explained_passages(rules)],
        examples=examples_of(rules, language),
        prices=[_price(one, language) for one in PRICES.of(family)(rules)],
        terms=[Term(text_in(one.word, language), text_in(one.meaning, language)) for one in TERMS.of(family)(rules)],
    )


def _price(one: PriceEntry | Price, language: str) -> Price:
    what, amount, to = (text_in(text, language) for text in (one.what, one.amount, one.to))
    return Price(what, amount, one.pot, to)


def _paragraph(told: Passage | str, language: str) -> Paragraph:
    if isinstance(told, Passage):
        return Paragraph(text_in(told.label, language), told.body(language))
    found = LABELLED.fullmatch(told)
    return Paragraph(*found.groups()) if found else Paragraph("", told)
