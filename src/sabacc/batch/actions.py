"""Actions as numbers: a kind, and what goes with it (an amount, a card, a choice of cards) above it.

Which cards of a hand are meant is said by a mask over its places. Of equal cards the first ones are meant, so that there is
one number for each action.
"""

from __future__ import annotations

from typing import Any

from sabacc.batch.jit import part

(
    NO_ACTION,
    CHECK,
    MATCH,
    RAISE,
    FOLD,
    PASS,
    CALL_HAND,
    GAIN,
    TRADE,
    TAKE_DISCARD,
    STAND,
    DONE,
    PLACE,
    TAKE_BACK,
    CHOOSE_SIDE,
    BUY,
    PEEK,
    KEEP,
    PUSH_BACK,
    PROTECT,
    OFFER,
    SELECT,
    GO_ON,
    IMPROVE,
    CHECK_AND_CALL,
    MATCH_AND_CALL,
    RAISE_AND_CALL,
    START,  # no player's: the hand is dealt
    AT_RANDOM,  # any legal one
) = range(29)

KIND_BITS = 8
KIND_MASK = (1 << KIND_BITS) - 1


@part
def kind_of(action: Any) -> Any:
    """What sort of action it is."""
    return action & KIND_MASK


@part
def argument_of(action: Any) -> Any:
    """What goes with it."""
    return action >> KIND_BITS
