"""When messages are pushed: somebody is waited for and does not answer, or has company at their table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from sabacc.messages import message
from sabacc.server.push.sender import PushMessage, PushSender
from sabacc.server.table.actor import Table
from sabacc.server.table.passive import PASSIVE

PATIENCE = 8.0  # seconds after which somebody who is asked is reminded


class Asked(NamedTuple):
    """Somebody who has to answer a question."""

    hand: int
    question: int
    person: str


class _Watched:
    """What was seen of a table."""

    def __init__(self) -> None:
        self.reminders: dict[Asked, asyncio.TimerHandle] = {}
        self.guests: set[str] = set()  # all whose coming was told


class PushNotifier:
    """Watches all tables that are played here."""

    def __init__(self, sender: PushSender | None, patience: float = PATIENCE) -> None:
        self.sender = sender  # none: the extra is not installed
        self._patience = patience
        self._watched: dict[str, _Watched] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Forgets all tables."""
        for watched in self._watched.values():
            for handle in watched.reminders.values():
                handle.cancel()
        for task in self._tasks:
            task.cancel()

    def watch(self, table: Table) -> None:
        """Looks at a table at which something has happened."""
        if self.sender is None or table.state.lesson is not None:
            return
        watched = self._watched.get(table.id)
        people = {owner.person for owner in table.state.owners if owner is not None and owner.person is not None}
        if watched is None:
            watched = self._watched[table.id] = _Watched()
            fresh = set() if table.state.version > 1 else people  # nobody comes to a table that was only recovered
        else:
            fresh = people - watched.guests
        for person in fresh - {table.state.host}:
            self._tell_company(table, person, people)
        watched.guests |= people
        self._remind_later(table, watched)
        if table.state.game.closed:
            del self._watched[table.id]

    def _remind_later(self, table: Table, watched: _Watched) -> None:
        asked = set(self._asked(table))
        for one in watched.reminders.keys() - asked:
            watched.reminders.pop(one).cancel()
        for one in asked - watched.reminders.keys():
            watched.reminders[one] = table.loop.call_later(self._patience, self._remind, table, one)

    def _asked(self, table: Table) -> list[Asked]:
        """The people whose answer a hand can't go on without."""
        state, hand = table.state, table.state.hand
        if hand is None or hand.over or state.paused or hand.kind in PASSIVE:
            return []
        owners = [state.owner(seat) for seat in hand.waiting]
        number = (hand.seating.number, hand.question)
        return [Asked(*number, owner.person) for owner in owners if owner is not None and owner.person is not None]

    def _remind(self, table: Table, asked: Asked) -> None:
        if asked not in self._asked(table) or table.context.stopping:
            return
        self._push(table, asked.person, lambda language: message("push.turn", language, table=_title(table)))

    def _tell_company(self, table: Table, person: str, people: set[str]) -> None:
        seat = table.state.seat_of(person)
        name = table.state.game.names[seat] if seat is not None else None
        if name is None:
            return
        for one in (people | {table.state.host}) - {person}:
            self._push(table, one, lambda language: message("push.company", language, name=name, table=_title(table)))

    def _push(self, table: Table, person: str, title: Callable[[str], str]) -> None:
        def said(language: str) -> PushMessage:
            return PushMessage(title(language), message("push.body", language), f"/table/{table.id}", table.id)

        assert self.sender is not None
        task = table.loop.create_task(self.sender.send(person, said))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _title(table: Table) -> str:
    return table.state.settings.title
