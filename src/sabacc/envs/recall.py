"""What a seat sees and remembers, in words: from its view and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabacc.envs.moments import Moment
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
FOLLOWS = (HandStarted, RoundStarted, TurnStarted, BettingStarted, Asked, Paid, Shuffled, Called, Folded)


def seen(moment: Moment, seat: int | None) -> Iterator[Event]:
    """The events a seat has learnt something from; in the deal nobody has looked at their cards yet."""
    if moment.hand is not None:
        yield from _telling(moment.hand.view(seat).events)


def recall(moment: Moment, seat: int | None) -> str:
    """A seat's whole memory: the same text for all that it can't tell apart."""
    words = [_who(seat), *map(_say, seen(moment, seat))]
    if moment.deed is not None:
        who, action = moment.deed
        words.append(f"{who} {write_action(action if who == seat else action.public())}…")
    return ", ".join(words)


def glance(moment: Moment, seat: int | None) -> str:
    """The table as it lies, as a seat sees it."""
    if moment.hand is None:
        return f"{_who(seat)}, the cards are being dealt"
    view = moment.hand.view(seat)
    seats = [
        f"{one} has {view.stacks[one]}, bet {view.bets[one]}, paid {view.paid[one]}, {view.counts[one]} cards"
        + (f" and {' '.join(view.fields[one])}" if view.fields[one] else "")
        + ("" if view.live[one] else ", folded")
        for one in view.dealt_in
    ]
    pots = f"hand pot {view.hand_pot}, sabacc pot {view.sabacc_pot}"
    pile = [f"pile {view.pile[-1]}"] if view.pile else []
    held = [] if seat is None else [f"holds {' '.join(view.cards) or 'nothing'}"]
    return "; ".join([_who(seat), *held, *seats, pots, *pile])


def truth(moment: Moment) -> str:
    """All that has happened, hidden or not."""
    if moment.hand is None:
        assert moment.script is not None
        return ", ".join(["the deal", *(str(answer) for answer in moment.script.answers.values())])
    words = list(map(_say, _telling(moment.hand.events)))
    if moment.deed is not None:
        who, action = moment.deed
        answers = moment.hand.seating.chance.answers  # type: ignore[attr-defined]  # it is a script in every tree
        words.append(f"{who} {write_action(action)}… {' '.join(map(str, answers.values()))}")
    return ", ".join(words)


def _telling(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if not isinstance(event, FOLLOWS))


def _who(seat: int | None) -> str:
    return "spectator" if seat is None else f"seat {seat}"


def _say(event: Event) -> str:
    if isinstance(event, Dealt):
        return f"{event.seat} gets {event.card or '?'}"
    if isinstance(event, Acted):
        return f"{event.seat} {write_action(event.action)}"
    return " ".join([kind_of(event), *(str(getattr(event, name)) for name in event.__struct_fields__)])
