"""Judgement: what each thing one may do is worth, in credits from now on, as far as a careful player can tell.

Everything that decides about a hand for one seat is a `Judge`: one for each family of games. Its prices are what `counter` plays
by, what the tempers of `gambler` and `miner` bend, and what `master` plays its guesses out with.

Betting is priced by one model for all games. Who answers a bet of r into a pot of P is thought to keep the best P / (P + r) of
their hands, which is just often enough to make idle bluffs pointless; who makes such a bet is thought to make it with hands as
good.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sabacc.bots.spot import Spot
from sabacc.game.actions import CHECK, CHECK_AND_CALL, FOLD, MATCH, MATCH_AND_CALL, Action, Raise

# What a credit paid to the sabacc pot is lost for good: at the close it goes back to who paid it, if nobody took it (T3).
LOST: Final = 0.5
NEARLY_ALL: Final = 0.97  # the most that are thought to fold to any raise
MOST_RESPECT: Final = 0.85  # a hand better than so many is good enough for any bet
FEW_SIZES: Final = 12  # where no more can be bet than this, the smallest and the largest bet are worth thinking about


class Outlook:
    """How a hand stands that is played on: the chance to win the pot, and what comes on top of it or off it."""

    __slots__ = ("extra", "win")

    def __init__(self, win: float, extra: float = 0.0) -> None:
        self.win = win
        self.extra = extra


class Habits:
    """What can't be worked out from the cards: `respect` says how much a bet tells about the hand behind it, and `folding` how
    readily others give up, both beside the model above, which has 1. `history` says how much better than others' the hands are
    that have matched all bets so far. `calling` is what it is worth, in pots, that a hand is called and over."""

    __slots__ = ("calling", "folding", "history", "respect")

    def __init__(self, respect: float = 1.0, folding: float = 1.0, history: float = 0.0, calling: float = 0.0) -> None:
        self.respect = respect
        self.folding = folding
        self.history = history
        self.calling = calling


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """The base of all judges: prices of bets, and what a game adds to them."""

    def __init__(self, habits: Habits) -> None:
        self.respect = habits.respect
        self.folding = habits.folding
        self.history = habits.history
        self.calling = habits.calling

    def prices(self, spot: Spot) -> list[tuple[Action, float]]:
        """What the things worth thinking about are worth. At least one, and all of them legal."""
        raise NotImplementedError

    def outlook(self, spot: Spot) -> Outlook:
        """How the hand stands if it is played on."""
        raise NotImplementedError

    def best(self, spot: Spot) -> Action:
        """The action with the highest price, the first of equals."""
        found: Action | None = None
        highest = 0.0
        for action, price in self.prices(spot):
            if found is None or price > highest:
                found = action
                highest = price
        assert found is not None
        return found

    def price_bets(self, spot: Spot, outlook: Outlook) -> list[tuple[Action, float]]:
        """Check or match, fold, and a few raises, for a hand with such an outlook."""
        owed = spot.options.owed
        win = self.facing(spot, self.against_who_stayed(spot, outlook.win))
        prices: list[tuple[Action, float]] = [
            (MATCH if owed else CHECK, win * spot.pot - (1 - win) * owed + outlook.extra),
            (FOLD, -fold_cost(spot)),
        ]
        raises = [(Raise(to), self.price_of_raise(spot, win, to) + outlook.extra) for to in raise_sizes(spot)]
        return [*prices, *raises]

    def against_who_stayed(self, spot: Spot, win: float) -> float:
        """The chance to win against those who have stayed in so far: the more has been bet, the better their hands."""
        if not self.history or spot.before <= 0:
            return win
        bet = max(0.0, spot.before - spot.forced) / spot.before
        return float(win ** (1 + self.history * bet))

    def facing(self, spot: Spot, win: float) -> float:
        """The chance to win against somebody who has bet, and who may be bluffing: a hand that is just good enough to be kept by
        the model just pays for itself, and what is better is worth more in proportion."""
        raised = self.respect * spot.raised
        if not spot.options.owed or raised <= 0:
            return win
        before = max(1.0, float(spot.before))
        fold = min(MOST_RESPECT, raised / (before + raised))
        price = raised / (before + 2 * raised)
        others = len(spot.others())
        each = win ** (1 / others) if others > 1 else win
        against = price * each / fold if each < fold else price + (1 - price) * (each - fold) / (1 - fold)
        return against * each ** (others - 1)

    def price_of_raise(self, spot: Spot, win: float, to: int) -> float:
        """What a raise is worth: everybody keeps a share of their hands, the better ones."""
        others = len(spot.others())
        pot = float(spot.pot)
        cost = float(to - spot.options.bet)
        by = cost - spot.options.owed
        base = pot + spot.options.owed
        fold = min(NEARLY_ALL, self.folding * by / (base + by))  # how often one of them gives up
        each = win ** (1 / others) if others > 1 else win
        beats = max(0.0, (each - fold) / (1 - fold))  # one who doesn't
        kept = max(each, fold)
        wins = kept**others
        with_callers = others * (1 - fold) * beats * kept ** (others - 1)
        return wins * pot + with_callers * by - (1 - wins) * cost


def fold_cost(spot: Spot) -> float:
    """What folding costs beside what is in the pot."""
    fee = spot.options.fold_fee
    return fee * LOST if spot.rules.fold_fee_to == "sabacc" else float(fee)


def raise_sizes(spot: Spot) -> list[int]:
    """The raises worth thinking about: the least and the most where bets are limited; else the least, half the pot, the pot,
    and all there is, if that is not far more."""
    options = spot.options
    least, most = options.raise_from, options.raise_to
    if not most:
        return []
    if most - least < FEW_SIZES:
        return [least] if least == most else [least, most]
    base = options.bet + options.owed
    pot = spot.pot + options.owed
    sizes = [least]
    for to in (base + pot // 2, base + pot):
        if sizes[-1] < to < most:
            sizes.append(to)
    if most <= base + 3 * pot:
        sizes.append(most)
    return sizes


def with_call(action: Action) -> Action:
    """The same bet with which the hand is called (PG5)."""
    if isinstance(action, Raise):
        return Raise(action.to, True)
    if action is CHECK:
        return CHECK_AND_CALL
    return MATCH_AND_CALL if action is MATCH else action
