"""What the cards and hands of a 76-card game are worth, explained."""

from __future__ import annotations

from sabacc.cards import CLASSIC
from sabacc.hands.classic import Scale
from sabacc.hands.sides import DARK, LIGHT
from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.examples import RankExample
from sabacc.variants.family76.examples import examples_of
from sabacc.variants.passages import Passage, passage, unlabelled

ARCANA = ("ST", "EO", "MO", "DE", "BA", "EN", "QA", "ID")


def explain_cards(rules: Rules) -> list[Passage]:
    """The goal, the deck, the sides if there are any, and every rank with an example."""
    goal = passage("goal", Message("rules-76.goal", sides=rules.sides))
    return [goal, _deck(rules), *([_sides(rules)] if rules.sides else []), *_ranks(rules)]


def _deck(rules: Rules) -> Passage:
    values = Scale(rules).values(LIGHT if rules.sides else None)
    arcana = {card.lower(): values[card] for card in ARCANA}
    small = None
    if rules.deck:
        small = Message("rules-76.small-deck", count=len(rules.deck), cards=" ".join(CLASSIC.in_order(rules.deck)))
    return passage("cards", Message("rules-76.deck", sides=rules.sides, **arcana), small)


def _sides(rules: Rules) -> Passage:
    star = Scale(rules).values(LIGHT)["ST"]
    return passage("sides", Message("rules-76.sides", light=star, dark=-star))


def _ranks(rules: Rules) -> list[Passage]:
    hands, part = examples_of(rules).hands, bool(rules.deck)
    if not rules.sides:
        return [unlabelled(Message("rules-76.hands", part=part), map(_rank_line, hands))]
    return [
        unlabelled(Message("rules-76.hands-light", part=part), _of_side(hands, LIGHT)),
        unlabelled(Message("rules-76.hands-dark"), _of_side(hands, DARK)),
    ]


def _of_side(hands: list[RankExample], side: str) -> list[Message]:
    return [_rank_line(hand) for hand in hands if hand.side == side]


def _rank_line(hand: RankExample) -> Message:
    cards = " ".join(hand.cards)
    return Message("rules-76.hand", hand=hand.name, cards=cards, line=hand.line, special=hand.takes_sabacc_pot)
