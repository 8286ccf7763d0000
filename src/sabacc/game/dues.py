"""Payments that are not due from everybody in every hand; who sits out when one is due owes it on coming back (T12)."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from sabacc.errors import SabaccError
from sabacc.game.types import Reason
from sabacc.rules import Rules, dealing_order

Owed = tuple[tuple[int, Reason], ...]  # seats, and what each of them owes


@mypyc_attr(allow_interpreted_subclasses=True)
class Dues:
    """Those of a variant; by itself it has none."""

    kinds: tuple[Reason, ...] = ()

    def due(self, rules: Rules, sabacc_pot: int, order: tuple[int, ...], seat: int) -> tuple[Reason, ...]:
        """What would be due from a seat, if these were dealt in."""
        return ()

    def settled_by(self, due: tuple[Reason, ...]) -> tuple[Reason, ...]:
        """What nobody owes any more from whom this is due now."""
        return due

    def amount(self, rules: Rules, kind: Reason) -> int:
        """How much it is."""
        return 0


class MissedPayments:
    """What each seat of a table owes."""

    def __init__(self) -> None:
        self.by_seat: list[tuple[Reason, ...]] = []

    def set(self, seat: int, owes: tuple[Reason, ...], dues: Dues) -> None:
        """A seat owes this, and nothing else."""
        unknown = [kind for kind in owes if kind not in dues.kinds]
        if unknown:
            raise SabaccError(
                f"nobody owes a {unknown[0]} here; one may owe {', '.join(dues.kinds) or 'nothing'} (T12)."
            )
        self.by_seat += [()] * (seat + 1 - len(self.by_seat))
        self.by_seat[seat] = owes

    def of(self, seat: int, rules: Rules) -> tuple[Reason, ...]:
        """What a seat owes, where the table asks for it."""
        return self.by_seat[seat] if rules.missed_payments and seat < len(self.by_seat) else ()

    def owed_in(self, rules: Rules, dues: Dues, sabacc_pot: int, dealt_in: tuple[int, ...]) -> Owed:
        """What those who are dealt in have to make up for; what is due from them anyway settles it."""
        owed: list[tuple[int, Reason]] = []
        for seat in dealt_in:
            missed = self.of(seat, rules)
            if missed:
                settled = dues.settled_by(dues.due(rules, sabacc_pot, dealt_in, seat))
                owed += [(seat, kind) for kind in missed if kind not in settled]
        return tuple(owed)

    def begin_hand(self, dealt_in: tuple[int, ...], missed: dict[int, tuple[Reason, ...]]) -> None:
        """Whoever is dealt in owes nothing any more; others owe what they have missed."""
        if not missed and not any(self.by_seat):
            return
        for seat in range(len(self.by_seat)):
            self.by_seat[seat] = () if seat in dealt_in else merged(self.by_seat[seat], missed.get(seat, ()))


def merged(owes: tuple[Reason, ...], more: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Nobody owes the same twice, however long they were away."""
    return owes + tuple(kind for kind in more if kind not in owes)


def missed_by(
    seat: int, rules: Rules, dues: Dues, sabacc_pot: int, button: int, dealt_in: tuple[int, ...], seats: int
) -> tuple[Reason, ...]:
    """What would have been due from a seat that is not dealt in."""
    if not rules.missed_payments or not dues.kinds:
        return ()
    order = tuple(one for one in dealing_order(rules, button, seats) if one == seat or one in dealt_in)
    return dues.due(rules, sabacc_pot, order, seat)
