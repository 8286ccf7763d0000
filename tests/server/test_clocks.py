"""Clocks: decisions that come too late, time banks, lost and slow lines, answers given beforehand, pauses, the randomiser."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator

import pytest

from tests.server.seated_tables import SeatedTable, answer, clock_of, events, seated_table
from tests.server.servers import Client, Json, Server, at_table, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("clocks")) as one:
        yield one


def by_clock(client: Client) -> list[int]:
    """The seats for which the clock answered."""
    return [event["seat"] for event in events(client, "acted") if event.get("by") == "clock"]


async def answers_to(client: Client, question: int, seat: int) -> list[Json]:
    """What a seat answered to a question, or the clock for it, once that has happened."""

    def found() -> list[Json]:
        return [one for one in events(client, "acted") if (one["question"], one["seat"]) == (question, seat)]

    await client.until(lambda: bool(found()))
    return found()


# ---- too late


def test_t10_the_clock_gives_the_default_answer_of_who_does_not_decide_in_time(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 0.4}) as table:
            late = await table.turn()
            assert late.question is not None
            question, seat = late.question, table.clients.index(late)
            (acted,) = await answers_to(late, question["number"], seat)
            assert acted["by"] == "clock"
            assert acted["action"] == question["default"]

    asyncio.run(run())


def test_an_answer_that_comes_after_the_clocks_is_refused(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 0.4}) as table:
            late = await table.turn()
            assert late.question is not None
            question, seat = late.question, table.clients.index(late)
            await answers_to(late, question["number"], seat)
            refused = await late.ask("act", action=question["default"], question=question["number"])
            assert refused["type"] == "refused"

    asyncio.run(run())


def test_a_late_answer_costs_time_of_the_bank(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 0.2, "window": 0.2, "bank": 60}) as table:
            slow = await table.turn()
            seat = table.clients.index(slow)
            clock = clock_of(slow, seat)
            assert clock is not None
            assert clock["bank_ms"] == 60_000
            await asyncio.sleep(0.8)  # or longer: the bank has a minute
            await answer(slow)
            assert by_clock(slow) == []
            await table.play(lambda: slow.question is not None)
            later = clock_of(slow, seat)
            assert later is not None
            assert later["bank_ms"] <= 59_500

    asyncio.run(run())


def test_the_clock_answers_when_the_bank_is_used_up(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 0.2, "window": 0.2, "bank": 1.5}) as table:
            slow = await table.turn()
            assert slow.question is not None
            seat = table.clients.index(slow)
            (acted,) = await answers_to(slow, slow.question["number"], seat)
            assert acted["by"] == "clock"
            await table.heard()
            await table.play(lambda: slow.question is not None)
            later = clock_of(slow, seat)
            assert later is not None
            assert later.get("bank_ms", 0) == 0

    asyncio.run(run())


def test_windows_have_a_shorter_time_than_decisions(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 50, "window": 5}) as table:
            times: dict[str, int] = {}
            while not {"bet", "fold-window"} <= set(times):
                client = await table.turn()
                assert client.question is not None
                clock = clock_of(client, table.clients.index(client))
                if clock is not None:
                    times[client.question["kind"]] = clock["ms"]
                await answer(client)
            assert 40_000 < times["bet"] <= 51_000
            assert 2_000 < times["fold-window"] <= 6_000

    asyncio.run(run())


def test_who_misses_two_decisions_in_a_row_sits_out_after_the_hand_and_can_come_back(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, "corellian-house", clocks={"decision": 1.5, "away_after": 2}) as table:
            asleep, awake = table.clients
            while not awake.table["seats"][0].get("sitting_out"):
                if awake.question is not None:
                    await answer(awake)
                await awake.listen()
            assert by_clock(awake).count(0) >= 2
            assert awake.hands_ended >= 1
            assert events(awake, "sat-out")[0]["seat"] == 0
            played = awake.hands_ended
            await asleep.do("come-back")
            await asleep.until(lambda: len(events(asleep, "hand-started")) == played + 1)

    asyncio.run(run())


def test_who_answers_in_time_now_and_then_is_not_away(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 1.5, "window": 1.5, "away_after": 2}) as table:
            dozing, awake = table.clients
            slept = 0
            while slept < 3 and dozing.hands_ended < 3:
                client = await table.turn()
                if client is dozing and slept <= sum(
                    event.get("by") != "clock" for event in events(dozing, "acted") if event["seat"] == 0
                ):
                    slept += 1
                    missed = by_clock(dozing).count(0)
                    await dozing.until(lambda: by_clock(dozing).count(0) > missed)  # noqa: B023 - used up at once
                else:
                    await answer(client)
            assert events(awake, "sat-out") == []
            assert "sitting_out" not in awake.table["seats"][0]

    asyncio.run(run())


# ---- lost and slow lines


async def _lose_line(table: SeatedTable, since_lost: float) -> tuple[Client, int]:
    """Whoever has to decide loses the line, and that lasts a while; what the other saw."""
    gone = await table.turn()
    other = table.other(gone)
    await gone.socket.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(since_lost):
            while True:
                await other.listen()
    return other, table.clients.index(gone)


def test_who_has_lost_the_line_gets_time_to_come_back_and_can_still_answer(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 2, "grace": 60}) as table:
            other, seat = await _lose_line(table, 2.5)
            assert by_clock(other) == []
            async with at_table(server, table.table, table.people[seat]) as back:
                await back.until(lambda: back.question is not None)
                assert (await answer(back))["type"] == "done"

    asyncio.run(run())


def test_grace_is_over_at_last(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 1.5, "grace": 3}) as table:
            other, seat = await _lose_line(table, 2)
            assert by_clock(other) == []
            await other.until(lambda: by_clock(other) == [seat])

    asyncio.run(run())


def test_a_slow_line_costs_nobody_their_time_to_think(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"decision": 20, "window": 20}) as table:
            slow = await table.turn()
            seat = table.clients.index(slow)
            await slow.socket.close()
            async with at_table(server, table.table, table.people[seat]) as back:
                back.pong_after = 1.8
                await back.until(lambda: back.pongs > 0 and back.question is not None)
                back.pong_after = 0
                table.clients[seat] = back
                if seat == 0:
                    back.news = [*slow.news, *back.news]
                longest = 0
                for _ in range(6):
                    client = await table.turn()
                    clock = clock_of(client, table.clients.index(client))
                    if client is back and clock is not None:
                        longest = max(longest, clock["ms"])
                    await answer(client)
                assert longest > 21_400

    asyncio.run(run())


# ---- answers given beforehand


@pytest.mark.parametrize(
    ("preset", "kind", "choice"),
    [
        ("cloud-city", "call-window", "pass-call-windows"),
        ("cloud-city", "fold-window", "stay-in-fold-windows"),
        ("cloud-city", "bet", "check-or-fold"),
        ("pagat", "field", "no-field-moves"),
    ],
)
def test_a_question_that_was_answered_beforehand_is_not_waited_for(
    server: Server, preset: str, kind: str, choice: str
) -> None:
    async def run() -> None:
        async with seated_table(server, preset) as table:
            await table.turn()
            chooser = table.guest
            await chooser.do("choose", choices=[choice])
            assert chooser.you is not None
            assert chooser.you["choices"] == [choice]
            answered = await _play_but(table, chooser, kind)
            assert answered["action"]["type"] in ("pass", "check", "fold", "done")
            assert answered.get("by", "player") == "player"

    asyncio.run(run())


async def _play_but(table: SeatedTable, chooser: Client, kind: str) -> Json:
    """All answer with the default, but the chooser not to questions of a kind; the first of those that was answered."""
    while True:
        asked = {event["question"]: event["kind"] for event in chooser.events if event["type"] == "asked"}
        for event in chooser.events:
            if event["type"] == "acted" and event["seat"] == 1 and asked.get(event["question"]) == kind:
                return event
        await table.heard()
        for client in table.clients:
            if client.question is not None and not (client is chooser and client.question["kind"] == kind):
                await answer(client)
                break
        else:
            await table.host.listen()


def test_choices_last_for_one_hand_only(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            await table.guest.do("choose", choices=["check-or-fold", "pass-call-windows"])
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            await table.heard()
            assert table.guest.you is not None
            assert table.guest.you["choices"] == ["stay-in-fold-windows"]  # as everybody has who says nothing

    asyncio.run(run())


def test_a_choice_that_there_is_not_is_refused(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            refused = await table.guest.ask("choose", choices=["always-win"])
            assert "always-win" in refused["why"]

    asyncio.run(run())


# ---- pauses


async def _stop_clocks(table: SeatedTable) -> Client:
    """A host who doesn't play pauses the table in the middle of a hand; who is asked then."""
    await table.turn()
    await table.host.do("leave")
    client = await table.turn()
    await table.host.do("pause", on=True)
    assert table.host.table["paused"]
    return client


