"""The protocol of leases and commits, in every interleaving: what each guard is for."""

from __future__ import annotations

from tests.server.lease_model import Guards, explore


def test_with_all_guards_no_acknowledged_action_is_lost_doubled_or_unshown() -> None:
    states, found = explore(Guards())
    assert found == {}
    assert states > 4000, "and that was not for lack of trying"


def test_with_the_key_alone_a_takeover_reads_too_early() -> None:
    """The old owner's commit shows after the new one has read the log: the new one shows a table without it."""
    _, found = explore(Guards(lease=False))
    assert set(found) == {"stale"}
    way = found["stale"]
    assert way.index("1 reads the log") < way.index("0 commits") < way.index("the gateway hears 0")
    assert way[-1] == "the gateway hears 1"


def test_with_neither_an_acknowledged_action_is_lost() -> None:
    _, found = explore(Guards(lease=False, key=False))
    assert "lost" in found


def test_a_gateway_that_hears_lower_epochs_shows_an_old_table() -> None:
    _, found = explore(Guards(gateway=False))
    assert set(found) == {"stale"}


def test_the_lock_alone_is_enough_where_every_worker_keeps_to_it() -> None:
    """The key is the second line: it holds even if somebody writes without the lock."""
    assert explore(Guards(key=False))[1] == {}
