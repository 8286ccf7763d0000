"""What the rows of rules of all families begin with, and how a rule that the batch engine doesn't know is refused."""

from __future__ import annotations

from sabacc.batch.layout import NO_LIMIT
from sabacc.errors import RulesError
from sabacc.rules import Rules, ante_due, fold_fee_due


def head_of(rules: Rules, seats: int, capacity: int, deck_size: int, deck_at: int) -> tuple[int, ...]:
    """The numbers in the order of the layout's `RULE_…` names."""
    return (
        seats,
        capacity,
        ante_due(rules),
        NO_LIMIT if rules.max_bet is None else rules.max_bet,
        NO_LIMIT if rules.max_raises is None else rules.max_raises,
        fold_fee_due(rules),
        rules.fold_fee_to == "sabacc",
        rules.house_dealer and not any(rules.blinds),  # as in `dealing_order`
        deck_size,
        deck_at,
    )


def refuse(rules: Rules, *switches: str) -> None:
    """Refuses rules that have one of these switched on; without any, the preset itself."""
    for name in switches:
        if getattr(rules, name):
            raise RulesError(f"the batch engine doesn't play with {name}: leave it off, or use new_game.", name)
    if not switches:
        raise RulesError(f"the batch engine doesn't know how {rules.preset} is played: use new_game.", "preset")
