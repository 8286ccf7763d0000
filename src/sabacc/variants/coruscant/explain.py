"""coruscant-shift explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.hands.coruscant import Worth
from sabacc.messages import Message
from sabacc.rules import Rules, ante_due, plays_for_rounds
from sabacc.variants.coruscant.examples import NUMBER, pictured
from sabacc.variants.passages import Passage, passage, unlabelled
from sabacc.variants.worked_hands import is_played_alike


def explain_coruscant_shift(rules: Rules) -> list[Passage]:
    """The game from its goal to a worked round."""
    worked = [passage("round-told", Message("rules-coruscant.told"))] if is_played_alike(rules) else []
    return [*_cards(rules), *_round(rules), *_reveal(rules), *worked]


def _cards(rules: Rules) -> list[Passage]:
    selections = Message("rules-coruscant.selections", gold=f"{NUMBER:+d}")
    return [
        passage("goal", Message("rules-coruscant.goal", stakes=_stakes(rules))),
        passage("cards", Message("rules-coruscant.deck")),
        unlabelled(selections, (_selection_line(cards, worth) for cards, worth in pictured())),
    ]


def _stakes(rules: Rules) -> str:
    return "rounds" if plays_for_rounds(rules) else "credits"


def _selection_line(cards: tuple[Card, ...], worth: Worth) -> Message:
    named = " ".join(cards).replace("-", "−")
    counts = {"off": worth.distance, "suit": worth.suit_cards}
    return Message("rules-coruscant.selection", cards=named, total=worth.total, **counts)


def _round(rules: Rules) -> list[Passage]:
    for_rounds = plays_for_rounds(rules)
    dealer = Message("rules-coruscant.house-deals" if rules.house_dealer else "rules-coruscant.dealer")
    ante = None if for_rounds else Message("rules-coruscant.ante", ante=ante_due(rules), short=rules.short_antes)
    roller = "token" if rules.house_dealer else "dealer"
    go_on = passage("go-on", Message("rules-coruscant.go-on"))
    return [
        passage("deal", dealer, ante, Message("rules-coruscant.deal", roller=roller)),
        passage("select", Message("rules-coruscant.select")),
        go_on if for_rounds else _betting(rules),
        passage("shift", Message("rules-coruscant.shift", stakes=_stakes(rules))),
        passage("improve", Message("rules-coruscant.improve")),
    ]


def _betting(rules: Rules) -> Passage:
    bet = Message("rules-coruscant.betting", most=rules.max_bet or 0)
    return passage("betting", bet, _raise_cap(rules), Message("rules-coruscant.betting-ends"))


def _raise_cap(rules: Rules) -> Message | None:
    if rules.max_raises is None:
        return None
    if not rules.max_raises:
        return Message("rules-coruscant.no-raise")
    return Message("rules-coruscant.most-raises", times=rules.max_raises)


def _reveal(rules: Rules) -> list[Passage]:
    items = [passage("items", Message("rules.items", round=True))] if rules.items else []
    time = passage("time", Message("rules-coruscant.time", stakes=_stakes(rules)))
    return [passage("reveal", Message("rules-coruscant.reveal")), time, *items]
