"""A fault of the server's own in the middle of a hand: nothing of it is kept, and the table goes on where it was safe."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sabacc.server.hub import Config, Hub
from sabacc.server.storage.verify import verify_database
from sabacc.server.table.actor import Table
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, two_in_a_hand, until


async def fold(table: Table, screens: list[LocalClient]) -> LocalClient:
    """Whoever is asked gives up; whose screen that was."""
    hand = table.state.hand
    assert hand is not None
    seat = next(iter(hand.waiting))
    fold = next(one for one in hand.options(seat).actions if type(one).__name__ == "Fold")
    table.command(screens[seat].connection, pr.Act("fold", fold, hand.question))
    return screens[seat]


async def played_table(path: Path) -> None:
    hub = Hub(Config(database=path))
    await hub.start()
    table, people, screens = await two_in_a_hand(hub)
    safe = table.durable_version

    table.state.game.credits_in += 1  # as if one had vanished
    teller = await fold(table, screens)
    await until(lambda: screens[0].of("bye") and screens[1].of("bye"))
    assert table.broken
    assert [one["why"] for one in teller.of("refused")] == [
        "that went wrong here; nothing of it is done, and the table starts again."
    ]
    assert teller.of("bye")[0]["again"]
    assert screens[0].of("update")[-1]["version"] == screens[1].of("update")[-1]["version"] == safe

    await until(lambda: table.id in hub.tables)
    again = hub.tables[table.id]
    assert (again.state.version, again.state.in_hand) == (safe, True)
    back = [LocalClient(person) for person in people]
    for screen in back:
        again.join(screen.connection, None)
    teller = await fold(again, back)
    await until(lambda: teller.of("done"))
    await hub.stop()


def test_credits_that_were_lost_or_made_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "sabacc.sqlite3"
    asyncio.run(played_table(path))
    report = verify_database(path)
    assert (report.hands, report.faults) == (1, [])
