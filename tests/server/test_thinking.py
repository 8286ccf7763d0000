"""Bots that hang: nobody waits for them for good."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures.process import BrokenProcessPool

from sabacc.server.thinking import Thinkers


def hang(sent: bytes) -> bytes:
    """As a bot that has lost itself in thought."""
    time.sleep(600)
    return sent


def answer(sent: bytes) -> bytes:
    """As a bot that knows."""
    return sent


def test_who_waits_behind_one_that_hangs_is_told_and_the_next_are_served() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        thinkers.longest = 0.5
        hanging = asyncio.create_task(thinkers.run(hang, b"1"))
        await asyncio.sleep(0)
        thinkers.longest = 60.0
        behind = [asyncio.create_task(thinkers.run(answer, b"2")) for _ in range(4)]
        told = await asyncio.gather(hanging, *behind, return_exceptions=True)
        assert [type(one) for one in told] == [TimeoutError] + 4 * [BrokenProcessPool]
        assert await thinkers.run(answer, b"3") == b"3"
        thinkers.close()

    asyncio.run(run())


def test_who_does_not_want_to_know_any_more_is_just_cancelled() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        asking = asyncio.create_task(thinkers.run(hang, b"1"))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        thinkers.close()

    asyncio.run(run())
