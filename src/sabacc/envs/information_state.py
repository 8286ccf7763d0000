"""What a seat sees and remembers, in words: from its view and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabacc.envs.nodes import Node
from sabacc.game.actions import write_action
from sabacc.game.events import (
    Acted,
    Asked,
    BettingStarted,
    Called,
    Dealt,
    Event,
    Folded,
    HandStarted,
    Paid,
    RoundStarted,
    Shuffled,
    TurnStarted,
    kind_of,
)

# What follows from the other events: where play goes on, and what an action leads to or costs.
IMPLIED = (HandStarted, RoundStarted, TurnStarted, BettingStarted, Asked, Paid, Shuffled, Called, Folded)


def observed_events(node: Node, seat: int | None) -> Iterator[Event]:
    """The events a seat has learnt something from; in the deal nobody has looked at their cards yet."""
    if node.hand is not None:
        yield from _informative(node.hand.view(seat).events)


def information_state(node: Node, seat: int | None) -> str:
    """A seat's whole memory: the same text for all that it can't tell apart."""
    words = [_seat_name(seat), *map(_event_text, observed_events(node, seat))]
    if node.pending_action is not None:
        who, action = node.pending_action
        words.append(f"{who} {write_action(action if who == seat else action.public())}…")
    return ", ".join(words)


def observation(node: Node, seat: int | None) -> str:
    """The table as it lies, as a seat sees it."""
    if node.hand is None:
        return f"{_seat_name(seat)}, the cards are being dealt"
    view = node.hand.view(seat)
    seats = [
        f"{one} has {view.stacks[one]}, bet {view.bets[one]}, paid {view.paid[one]}, {view.counts[one]} cards"
        + (f" and {' '.join(view.fields[one])}" if view.fields[one] else "")
        + ("" if view.live[one] else ", folded")
        for one in view.dealt_in
    ]
    pots = f"hand pot {view.hand_pot}, sabacc pot {view.sabacc_pot}"
    pile = [f"pile {view.pile[-1]}"] if view.pile else []
    held = [] if seat is None else [f"holds {' '.join(view.cards) or 'nothing'}"]
    return "; ".join([_seat_name(seat), *held, *seats, pots, *pile])


def full_history(node: Node) -> str:
    """All that has happened, hidden or not."""
    if node.hand is None:
        assert node.script is not None
        return ", ".join(["the deal", *(str(answer) for answer in node.script.answers.values())])
    words = list(map(_event_text, _informative(node.hand.events)))
    if node.pending_action is not None:
        who, action = node.pending_action
        answers = node.hand.seating.chance.answers  # type: ignore[attr-defined]  # it is a script in every tree
        words.append(f"{who} {write_action(action)}… {' '.join(map(str, answers.values()))}")
    return ", ".join(words)


def _informative(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if not isinstance(event, IMPLIED))


def _seat_name(seat: int | None) -> str:
    return "spectator" if seat is None else f"seat {seat}"


def _event_text(event: Event) -> str:
    if isinstance(event, Dealt):
        return f"{event.seat} gets {event.card or '?'}"
    if isinstance(event, Acted):
        return f"{event.seat} {write_action(event.action)}"
    return " ".join([kind_of(event), *(str(getattr(event, name)) for name in event.__struct_fields__)])
