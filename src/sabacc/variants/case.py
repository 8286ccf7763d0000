"""A hand that has come to its end, live or played with real cards: what every showdown settles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabacc.betting import shares, uncalled
from sabacc.cards import Card
from sabacc.game.events import Event, Refunded, Won
from sabacc.rules import Rules, family_of

SABACC_POT = -1
Emit = Callable[[Event], None]
Draw = Callable[[tuple[int, ...]], "dict[int, Card] | None"]


class Case:
    """A hand that has come to its end: who put in what, who holds what."""

    def __init__(
        self,
        rules: Rules,
        order: Sequence[int],
        stacks: Sequence[int],
        paid: Sequence[int],
        live: Sequence[bool],
        hands: Sequence[tuple[Card, ...]],
        fees: int,
        sabacc_pot: int,
        caller: int | None,
        sides: Sequence[str | None] = (),
        fields: Sequence[tuple[Card, ...]] = (),
        spilled: int = 0,
    ) -> None:
        self.rules = rules
        self.order = tuple(order)  # the seats from the dealer's left
        self.stacks = list(stacks)
        self.paid = list(paid)
        self.live = list(live)
        self.hands = tuple(hands)
        self.fees = fees
        self.spilled = spilled  # of the fees, what no penalty is measured by (HR14)
        self.sabacc_pot = sabacc_pot
        self.to_sabacc = [0] * len(self.stacks)  # penalties, by seat (T3)
        self.caller = caller
        self.odd_to_first = family_of(rules).odd_to_first
        self.sides: tuple[str | None, ...] = tuple(sides) or (None,) * len(self.stacks)
        self.fields: tuple[tuple[Card, ...], ...] = tuple(fields) or ((),) * len(self.stacks)

    def from_dealers_left(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Some seats in the order in which cards are dealt and odd credits given."""
        return tuple(seat for seat in self.order if seat in seats)

    def return_uncalled(self, emit: Emit) -> None:
        """What nobody matched goes back before anything else (H8)."""
        back = uncalled(self.paid, self.live)
        if back is not None and back[1]:
            seat, amount = back
            self.paid[seat] -= amount
            self.stacks[seat] += amount
            emit(Refunded(seat, amount))

    def pay_out(self, amount: int, winners: tuple[int, ...], pot: int, clause: str, emit: Emit) -> None:
        """A pot to its winners."""
        for seat, share in shares(amount, winners, self.odd_to_first):
            if share:
                self.stacks[seat] += share
                emit(Won(seat, share, pot, clause, len(winners) > 1))


def award_last_player(case: Case, emit: Emit, clause: str = "H5") -> int:
    """All others folded: the hand pot, not the sabacc pot, and nothing is shown (H5). Who it is."""
    case.return_uncalled(emit)
    last = case.live.index(True)
    amount = sum(case.paid) + case.fees
    case.pay_out(amount, (last,), 0, clause, emit)
    return last
