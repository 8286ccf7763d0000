"""What a hand was to each seat: credits put in and won, and how it ended for them. Read off the events that all may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sabacc.game.events import Event, Folded, HandEnded, HandStarted, ItemStaked, Paid, Refunded, RoundWon, Shown, Won
from sabacc.rules import Rules


class Tally(msgspec.Struct):
    """One seat's hand."""

    dealt_in: bool = False
    staked: int = 0  # paid into pots, without what came back because nobody matched it
    won: int = 0  # or lost, all in all; an item that was staked is no winning (HR9)
    took_pot: bool = False  # or the round, where no credits are played for (CS13)
    showed: bool = False
    folded: bool = False
    bombed_out: bool = False
    special: bool = False
    hand_name: str | None = None  # what the hand shown is called


def ante_of(rules: Rules) -> int:
    """The unit in which winnings at different stakes are told; where there is no ante, what stands for one (CH2)."""
    return rules.ante or rules.board_price or rules.blinds[1] or 1


def tallies_of(events: Sequence[Event]) -> list[Tally]:
    """The tallies of a hand that is over, by seat."""
    started, ended = events[0], events[-1]
    assert isinstance(started, HandStarted)
    assert isinstance(ended, HandEnded)
    tallies = [Tally(seat in started.dealt_in) for seat in range(len(started.stacks))]
    for tally, before, after in zip(tallies, started.stacks, ended.stacks, strict=True):
        tally.won = after - before
    for event in events:
        note = _NOTES.get(type(event))
        if note is not None:
            note(tallies[event.seat], event)  # type: ignore[attr-defined]  # all that are noted have a seat
    for tally in tallies:
        tally.special = tally.special and ended.special
    return tallies


def _paid(tally: Tally, event: Paid) -> None:
    tally.staked += event.amount


def _refunded(tally: Tally, event: Refunded) -> None:
    tally.staked -= event.amount


def _won(tally: Tally, event: Won) -> None:
    tally.took_pot = True
    tally.special = tally.special or event.pot == 0  # only the main pot's winner takes the sabacc pot (H13, CH21)


def _won_round(tally: Tally, event: RoundWon) -> None:
    tally.took_pot = True


def _folded(tally: Tally, event: Folded) -> None:
    tally.folded = True


def _showed(tally: Tally, event: Shown) -> None:
    if not tally.showed:  # as it was called, before any card that broke a tie: that one costs nothing (H10)
        tally.showed = True
        tally.bombed_out = event.bombed_out
        tally.hand_name = event.name


def _staked_item(tally: Tally, event: ItemStaked) -> None:
    tally.won -= event.value


_NOTES: dict[type[Event], Callable[[Tally, Any], None]] = {
    Paid: _paid,
    Refunded: _refunded,
    Won: _won,
    RoundWon: _won_round,
    Folded: _folded,
    Shown: _showed,
    ItemStaked: _staked_item,
}
