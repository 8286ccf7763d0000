"""A table and everything about it that lasts: the game, who sits where, how it is run, and what waits for the end of the hand.

It has no clock, no connections and no chance of its own. It is what its entries make it, so a table that is set up again from
its log is the same table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import Action
from sabacc.game.events import Event
from sabacc.game.hand import Hand
from sabacc.game.saving import load_table, save_table
from sabacc.game.table import Game
from sabacc.rules import read_rules
from sabacc.server import entries as en
from sabacc.server.beforehand import CHOICES
from sabacc.server.saved import Owner, Proposal, Saved
from sabacc.server.settings import Settings
from sabacc.variants import flow_of


class State:
    """One table. `apply` does what an entry says, or raises and changes nothing."""

    def __init__(self, game: Game, settings: Settings, host: str, host_name: str) -> None:
        self.game = game
        self.settings = settings
        self.host = host
        self.host_name = host_name
        self.owners: list[Owner | None] = []
        self.muted: set[str] = set()
        self.banned: set[str] = set()
        self.paused = False
        self.waiting: list[en.AnyEntry] = []  # for the end of the hand
        self.proposals: list[Proposal] = []
        self.choices: dict[int, frozenset[str]] = {}  # how seats answer for the rest of the hand
        self.version = 0
        self.hand: Hand | None = None  # the one in play, or the last one
        self.dealt: en.HandDealt | None = None
        self.dropped = ""  # why the last thing that was due could not be done

    # ---- set up

    @staticmethod
    def opened(entry: en.Opened) -> State:
        """A new table, as its first entry says."""
        game = Game(read_rules(entry.rules), (), (), Chance(entry.seed), flow_of, clock=True)
        state = State(game, entry.settings, entry.host, entry.host_name)
        state.version = 1
        return state

    @staticmethod
    def loaded(body: bytes) -> State:
        """A table from its snapshot."""
        saved = msgspec.json.decode(body, type=Saved)
        state = State(load_table(saved.table, flow_of), saved.settings, saved.host, saved.host_name)
        state.owners = list(saved.owners)
        state.muted = set(saved.muted)
        state.banned = set(saved.banned)
        state.paused = saved.paused
        state.waiting = list(saved.waiting)
        state.proposals = list(saved.proposals)
        state.version = saved.version
        return state

    def saved(self) -> bytes:
        """The snapshot; only between hands."""
        saved = Saved(
            self.version,
            save_table(self.game),
            self.settings,
            self.host,
            self.host_name,
            self.owners,
            sorted(self.muted),
            sorted(self.banned),
            self.paused,
            self.waiting,
            self.proposals,
        )
        return msgspec.json.encode(saved)

    # ---- who is who

    def owner(self, seat: int) -> Owner | None:
        """Who has a seat, if anybody."""
        return self.owners[seat] if 0 <= seat < len(self.owners) else None

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is None:
            return None
        return next((seat for seat, owner in enumerate(self.owners) if owner and owner.person == person), None)

    def people(self) -> list[int]:
        """The seats that people have."""
        return [seat for seat, owner in enumerate(self.owners) if owner and owner.person is not None]

    def bots(self) -> list[int]:
        """The seats that bots have."""
        return [seat for seat, owner in enumerate(self.owners) if owner and owner.bot is not None]

    @property
    def in_hand(self) -> bool:
        """Whether a hand is played."""
        return self.hand is not None and not self.hand.over

    # ---- what happens

    def apply(self, entry: en.Entry) -> list[Event]:
        """Does it, and says what happened; one version more."""
        events = list(_DO[type(entry)](self, entry))
        self.version += 1
        return events

    def _news(self) -> list[Event]:
        """What happened between hands; a hand's own events were told as they happened."""
        news = self.game.take_news()
        hand = self.hand
        if hand is not None and hand.over:
            told = hand.events
            at = next((at for at, event in enumerate(news) if event is told[0]), len(news))
            news = news[:at] + news[at + len(told) :]
        for seat, name in enumerate(self.game.names):
            if not name and seat < len(self.owners):
                self.owners[seat] = None
        self.proposals = [one for one in self.proposals if self.owner(one.seat) is not None]
        return news

    def _over(self, events: tuple[Event, ...]) -> list[Event]:
        """After anything in a hand: if that was its end, what it did to the table."""
        assert self.hand is not None
        if not self.hand.over:
            return list(events)
        self.choices = {}
        return [*events, *self._news()]

    def _sat(self, entry: en.SatDown) -> list[Event]:
        if entry.person is not None and self.seat_of(entry.person) is not None:
            raise IllegalAction("you have a seat here already.")
        if entry.person in self.banned:
            raise IllegalAction("the host has removed you from this table.")
        if not 0 <= entry.seat < self.settings.seats:
            raise SabaccError(f"there is no seat {entry.seat}: seats go from 0 to {self.settings.seats - 1}.")
        sitting = self.owner(entry.seat)
        if sitting is not None and sitting.bot is not None and entry.person is not None:
            self._check_swap(entry)
            self.game.leave(entry.seat)  # a person takes the seat of a bot
        self.game.sit(entry.name, entry.stack, entry.seat)
        self.owners += [None] * (entry.seat + 1 - len(self.owners))
        news = self._news()
        self.owners[entry.seat] = Owner(entry.person, entry.bot)
        return news

    def _check_swap(self, entry: en.SatDown) -> None:
        """Whoever takes a bot's seat must be able to sit down before the bot gets up: nothing is done by halves."""
        if self.in_hand:
            raise IllegalAction("wait for the end of the hand to sit down.")
        if entry.name in self.game.names:
            raise SabaccError(f"somebody at the table is called {entry.name} already.")

    def _left(self, entry: en.GotUp) -> list[Event]:
        owner = self.owner(entry.seat)
        if self.in_hand:
            assert self.hand is not None
            if owner is None:
                raise SabaccError(f"nobody has seat {entry.seat}.")
            gone = entry.seat in self.hand.seating.dealt_in and entry.seat in self.hand.gone
            if gone and not entry.banned:
                raise IllegalAction("that player has left already, and is played by the table until the hand is over.")
            events = [] if gone else self._over(self.hand.leave(entry.seat))
        else:
            self.game.leave(entry.seat)
            events = self._news()
        if entry.banned and owner is not None and owner.person is not None:
            self.banned.add(owner.person)
        return events

    def _rebought(self, entry: en.Rebought) -> list[Event]:
        self.game.rebuy(entry.seat, entry.amount)
        return self._news()

    def _sat_out(self, entry: en.SatOut) -> list[Event]:
        self.game.sit_out(entry.seat)
        return self._news()

    def _came_back(self, entry: en.CameBack) -> list[Event]:
        self.game.come_back(entry.seat)
        return self._news()

    def _rules(self, entry: en.NewRules) -> list[Event]:
        self.game.change_rules(entry.rules)
        return self._news()

    def _level(self, entry: en.NewLevel) -> list[Event]:
        self.game.set_level(entry.level)
        return self._news()

    def _settings(self, entry: en.NewSettings) -> list[Event]:
        self.settings = entry.settings
        return []

    def _host(self, entry: en.NewHost) -> list[Event]:
        self.host = entry.person
        self.host_name = entry.name
        return []

    def _paused(self, entry: en.Paused) -> list[Event]:
        if entry.on == self.paused:
            raise IllegalAction("the table is paused already." if entry.on else "the table is not paused.")
        self.paused = entry.on
        return []

    def _muted(self, entry: en.Muted) -> list[Event]:
        (self.muted.add if entry.on else self.muted.discard)(entry.person)
        return []

    # ---- items (HR9)

    def _proposed(self, entry: en.ItemProposed) -> list[Event]:
        if not self.game.rules.items:
            raise IllegalAction("no items are staked here: the house rule items is off (HR9).")
        named = [one.item for one in self.proposals] + [item.name for item in self.game.counter.items]
        if entry.item in named:
            raise SabaccError(f"there is a {entry.item} on the table already.")
        if len(self.proposals) >= 2 * self.settings.seats:
            raise SabaccError("there are many things to be valued already: wait for the host.")
        self.proposals.append(Proposal(entry.seat, entry.item))
        return []

    def _proposal(self, seat: int, item: str) -> Proposal:
        for one in self.proposals:
            if (one.seat, one.item) == (seat, item):
                return one
        who = f"{self.game.names[seat]} has not" if self.owner(seat) is not None else f"nobody in seat {seat} has"
        raise SabaccError(f"{who} offered to stake {item!r}.")

    def _valued(self, entry: en.ItemValued) -> list[Event]:
        one = self._proposal(entry.seat, entry.item)
        self.proposals.remove(one)
        if entry.value is not None:
            self.proposals.append(Proposal(entry.seat, entry.item, entry.value))
        return []

    def _staked(self, entry: en.ItemStaked) -> list[Event]:
        one = self._proposal(entry.seat, entry.item)
        if one.value is None:
            raise IllegalAction(f"the host has yet to say what {entry.item} is worth (HR9).")
        before = len(self.hand.events) if self.hand is not None and self.in_hand else 0
        self.game.stake_item(entry.seat, entry.item, one.value)
        self.proposals.remove(one)
        if self.in_hand:
            assert self.hand is not None
            return self.hand.events[before:]
        return self._news()

    def _taken(self, entry: en.ItemTaken) -> list[Event]:
        self.game.take_item(entry.seat, entry.item)
        return self._news()

    def _declined(self, entry: en.ItemDeclined) -> list[Event]:
        self.game.decline_item(entry.seat, entry.item)
        return self._news()

    # ---- in a hand

    def _dealt(self, entry: en.HandDealt) -> list[Event]:
        hand = self.game.deal(entry.seed, commitment_to(entry.seed, entry.salt))
        self.hand = hand
        self.dealt = entry
        self.choices = {}
        given_up = [] if hand.over else self._news()  # a tie that could not be played out
        return [*given_up, *self._over(tuple(hand.events))]

    def _playing(self) -> Hand:
        if self.hand is None or self.hand.over:
            raise IllegalAction("no hand is being played.")
        return self.hand

    def _did(self, entry: en.Did) -> list[Event]:
        action: Action = entry.action
        return self._over(self._playing().act(entry.seat, action, entry.question or None))

    def _timed_out(self, entry: en.TimedOut) -> list[Event]:
        return self._over(self._playing().time_out(entry.seat))

    def _struck(self, entry: en.Struck) -> list[Event]:
        return self._over(self._playing().clock_strikes())

    def _chose(self, entry: en.Chose) -> list[Event]:
        unknown = [one for one in entry.choices if one not in CHOICES]
        if unknown:
            raise SabaccError(f"there is no choice {unknown[0]!r}; there are {', '.join(CHOICES)}.")
        self._playing()
        self.choices[entry.seat] = frozenset(entry.choices)
        return []

    # ---- what waits for the end of the hand

    def _waits(self, entry: en.Waits) -> list[Event]:
        if not self.in_hand:
            raise IllegalAction("no hand is being played, so there is nothing to wait for.")
        if len(self.waiting) >= 64:
            raise IllegalAction("enough is waiting for the end of the hand already.")
        self.waiting.append(entry.entry)
        return []

    def _due(self, entry: en.Due) -> list[Event]:
        if self.in_hand or not self.waiting:
            raise IllegalAction("nothing is due.")
        wanted = self.waiting.pop(0)
        self.dropped = ""
        try:
            return list(_DO[type(wanted)](self, wanted))
        except SabaccError as error:  # things have changed since; nobody is harmed
            self.dropped = str(error)
            return []

    def _forgot(self, entry: en.Forgot) -> list[Event]:
        self.waiting = [one for one in self.waiting if getattr(one, "person", None) != entry.person]
        return []

    def _ended(self, entry: en.Ended) -> list[Event]:
        self.game.close()
        return self._news()


def commitment_to(seed: str, salt: str) -> str:
    """A promise that can be checked and tells nothing: SHA-256 over the salt and the seed."""
    return hashlib.sha256(f"{salt}/{seed}".encode()).hexdigest()


_DO: dict[type[en.Entry], Callable[[State, Any], list[Event]]] = {
    en.SatDown: State._sat,
    en.GotUp: State._left,
    en.Rebought: State._rebought,
    en.SatOut: State._sat_out,
    en.CameBack: State._came_back,
    en.NewRules: State._rules,
    en.NewLevel: State._level,
    en.NewSettings: State._settings,
    en.NewHost: State._host,
    en.Paused: State._paused,
    en.Muted: State._muted,
    en.ItemProposed: State._proposed,
    en.ItemValued: State._valued,
    en.ItemStaked: State._staked,
    en.ItemTaken: State._taken,
    en.ItemDeclined: State._declined,
    en.HandDealt: State._dealt,
    en.Did: State._did,
    en.TimedOut: State._timed_out,
    en.Struck: State._struck,
    en.Chose: State._chose,
    en.Waits: State._waits,
    en.Due: State._due,
    en.Forgot: State._forgot,
    en.Ended: State._ended,
}
