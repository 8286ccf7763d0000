"""Turns commands into log entries: who may do what, and what is deferred to the end of the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.items import Item
from sabacc.game.types import Reason
from sabacc.messages import Message
from sabacc.rules import BEHAVIOUR, read_rules, store_rules
from sabacc.server.http.errors import Forbidden
from sabacc.server.storage.log import PresetAnswers
from sabacc.server.table import entries as en
from sabacc.server.table.buy_ins import check_buy_in, check_rebuy, rebuy_limit
from sabacc.server.table.item_offers import check_agreement, find_proposal, highest_value
from sabacc.server.table.preset_answers import PRESET_CHOICES
from sabacc.server.table.settings import SHORTEST_CLOCK, Settings, check_clocks, complete_settings
from sabacc.server.table.state import TableState
from sabacc.server.wire import protocol as pr

IN_LESSONS = (pr.Act, pr.Continue, pr.Leave)
NOT_IN_TOURNAMENTS = (pr.Sit, pr.Leave, pr.SitOut, pr.ComeBack, pr.Rebuy)  # where the director decides
MAX_DEFERRED_OF_SEAT = 4  # entries
MAX_DEFERRED_OF_HOST = 16  # entries about no seat


class Surroundings(NamedTuple):
    """What a command may depend on besides the state of its table."""

    now: int  # milliseconds since 1970
    find_person: Callable[[str], str | None]  # by the name of somebody who is connected
    traces_of: Callable[[str], tuple[str, ...]]  # what a person's browsers are known by, as digests
    shortest_clock: float = SHORTEST_CLOCK  # seconds
    avatar: int | None = None  # of whoever gives the command
    guest: bool = False  # whether they have no password


class CommandHandler:
    """One person's commands at one table."""

    def __init__(self, state: TableState, person: str, name: str, around: Surroundings) -> None:
        self.state = state
        self.person = person
        self.name = name
        self.around = around

    def entry_for(self, command: pr.Command) -> en.Entry:
        """The entry that a command asks for; raises where it is not theirs to give."""
        if self.state.lesson is not None and not isinstance(command, IN_LESSONS):
            raise Forbidden(Message("refusal.is-lesson"))
        if self.state.tournament and isinstance(command, NOT_IN_TOURNAMENTS):
            raise Forbidden(Message("refusal.in-tournament"))
        handler = _HANDLERS.get(type(command))
        if handler is None:
            raise SabaccError(Message("refusal.no-command"))
        return handler(self, command)

    # ---- who is asking

    def own_seat(self) -> int:
        """The seat of this person, who must have one."""
        seat = self.state.seat_of(self.person)
        if seat is None:
            raise Forbidden(Message("refusal.sit-first"))
        if self.state.in_hand and self.state.hand is not None and seat in self.state.hand.gone:
            raise Forbidden(Message("refusal.you-left"))
        return seat

    def require_host(self) -> None:
        """Refuses everybody but the host (the Plutt)."""
        if self.person != self.state.host:
            raise Forbidden(Message("refusal.host-only", host=self.state.host_name))

    def defer_in_hand(self, entry: en.AnyEntry) -> en.Entry:
        """The entry itself, or deferred while a hand is played; nobody may defer too many."""
        if not self.state.in_hand:
            return entry
        seat: int | None = getattr(entry, "seat", None)
        most = MAX_DEFERRED_OF_HOST if seat is None else MAX_DEFERRED_OF_SEAT
        if sum(getattr(one, "seat", None) == seat for one in self.state.deferred) >= most:
            raise IllegalAction(Message("refusal.enough-of-yours"))
        return en.Deferred(entry)

    # ---- players

    def _act(self, command: pr.Act) -> en.Entry:
        seat = self.own_seat()
        if self.state.paused:
            raise IllegalAction(Message("refusal.paused"))
        if not command.action.free and not command.question:
            raise IllegalAction(Message("refusal.no-question-number"))
        if self.state.lesson is not None:
            self.state.lesson.check_action(command.action)
        return en.ActionTaken(seat, command.action, 0 if command.action.free else command.question)

    def _continue(self, command: pr.Continue) -> en.Entry:
        self.own_seat()
        if self.state.lesson is None or self.state.hand is None:
            raise IllegalAction(Message("refusal.no-lesson"))
        self.state.lesson.check_continue(command.step)
        return en.LessonContinued()

    def answers_for(self, command: pr.Choose) -> PresetAnswers:
        """What somebody answers beforehand, which is no entry; raises where that can't be."""
        seat, hand = self.own_seat(), self.state.hand
        if self.state.lesson is not None:
            raise Forbidden(Message("refusal.lesson-no-presets"))
        unknown = [one for one in command.choices if one not in PRESET_CHOICES]
        if unknown:
            raise SabaccError(Message("refusal.no-choice", choice=repr(unknown[0]), choices=", ".join(PRESET_CHOICES)))
        if hand is None or hand.over:
            raise IllegalAction(Message("refusal.no-hand-played"))
        return hand.seating.number, seat, sorted(one for one in PRESET_CHOICES if one in command.choices)

    def _sit(self, command: pr.Sit) -> en.Entry:
        state = self.state
        if state.seat_of(self.person) is not None:
            raise IllegalAction(Message("refusal.seated-already"))
        if state.is_removed(self.person):
            raise Forbidden(Message("refusal.removed"))
        if self.around.guest and state.settings.rated:
            raise Forbidden(Message("refusal.rated-guest"))
        reserved = [one for one in state.deferred if isinstance(one, en.SatDown)]
        if any(one.person == self.person for one in reserved):
            raise IllegalAction(Message("refusal.seat-kept"))
        seat = self._find_seat(command.seat, {one.seat for one in reserved})
        stack = state.settings.stack
        owes: tuple[Reason, ...] = ()
        back = state.departures.find(self.person, self.around.now)
        if back is not None:  # whatever they ask for
            stack, owes = back.credits, back.owes if state.game.rules.missed_payments else ()
        elif command.stack is not None:
            check_buy_in(command.stack, state.settings, state.game)
            stack = command.stack
        return self.defer_in_hand(
            en.SatDown(seat, self.name, stack, person=self.person, owes=owes, avatar=self.around.avatar)
        )

    def _find_seat(self, wanted: int | None, reserved: set[int]) -> int:
        """The seat that was asked for, else an empty one, else a bot's."""
        state = self.state
        seats = range(state.settings.seats)
        if wanted is not None:
            owner = state.owner(wanted)
            if wanted not in seats:
                raise SabaccError(Message("refusal.no-seat", seat=wanted, most=state.settings.seats - 1))
            if wanted in reserved or (owner is not None and owner.bot is None):
                raise IllegalAction(Message("refusal.seat-taken", seat=wanted))
            return wanted
        free = [seat for seat in seats if state.owner(seat) is None and seat not in reserved]
        of_bots = [seat for seat in state.bot_seats() if seat not in reserved]
        if not free and not of_bots:
            raise IllegalAction(Message("refusal.all-taken"))
        return (free or of_bots)[0]

    def _leave(self, command: pr.Leave) -> en.Entry:
        if any(isinstance(one, en.SatDown) and one.person == self.person for one in self.state.deferred):
            return en.SeatRequestDropped(self.person)
        return en.GotUp(self.own_seat(), at=self.around.now)

    def _rebuy(self, command: pr.Rebuy) -> en.Entry:
        seat = self.own_seat()
        most = rebuy_limit(self.state.settings, self.state.game)
        check_rebuy(command.amount, self.state.game.stacks[seat], most)
        return self.defer_in_hand(en.Rebought(seat, command.amount, most))

    def _sit_out(self, command: pr.SitOut) -> en.Entry:
        return self.defer_in_hand(en.SatOut(self.own_seat()))

    def _come_back(self, command: pr.ComeBack) -> en.Entry:
        return self.defer_in_hand(en.CameBack(self.own_seat()))

    def _propose(self, command: pr.ProposeItem) -> en.Entry:
        item = command.item.strip()
        if not item or not item.isprintable():
            raise SabaccError(Message("refusal.item-readable"))
        return en.ItemProposed(self.own_seat(), item)

    def _stake(self, command: pr.StakeItem) -> en.Entry:
        seat, hand = self.own_seat(), self.state.hand
        if hand is not None and not hand.over and (seat not in hand.waiting or hand.kind != "bet"):
            raise IllegalAction(Message("refusal.stake-when"))
        check_agreement(self.state, seat, command.item)
        return en.ItemStaked(seat, command.item)

    def _take(self, command: pr.TakeItem) -> en.Entry:
        seat = self.own_seat()
        price, credits_left = self._item_in_turn(command.item, seat).price, self.state.game.stacks[seat]
        if price > credits_left and not self.state.in_hand:
            raise IllegalAction(Message("refusal.item-costs", item=command.item, price=price, stack=credits_left))
        return en.ItemTaken(seat, command.item)

    def _decline(self, command: pr.DeclineItem) -> en.Entry:
        seat = self.own_seat()
        self._item_in_turn(command.item, seat)
        return en.ItemDeclined(seat, command.item)

    def _item_in_turn(self, name: str, seat: int) -> Item:
        """An item that this seat may take or leave now; the game checks the rest."""
        item = self.state.game.staked_items.find(name)
        if item.rights and item.rights[0] != seat and not self.state.in_hand:
            first = self.state.game.names[item.rights[0]]
            raise IllegalAction(Message("refusal.item-first-of", item=name, name=first))
        return item

    # ---- the host

    def _pause(self, command: pr.Pause) -> en.Entry:
        self.require_host()
        if command.on and self._host_plays_with_others():
            if any(isinstance(one, en.Paused) for one in self.state.deferred):
                raise IllegalAction(Message("refusal.clocks-stop-later"))
            return en.Deferred(en.Paused(True))
        return en.Paused(command.on)

    def _host_plays_with_others(self) -> bool:
        """Whether a hand is played in which a host could stop the clocks of others, or have time without end."""
        hand = self.state.hand
        if hand is None or hand.over:
            return False
        playing = [
            seat for seat in self.state.person_seats() if seat in hand.seating.dealt_in and seat not in hand.gone
        ]
        return len(playing) > 1 and self.state.seat_of(self.person) in playing

    def _person_at(self, seat: int) -> str:
        owner = self.state.owner(seat)
        if owner is None or owner.person is None:
            raise SabaccError(Message("refusal.bot-seat", seat=seat))
        return owner.person

    def _remove(self, command: pr.Remove) -> en.Entry:
        self.require_host()
        owner = self.state.owner(command.seat)
        if owner is None:
            raise SabaccError(Message("refusal.empty-seat", seat=command.seat))
        person = owner.person
        if person == self.person:
            raise IllegalAction(Message("refusal.own-seat"))
        if any(isinstance(one, en.GotUp) and one.seat == command.seat for one in self.state.deferred):
            raise IllegalAction(Message("refusal.goes-already"))
        traces = self.around.traces_of(person) if person is not None else ()
        entry = en.GotUp(command.seat, person is not None, person, traces, self.around.now)
        return en.Deferred(entry) if self.state.in_hand else entry  # whatever else of that seat waits

    def _mute(self, command: pr.Mute) -> en.Entry:
        self.require_host()
        person = self._person_at(command.seat) if command.seat is not None else self.around.find_person(command.name)
        if person is None:
            raise SabaccError(Message("refusal.nobody-called", name=repr(command.name)))
        return en.Muted(person, command.on)

    def _rules(self, command: pr.ChangeRules) -> en.Entry:
        self.require_host()
        rules = read_rules({"preset": self.state.game.rules.preset, **command.rules})
        if rules.preset != self.state.game.rules.preset:
            preset = self.state.game.rules.preset
            raise SabaccError(Message("refusal.other-game-make", preset=preset, wanted=rules.preset))
        return self.defer_in_hand(en.NewRules(store_rules(rules), BEHAVIOUR))

    def _level(self, command: pr.SetLevel) -> en.Entry:
        self.require_host()
        levels = len(self.state.game.rules.schedule)
        if not 1 <= command.level <= levels:
            raise SabaccError(Message("refusal.no-level", levels=levels, level=command.level))
        return self.defer_in_hand(en.NewLevel(command.level))

    def _value(self, command: pr.ValueItem) -> en.Entry:
        self.require_host()
        owner = self.state.owner(command.seat)
        is_own = owner is not None and owner.person == self.person
        most = highest_value(self.state, command.seat, is_own)
        if command.value is not None and command.value > most:
            raise SabaccError(Message("refusal.item-worth-most", item=command.item, most=most, value=command.value))
        return en.ItemValued(command.seat, command.item, command.value, is_own and command.value is not None)

    def _agree(self, command: pr.AgreeItem) -> en.Entry:
        seat = self.own_seat()
        if seat == command.seat:
            raise Forbidden(Message("refusal.others-agree"))
        one = find_proposal(self.state, command.seat, command.item)
        if one.value != command.value:
            raise IllegalAction(Message("refusal.item-changed", item=command.item, value=command.value))
        return en.ItemAgreed(command.seat, command.item, self.person, command.on)

    def _bots(self, command: pr.SetBots) -> en.Entry:
        self.require_host()
        return self._new_settings(bots=command.bots, fill_to=command.fill_to, pace=command.pace)

    def _clocks(self, command: pr.SetClocks) -> en.Entry:
        self.require_host()
        check_clocks(command.clocks, self.around.shortest_clock)
        return self._new_settings(clocks=command.clocks)

    def _buy_ins(self, command: pr.SetBuyIns) -> en.Entry:
        self.require_host()
        return self._new_settings(stack=command.stack, max_buy_in=command.max_buy_in, rebuy_to=command.rebuy_to)

    def _new_settings(self, **changes: Any) -> en.Entry:
        """Other settings from the next hand on, on top of what waits already."""
        wanted: Settings = msgspec.structs.replace(self.state.settings_to_come, **changes)
        return self.defer_in_hand(en.NewSettings(complete_settings(wanted, self.state.game.rules)))

    def _hand_over(self, command: pr.HandOver) -> en.Entry:
        self.require_host()
        return en.NewHost(self._person_at(command.seat), self.state.game.names[command.seat])

    def _close(self, command: pr.CloseTable) -> en.Entry:
        self.require_host()
        return self.defer_in_hand(en.Ended())


