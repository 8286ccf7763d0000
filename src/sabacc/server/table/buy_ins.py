"""What players may bring to a table: the largest buy-in, rebuys, and what those have who come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.dues import merged
from sabacc.game.table import Game
from sabacc.game.types import Reason
from sabacc.messages import Message
from sabacc.rules import Rules, ante_due
from sabacc.server.table.settings import Settings

USUAL_ANTES = 200  # the largest buy-in, if the host does not say otherwise
RETURN_WITHIN = 3_600_000  # milliseconds in which one sits down again with what one left with
MAX_DEPARTURES = 64  # that a table remembers


def largest_buy_in(settings: Settings, game: Game) -> int:
    """The most that one may sit down with."""
    wanted = settings.max_buy_in or max(USUAL_ANTES * _unit(game.rules), settings.stack)
    return max(wanted, game.price())


def rebuy_limit(settings: Settings, game: Game) -> int:
    """Up to how much a rebuy may bring a stack; 0 where nobody rebuys."""
    if settings.rebuy_to is None:
        return largest_buy_in(settings, game)
    return max(settings.rebuy_to, game.price()) if settings.rebuy_to else 0


def _unit(rules: Rules) -> int:
    """The ante, or the big blind where that is more."""
    return max(ante_due(rules), rules.blinds[1])


def check_buy_in(stack: int, settings: Settings, game: Game) -> None:
    """Refuses to sit down with too much, or with too little to play."""
    least, most = max(1, game.price()), largest_buy_in(settings, game)
    if not least <= stack <= most:
        raise SabaccError(Message("refusal.sit-down-with", least=least, most=most, stack=stack))


def check_rebuy(amount: int, stack: int, most: int) -> None:
    """Refuses a rebuy that would bring a stack above the limit."""
    if not most:
        raise IllegalAction(Message("refusal.no-rebuys"))
    if stack >= most:
        raise IllegalAction(Message("refusal.rebuy-full", most=most, stack=stack))
    if stack + amount > most:
        raise SabaccError(Message("refusal.rebuy-over", most=most, stack=stack, more=most - stack))


class Departure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who has left, and sits down with the same if they come back soon."""

    person: str
    name: str
    seat: int
    credits: int
    at: int  # milliseconds since 1970
    owes: tuple[Reason, ...] = ()  # what they have missed (T12)


class Departures:
    """Those that a table remembers, by person."""

    def __init__(self, known: Iterable[Departure] = ()) -> None:
        self.by_person = {one.person: one for one in known}

    def add(self, departure: Departure) -> None:
        """Somebody has left; who left too long before is forgotten."""
        self.by_person.pop(departure.person, None)
        recent = [one for one in self.by_person.values() if departure.at - one.at < RETURN_WITHIN]
        self.by_person = {one.person: one for one in [*recent, departure][-MAX_DEPARTURES:]}

    def miss(self, missed_by: Callable[[int], tuple[Reason, ...]]) -> None:
        """A hand is dealt: who has left misses what would have been due from their seat."""
        for person, one in self.by_person.items():
            owes = merged(one.owes, missed_by(one.seat))
            if owes != one.owes:
                self.by_person[person] = msgspec.structs.replace(one, owes=owes)

    def find(self, person: str, now: int) -> Departure | None:
        """What somebody left with who comes back soon enough."""
        one = self.by_person.get(person)
        return one if one is not None and now - one.at < RETURN_WITHIN else None
