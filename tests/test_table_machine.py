"""A table under everything people can do to it, in any order."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import sabacc
from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.policy import random_step
from sabacc.rules import Rules, find_preset
from sabacc.sampling import may_give_up, sample
from tests.hand_probes import open_game, shown_to
from tests.strategies import SOAK, STEADY, house_rules

SEATS = st.integers(0, 7)


class TableMachine(RuleBasedStateMachine):
    """Players sit down, leave, rebuy, sit out, time out, walk away and stake things while hands are played."""

    game: sabacc.Game

    @initialize(rules=house_rules(), players=st.integers(2, 8), seed=st.integers(0, 10**6).map(str))
    def open_table(self, rules: Rules, players: int, seed: str) -> None:
        self.game = open_game(rules, players, seed)
        self.luck = random.Random(seed)
        self.newcomers = 0

    def hand(self) -> sabacc.Hand | None:
        return self.game.hand if self.game.hand is not None and not self.game.hand.over else None

    @precondition(lambda self: self.hand() is None and not self.game.closed and len(self.game.able()) >= 2)
    @rule()
    def deal(self) -> None:
        self.game.deal()

    @precondition(lambda self: self.hand() is not None)
    @rule(steps=st.integers(1, 40))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            hand = self.hand()
            if hand is None:
                return
            hand.act(*random_step(hand, self.luck))

    @precondition(lambda self: self.hand() is not None)
    @rule()
    def time_out(self) -> None:
        hand = self.hand()
        assert hand is not None
        hand.time_out(hand.waiting[0])

    @precondition(lambda self: self.hand() is not None)
    @rule(seat=SEATS)
    def guess(self, seat: int) -> None:
        hand = self.hand()
        assert hand is not None
        if may_give_up(hand.seating.rules):
            return
        who = seat if seat < len(hand.live) else None
        assert shown_to(sample(hand.view(who), Chance("guess")).hand, who) == shown_to(hand, who)

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        self.trying(lambda: self.game.leave(seat))

    @rule()
    def sit(self) -> None:
        self.newcomers += 1
        self.trying(lambda: self.game.sit(f"New {self.newcomers}", find_preset(self.game.rules.preset).stack))

    @rule(seat=SEATS, amount=st.integers(-1, 300))
    def rebuy(self, seat: int, amount: int) -> None:
        self.trying(lambda: self.game.rebuy(seat, amount))

    @rule(seat=SEATS, out=st.booleans())
    def sit_out(self, seat: int, out: bool) -> None:
        self.trying(lambda: self.game.sit_out(seat) if out else self.game.come_back(seat))

    @rule(seat=SEATS, value=st.integers(0, 60))
    def stake(self, seat: int, value: int) -> None:
        self.trying(lambda: self.game.stake_item(seat, f"item {value}", value))

    @rule(seat=SEATS, take=st.booleans())
    def item(self, seat: int, take: bool) -> None:
        for item in list(self.game.staked_items.items):
            act = self.game.take_item if take else self.game.decline_item
            self.trying(functools.partial(act, seat, item.name))

    @precondition(lambda self: self.game.number > 2)
    @rule()
    def close(self) -> None:
        self.trying(self.game.close)

    def trying(self, deed: Callable[[], object]) -> None:
        """Either it is done, or it is refused with a sentence and nothing has changed."""
        before = (self.game.stacks, self.game.sabacc_pot, len(self.game.events))
        refused = ""
        try:
            deed()
        except SabaccError as error:
            refused = str(error)
        if refused:
            assert (self.game.stacks, self.game.sabacc_pot, len(self.game.events)) == before

    @invariant()
    def credits_are_conserved(self) -> None:
        if hasattr(self, "game"):
            here = sum(self.game.stacks) + self.game.sabacc_pot
            if self.game.hand is not None:
                here += self.game.hand.hand_pot()
            assert here == self.game.credits_in - self.game.credits_out

    def teardown(self) -> None:
        if hasattr(self, "game"):
            text = self.game.record()
            again = sabacc.replay(text)
            assert isinstance(again, sabacc.Game)
            assert again.record() == text
            if not may_give_up(self.game.rules):
                assert sabacc.verify(sabacc.record_game(self.game, 0)).kind == "seat"


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=1000 if SOAK else 40,
    stateful_step_count=40,
    derandomize=STEADY,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
