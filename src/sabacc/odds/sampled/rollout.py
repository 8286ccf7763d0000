"""From a guess to the end of the hand: one action, and then everybody plays by a policy."""

from __future__ import annotations

import random
from typing import NamedTuple

from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.events import Event, RoundWon, Won
from sabacc.game.hand import Hand
from sabacc.game.result import shown_first
from sabacc.policy import PLAYERS, Bot, PolicyName, RandomBot, SeatViews, random_step

Policy = PolicyName | type[Bot]
Events = tuple[Event, ...]


class Outcome(NamedTuple):
    """How a hand ended for one seat; `credits` counts from the decision on."""

    win: int
    bomb_out: int
    sabacc_pot: int
    credits: int


def find_policy(policy: str | type[Bot]) -> type[Bot]:
    """A policy by its name; a bot's class is one by itself."""
    if isinstance(policy, type) and issubclass(policy, Bot):
        return policy
    if not isinstance(policy, str):
        raise SabaccError(f"a policy is a name or a class made from sabacc.Bot, not {policy!r}.")
    return PLAYERS[read_policy(policy)]


def read_policy(text: str) -> PolicyName:
    """The name of a policy, checked."""
    for name in PLAYERS:
        if name == text:
            return name
    raise SabaccError(f"there is no policy {text!r}; the policies are {', '.join(PLAYERS)}.")


class Playout:
    """One guessed hand, to be played to its end by a policy, as often as one likes."""

    def __init__(self, hand: Hand, policy: type[Bot], luck: int) -> None:
        self.hand = hand
        self.policy = policy
        self.luck = luck  # the same each time: what differs in the end is what was done

        self.views = SeatViews(hand)

    def after(self, seat: int, action: Action) -> Outcome:
        """How it ends for a seat that does this now."""
        hand = self.hand.copy()
        if self.policy is RandomBot:
            last = self._play_at_random(hand, seat, action)
        else:
            last = self._play_by_bots(self.views.copy_for(hand), seat, action)
        return _outcome(last, seat, hand.stacks[seat] - self.hand.stacks[seat])

    def _play_at_random(self, hand: Hand, seat: int, action: Action) -> Events:
        """Random play needs no view, and moves freely besides; the events of the last act."""
        luck = random.Random(self.luck)
        last = hand.act(seat, action)
        while not hand.over and hand.live[seat]:  # for who folds it is over
            last = hand.act(*random_step(hand, luck))
        return last

    def _play_by_bots(self, table: SeatViews, seat: int, action: Action) -> Events:
        """A bot at each seat that is asked something; of several seats asked at once any may be the first."""
        luck = random.Random(self.luck)
        hand = table.hand
        bots: dict[int, Bot] = {}
        last = table.act(seat, action)
        while not hand.over and hand.live[seat]:
            waiting = hand.waiting
            asked = waiting[0] if len(waiting) == 1 else waiting[int(luck.random() * len(waiting))]
            if asked not in bots:
                bots[asked] = self.policy(f"{self.luck}/{asked}")
            last = table.act(asked, bots[asked].act(table.view(asked)))
        return last


def _outcome(last: Events, seat: int, credits_won: int) -> Outcome:
    """Read off the events of the last action of a hand, which settles it."""
    won = [event.pot for event in last if isinstance(event, Won) and event.seat == seat]
    shown = shown_first(last).get(seat)
    round_won = any(isinstance(event, RoundWon) and event.seat == seat for event in last)
    return Outcome(
        win=int(round_won or any(pot >= 0 for pot in won)),
        bomb_out=int(shown is not None and shown.bombed_out),
        sabacc_pot=int(any(pot < 0 for pot in won)),
        credits=credits_won,
    )
