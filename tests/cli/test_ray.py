"""`--ray`: work on a real Ray cluster gives what one core gives, also when a machine of it is lost."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabacc.arena.gauntlet import play_pairing
from sabacc.cli.ray_flag import with_address
from sabacc.errors import SabaccError
from sabacc.parallel import map_in_order, on_ray, slots
from sabacc.policy.simulation import simulate, table_tasks
from sabacc.records import record_hand
from tests.arena.test_gauntlet import pairing
from tests.cli.command_runner import accepted, refused
from tests.cli.conftest import Inside
from tests.cli.record_samples import short_hand
from tests.cli.test_simulate import TIMES

NONE = "there is no Ray: the extra `ray` is not installed"
MACHINE = {"num_cpus": 1, "object_store_memory": 80_000_000}  # two of them are the whole cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Ray cluster of two machines with a core each."""
    pytest.importorskip("ray", reason=NONE)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={**MACHINE, "include_dashboard": False})
    try:
        yield found
    finally:
        found.shutdown()


def untimed(report: Any) -> Any:
    """A report without what depends on the machine."""
    if isinstance(report, dict):
        return {key: untimed(value) for key, value in report.items() if key not in (*TIMES, "timing")}
    return [untimed(one) for one in report] if isinstance(report, list) else report


def refuse_three(number: int) -> int:
    """Bad input, as any task may find it."""
    if number == 3:
        raise SabaccError("3 is too much.")
    return -number


def kill_once(marker: Path) -> int:
    """The process that does it first is killed, as by a machine without memory."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), 9)
    return 5


def test_a_machine_that_is_lost_costs_time_and_no_results(cluster: Any) -> None:
    tasks = list(table_tasks("classic", 3, 1200, "7"))
    here = list(simulate(tasks, 1))
    lost = cluster.add_node(**MACHINE)
    with on_ray(cluster.address):
        assert slots() == 2
        running = simulate(tasks)
        there = list(itertools.islice(running, 3))
        cluster.remove_node(lost, allow_graceful=False)
        there += running
    assert there == here


def test_a_worker_that_is_killed_is_replaced_and_errors_are_told_as_they_are(cluster: Any, tmp_path: Path) -> None:
    with on_ray(cluster.address):
        assert list(map_in_order(kill_once, [tmp_path / "killed"])) == [5]
        endless = map_in_order(refuse_three, itertools.count())
        assert [next(endless) for _ in range(3)] == [0, -1, -2]
        with pytest.raises(SabaccError, match=r"^3 is too much\.$"):
            next(endless)
        assert list(map_in_order(abs, [-1], processes=1)) == [1]


def test_commands_give_the_same_on_ray(cluster: Any, inside: Inside, tmp_path: Path) -> None:
    record = tmp_path / "hand.sabacc"
    record.write_text(record_hand(short_hand()), encoding="utf-8")
    commands: list[tuple[object, ...]] = [
        ("simulate", "coruscant-shift", "--hands", 300, "--json"),
        ("arena", "pagat", "--bots", "droid,gambler", "--hands", 8, "--session", 2, "--json"),
        ("chances", record, "--seat", 1, "--at", 8, "--samples", 40, "--json"),
    ]
    for command in commands:
        here = accepted(inside(*command, "--processes", 1)).json()
        there = accepted(inside(*command, "--ray", cluster.address)).json()
        assert untimed(there) == untimed(here)


def test_the_gauntlet_gives_the_same_on_ray(cluster: Any, tmp_path: Path) -> None:
    here = play_pairing(pairing(4), tmp_path / "here", 9, 1)
    with on_ray(cluster.address):
        there = play_pairing(pairing(4), tmp_path / "there", 9)
    assert [one.won for one in there.scores] == [one.won for one in here.scores]


def test_a_machine_with_other_code_is_refused(cluster: Any) -> None:
    from sabacc.parallel.ray_cluster import run_task

    with pytest.raises(SabaccError, match="another sabacc"):
        run_task("another digest", abs, -1)


def test_a_cluster_that_can_not_be_used_is_named(inside: Inside) -> None:
    command = ("simulate", "classic", "--hands", "5")
    refused(inside(*command, "--ray", "127.0.0.1:9", "--processes", "2"), "--processes")
    refused(inside(*command, "--ray=nowhere"), "'nowhere' is no address")


def test_the_address_may_be_left_out() -> None:
    assert with_address(["simulate", "--ray", "classic"]) == ["simulate", "--ray=auto", "classic"]
    assert with_address(["simulate", "classic", "--ray"]) == ["simulate", "classic", "--ray=auto"]
    assert with_address(["arena", "pagat", "--ray", "head:6379", "-n", "4"])[2:4] == ["--ray", "head:6379"]
    assert with_address(["chances", "x.sabacc", "--ray", "--seat", "1"])[2:4] == ["--ray=auto", "--seat"]
