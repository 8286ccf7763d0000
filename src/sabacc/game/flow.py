"""What a variant is made of: phases in order, what is free at any time, and what may strike after an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from sabacc.game.actions import Action
from sabacc.game.dues import Dues
from sabacc.game.options import NOTHING, Options
from sabacc.rules import Rules

if TYPE_CHECKING:
    from sabacc.game.hand import Hand

LAST_PLAYER = "last-player"  # the phase that every flow needs: what happens when all others have folded


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase:
    """A step of a hand. It is begun once, and goes on (`proceed`) whenever nobody has a question open."""

    name = ""
    asks = ""  # the kind of question that it may put

    def begin(self, hand: Hand) -> None:
        """The phase is entered: do what needs no decision, and ask."""

    def proceed(self, hand: Hand) -> None:
        """All have answered, or nobody was asked."""
        hand.next()

    def options(self, hand: Hand, seat: int) -> Options:
        """What a seat that was asked may answer."""
        return NOTHING

    def default(self, hand: Hand, seat: int) -> Action:
        """The answer of a seat that doesn't give one (T10)."""
        raise NotImplementedError(self.name)

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        """A seat that was asked has answered; the action is legal, and the seat no longer waited for."""
        raise NotImplementedError(self.name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Freedom:
    """What a seat may do at any time, asked or not; by itself nothing."""

    ends_at_call = True  # or only when cards are shown

    def options(self, hand: Hand, seat: int) -> tuple[Action, ...]:
        """The moves a seat is free to make now."""
        return ()

    def move(self, hand: Hand, seat: int, action: Action) -> None:
        """Makes the move."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Pulses:
    """What may strike after any action; by itself nothing."""

    def most_outcomes(self, players: int) -> int:
        """How many ways its draws of chance can come out, at the most."""
        return 1

    def after_action(self, hand: Hand) -> None:
        """Called after each answer, before the hand goes on."""

    def clock_strikes(self, hand: Hand) -> bool:
        """The clock went off; whether that means anything."""
        return False


class Flow:
    """How a variant is played: its phases in order, what is free at any time, and the price of being dealt in (T4)."""

    def __init__(
        self,
        phases: tuple[Phase, ...],
        entry: Callable[[Rules, int], int],
        freedom: Freedom | None = None,
        pulses: Pulses | None = None,
        hand_is_round: bool = False,
        dues: Dues | None = None,
    ) -> None:
        self.phases = phases
        self.freedom = freedom if freedom is not None else Freedom()
        self.pulses = pulses if pulses is not None else Pulses()
        self.dues = dues if dues is not None else Dues()
        self.has_freedom = type(self.freedom) is not Freedom
        self.has_pulses = type(self.pulses) is not Pulses
        self.entry = entry  # of the rules and the sabacc pot
        self.hand_is_round = hand_is_round  # a hand is a round of a game that is won by rounds (CS12)
        self.index = {phase.name: at for at, phase in enumerate(phases)}
