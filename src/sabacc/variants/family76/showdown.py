"""The showdown of the 76-card family (H1–H13), for live hands and for hands played with real cards alike.

`settle` is handed a `Case` and two ways out: `emit` takes each event as it happens, `draw` deals one sudden demise card
to each of the seats it is given, or says that there are too few.
"""

from __future__ import annotations

from sabacc.betting import Pot, make_pots
from sabacc.cards import CLASSIC, Card
from sabacc.game.events import NoSuddenDemise, Paid, Shown, SuddenDemise, Swept
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.types import Reason
from sabacc.hands.classic import PURE, Scale, Worth, scale_of
from sabacc.hands.worths import ARRAY, PURE_SABACC
from sabacc.variants.case import SABACC_POT, Case, Draw, Emit
from sabacc.variants.ending import case_of, take_over

NEAREST_WINS = ("cloud-city",)  # H10: when all tied players bomb out in the sudden demise


class Showdown(Phase):
    """All live hands are shown and every pot is paid out (H1–H13)."""

    name = "showdown"

    def begin(self, hand: Hand) -> None:
        hand.field_open = False
        hand.shifts_open = False  # X6
        case = case_of(hand)

        def deal_one_each(seats: tuple[int, ...]) -> dict[int, Card] | None:
            if hand.cards_left() + len(hand.junk) + len(hand.pile) < len(seats):
                return None  # D4
            cards: dict[int, Card] = {}
            for seat in seats:
                if not hand.deck:
                    hand.reshuffle_junk()
                cards[seat] = hand.deal_up(seat)
            return cards

        special = settle(case, hand.news.append, deal_one_each)
        take_over(hand, case)
        hand.finish("called" if hand.caller >= 0 else "table-called", special)


def settle(case: Case, emit: Emit, draw: Draw) -> bool:
    """Settles a called hand; True if a special hand won."""
    case.return_uncalled(emit)
    pots = make_pots(case.paid, case.live, case.fees)
    showdown = _Showdown(case, emit, draw)
    awards = [showdown.contest(number, pot) for number, pot in enumerate(pots)]
    winners = {seat for won_by, _, _ in awards for seat in won_by}
    showdown.collect_penalties(sum(pot.amount for pot in pots) - case.spilled, winners)
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
        in_order = CLASSIC.in_order(cards)
        shown = Shown(seat, in_order, worth.name, worth.total, worth.bombed_out, worth.borrowed, worth.rank, worth.key)
        self.emit(shown)
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
            winners, special, clause = self.sudden_demise(number, tied)
            if winners:
                return winners, worth.special or special, clause
            candidates = [seat for seat in candidates if seat not in tied]
        return (), False, "H10"

    def sudden_demise(self, number: int, tied: tuple[int, ...]) -> tuple[tuple[int, ...], bool, str]:
        """One more card each (H9): who wins, whether the card made it special, by which clause; nobody, if all bomb out."""
        need = tuple(seat for seat in tied if seat not in self.demise)  # H13: one card a player
        if need:
            self.emit(SuddenDemise(tied, number))
            cards = self.draw(need)
            if cards is None:
                self.emit(NoSuddenDemise(tied, number))
                return tied, False, "D4"
            self.demise.update(cards)
        worth = {seat: self.weigh(seat, self.demise[seat]) for seat in tied}
        standing = [seat for seat in tied if not worth[seat].bombed_out]
        if standing:
            best = max((worth[seat] for seat in standing), key=_key)
            return tuple(seat for seat in standing if worth[seat].key == best.key), best.special, "H9"
        if self.nearest_wins:
            nearest = min(abs(PURE - worth[seat].towards) for seat in tied)
            return tuple(seat for seat in tied if abs(PURE - worth[seat].towards) == nearest), False, "H10"
        self.excused.update(tied)
        return (), False, "H10"

    def collect_penalties(self, hand_pot: int, winners: set[int]) -> None:
        """Bomb-outs pay the sabacc pot, and a caller who did not win pays once (H6, H7)."""
        rules = self.case.rules
        due = hand_pot if rules.bomb_out_penalty == "pot" else int(rules.bomb_out_penalty)
        for seat in self.worth:
            if seat in self.bombed_out:
                self.pay(seat, due, "bomb-out", "H6" if rules.bomb_out_penalty == "pot" else "HR1")
            elif rules.caller_penalty and seat == self.case.caller and seat not in winners and seat not in self.excused:
                self.pay(seat, due, "caller", "H7")

    def pay(self, seat: int, due: int, why: Reason, clause: str) -> None:
        """A penalty, or what there is of it (T5)."""
        amount = min(due, self.case.stacks[seat])
        if amount:
            self.case.stacks[seat] -= amount
            self.case.sabacc_pot += amount
            self.case.to_sabacc[seat] += amount
            self.emit(Paid(seat, amount, "sabacc", why, clause if amount == due else f"{clause}, T5"))


def _key(worth: Worth) -> int:
    return worth.key


def _why(worth: Worth) -> str:
    if worth.rank == ARRAY:
        return "H2"
    return "H3" if worth.special and worth.rank >= PURE_SABACC else "H4"
