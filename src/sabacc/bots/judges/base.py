"""Judgement: what each thing one may do is worth, in credits from now on, as far as a careful player can tell.

Everything that decides about a hand for one seat is a `Judge`: one for each family of games. Its values are what `counter` plays
by, what the tempers of `gambler` and `miner` bend, and what `master` plays its guesses out with.

Betting is valued by one model for all games. Who answers a bet of r into a pot of P is thought to keep the best P / (P + r) of
their hands, which is just often enough to make idle bluffs pointless; who makes such a bet is thought to make it with hands as
good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from sabacc.bots.spot import Spot
from sabacc.cards import Card
from sabacc.game.actions import CHECK, CHECK_AND_CALL, FOLD, MATCH, MATCH_AND_CALL, Action, Raise
from sabacc.game.view import View
from sabacc.rules import Rules

# What a credit paid to the sabacc pot is lost for good: at the close it goes back to who paid it, if nobody took it (T3).
SABACC_POT_LOSS: Final = 0.5
MAX_FOLD_RATE: Final = 0.97  # the most that are thought to fold to any raise
MAX_BET_THRESHOLD: Final = 0.85  # a hand better than so many is good enough for any bet
MAX_RAISES: Final = 2  # raises of one bet after which nobody raises it again: more of them decide nothing
SMALL_RANGE: Final = 12  # where no more can be bet than this, the smallest and the largest bet are worth thinking about


class Outlook:
    """How a hand stands that is played on: the chance to win the pot, and what comes on top of it or off it."""

    __slots__ = ("extra", "win")

    def __init__(self, win: float, extra: float = 0.0) -> None:
        self.win = win
        self.extra = extra


class JudgeHabits:
    """What can't be worked out from the cards, and is set by hand; the model of betting above has 1, 1, 0 and 0."""

    __slots__ = ("calling", "folding", "history", "respect")

    def __init__(self, respect: float = 1.0, folding: float = 1.0, history: float = 0.0, calling: float = 0.0) -> None:
        self.respect = respect  # how much a bet tells about the hand behind it

        self.folding = folding  # how readily others give up

        self.history = history  # how much better the hands are that have matched all bets so far

        self.calling = calling  # what it is worth, in pots, that a hand is called and over


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """The base of all judges: values of bets, and what a game adds to them."""

    def __init__(self, rules: Rules, habits: JudgeHabits) -> None:
        self.rules = rules
        self.respect = habits.respect
        self.folding = habits.folding
        self.history = habits.history
        self.calling = habits.calling

    def values(self, spot: Spot) -> list[tuple[Action, float]]:
        """What the actions worth thinking about are worth: at least one, all of them legal."""
        raise NotImplementedError

    def outlook(self, spot: Spot) -> Outlook:
        """How the hand stands if it is played on."""
        raise NotImplementedError

    def likely_selection(
        self, cards: tuple[Card, ...], count: int, view: View, roll: float
    ) -> tuple[tuple[Card, ...], float] | None:
        """Which of somebody's cards they laid down, drawn with a roll from 0 to 1, and the log likelihood of laying down that
        many; None without an opinion (CS5)."""
        return None

    def best(self, spot: Spot) -> Action:
        """The action with the highest value, the first of equals."""
        found: Action | None = None
        highest = 0.0
        for action, value in self.values(spot):
            if found is None or value > highest:
                found = action
                highest = value
        assert found is not None
        return found

    def bet_values(self, spot: Spot, outlook: Outlook) -> list[tuple[Action, float]]:
        """Check or match, fold, and a few raises, for a hand with such an outlook."""
        owed = spot.options.owed
        win = self.adjust_win_for_bet(spot, self.adjust_win_for_history(spot, outlook.win))
        values: list[tuple[Action, float]] = [
            (MATCH if owed else CHECK, win * spot.pot - (1 - win) * owed + outlook.extra),
            (FOLD, -fold_cost(spot)),
        ]
        raises = [(Raise(to), self.raise_value(spot, win, to) + outlook.extra) for to in raise_sizes(spot)]
        return [*values, *raises]

    def adjust_win_for_history(self, spot: Spot, win: float) -> float:
        """The chance to win against those who have stayed in so far: the more has been bet, the better their hands."""
        if not self.history or spot.pot_before <= 0:
            return win
        bet = max(0.0, spot.pot_before - spot.forced) / spot.pot_before
        return float(win ** (1 + self.history * bet))

    def adjust_win_for_bet(self, spot: Spot, win: float) -> float:
        """The chance to win against somebody who has bet, and who may be bluffing."""
        raised = self.respect * spot.raised
        if not spot.options.owed or raised <= 0:
            return win
        before = max(1.0, float(spot.pot_before))
        fold = min(MAX_BET_THRESHOLD, raised / (before + raised))
        # A hand just good enough to be kept by the model just pays for itself; better ones are worth more in proportion.
        pot_odds = raised / (before + 2 * raised)
        others = len(spot.others())
        each = win ** (1 / others) if others > 1 else win
        against = pot_odds * each / fold if each < fold else pot_odds + (1 - pot_odds) * (each - fold) / (1 - fold)
        return against * each ** (others - 1)

    def raise_value(self, spot: Spot, win: float, to: int) -> float:
        """What a raise is worth: everybody keeps a share of their hands, the better ones."""
        others = len(spot.others())
        pot = float(spot.pot)
        cost = float(to - spot.options.bet)
        by = cost - spot.options.owed
        base = pot + spot.options.owed
        fold = min(MAX_FOLD_RATE, self.folding * by / (base + by))  # how often one of them gives up
        each = win ** (1 / others) if others > 1 else win
        beats = max(0.0, (each - fold) / (1 - fold))  # one who doesn't
        kept = max(each, fold)
        wins = kept**others
        with_callers = others * (1 - fold) * beats * kept ** (others - 1)
        return wins * pot + with_callers * by - (1 - wins) * cost


class JudgeSpec:
    """A family's judge, and its habits by preset: `plain` ones, and `seasoned` ones that matches have found."""

    def __init__(
        self,
        make: Callable[[Rules, JudgeHabits], Judge],
        plain: dict[str, JudgeHabits],
        seasoned: dict[str, JudgeHabits],
    ) -> None:
        self.make = make
        self.plain = plain
        self.seasoned = seasoned


def fold_cost(spot: Spot) -> float:
    """What folding costs beside what is in the pot."""
    fee = spot.options.fold_fee
    return fee * SABACC_POT_LOSS if spot.rules.fold_fee_to == "sabacc" else float(fee)


def raise_sizes(spot: Spot) -> list[int]:
    """The raises worth thinking about: in a short range the least and the most, else some that go by the pot.

    Who raises a bet raises it by a size that people use, never by the least: two bots would go on like that for ever.
    """
    options = spot.options
    least, most = options.raise_from, options.raise_to
    if not most or spot.raises >= MAX_RAISES:
        return []
    opens = not options.owed
    if most - least < SMALL_RANGE:
        return [least, most] if opens and least < most else [most]
    base = options.bet + options.owed
    pot = spot.pot + options.owed
    sizes = [least] if opens or least > base + pot // 2 else []
    for to in (base + pot // 2, base + pot):
        if (sizes[-1] if sizes else least - 1) < to < most:
            sizes.append(to)
    if most <= base + 3 * pot:  # all there is, if that is not far more
        sizes.append(most)
    return sizes


def with_call(action: Action) -> Action:
    """The same bet with which the hand is called (PG5)."""
    if isinstance(action, Raise):
        return Raise(action.to, True)
    if action is CHECK:
        return CHECK_AND_CALL
    return MATCH_AND_CALL if action is MATCH else action