_HANDLERS: dict[type[pr.Command], Callable[[CommandHandler, Any], en.Entry]] = {
    pr.Act: CommandHandler._act,
    pr.Continue: CommandHandler._continue,
    pr.Sit: CommandHandler._sit,
    pr.Leave: CommandHandler._leave,
    pr.Rebuy: CommandHandler._rebuy,
    pr.SitOut: CommandHandler._sit_out,
    pr.ComeBack: CommandHandler._come_back,
    pr.ProposeItem: CommandHandler._propose,
    pr.StakeItem: CommandHandler._stake,
    pr.TakeItem: CommandHandler._take,
    pr.DeclineItem: CommandHandler._decline,
    pr.Pause: CommandHandler._pause,
    pr.Remove: CommandHandler._remove,
    pr.Mute: CommandHandler._mute,
    pr.ChangeRules: CommandHandler._rules,
    pr.SetLevel: CommandHandler._level,
    pr.ValueItem: CommandHandler._value,
    pr.AgreeItem: CommandHandler._agree,
    pr.SetBots: CommandHandler._bots,
    pr.SetClocks: CommandHandler._clocks,
    pr.SetBuyIns: CommandHandler._buy_ins,
    pr.HandOver: CommandHandler._hand_over,
    pr.CloseTable: CommandHandler._close,
}
