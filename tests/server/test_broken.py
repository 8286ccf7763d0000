"""A fault of the server's own in the middle of a hand: nothing of it is kept, and the table goes on where it was safe."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sabacc.server import protocol as pr
from sabacc.server.checking import check_log
from sabacc.server.hub import Config, Hub
from sabacc.server.table import Table
from tests.server.screens import Screen, two_in_a_hand, until


async def fold(table: Table, screens: list[Screen]) -> Screen:
    """Whoever is asked gives up; whose screen that was."""
    hand = table.state.hand
    assert hand is not None
    seat = next(iter(hand.waiting))
    fold = next(one for one in hand.options(seat).actions if type(one).__name__ == "Fold")
    table.command(screens[seat].connection, pr.Act("fold", fold, hand.question))  # type: ignore[arg-type]  # it is one of AnyAction
    return screens[seat]


async def evening(path: Path) -> None:
    hub = Hub(Config(database=path))
    await hub.start()
    table, people, screens = await two_in_a_hand(hub)
    safe = table.safe

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
    back = [Screen(person) for person in people]
    for screen in back:
        again.join(screen.connection, None)
    teller = await fold(again, back)
    await until(lambda: teller.of("done"))
    await hub.stop()


def test_credits_that_were_lost_or_made_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "sabacc.sqlite3"
    asyncio.run(evening(path))
    report = check_log(path)
    assert (report.hands, report.faults) == (1, [])
