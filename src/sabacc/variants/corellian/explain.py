"""corellian-house explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules, ante_due, at_first_level, level_of
from sabacc.variants.corellian.examples import examples_of
from sabacc.variants.examples import RankExample
from sabacc.variants.passages import Passage, passage, unlabelled
from sabacc.variants.worked_hands import is_played_alike


def explain_corellian_house(rules: Rules) -> list[Passage]:
    """The game from its goal to a worked hand, at the level that a table begins with."""
    if not level_of(rules):
        rules = at_first_level(rules)
    worked = [passage("hand-told", Message("rules-corellian.told"))] if is_played_alike(rules) else []
    return [*_cards(rules), *_opening(rules), *_rounds(rules), *_showdown(rules), *worked]


def _cards(rules: Rules) -> list[Passage]:
    ranks = [_rank_line(number, hand) for number, hand in enumerate(examples_of(rules).hands, 1)]
    return [
        passage("goal", Message("rules-corellian.goal")),
        passage("cards", Message("rules-corellian.deck")),
        unlabelled(Message("rules-corellian.ranks"), ranks),
    ]


def _rank_line(number: int, hand: RankExample) -> Message:
    cards = " ".join(hand.cards).replace("-", "−")
    return Message("rules-corellian.rank", number=number, hand=hand.name, cards=cards, line=hand.line)


def _opening(rules: Rules) -> list[Passage]:
    small, big = rules.blinds
    cap = rules.sabacc_pot_cap
    blinds = passage(
        "blinds",
        Message("rules-corellian.button", house=rules.house_dealer),
        _ante(rules),
        Message("rules-corellian.blinds", small=small, big=big),
        Message("rules-corellian.short-of", ante=bool(ante_due(rules)), big=big),  # CH3
        Message("rules-corellian.missed") if rules.missed_payments else None,
        None if cap is None else Message("rules-corellian.cap", cap=cap),
    )
    return [blinds, passage("deal", Message("rules-corellian.deal"))]


def _ante(rules: Rules) -> Message:
    ante = ante_due(rules)
    return Message("rules-corellian.ante", ante=ante) if ante else Message("rules-corellian.no-ante")


def _rounds(rules: Rules) -> list[Passage]:
    price = rules.board_price
    free = Message("rules-corellian.free-board") if price else None
    return [
        passage("rounds", Message("rules-corellian.rounds")),
        _betting(rules),
        passage("side-pots", Message("rules-corellian.side-pots")),
        passage("draw", Message("rules-corellian.draw", price=price), free),
        passage("spike", Message("rules-corellian.spike")),
    ]


def _betting(rules: Rules) -> Passage:
    limit = Message("rules-corellian.no-limit")
    if rules.max_bet is not None:
        limit = Message("rules-corellian.limit", most=rules.max_bet)
    return passage("betting", Message("rules-corellian.betting", big=rules.blinds[1]), limit, _raise_cap(rules))


def _raise_cap(rules: Rules) -> Message | None:
    if rules.max_raises is None:
        return None
    if not rules.max_raises:
        return Message("rules-corellian.no-raise")
    return Message("rules-corellian.most-raises", times=rules.max_raises)


def _showdown(rules: Rules) -> list[Passage]:
    return [
        passage("showdown", Message("rules-corellian.showdown")),
        passage("ties", Message("rules-corellian.ties")),
        passage("time", Message("rules-corellian.time")),
        *([passage("items", Message("rules.items", round=False))] if rules.items else []),
        *([_levels(rules)] if rules.schedule else []),
    ]


def _levels(rules: Rules) -> Passage:
    """How the blinds go up."""
    levels = ", ".join(f"{small}/{big}/{price}" for small, big, price in rules.schedule)
    if not level_of(rules):
        return passage("levels", Message("rules-corellian.no-level", levels=levels))
    return passage(
        "levels",
        Message("rules-corellian.levels", levels=levels),
        _length_of_levels(rules),
        Message("rules-corellian.level-stakes", ante=_ante_of_levels(rules)),
    )


def _ante_of_levels(rules: Rules) -> str:
    if rules.ante is None:
        return "board"
    return "fixed" if rules.ante else "none"


def _length_of_levels(rules: Rules) -> Message:
    if rules.level_hands:
        return Message("rules-corellian.level-hands", hands=rules.level_hands)
    if rules.level_minutes:
        return Message("rules-corellian.level-minutes", minutes=rules.level_minutes)
    return Message("rules-corellian.level-by-host")
