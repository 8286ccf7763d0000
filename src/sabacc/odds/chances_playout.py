"""From a guess to the end of the hand: one action, and then everybody plays by a policy."""

from __future__ import annotations

import copy
import random
from typing import NamedTuple

from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.events import Event, RoundWon, Shown, Won
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.policy import PLAYERS, Bot, RandomBot, random_step

Policy = str | type[Bot]
Events = tuple[Event, ...]


class Outcome(NamedTuple):
    """How a hand ended for one seat; `credits` counts from the decision on."""

    win: int
    bomb_out: int
    sabacc_pot: int
    credits: int


def find_policy(policy: Policy) -> type[Bot]:
    """A policy by its name; a bot's class is one by itself."""
    if isinstance(policy, type) and issubclass(policy, Bot):
        return policy
    if not isinstance(policy, str):
        raise SabaccError(f"a policy is a name or a class made from sabacc.Bot, not {policy!r}.")
    if policy not in PLAYERS:
        raise SabaccError(f"there is no policy {policy!r}; the policies are {', '.join(PLAYERS)}.")
    return PLAYERS[policy]


class Playout:
    """One guessed hand, to be played to its end by a policy, as often as one likes. `luck` is the same each time, so
    what differs in the end is what was done, not who was lucky."""

    def __init__(self, hand: Hand, policy: type[Bot], luck: int) -> None:
        self.hand = hand
        self.policy = policy
        self.luck = luck
        self.onlookers = Onlookers(hand)

    def after(self, seat: int, action: Action) -> Outcome:
        """How it ends for a seat that does this now."""
        hand = self.hand.copy()
        if self.policy is RandomBot:
            last = self._at_random(hand, seat, action)
        else:
            last = self._by_bots(self.onlookers.follow(hand), seat, action)
        return _outcome(last, seat, hand.stacks[seat] - self.hand.stacks[seat])

    def _at_random(self, hand: Hand, seat: int, action: Action) -> Events:
        """Random play needs no view, and moves freely besides; the events of the last act."""
        luck = random.Random(self.luck)
        last = hand.act(seat, action)
        while not hand.over and hand.live[seat]:  # for who folds it is over
            last = hand.act(*random_step(hand, luck))
        return last

    def _by_bots(self, table: Onlookers, seat: int, action: Action) -> Events:
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
    """Read off the last act of a hand, which settles it. A sudden demise card makes nobody bomb out (H10), so of the hands
    a seat shows the first counts."""
    won = [event.pot for event in last if isinstance(event, Won) and event.seat == seat]
    shown = next((event for event in last if isinstance(event, Shown) and event.seat == seat), None)
    round_won = any(isinstance(event, RoundWon) and event.seat == seat for event in last)
    return Outcome(
        win=int(round_won or any(pot >= 0 for pot in won)),
        bomb_out=int(shown is not None and shown.bombed_out),
        sabacc_pot=int(any(pot < 0 for pot in won)),
        credits=credits_won,
    )


class Onlookers:
    """What the seats see of a hand, kept up to date event by event: `hand.view` would begin at the first card each time."""

    def __init__(self, hand: Hand, before: Onlookers | None = None) -> None:
        self.hand = hand
        self.events: list[Event] = hand.events if before is None else before.events[:]
        self.before = before
        self.views: dict[int, View] = {}

    def follow(self, twin: Hand) -> Onlookers:
        """The onlookers of a copy of the hand, which goes its own way."""
        return Onlookers(twin, self)

    def act(self, seat: int, action: Action) -> Events:
        """Does it, and lets everybody watch."""
        events = self.hand.act(seat, action)
        self.events += events
        return events

    def view(self, seat: int) -> View:
        """What `hand.view(seat)` would give."""
        view = self._seen(seat)
        view.question = self.hand.pending.get(seat)
        view.options = self.hand.options(seat)
        return view

    def _seen(self, seat: int) -> View:
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = self._first_look(seat)
        for event in self.events[len(view.events) :]:
            view.see(event.seen_by(seat))
        return view

    def _first_look(self, seat: int) -> View:
        if self.before is not None:
            return _twin(self.before._seen(seat))
        return View(self.hand.seating.rules, self.hand.seating.names, seat)


def _twin(view: View) -> View:
    """A view that goes on by itself: what is changed in place is its own."""
    twin = copy.copy(view)
    for name, value in vars(view).items():
        if isinstance(value, (list, dict)):
            setattr(twin, name, value.copy())
    return twin
