"""A rolling update in which the engine changes its behaviour: who may play a hand on, and what its players see."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
from pathlib import Path

import sabacc
from sabacc.rules import BEHAVIOUR
from tests.foreign_packages import on_path
from tests.server.clusters import Cluster, cluster_of
from tests.server.servers import Client, at_table, new_people


def newer_engine(folder: Path) -> Path:
    """A folder with this package, but of the next behaviour."""
    package = Path(sabacc.__file__).parent
    shutil.copytree(package, folder / "sabacc", ignore=shutil.ignore_patterns("__pycache__", "pages"))
    module = folder / "sabacc" / "rules" / "behaviour.py"
    text = module.read_text(encoding="utf-8")
    assert f"BEHAVIOUR = {BEHAVIOUR}\n" in text
    module.write_text(text.replace(f"BEHAVIOUR = {BEHAVIOUR}\n", f"BEHAVIOUR = {BEHAVIOUR + 1}\n"), encoding="utf-8")
    return folder


async def mid_hand(clients: list[Client]) -> int:
    """Both sit down, and one of them acts in the first hand; the table's version."""
    for client in clients:
        await client.do("sit")
    await clients[0].until(lambda: "clock" in clients[0].news[-1])
    seat = clients[0].news[-1]["clock"][0]["seat"]
    asked = next(one for one in clients if one.you is not None and one.you["seat"] == seat)
    await asked.until(lambda: asked.question is not None)
    command = await asked.play(random.Random(1))
    assert command is not None
    assert (await asked.answer(command))["type"] == "done"
    for client in clients:
        await client.until(lambda: client.version >= asked.version)  # noqa: B023 - used up at once
    return asked.version


def snapshots(client: Client) -> int:
    return sum(news["type"] == "snapshot" for news in client.news)


async def update(cluster: Cluster) -> None:
    """Two workers are of the old engine, a third one of the new; the old ones are stopped one after the other."""
    await cluster.start("gate", "north", "east")
    await cluster.balanced()
    gate = cluster.nodes["gate"]
    ana, ben = await asyncio.to_thread(new_people, gate, 2)
    table = await asyncio.to_thread(ana.new_table, "classic", clocks={"decision": 300, "window": 300})
    async with at_table(gate, table, ana) as one, at_table(gate, table, ben) as two:
        version = await mid_hand([one, two])
        events, you = list(one.events), one.you
        await cluster.start("south")
        await cluster.balanced()
        first = await cluster.player_of(table)
        second = "east" if first == "north" else "north"
        assert first != "south", "a hand in play goes to no newer engine while there is another one"
        seen = snapshots(one)
        assert await asyncio.to_thread(cluster.nodes[first].stop) == 0
        await one.until(lambda: snapshots(one) > seen)
        assert await cluster.player_of(table) == second, "the old engine plays it on"
        assert (one.version, one.events, one.you) == (version, events, you)
        assert await asyncio.to_thread(cluster.nodes[second].stop) == 0
        await one.until(lambda: "hand-voided" in [event["type"] for event in one.events])
        assert await cluster.player_of(table) == "south"
        stacks = [seat.get("stack") for seat in one.table["seats"][:2]]
        assert stacks == [one.table["stack"]] * 2, "stakes are returned"
        assert one.said_bye is None, "and nobody had to come back"
        await two.until(lambda: two.version == one.version)


def test_a_hand_goes_on_while_there_is_an_engine_for_it_and_is_voided_after_that(tmp_path: Path) -> None:
    with cluster_of(tmp_path, {"gate": "gateway", "north": "worker", "east": "worker", "south": "worker"}) as cluster:
        folder = newer_engine(tmp_path / "newer")
        cluster.nodes["south"].environment = {**os.environ, "PYTHONPATH": on_path(folder)}
        try:
            asyncio.run(update(cluster))
        except BaseException:
            sys.stderr.write(cluster.logs())
            raise
