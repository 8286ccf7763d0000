"""What everybody at a table sees of a hand, as long as it is played by programs in one place."""

from __future__ import annotations

import copy

from sabacc.game.actions import Action
from sabacc.game.events import Event
from sabacc.game.hand import Hand
from sabacc.game.view import View


class SeatViews:
    """What the seats see of a hand, kept up to date event by event: `hand.view` would begin at the first card each time."""

    def __init__(self, hand: Hand, origin: SeatViews | None = None) -> None:
        self.hand = hand
        self.events: list[Event] = hand.events if origin is None else origin.events[:]
        self.origin = origin
        self.views: dict[int, View] = {}

    def copy_for(self, twin: Hand) -> SeatViews:
        """The views of a copy of the hand, which goes its own way."""
        return SeatViews(twin, self)

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Does it, and lets everybody watch."""
        events = self.hand.act(seat, action)
        self.events += events
        return events

    def catch_up(self) -> None:
        """Lets everybody see what was not done by `act`: an item that was staked (HR9)."""
        self.events += self.hand.events[len(self.events) :]

    def view(self, seat: int) -> View:
        """What `hand.view(seat)` would give."""
        view = self._updated_view(seat)
        view.question = self.hand.pending.get(seat)
        view.options = self.hand.options(seat)
        return view

    def _updated_view(self, seat: int) -> View:
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = self._new_view(seat)
        for event in self.events[len(view.events) :]:
            view.see(event.seen_by(seat))
        return view

    def _new_view(self, seat: int) -> View:
        if self.origin is not None:
            return _copy_view(self.origin._updated_view(seat))
        return View(self.hand.seating.rules, self.hand.seating.names, seat)


def _copy_view(view: View) -> View:
    """A view that goes on by itself: what is changed in place is its own."""
    twin = copy.copy(view)
    for name, value in vars(view).items():
        if isinstance(value, (list, dict)):
            setattr(twin, name, value.copy())
    return twin
