"""The kernels of the batch engine: loops over many hands, made once for each family from its own `legal` and `act`.

There are only two, because each of them takes seconds to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from sabacc.batch.actions import AT_RANDOM, START
from sabacc.batch.betting import clear_bounds
from sabacc.batch.checks import allows
from sabacc.batch.jit import STAMP
from sabacc.batch.layout import OVER, RAISE_TO
from sabacc.batch.opening import asked_seat, seat_players
from sabacc.batch.random_choice import choose
from sabacc.odds.kernels.jit import njit

legal: Any = None  # a family binds its own: what a seat may do, and doing it
act: Any = None


def make_kernels(family: str, own_legal: Callable[..., Any], own_act: Callable[..., Any]) -> tuple[Any, Any]:
    """The two kernels of a family."""
    own = {**globals(), "legal": own_legal, "act": own_act}
    look, run = (_bound(loop, family, own) for loop in _loops(STAMP))
    return look, run


def _bound(loop: FunctionType, family: str, names: dict[str, Any]) -> Any:
    """A loop that finds a family's parts under its names.

    A loop that closed over them would be stored under another name by each process, and compiled anew by each.
    """
    bound = FunctionType(loop.__code__, names, loop.__name__, None, loop.__closure__)
    bound.__qualname__ = f"{loop.__name__}_{family}"  # by which it is stored
    return njit(bound)


def _loops(stamp: int) -> tuple[Any, Any]:
    def look(num: Any, cards: Any, rules: Any, seats: Any, check: Any, actions: Any, out: Any, counts: Any) -> int:
        """What seats may do in each hand; with `check` the first hand whose action is not among it, or −1."""
        wrong = -1 if stamp else 0
        for hand in range(num.shape[0]):
            counts[hand] = 0
            clear_bounds(num[hand])
            seat = asked_seat(num[hand], rules) if seats[hand] < 0 else seats[hand]
            if num[hand, OVER] or seat < 0:
                continue
            count = legal(num[hand], cards[hand], rules, seat, out[hand])
            counts[hand] = count
            if check and wrong < 0 and not allows(num[hand], out[hand], count, actions[hand]):
                wrong = hand
        return wrong

    def run(
        num: Any, cards: Any, keys: Any, rules: Any, which: Any, seats: Any, actions: Any, steps: Any, out: Any
    ) -> int:
        """Deals, or does an action of some seats, so many times; how many random ones had two or more answers."""
        decisions = 0 if stamp else 1
        for hand in which:
            for _ in range(steps):
                action = actions[hand]
                if action == START:
                    seat_players(num[hand], rules)
                elif num[hand, OVER]:
                    break
                seat = asked_seat(num[hand], rules) if seats[hand] < 0 else seats[hand]
                if action == AT_RANDOM:
                    count = legal(num[hand], cards[hand], rules, seat, out[hand])
                    action = choose(num[hand], keys[hand], out[hand], count)
                    if count > 1 or num[hand, RAISE_TO]:
                        decisions += 1
                act(num[hand], cards[hand], keys[hand], rules, seat, action, out[hand])
        return decisions

    return look, run
