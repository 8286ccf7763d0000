"""The totals that Idiot's Arrays come to, for pictures: in force there are several (FO2)."""

from __future__ import annotations

from collections import Counter

from sabacc.cards import Card
from sabacc.game.combinations import without
from sabacc.hands.classic import scale_of
from sabacc.odds.exact.classic.step import TotalChances
from sabacc.odds.exact.classic.ways import TotalResult, signed_total, total_results
from sabacc.odds.exact.known_cards import KnownCards, read_known_cards
from sabacc.odds.exact.step import Step

SIZE = 3  # cards of an Array (H2)


def arrays_after(step: Step, move: TotalChances) -> dict[int, float]:
    """The chance that a move, or a shift, makes an Array of each total."""
    if not move.idiots_array:
        return {}
    known = read_known_cards(step.rules, step.hand, step.seen, step.side, field=step.field)
    values = scale_of(known.rules).towards(step.side)
    pool = known.unseen
    shift = next((one.kind for one in step.shift.each_kind() if one.chances is move), None)
    if shift in ("pulse", "wild"):  # one's own cards are shuffled in
        pool += Counter(known.loose)
    found: Counter[TotalResult] = Counter()
    for kept in _kept(known, move, shift):
        found += total_results(pool, SIZE - len(kept), kept, values)
    return _shares(found, move.of, step.side)


def _kept(known: KnownCards, move: TotalChances, shift: str | None) -> list[tuple[Card, ...]]:
    """What may be left of the hand when cards are drawn to it."""
    if move.move == "gain":
        return [known.hand]
    if move.card:
        return [without(known.hand, move.card)]
    return [without(known.hand, card) for card in known.loose] if shift == "one-card" else [known.field]


def _shares(found: Counter[TotalResult], of: int, side: str | None) -> dict[int, float]:
    return {signed_total(result.total, side): ways / of for result, ways in sorted(found.items()) if result.array}
