"""Places: who is out before whom, and what each place gets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from sabacc.tournament.payouts import prizes, shared_prizes
from sabacc.tournament.state import Loss, Tournament


class Place(NamedTuple):
    """Where somebody came."""

    place: int  # the better of those that are shared
    player: str
    won: int


def groups_of(losses: Iterable[Loss], had: dict[str, int] | None = None) -> tuple[tuple[str, ...], ...]:
    """Those who are out after the same hand, in groups that share places, the lowest first.

    At one table the larger stack before the hand places higher, and equal stacks share. Of different tables that play
    hand-for-hand, the best of each share, then the second of each, and so on (RP-8).

    >>> groups_of([Loss("a", 1, 50), Loss("b", 1, 80), Loss("c", 2, 20)])
    (('a',), ('b', 'c'))
    """
    tables: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for loss in losses:
        tables[loss.table][loss.had].append(loss.player)
    tiers: dict[int, list[str]] = defaultdict(list)
    for _, stacks in sorted(tables.items()):
        for tier, amount in enumerate(sorted(stacks, reverse=True)):
            tiers[tier] += stacks[amount]
    return tuple(tuple(tiers[tier]) for tier in sorted(tiers, reverse=True))


def standing_groups(state: Tournament) -> list[list[str]]:
    """Everybody in groups that share places, the best first; those who still play by their stacks."""
    playing = sorted(state.alive, key=lambda one: -one.stack)
    return [[one.player] for one in playing] + [list(group) for group in reversed(state.out)]


def places(state: Tournament) -> list[Place]:
    """The places of a tournament that is over."""
    groups = standing_groups(state)
    won = shared_prizes(groups, prizes(state.pool, state.entries, state.settings.payouts))
    found: list[Place] = []
    for group in groups:
        first = len(found) + 1
        found += [Place(first, player, won[player]) for player in group]
    return found