def test_a_pause_stops_the_clocks_and_everybody_has_the_full_time_afterwards(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3, clocks={"decision": 3}) as table:
            client = await _stop_clocks(table)
            assert [clock_of(table.host, seat) for seat in range(3)] == [None] * 3
            await asyncio.sleep(3.5)  # longer than was left
            await table.host.do("pause", on=False)
            assert by_clock(table.host) == []
            clock = clock_of(table.host, table.clients.index(client))
            assert clock is not None
            assert clock["ms"] > 2500

    asyncio.run(run())


def test_nobody_acts_in_a_pause(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3) as table:
            client = await _stop_clocks(table)
            refused = await answer(client)
            assert "paused" in refused["why"]
            await table.host.do("pause", on=False)
            assert (await answer(client))["type"] == "done"

    asyncio.run(run())


# ---- what the table does by itself


def test_hr5_the_randomiser_goes_off_on_the_clock(server: Server) -> None:
    async def run() -> None:
        rules = {"preset": "classic", "shift_trigger": "randomiser"}
        async with seated_table(server, rules, clocks={"randomiser": 1}) as table:
            await table.host.until(lambda: len(events(table.host, "clock-struck")) >= 2, within=180)

    asyncio.run(run())


def test_bots_take_their_time(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=1, bots=["droid"], fill_to=2, pace=2) as table:
            person = table.host
            waits: list[float] = []
            while len(waits) < 2:
                await person.until(lambda: person.question is not None or _asked(person) == [1])
                if person.question is not None:
                    await answer(person)
                    continue
                began = time.monotonic()
                await person.until(lambda: _asked(person) != [1])
                waits.append(time.monotonic() - began)
            assert min(waits) > 0.4

    asyncio.run(run())


def test_a_pause_between_hands_takes_back_when_the_next_one_comes(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"between": 60}) as table:
            await table.play(lambda: table.host.hands_ended > 0)
            assert 0 < _next_hand_ms(table.host) <= 60_000
            await table.host.do("pause", on=True)
            assert _next_hand_ms(table.host) == 0
            await table.host.do("pause", on=False)
            assert 0 < _next_hand_ms(table.host) <= 60_000

    asyncio.run(run())


def _next_hand_ms(client: Client) -> int:
    """As it was told last; nothing if no hand is planned."""
    told = [news for news in client.news if news["type"] == "update"]
    return int(told[-1].get("next_hand_ms", 0))


def _asked(client: Client) -> list[int]:
    """Who has been asked and has not answered."""
    if any(event["type"] == "hand-ended" for event in client.events):
        return []
    asked = [event for event in client.events if event["type"] == "asked"]
    if not asked:
        return []
    answered = [
        event["seat"]
        for event in client.events
        if event["type"] == "acted" and event["question"] == asked[-1]["question"]
    ]
    return [seat for seat in asked[-1]["seats"] if seat not in answered]
