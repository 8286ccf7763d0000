"""The totals that Idiot's Arrays come to, for pictures: in force there are several (FO2)."""

from __future__ import annotations

from collections import Counter

from sabacc.cards import Card
from sabacc.game.picking import without
from sabacc.hands.classic import scale_of
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.classic_ways import Result, results
from sabacc.odds.known import Known, read_known
from sabacc.odds.step import Step

SIZE = 3  # cards of an Array (H2)


def arrays_after(step: Step, name: str, move: TotalChances) -> dict[int, float]:
    """The chance that a move, called so, makes an Array of each total."""
    if not move.idiots_array:
        return {}
    known = read_known(step.rules, step.hand, step.seen, step.side, field=step.field)
    values = scale_of(known.rules).values(step.side)
    pool = known.unseen
    if name.startswith(("pulse", "wild")):  # one's own cards are shuffled in
        pool += Counter(known.loose)
    found: Counter[Result] = Counter()
    for kept in _kept(known, name, move):
        found += results(pool, SIZE - len(kept), kept, values)
    return _shares(found, move.of)


def _kept(known: Known, name: str, move: TotalChances) -> list[tuple[Card, ...]]:
    """What may be left of the hand when cards are drawn to it."""
    if move.move == "gain":
        return [known.hand]
    if move.card:
        return [without(known.hand, move.card)]
    return [without(known.hand, card) for card in known.loose] if name.startswith("one-card") else [known.field]


def _shares(found: Counter[Result], of: int) -> dict[int, float]:
    return {result.total: ways / of for result, ways in sorted(found.items()) if result.array}
