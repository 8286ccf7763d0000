"""Who sits down at a table, shows which emblem, and gets up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.events import Event
from sabacc.messages import Message
from sabacc.server.table import entries as en
from sabacc.server.table import old_hands
from sabacc.server.table.buy_ins import Departure
from sabacc.server.table.snapshot import Owner

if TYPE_CHECKING:
    from sabacc.server.table.state import TableState


def sit_down(state: TableState, entry: en.SatDown) -> list[Event]:
    """A person or a bot takes a seat."""
    if entry.person is not None and state.seat_of(entry.person) is not None:
        raise IllegalAction(Message("refusal.seated-already"))
    if entry.person in state.removals.people:
        raise IllegalAction(Message("refusal.removed"))
    if not 0 <= entry.seat < state.settings.seats:
        raise SabaccError(Message("refusal.no-seat", seat=entry.seat, most=state.settings.seats - 1))
    sitting = state.owner(entry.seat)
    if sitting is not None and sitting.bot is not None and entry.person is not None:
        _check_bot_swap(state, entry)
        state.game.leave(entry.seat)  # the bot makes room
    state.game.sit(entry.name, entry.stack, entry.seat, entry.owes)
    state.departures.by_person.pop(entry.person or "", None)
    state.owners += [None] * (entry.seat + 1 - len(state.owners))
    events = state.collect_table_events()
    state.owners[entry.seat] = Owner(entry.person, entry.bot)
    if entry.person is not None and entry.avatar is not None:
        state.avatars[entry.person] = entry.avatar
    return events


def choose_avatar(state: TableState, entry: en.AvatarChosen) -> list[Event]:
    """Somebody who sits here shows another emblem."""
    if state.seat_of(entry.person) is None:
        raise SabaccError(Message("refusal.no-avatar-without-seat"))
    state.avatars[entry.person] = entry.avatar
    return []


def _check_bot_swap(state: TableState, entry: en.SatDown) -> None:
    """Refuses who could not sit down once the bot has got up, so that nothing is done by halves."""
    if state.in_hand:
        raise IllegalAction(Message("refusal.wait-to-sit"))
    if entry.name in state.game.names:
        raise SabaccError(Message("refusal.name-here", name=entry.name))


def get_up(state: TableState, entry: en.GotUp) -> list[Event]:
    """Somebody leaves, or is removed."""
    owner = state.owner(entry.seat)
    if entry.player is not None and state.seat_of(entry.player) != entry.seat:  # they have left by themselves
        state.ban(entry)
        return []
    if entry.at and owner is not None and owner.person is not None and entry.seat not in state.leaving:
        name = state.game.names[entry.seat]
        state.leaving[entry.seat] = Departure(owner.person, name, entry.seat, 0, entry.at)
    if state.in_hand and state.lesson is not None:  # nobody else plays it on
        voided = old_hands.void(state, en.HandVoided("lesson-left"))
        state.game.leave(entry.seat)
        return [*voided, *state.collect_table_events()]
    if state.in_hand:
        assert state.hand is not None
        if owner is None:
            raise SabaccError(Message("refusal.empty-seat", seat=entry.seat))
        gone = entry.seat in state.hand.seating.dealt_in and entry.seat in state.hand.gone
        if gone and not entry.banned:
            raise IllegalAction(Message("refusal.left-already"))
        events = [] if gone else state.finish_hand(state.hand.leave(entry.seat))
    else:
        state.game.leave(entry.seat)
        events = state.collect_table_events()
    state.ban(entry, owner)
    return events
