"""How a hand of the 76-card family begins: antes, sides, two cards each, declared totals."""

from __future__ import annotations

from sabacc.game.actions import Action, ChooseSide
from sabacc.game.events import SideDeclared, TotalDeclared
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.hands.classic import Scale
from sabacc.hands.sides import DARK, LIGHT
from sabacc.rules import Rules, deck_of
from sabacc.variants.opening import Antes, DealTwo

_SIDES = Options((ChooseSide(LIGHT), ChooseSide(DARK), ChooseSide("chance")))


class Sides(Phase):
    """Whoever has no side yet declares one, all at once (FO1)."""

    name = "sides"
    asks = "side"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, tuple([seat for seat in hand.seating.dealt_in if hand.sides[seat] is None]))

    def options(self, hand: Hand, seat: int) -> Options:
        return _SIDES

    def default(self, hand: Hand, seat: int) -> Action:
        return ChooseSide("chance")

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseSide)
        side = action.side
        if side == "chance":
            side = (LIGHT, DARK)[hand.seating.chance.below("side", seat, 2)]
        hand.sealed += ((seat, str(side)),)

    def proceed(self, hand: Hand) -> None:
        sides = list(hand.sides)
        for seat, side in sorted(hand.sealed):
            sides[seat] = side
            hand.news.append(SideDeclared(seat, side))
        hand.sealed = ()
        hand.sides = tuple(sides)
        hand.next()


class DeclareTotals(Phase):
    """Everybody tells the total of their first two cards, truly (PG1)."""

    name = "declare-totals"

    def __init__(self, scale: Scale) -> None:
        self.scale = scale

    def begin(self, hand: Hand) -> None:
        for seat in hand.from_dealers_left():
            hand.news.append(TotalDeclared(seat, self.scale.total(hand.cards_of(seat), hand.sides[seat])))


def opening(rules: Rules, antes: Antes) -> tuple[Phase, ...]:
    """The phases before the first turn."""
    phases: list[Phase] = [antes]
    if rules.sides:
        phases.append(Sides())
    phases.append(DealTwo(deck_of(rules).cards))
    if rules.declare_totals:
        phases.append(DeclareTotals(Scale(rules)))
    return tuple(phases)
