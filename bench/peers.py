"""PokerKit at the same work: random play of no-limit hold'em by six players, and copies of its state."""

from __future__ import annotations

import copy
import random
import time
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

PLAYERS = 6


def new_state() -> Any:
    """A hand of no-limit hold'em, dealt and waiting for the first decision."""
    return NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, PLAYERS)


def poker_decisions(seconds: float) -> tuple[float, float]:
    """Decisions and hands a CPU-second in random play."""
    luck = random.Random(1)
    decisions = hands = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = new_state()
        while state.status:  # the same odds as our random play; as few questions to the state as will do
            roll = luck.random()
            low = state.min_completion_betting_or_raising_to_amount if roll >= 0.525 else None
            if low is not None:
                high = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(luck.randint(low, high))
            elif roll < 0.05 and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
            decisions += 1
        hands += 1
    spent = time.process_time() - began
    return decisions / spent, hands / spent


def poker_copies(seconds: float) -> float:
    """Copies of a state a CPU-second."""
    state = new_state()
    copies = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        copy.deepcopy(state)
        copies += 1
    return copies / (time.process_time() - began)
