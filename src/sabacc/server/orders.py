"""From what somebody wants to what is written in the log: who may do what, and what has to wait for the end of the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.items import Item
from sabacc.rules import read_rules, write_rules
from sabacc.server import entries as en
from sabacc.server import protocol as pr
from sabacc.server.refusals import NotYours
from sabacc.server.settings import checked
from sabacc.server.state import State

MOST_OF_SEAT = 4  # things of one seat that wait for the end of the hand,
MOST_OF_HOST = 16  # and of the host


class Orders:
    """One person's commands at one table."""

    def __init__(self, state: State, person: str, name: str, find: Callable[[str], str | None]) -> None:
        self.state = state
        self.person = person
        self.name = name
        self.find = find  # a person by the name of somebody who is here

    def entry_for(self, command: pr.Command) -> en.Entry:
        """What the command comes to; raises where it is not theirs to give."""
        make = _MAKE.get(type(command))
        if make is None:
            raise SabaccError("that is no command for a table.")
        return make(self, command)

    # ---- who is asking

    def my_seat(self) -> int:
        """Where this person sits."""
        seat = self.state.seat_of(self.person)
        if seat is None:
            raise NotYours("you have no seat at this table: sit down first.")
        if self.state.in_hand and self.state.hand is not None and seat in self.state.hand.gone:
            raise NotYours("you have left: the table plays your cards until the hand is over.")
        return seat

    def as_host(self) -> None:
        """Only the Plutt goes on from here."""
        if self.person != self.state.host:
            raise NotYours(f"only the host of the table can do that, and that is {self.state.host_name}.")

    def between_hands(self, entry: en.AnyEntry) -> en.Entry:
        """At once, or when the hand is over. No seat can fill the list of what waits, and neither can the host."""
        if not self.state.in_hand:
            return entry
        seat: int | None = getattr(entry, "seat", None)
        most = MOST_OF_HOST if seat is None else MOST_OF_SEAT
        if sum(getattr(one, "seat", None) == seat for one in self.state.waiting) >= most:
            raise IllegalAction("enough of yours is waiting for the end of the hand already.")
        return en.Waits(entry)

    # ---- players

    def _act(self, command: pr.Act) -> en.Entry:
        seat = self.my_seat()
        if self.state.paused:
            raise IllegalAction("the table is paused: wait for the host.")
        if not command.action.free and not command.question:
            raise IllegalAction("an answer names the number of the question that it answers.")
        return en.Did(seat, command.action, 0 if command.action.free else command.question)

    def _choose(self, command: pr.Choose) -> en.Entry:
        return en.Chose(self.my_seat(), tuple(sorted(set(command.choices))))

    def _sit(self, command: pr.Sit) -> en.Entry:
        state = self.state
        if state.seat_of(self.person) is not None:
            raise IllegalAction("you have a seat here already.")
        if self.person in state.banned:
            raise NotYours("the host has removed you from this table.")
        reserved = [one for one in state.waiting if isinstance(one, en.SatDown)]
        if any(one.person == self.person for one in reserved):
            raise IllegalAction("a seat is kept for you already: you are dealt in when this hand is over.")
        seat = self._find_seat(command.seat, {one.seat for one in reserved})
        return self.between_hands(en.SatDown(seat, self.name, state.settings.stack, person=self.person))

    def _find_seat(self, wanted: int | None, reserved: set[int]) -> int:
        """The seat that was asked for, or an empty one, or a bot's."""
        state = self.state
        seats = range(state.settings.seats)
        if wanted is not None:
            owner = state.owner(wanted)
            if wanted not in seats:
                raise SabaccError(f"there is no seat {wanted}: seats go from 0 to {state.settings.seats - 1}.")
            if wanted in reserved or (owner is not None and owner.bot is None):
                raise IllegalAction(f"seat {wanted} is taken.")
            return wanted
        free = [seat for seat in seats if state.owner(seat) is None and seat not in reserved]
        of_bots = [seat for seat in state.bots() if seat not in reserved]
        if not free and not of_bots:
            raise IllegalAction("all seats are taken.")
        return (free or of_bots)[0]

    def _leave(self, command: pr.Leave) -> en.Entry:
        if any(getattr(one, "person", None) == self.person for one in self.state.waiting):
            return en.Forgot(self.person)
        return en.GotUp(self.my_seat())

    def _rebuy(self, command: pr.Rebuy) -> en.Entry:
        seat = self.my_seat()
        most = 10 * self.state.settings.stack
        if command.amount > most:
            raise SabaccError(f"one brings at most {most} at once here, not {command.amount}.")
        return self.between_hands(en.Rebought(seat, command.amount))

    def _sit_out(self, command: pr.SitOut) -> en.Entry:
        return self.between_hands(en.SatOut(self.my_seat()))

    def _come_back(self, command: pr.ComeBack) -> en.Entry:
        return self.between_hands(en.CameBack(self.my_seat()))

    def _propose(self, command: pr.ProposeItem) -> en.Entry:
        item = command.item.strip()
        if not item or not item.isprintable():
            raise SabaccError("an item needs a name that can be read.")
        return en.ItemProposed(self.my_seat(), item)

    def _stake(self, command: pr.StakeItem) -> en.Entry:
        seat, hand = self.my_seat(), self.state.hand
        if hand is not None and not hand.over and (seat not in hand.waiting or hand.kind != "bet"):
            raise IllegalAction("you can stake a thing when you are asked to bet, or between hands (HR9).")
        return en.ItemStaked(seat, command.item)

    def _take(self, command: pr.TakeItem) -> en.Entry:
        seat = self.my_seat()
        price, credits_left = self._check_turn(command.item, seat).price, self.state.game.stacks[seat]
        if price > credits_left and not self.state.in_hand:
            raise IllegalAction(f"{command.item} costs {price}, and you have {credits_left}.")
        return en.ItemTaken(seat, command.item)

    def _decline(self, command: pr.DeclineItem) -> en.Entry:
        seat = self.my_seat()
        self._check_turn(command.item, seat)
        return en.ItemDeclined(seat, command.item)

    def _check_turn(self, name: str, seat: int) -> Item:
        """The item, if nobody comes before this seat; who does is called by name. The rest is for the game to check."""
        item = self.state.game.counter.find(name)
        if item.rights and item.rights[0] != seat and not self.state.in_hand:
            first = self.state.game.names[item.rights[0]]
            raise IllegalAction(f"{name} is {first}'s to take or leave first (HR9).")
        return item

    # ---- the host

    def _pause(self, command: pr.Pause) -> en.Entry:
        self.as_host()
        return en.Paused(command.on)

    def _person_in(self, seat: int) -> str:
        owner = self.state.owner(seat)
        if owner is None or owner.person is None:
            raise SabaccError(f"nobody but a bot could be in seat {seat}: name a person's seat.")
        return owner.person

    def _remove(self, command: pr.Remove) -> en.Entry:
        self.as_host()
        owner = self.state.owner(command.seat)
        if owner is None:
            raise SabaccError(f"nobody has seat {command.seat}.")
        if owner.person == self.person:
            raise IllegalAction("that is your own seat: leave, if you want to go.")
        return en.GotUp(command.seat, banned=owner.person is not None)

    def _mute(self, command: pr.Mute) -> en.Entry:
        self.as_host()
        person = self._person_in(command.seat) if command.seat is not None else self.find(command.name)
        if person is None:
            raise SabaccError(f"nobody here is called {command.name!r}: name a seat, or somebody who is watching.")
        return en.Muted(person, command.on)

    def _rules(self, command: pr.ChangeRules) -> en.Entry:
        self.as_host()
        rules = read_rules({"preset": self.state.game.rules.preset, **command.rules})
        if rules.preset != self.state.game.rules.preset:
            raise SabaccError(
                f"a table of {self.state.game.rules.preset} can't turn into {rules.preset}: make another."
            )
        return self.between_hands(en.NewRules(write_rules(rules)))

    def _level(self, command: pr.SetLevel) -> en.Entry:
        self.as_host()
        levels = len(self.state.game.rules.schedule)
        if not 1 <= command.level <= levels:
            raise SabaccError(f"the schedule has levels 1 to {levels}, not {command.level}.")
        return self.between_hands(en.NewLevel(command.level))

    def _value(self, command: pr.ValueItem) -> en.Entry:
        self.as_host()
        return en.ItemValued(command.seat, command.item, command.value)

    def _bots(self, command: pr.SetBots) -> en.Entry:
        self.as_host()
        wanted = msgspec.structs.replace(
            self.state.settings, bots=command.bots, fill_to=command.fill_to, pace=command.pace
        )
        return en.NewSettings(checked(wanted, self.state.game.rules))

    def _clocks(self, command: pr.SetClocks) -> en.Entry:
        self.as_host()
        return en.NewSettings(msgspec.structs.replace(self.state.settings, clocks=command.clocks))

    def _hand_over(self, command: pr.HandOver) -> en.Entry:
        self.as_host()
        return en.NewHost(self._person_in(command.seat), self.state.game.names[command.seat])

    def _close(self, command: pr.CloseTable) -> en.Entry:
        self.as_host()
        return self.between_hands(en.Ended())


_MAKE: dict[type[pr.Command], Callable[[Orders, Any], en.Entry]] = {
    pr.Act: Orders._act,
    pr.Choose: Orders._choose,
    pr.Sit: Orders._sit,
    pr.Leave: Orders._leave,
    pr.Rebuy: Orders._rebuy,
    pr.SitOut: Orders._sit_out,
    pr.ComeBack: Orders._come_back,
    pr.ProposeItem: Orders._propose,
    pr.StakeItem: Orders._stake,
    pr.TakeItem: Orders._take,
    pr.DeclineItem: Orders._decline,
    pr.Pause: Orders._pause,
    pr.Remove: Orders._remove,
    pr.Mute: Orders._mute,
    pr.ChangeRules: Orders._rules,
    pr.SetLevel: Orders._level,
    pr.ValueItem: Orders._value,
    pr.SetBots: Orders._bots,
    pr.SetClocks: Orders._clocks,
    pr.HandOver: Orders._hand_over,
    pr.CloseTable: Orders._close,
}
