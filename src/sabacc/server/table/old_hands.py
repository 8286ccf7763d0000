"""Hands that are voided: an older behaviour dealt them and this engine can't play them on, or they were taken back.

All that is known of such a hand is who left and what was staked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.events import Event, HandVoided, ItemStaked
from sabacc.game.hand import Hand
from sabacc.game.snapshot import load_table
from sabacc.messages import Message
from sabacc.server.table import entries as en
from sabacc.variants import flow_of

if TYPE_CHECKING:
    from sabacc.server.table.state import TableState


TAKEN_BACK = ("restored", "lesson-left")  # hands of this engine


class OldHand:
    """What lasts of such a hand when it is voided."""

    def __init__(self) -> None:
        self.gone: list[int] = []  # seats that were left in it
        self.items: list[tuple[int, str]] = []  # staked in it, by seat (HR9)

    @staticmethod
    def of(hand: Hand) -> OldHand:
        """What lasts of a hand that is in play."""
        old_hand = OldHand()
        old_hand.gone = sorted(hand.gone)
        old_hand.items = [(event.seat, event.item) for event in hand.events if isinstance(event, ItemStaked)]
        return old_hand


def pass_over(state: TableState, entry: en.Entry) -> list[Event]:
    """What was done in the old hand is not done again."""
    return []


def leave(state: TableState, entry: en.GotUp) -> list[Event]:
    """Somebody leaves in the old hand."""
    assert state.old_hand is not None
    owner = state.owner(entry.seat)
    if owner is None:
        raise SabaccError(Message("refusal.empty-seat", seat=entry.seat))
    if entry.seat not in state.old_hand.gone:
        state.old_hand.gone.append(entry.seat)
    state.ban(entry, owner)
    return []


def void(state: TableState, entry: en.HandVoided) -> list[Event]:
    """The hand counts for nothing; who left in it has left all the same."""
    hand = state.old_hand or (_take_back(state) if entry.reason in TAKEN_BACK else None)
    if hand is None:
        raise IllegalAction(Message("refusal.no-void"))
    state.old_hand = None
    state.lost_version = entry.lost_version or state.lost_version
    state.game.void_hand(entry.reason, tuple(hand.items))
    for seat in hand.gone:
        state.game.leave(seat)
    events = state.collect_table_events()
    voided = events[0]
    assert isinstance(voided, HandVoided)
    state.voided = voided
    return events


def _take_back(state: TableState) -> OldHand:
    """Makes the table what it was before the hand that is played, if there is one; what lasts of the hand."""
    taken_back = OldHand()
    if state.hand is not None and not state.hand.over and state.before_deal is not None:
        taken_back = OldHand.of(state.hand)
        state.game = load_table(state.before_deal, flow_of)
    state.hand, state.preset_answers = None, {}
    return taken_back
