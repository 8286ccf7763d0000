"""The showdown of the 76-card family (H1–H13), for live hands and for hands played with real cards alike.

`settle` is handed a `Case` and two ways out: `emit` takes each event as it happens, `draw` deals one sudden demise card
to each of the seats it is given, or says that there are too few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabacc.betting import Pot, make_pots, shares, uncalled
from sabacc.cards import CLASSIC, Card
from sabacc.game.events import Event, NoSuddenDemise, Paid, Refunded, Shown, SuddenDemise, Swept, Won
from sabacc.hands.classic import PURE, Scale, Worth, scale_of
from sabacc.hands.worths import ARRAY, PURE_SABACC
from sabacc.rules import Rules

SABACC_POT = -1
ODD_TO_FIRST = ("corellian-house",)  # CH8
NEAREST_WINS = ("cloud-city",)  # H10: when all tied players bomb out in the sudden demise
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
    ) -> None:
        self.rules = rules
        self.order = tuple(order)  # the seats from the dealer's left
        self.stacks = list(stacks)
        self.paid = list(paid)
        self.live = list(live)
        self.hands = tuple(hands)
        self.fees = fees
        self.sabacc_pot = sabacc_pot
        self.to_sabacc = [0] * len(self.stacks)  # penalties, by seat (T3)
        self.caller = caller
        self.odd_to_first = rules.preset in ODD_TO_FIRST
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


def settle(case: Case, emit: Emit, draw: Draw) -> bool:
    """Settles a called hand; True if a special hand won."""
    case.return_uncalled(emit)
    pots = make_pots(case.paid, case.live, case.fees)
    showdown = _Showdown(case, emit, draw)
    awards = [showdown.contest(number, pot) for number, pot in enumerate(pots)]
    winners = {seat for won_by, _, _ in awards for seat in won_by}
    showdown.collect_penalties(sum(pot.amount for pot in pots), winners)
    special = False
    for number, (won_by, is_special, clause) in enumerate(awards):
        if won_by:
            case.pay_out(pots[number].amount, won_by, number, clause, emit)
        if number == 0 and is_special:
            special = True
            sabacc_pot, case.sabacc_pot = case.sabacc_pot, 0
            case.pay_out(sabacc_pot, won_by, SABACC_POT, "H5", emit)
    for number, (won_by, _, clause) in enumerate(awards):
        if not won_by and pots[number].amount:  # after all awards (H13)
            case.sabacc_pot += pots[number].amount
            emit(Swept(pots[number].amount, number, clause))
    return special


class _Showdown:
    """One called hand: the hands as shown, and the sudden demise cards as they come."""

    def __init__(self, case: Case, emit: Emit, draw: Draw) -> None:
        self.case = case
        self.emit = emit
        self.draw = draw
        self.nearest_wins = case.rules.preset in NEAREST_WINS
        self.scale: Scale = scale_of(case.rules)
        self.demise: dict[int, Card] = {}
        self.excused: set[int] = set()
        self.worth: dict[int, Worth] = {}
        for seat in case.from_dealers_left([seat for seat, live in enumerate(case.live) if live]):
            self.worth[seat] = self.weigh(seat)
        self.bombed_out = [seat for seat, worth in self.worth.items() if worth.bombed_out]

    def weigh(self, seat: int, card: Card | None = None) -> Worth:
        """A seat's hand, with its sudden demise card or without, and shown to all."""
        case = self.case
        cards = case.hands[seat] if card is None else (*case.hands[seat], card)
        others = tuple(
            one for other in case.order if other != seat and case.live[other] for one in case.fields[other]
        )  # HR8
        worth = self.scale.worth(cards, case.sides[seat], others)
        self.emit(Shown(seat, CLASSIC.in_order(cards), worth.name, worth.total, worth.bombed_out, worth.borrowed))
        return worth

    def contest(self, number: int, pot: Pot) -> tuple[tuple[int, ...], bool, str]:
        """Who wins a pot, whether with a special hand, and by which clause; nobody, if nobody can."""
        candidates = [seat for seat in self.case.from_dealers_left(pot.contested_by) if seat not in self.bombed_out]
        if not candidates:
            return (), False, "H12" if number == 0 else "H13"
        while candidates:
            best = max(self.worth[seat].key for seat in candidates)
            tied = tuple(seat for seat in candidates if self.worth[seat].key == best)
            worth = self.worth[tied[0]]
            if len(tied) == 1:
                if self.excused & set(pot.contested_by):
                    return tied, worth.special, "H10"  # the best of the rest
                alike = [seat for seat in candidates if self.worth[seat].rank == worth.rank == PURE_SABACC]
                return tied, worth.special, "FO4" if len(alike) > 1 else _why(worth)
            winners, clause = self.sudden_demise(number, tied)
            if winners:
                return winners, worth.special, clause
            candidates = [seat for seat in candidates if seat not in tied]
        return (), False, "H10"

    def sudden_demise(self, number: int, tied: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
        """One more card each (H9): who wins, and by which clause; nobody, if all of them bomb out (H10)."""
        need = tuple(seat for seat in tied if seat not in self.demise)  # H13: one card a player
        if need:
            self.emit(SuddenDemise(tied, number))
            cards = self.draw(need)
            if cards is None:
                self.emit(NoSuddenDemise(tied, number))
                return tied, "D4"
            self.demise.update(cards)
        worth = {seat: self.weigh(seat, self.demise[seat]) for seat in tied}
        standing = [seat for seat in tied if not worth[seat].bombed_out]
        if standing:
            best = max(worth[seat].key for seat in standing)
            return tuple(seat for seat in standing if worth[seat].key == best), "H9"
        if self.nearest_wins:
            nearest = min(abs(PURE - worth[seat].total) for seat in tied)
            return tuple(seat for seat in tied if abs(PURE - worth[seat].total) == nearest), "H10"
        self.excused.update(tied)
        return (), "H10"

    def collect_penalties(self, hand_pot: int, winners: set[int]) -> None:
        """Bomb-outs pay the sabacc pot, and a caller who did not win pays once (H6, H7)."""
        rules = self.case.rules
        due = hand_pot if rules.bomb_out_penalty == "pot" else int(rules.bomb_out_penalty)
        for seat in self.worth:
            if seat in self.bombed_out:
                self.pay(seat, due, "bomb-out", "H6" if rules.bomb_out_penalty == "pot" else "HR1")
            elif rules.caller_penalty and seat == self.case.caller and seat not in winners and seat not in self.excused:
                self.pay(seat, due, "caller", "H7")

    def pay(self, seat: int, due: int, why: str, clause: str) -> None:
        """A penalty, or what there is of it (T5)."""
        amount = min(due, self.case.stacks[seat])
        if amount:
            self.case.stacks[seat] -= amount
            self.case.sabacc_pot += amount
            self.case.to_sabacc[seat] += amount
            self.emit(Paid(seat, amount, "sabacc", why, clause if amount == due else f"{clause}, T5"))


def _why(worth: Worth) -> str:
    if worth.rank == ARRAY:
        return "H2"
    return "H3" if worth.special and worth.rank >= PURE_SABACC else "H4"
