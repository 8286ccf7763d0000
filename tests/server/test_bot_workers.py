"""Bots that hang: nobody waits for them for good."""

from __future__ import annotations

import asyncio
import time

from sabacc.server.bot_workers import BotWorkers


def hang(sent: bytes) -> bytes:
    """As a bot that has lost itself in thought."""
    time.sleep(600)
    return sent


def answer(sent: bytes) -> bytes:
    """As a bot that knows."""
    return sent


def test_who_waits_behind_one_that_hangs_is_served() -> None:
    async def run() -> None:
        bot_workers = BotWorkers(processes=1)
        bot_workers.timeout = 0.5
        hanging = asyncio.create_task(bot_workers.run(hang, b"1"))
        await asyncio.sleep(0)
        bot_workers.timeout = 300.0  # a process that starts on a busy machine takes its time
        behind = [asyncio.create_task(bot_workers.run(answer, b"2")) for _ in range(4)]
        told = await asyncio.gather(hanging, *behind, return_exceptions=True)
        assert [type(told[0]), *told[1:]] == [TimeoutError, *4 * [b"2"]]
        assert await bot_workers.run(answer, b"3") == b"3"
        bot_workers.close()

    asyncio.run(run())


def test_who_does_not_want_to_know_any_more_is_just_cancelled() -> None:
    async def run() -> None:
        bot_workers = BotWorkers(processes=1)
        asking = asyncio.create_task(bot_workers.run(hang, b"1"))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        bot_workers.close()

    asyncio.run(run())


def think(sent: bytes) -> bytes:
    """As a bot that needs a moment."""
    time.sleep(0.02)
    return sent


def test_who_has_many_bots_waits_for_them_and_nobody_else_does() -> None:
    async def run() -> None:
        bot_workers = BotWorkers(processes=1)
        await bot_workers.run(answer, b"0")
        many = [asyncio.create_task(bot_workers.run(think, b"1", "Ana")) for _ in range(140)]
        await asyncio.sleep(0)
        for _ in range(3):
            await bot_workers.run(think, b"2", "Ben")
        assert sum(one.done() for one in many) < 20
        for one in many:
            one.cancel()
        await asyncio.wait(many)
        assert await bot_workers.run(answer, b"3", "Ana") == b"3"  # those who gave up hold no place
        bot_workers.close()

    asyncio.run(run())
