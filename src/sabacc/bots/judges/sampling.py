"""A judge for any game: it deals the cards it can't see at random, and goes by how often its own hand is the best.

Families that bring no judge of their own play by it. It knows nothing but the family's ranker.
"""

from __future__ import annotations

import random
from collections import Counter

from sabacc.bots.judges.base import Judge, JudgeHabits, JudgeSpec, Outlook
from sabacc.bots.spot import Spot
from sabacc.cards import Card
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, CallHand, Fold, Gain, GoOn, Trade
from sabacc.game.combinations import without
from sabacc.hands.weigh import worth_of
from sabacc.rules import Rules, deck_of

DEALS = 16  # of the others' cards
DRAWS = 8  # of a card of one's own
REMEMBERED = 20_000  # chances, until they are all forgotten
BOLD = 0.75  # how good a hand must be to call


class SamplingJudge(Judge):
    """Values an action by the chance that the hand it leads to is the best one."""

    def __init__(self, rules: Rules, habits: JudgeHabits) -> None:
        super().__init__(rules, habits)
        self.cards = Counter(deck_of(rules).cards)
        self.chances: dict[object, float] = {}

    def values(self, spot: Spot) -> list[tuple[Action, float]]:
        if spot.kind == "bet":
            return self.bet_values(spot, self.outlook(spot))
        return [(action, self._value(spot, action)) for action in spot.options]

    def outlook(self, spot: Spot) -> Outlook:
        return Outlook(self._chance(spot, own_cards(spot), self._unseen(spot)))

    def _value(self, spot: Spot, action: Action) -> float:
        """In pots: what one expects to win by it."""
        mine, unseen = own_cards(spot), self._unseen(spot)
        if isinstance(action, Fold):
            return 0.0
        if isinstance(action, CallHand):
            return self._chance(spot, mine, unseen) - BOLD
        if isinstance(action, GoOn):
            return self._chance(spot, mine, unseen)
        if isinstance(action, (Gain, Trade)) and unseen:
            kept = without(mine, action.card) if isinstance(action, Trade) and action.card else mine
            luck = random.Random(repr((kept, unseen)))
            drawn = [luck.choice(unseen) for _ in range(DRAWS)]
            return sum(self._chance(spot, (*kept, card), unseen) for card in drawn) / DRAWS
        return self._chance(spot, mine, unseen)

    def _unseen(self, spot: Spot) -> tuple[Card, ...]:
        return tuple((self.cards - Counter(own_cards(spot)) - Counter(spot.seen)).elements())

    def _chance(self, spot: Spot, mine: tuple[Card, ...], unseen: tuple[Card, ...]) -> float:
        """How often the hand is the best of all, ties shared; worked out once for equal spots."""
        others = tuple((spot.counts[seat], spot.fields[seat]) for seat in spot.others())
        spot_key = (tuple(sorted(mine)), unseen, others, spot.side, spot.target)
        chance = self.chances.get(spot_key)
        if chance is None:
            if len(self.chances) >= REMEMBERED:
                self.chances.clear()
            chance = self.chances[spot_key] = self._deal_out(spot, mine, unseen, others)
        return chance

    def _deal_out(
        self,
        spot: Spot,
        mine: tuple[Card, ...],
        unseen: tuple[Card, ...],
        others: tuple[tuple[int, tuple[Card, ...]], ...],
    ) -> float:
        own = self._key(mine, spot)
        to_deal = sum(count for count, _ in others)
        if own is None or to_deal > len(unseen):
            return 1 / (1 + len(others))
        luck = random.Random(repr((mine, unseen)))  # the same spot, the same answer
        won = 0.0
        for _ in range(DEALS):
            dealt = luck.sample(unseen, to_deal)
            keys = []
            for count, field in others:
                keys.append(self._key((*dealt[:count], *field), spot))
                dealt = dealt[count:]
            best = max((key for key in keys if key is not None), default=own - 1)
            won += 1.0 if own > best else 0.5 if own == best else 0.0
        return won / DEALS

    def _key(self, cards: tuple[Card, ...], spot: Spot) -> int | None:
        """Where a hand stands among all hands; nothing for one that can't be ranked yet."""
        try:
            return worth_of(self.rules, cards, spot.side, spot.target).key
        except SabaccError:
            return None


def own_cards(spot: Spot) -> tuple[Card, ...]:
    """All that the seat holds."""
    return spot.loose + spot.field + spot.chosen


SAMPLING = JudgeSpec(SamplingJudge, {}, {})
