"""Items that players stake (HR9): offered, valued by the host, agreed to by the others where they are the host's, and staked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.events import Event
from sabacc.messages import Message
from sabacc.server.table import entries as en
from sabacc.server.table.snapshot import ItemProposal

if TYPE_CHECKING:
    from sabacc.server.table.state import TableState

MAX_STACKS = 2  # that an item may be worth


def find_proposal(state: TableState, seat: int, item: str) -> ItemProposal:
    """An item that a seat has offered."""
    for one in state.proposals:
        if (one.seat, one.item) == (seat, item):
            return one
    who = f"{state.game.names[seat]} has not" if state.owner(seat) is not None else f"nobody in seat {seat} has"
    raise SabaccError(Message("refusal.not-offered", who=who, item=repr(item)))


def yet_to_agree(state: TableState, one: ItemProposal) -> list[int]:
    """The seats of the people who have not agreed to the value of the host's own item.

    Who sits out is not waited for, unless all do: no host may stake what nobody has looked at.
    """
    if not one.asks:
        return []
    others = [seat for seat in state.person_seats() if seat != one.seat]
    asked = [seat for seat in others if not state.game.sitting_out[seat]] or others
    return [seat for seat in asked if not _has_agreed(state, seat, one)]


def _has_agreed(state: TableState, seat: int, one: ItemProposal) -> bool:
    owner = state.owner(seat)
    return owner is not None and owner.person in one.agreed


def check_agreement(state: TableState, seat: int, item: str) -> None:
    """Refuses to stake an item before the others have agreed to its value."""
    one = find_proposal(state, seat, item)
    if one.value is not None and (waiting := yet_to_agree(state, one)):
        names = " and ".join(state.game.names[seat] for seat in waiting)
        raise IllegalAction(Message("refusal.must-agree", names=names, item=item, value=one.value))


def highest_value(state: TableState, seat: int, is_own: bool) -> int:
    """The most that an item of a seat may be worth: two stacks; half a one for a host who plays with bots alone."""
    stack = state.settings.stack
    return stack // 2 if is_own and state.person_seats() == [seat] else MAX_STACKS * stack


def propose(state: TableState, entry: en.ItemProposed) -> list[Event]:
    """A player offers an item."""
    if not state.game.rules.items:
        raise IllegalAction(Message("refusal.items-are-off"))
    named = [one.item for one in state.proposals] + [item.name for item in state.game.staked_items.items]
    if entry.item in named:
        raise SabaccError(Message("refusal.item-there", item=entry.item))
    if len(state.proposals) >= 2 * state.settings.seats:
        raise SabaccError(Message("refusal.many-to-value"))
    state.proposals.append(ItemProposal(entry.seat, entry.item))
    return []


def set_value(state: TableState, entry: en.ItemValued) -> list[Event]:
    """The host says what it is worth."""
    one = find_proposal(state, entry.seat, entry.item)
    state.proposals.remove(one)
    if entry.value is not None:
        state.proposals.append(ItemProposal(entry.seat, entry.item, entry.value, entry.asks))
    return []


def agree(state: TableState, entry: en.ItemAgreed) -> list[Event]:
    """Somebody agrees to the value of the host's own item, or does not; then it has none."""
    one = find_proposal(state, entry.seat, entry.item)
    if not one.asks or one.value is None:
        raise IllegalAction(Message("refusal.nobody-agrees", item=entry.item))
    changed = ItemProposal(one.seat, one.item)
    if entry.on:
        changed = msgspec.structs.replace(one, agreed=tuple(sorted({*one.agreed, entry.by})))
    state.proposals[state.proposals.index(one)] = changed
    return []


def stake(state: TableState, entry: en.ItemStaked) -> list[Event]:
    """A player stakes an item at its value."""
    one = find_proposal(state, entry.seat, entry.item)
    if one.value is None:
        raise IllegalAction(Message("refusal.host-values-first", item=entry.item))
    before = len(state.hand.events) if state.hand is not None and state.in_hand else 0
    state.game.stake_item(entry.seat, entry.item, one.value)
    state.proposals.remove(one)
    if state.in_hand:
        assert state.hand is not None
        return state.hand.events[before:]
    return state.collect_table_events()


def stake_in_old_hand(state: TableState, entry: en.ItemStaked) -> list[Event]:
    """The same in a hand that an older behaviour dealt."""
    assert state.old_hand is not None
    state.proposals.remove(find_proposal(state, entry.seat, entry.item))
    state.old_hand.items.append((entry.seat, entry.item))
    return []


def take(state: TableState, entry: en.ItemTaken) -> list[Event]:
    """A player takes an item off the table."""
    state.game.take_item(entry.seat, entry.item)
    return state.collect_table_events()


def decline(state: TableState, entry: en.ItemDeclined) -> list[Event]:
    """A player leaves an item to the next who may take it."""
    state.game.decline_item(entry.seat, entry.item)
    return state.collect_table_events()
