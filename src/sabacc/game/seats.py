"""Who sits at a table, with what in front of them, and how one hand leads to the next."""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import mypyc_attr

from sabacc.chance import Chance
from sabacc.errors import IllegalAction
from sabacc.game.events import Event, GameWon, HandEnded, ItemStaked, Left, RoundWon, Won
from sabacc.game.hand import Flow, Hand
from sabacc.game.items import Counter
from sabacc.game.match import Match
from sabacc.game.state import Seating
from sabacc.rules import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class Seats:
    """The seats of a table from hand to hand. It takes what it is told for right: `Game` does the checking."""

    def __init__(self, rules: Rules, chance: Chance, make_flow: Callable[[Rules], Flow], clock: bool) -> None:
        self.first_rules = rules
        self.rules = rules
        self.chance = chance
        self.make_flow = make_flow
        self.clock = clock  # whether a randomiser runs on a clock (HR5)
        self.flow = make_flow(rules)
        self.names: list[str] = []
        self.sitting_out: list[bool] = []
        self.sides: list[str | None] = []
        self.paid_in: list[int] = []  # to the sabacc pot since it was last taken (T3)
        self.button = -1
        self.number = 0  # of the last hand
        self.seeds: dict[int, str] = {}  # of hands that were dealt from a seed of their own
        self.hand: Hand | None = None
        self.match = Match()  # where hands are rounds (CS12)
        self.counter = Counter()  # items on the table (HR9)
        self.closed = False
        self.credits_in = 0
        self.credits_out = 0
        self._stacks: list[int] = []
        self._sabacc_pot = 0
        self._past: list[Event] = []

    # ---- what is on the table

    @property
    def stacks(self) -> list[int]:
        """The credits in front of each seat; in mid-hand as they are now."""
        self._take_over_hand()
        return list(self.hand.stacks if self.hand is not None else self._stacks)

    @property
    def sabacc_pot(self) -> int:
        """What lies in the sabacc pot."""
        self._take_over_hand()
        return self.hand.sabacc_pot if self.hand is not None else self._sabacc_pot

    @property
    def events(self) -> list[Event]:
        """All that has happened at this table, in order."""
        self._take_over_hand()
        return self._past + (self.hand.events if self.hand is not None else [])

    def seated(self) -> list[int]:
        """The seats that somebody has."""
        self._take_over_hand()
        return [seat for seat, name in enumerate(self.names) if name]

    def able(self) -> list[int]:
        """The seats that would be dealt in: there, not sitting out, and able to ante (T4, T12)."""
        able = self._all_able()
        tied = [seat for seat in able if seat in self.match.contenders]
        return tied if len(tied) > 1 else able  # a tie that can't be played out is given up

    def price(self, sabacc_pot: int | None = None) -> int:
        """What one needs to be dealt in, with so much in the sabacc pot; if nothing is said, with what a hand began with."""
        self._take_over_hand()
        return self.flow.entry(self.rules, self._sabacc_pot if sabacc_pot is None else sabacc_pot)

    def _all_able(self) -> list[int]:
        price = self.price()
        return [s for s in self.seated() if not self.sitting_out[s] and self._stacks[s] >= price]

    # ---- from hand to hand

    def deal(self, seed: str | None = None, commitment: str = "") -> Hand:
        """Starts a hand: antes and cards, up to the first decision. `seed` is one for this hand alone, and `commitment`
        a promise about it that everybody is told."""
        self._between_hands("deal")
        chance = self.chance.derive(f"hand {self.number + 1}") if seed is None else Chance(seed)
        seating = self.next_seating(chance)
        seating.commitment = commitment
        hand = Hand(self.flow, seating, list(self._stacks), self._sabacc_pot, tuple(self.sides))
        hand.start()  # an open chance may be asked here, and then nothing has happened
        if seed is not None:
            self.seeds[self.number + 1] = seed
        self.adopt(hand)
        return hand

    def next_seating(self, chance: Chance, button: int | None = None) -> Seating:
        """Who would be dealt into the next hand, and by whom; the first dealer may be named."""
        self._give_up_tie()
        able = self.able()
        if len(able) < 2:
            raise IllegalAction("no hand can start: fewer than two players are able to ante (T12).")
        if button is not None and button not in able:
            raise IllegalAction(f"seat {button} can't deal: it is not dealt in (T2).")
        if button is None:
            button = self._next_button(able)
        n = len(self.names)
        dealt_in = tuple(s % n for s in range(button + 1, button + n + 1) if s % n in able)
        clock = self.clock and self.rules.shift_trigger == "randomiser"
        return Seating(self.rules, tuple(self.names), self.number + 1, button, dealt_in, chance, clock=clock)

    def adopt(self, hand: Hand) -> None:
        """A hand that was dealt for this table is played at it."""
        self.number = hand.seating.number
        self.button = hand.seating.button
        if self.flow.counts_rounds:
            self.match.begin(len(hand.seating.dealt_in))
        self.counter.lapse()
        for event in hand.events if self.rules.items else ():
            if isinstance(event, ItemStaked):
                self.counter.add(event.item, event.value, event.seat)
                self.credits_in += event.value
        self.hand = hand

    def take_news(self) -> list[Event]:
        """What has happened since it was last asked for, between hands; then it is forgotten here. For a table that is
        open for years, whose past is kept elsewhere."""
        self._take_over_hand()
        news = self._past
        self._past = []
        return news

    def restore(self, names: list[str], stacks: list[int], sabacc_pot: int) -> None:
        """Puts everybody where they were; `sabacc.game.saving` knows the rest."""
        for name in names:
            self._add_seat()
            self.names[-1] = name
        self._stacks = list(stacks)
        self._sabacc_pot = sabacc_pot

    # ---- how it works

    def _between_hands(self, what: str) -> None:
        self._take_over_hand()
        if self.closed:
            raise IllegalAction(f"the table is closed: nobody can {what} any more.")
        if self.hand is not None:
            raise IllegalAction(f"wait for the end of the hand to {what}.")

    def _take_over_hand(self) -> None:
        """What a finished hand did to the table."""
        hand = self.hand
        if hand is None or not hand.over:
            return
        self.hand = None
        assert hand.log is not None
        self._past += hand.events
        settlement = hand.log.act
        ended = settlement[-1]
        assert isinstance(ended, HandEnded)
        self._stacks = list(hand.stacks)
        self._sabacc_pot = hand.sabacc_pot
        self.sides = list(hand.sides)
        if ended.special:  # the sabacc pot was taken, and a new game begins (T11)
            self.paid_in = [0] * len(self.names)
            self.sides = [None] * len(self.names)
        else:
            self.paid_in = [before + now for before, now in zip(self.paid_in, hand.to_sabacc, strict=True)]
        self._check_conservation()
        if self.counter.items:
            won_main = {event.seat for event in settlement if isinstance(event, Won) and event.pot == 0}
            self.counter.hand_over(tuple(seat for seat in hand.seating.dealt_in if seat in won_main), self.seated())
        for event in settlement if self.flow.counts_rounds else ():
            if isinstance(event, RoundWon):
                self.match.count(event.seat, len(self.names))
        for seat in hand.gone:
            self._free_seat(seat)
        self._end_match(self.match.winner(self.seated()))

    def _end_match(self, winner: int | None) -> None:
        """Most rounds won: the game is over, and another begins (CS12)."""
        if winner is not None:
            self._past.append(GameWon(winner, tuple(self.match.won)))
            self.match = Match()

    def _give_up_tie(self) -> None:
        """Who is tied but can't or won't be dealt in has given up."""
        able = [seat for seat in self.match.contenders if seat in self._all_able()]
        if self.match.contenders and len(able) < 2:
            self._end_match(able[0] if able else None)
            self.match.contenders = ()

    def _check_conservation(self) -> None:
        """Credits in are credits out (T1)."""
        here = sum(self._stacks) + self._sabacc_pot
        if here != self.credits_in - self.credits_out or min(self._stacks, default=0) < 0:
            raise AssertionError(
                f"credits were lost or made: {self.credits_in - self.credits_out} should be here, {here} are"
            )

    def _next_button(self, able: list[int]) -> int:
        """The first dealer by chance (T12), then the next seat to the left that is dealt in (T2)."""
        if self.button < 0:
            return able[self.chance.below("dealer", 0, len(able))]
        return next((seat for seat in able if seat > self.button), able[0])

    def _add_seat(self) -> None:
        self.names.append("")
        self.sitting_out.append(False)
        self.sides.append(None)
        self.paid_in.append(0)
        self._stacks.append(0)

    def _free_seat(self, seat: int) -> None:
        took = self._stacks[seat]
        self.names[seat] = ""
        self.sides[seat] = None
        self.paid_in[seat] = 0
        self._stacks[seat] = 0
        self.credits_out += took
        self._past.append(Left(seat, took))
        self.counter.forget(seat)
        tied = seat in self.match.contenders
        self.match.forget(seat)
        if tied:
            self._end_match(self.match.winner(self.seated()))
