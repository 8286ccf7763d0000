"""What follows from rules: the ante that is paid, what stands for one, and whether credits are played for at all."""

from __future__ import annotations

from sabacc.rules.model import Rules


def ante_due(rules: Rules) -> int:
    """What everybody pays to a pot before the deal; where none is set, the price of a board card (CH2)."""
    return rules.board_price if rules.ante is None else rules.ante


def effective_ante(rules: Rules) -> int:
    """The unit in which winnings at different stakes are told: the ante, or what stands for one; 1 without any stakes."""
    return rules.ante or rules.board_price or rules.blinds[1] or 1


def fold_fee_due(rules: Rules) -> int:
    """What folding costs: a fixed sum, or as much as the ante."""
    return ante_due(rules) if isinstance(rules.fold_fee, str) else rules.fold_fee


def dealing_order(rules: Rules, button: int, seats: int) -> list[int]:
    """All seats as cards are dealt: from the dealer's left; where the house deals, from the token's own seat on (T8).

    Where there are blinds, they are counted from the button whoever deals (CH3).
    """
    first = button if rules.house_dealer and not any(rules.blinds) else button + 1
    return [seat % seats for seat in range(first, first + seats)]


def plays_for_rounds(rules: Rules) -> bool:
    """Whether rounds are won and no credits (CS13): nothing is paid to be dealt in."""
    return not (rules.ante or rules.board_price or rules.blinds[1])
