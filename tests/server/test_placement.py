"""Who plays what in a cluster: free leases, rolling updates, and how activity is spread."""

from __future__ import annotations

import random
from collections import Counter

from sabacc.server.cluster.lease_book import LeaseBook, now
from sabacc.server.cluster.placement import leases_to_give, leases_to_take
from sabacc.server.storage.lease import LEASE_SECONDS, SHARDS, Lease, NodeState, shard_of


def node(name: str, behaviour: int = 2, takes_tables: bool = True) -> NodeState:
    return NodeState(f"{name}.1", "both", behaviour, "1.0", takes_tables, 0, 0)


def lease(shard: int, owner: str = "", remaining: float = 0.0, behaviour: int = 2, activity: float = 0.0) -> Lease:
    return Lease(shard, owner, 1, remaining, behaviour, activity)


def test_every_free_lease_is_taken_by_one_node_and_all_get_about_as_many() -> None:
    nodes = [node("north"), node("east"), node("south"), node("gate", takes_tables=False)]
    free = [lease(shard) for shard in range(SHARDS)]
    taken = Counter(shard for one in nodes for shard in leases_to_take(one, free, nodes))
    assert set(taken) == set(range(SHARDS))
    assert set(taken.values()) == {1}
    assert leases_to_take(nodes[3], free, nodes) == []
    assert all(60 < len(leases_to_take(one, free, nodes)) < 115 for one in nodes[:3])


def test_a_lease_that_has_not_run_out_is_left_alone_unless_its_owner_has_started_anew() -> None:
    nodes = [node("north")]
    assert leases_to_take(nodes[0], [lease(1, "east.1", remaining=0.1)], nodes) == []
    assert leases_to_take(nodes[0], [lease(1, "east.1", remaining=-0.1)], nodes) == [1]
    assert leases_to_take(nodes[0], [lease(1, "north.0", remaining=3)], nodes) == [1]


def test_what_an_engine_has_played_goes_to_the_same_engine_while_there_is_one() -> None:
    old, new = node("old", behaviour=1), node("new", behaviour=2)
    free = [lease(shard, "gone.1", behaviour=1) for shard in range(SHARDS)]
    assert leases_to_take(new, free, [old, new]) == []
    assert len(leases_to_take(old, free, [old, new])) == SHARDS
    assert len(leases_to_take(new, free, [new])) == SHARDS, "the last old one is gone: their hands are voided"


def test_an_older_engine_never_gets_what_a_newer_one_has_played() -> None:
    old = node("old", behaviour=1)
    assert leases_to_take(old, [lease(1, "gone.1", behaviour=2)], [old]) == []
    busy = [lease(shard, "new.1", 3, activity=5) for shard in range(10)]
    assert leases_to_give(node("new"), busy, [node("new"), old], {}) is None


def test_a_hand_in_play_is_not_given_to_a_newer_engine() -> None:
    old, new = node("old", behaviour=1), node("new", behaviour=2)
    busy = [lease(shard, "old.1", 3, behaviour=1, activity=5) for shard in range(10)]
    given = leases_to_give(old, busy, [old, new], {shard: shard != 7 for shard in range(10)})
    assert given == ("new.1", [7])


def test_the_busiest_gives_to_the_one_with_least_to_do_until_they_have_about_as_much() -> None:
    luck = random.Random(5)
    nodes = [node("north"), node("east"), node("south")]
    owners = dict.fromkeys(range(SHARDS), "north.1")
    activity = {shard: luck.expovariate(0.5) for shard in range(SHARDS)}
    moves = 0
    for _ in range(60):
        leases = [lease(shard, owners[shard], 3, activity=activity[shard]) for shard in range(SHARDS)]
        for one in nodes:
            given = leases_to_give(one, leases, nodes, dict.fromkeys(range(SHARDS), True))
            if given is not None:
                moves += len(given[1])
                owners.update(dict.fromkeys(given[1], given[0]))
                break
    loads = [sum(activity[shard] for shard in owners if owners[shard] == one.owner) for one in nodes]
    assert max(loads) - min(loads) < 0.3 * sum(loads) / 3
    assert moves < SHARDS, "and few moved twice"
    leases = [lease(shard, owners[shard], 3, activity=activity[shard]) for shard in range(SHARDS)]
    assert [leases_to_give(one, leases, nodes, {}) for one in nodes] == [None] * 3, "then nothing moves"


def test_a_node_believes_in_its_leases_no_longer_than_they_last() -> None:
    book = LeaseBook()
    table = "some table"
    held = [Lease(shard_of(table), "north.1", 7, 3, 2, 0)]
    assert book.epoch_of(table) is None
    assert book.renewed(now(), "north.1", held) == (set(), {shard_of(table)})
    assert book.epoch_of(table) == 7
    book.renewed(now() - LEASE_SECONDS, "north.1", held)
    assert book.epoch_of(table) is None, "somebody else may have it by now"
    assert book.lease_for(table) is not None, "a write is refused by the database if that is so"
    assert book.renewed(now(), "north.1", [Lease(shard_of(table), "east.1", 8, 3, 2, 0)]) == ({shard_of(table)}, set())
    assert book.lease_for(table) is None
