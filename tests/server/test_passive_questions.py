"""Questions that nobody has to answer, and tables that wait for their one person; in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from sabacc.game.actions import Action
from sabacc.game.events import Acted, Asked, ClockStruck, Event
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.passive import LAST_CHANCE, PASSIVE, PRESET_DELAY, lone_person
from sabacc.server.table.settings import Clocks
from tests.server.virtual_clock import run
from tests.server.virtual_tables import deal, look_on, open_table

HOUR = 3600.0
LOOK = 3.0
STEP = 0.05  # seconds of virtual time between two looks
QUICK = Clocks(decision=20, window=8, bank=30, away_after=1, between=600)


def answer(table: Table, seat: int, action: Action | None = None) -> None:
    """A person answers; the default, if nothing else is said."""
    hand = table.state.hand
    assert hand is not None
    table.submit(en.ActionTaken(seat, action or hand.phase.default(hand, seat), hand.question))


async def until(table: Table, there: Callable[[], bool], seconds: float = HOUR) -> float:
    """Waits in virtual time; how long that took."""
    began = table.loop.time()
    while not there():
        assert table.loop.time() - began < seconds, "it did not come"
        assert not table.broken
        await asyncio.sleep(STEP)
    return table.loop.time() - began


async def until_asked(table: Table, seat: int, kind: str) -> None:
    """People answer by default until a seat is asked such a question, in this hand or in a later one."""
    for number in range(1, 60):
        while table.state.in_hand:
            hand = table.state.hand
            assert hand is not None
            if seat in hand.waiting and hand.kind == kind:
                return
            people = [one for one in hand.waiting if one in table.state.person_seats() and hand.kind not in PASSIVE]
            if people:
                cheap = next(one for one in hand.options(people[0]).actions if not one.free)
                answer(table, people[0], cheap)
            await asyncio.sleep(STEP)
        while table.state.deferred or table.state.bot_seats() != [
            one for one in table.state.bot_seats() if table.state.game.stacks[one] >= table.state.game.price()
        ]:
            await asyncio.sleep(STEP)
        deal(table, number)
    raise AssertionError(f"nobody asked {kind}")


def events(table: Table) -> list[Event]:
    assert table.state.hand is not None
    return list(table.state.hand.events)


def test_a_table_of_bots_waits_for_its_one_person_as_long_as_it_takes() -> None:
    async def play() -> None:
        table = open_table("classic", clocks=QUICK)
        look_on(table, "Ana")
        deal(table)
        await until_asked(table, 0, "bet")
        assert table.state.hand is not None
        question = table.state.hand.question
        await asyncio.sleep(24 * HOUR)
        assert table.state.hand.question == question
        assert table.seat_clocks.running == {}
        assert not table.state.game.sitting_out[0]
        answer(table, 0)
        assert table.state.hand.question > question

    run(play())


def test_friends_have_the_clocks_as_they_are_set() -> None:
    async def play() -> None:
        table = open_table("classic", people=2, bots=2, clocks=QUICK)
        for name in ("Ana", "Ben"):
            look_on(table, name)
        deal(table)
        await until_asked(table, 0, "bet")
        assert table.state.hand is not None
        question = table.state.hand.question
        took = await until(table, lambda: table.state.hand is None or table.state.hand.question != question)
        assert took == pytest.approx(QUICK.decision + QUICK.bank, abs=4 * STEP)
        assert any(isinstance(one, Acted) and one.by == "clock" and one.seat == 0 for one in events(table))

    run(play())


def test_who_waits_for_a_seat_does_not_wait_for_ever() -> None:
    async def play() -> None:
        table = open_table("classic", clocks=QUICK)
        look_on(table, "Ana")
        deal(table)
        await until_asked(table, 0, "bet")
        assert lone_person(table.state) == 0
        table.submit(en.Deferred(en.SatDown(4, "Ben", 300, person="person Ben")))
        assert lone_person(table.state) is None
        assert 0 in table.seat_clocks.running

    run(play())


@pytest.mark.parametrize(("preset", "kind"), [("cloud-city", "call-window"), ("classic", "call-window")])
def test_a_window_waits_a_moment_longer_than_the_bots(preset: str, kind: str) -> None:
    async def play() -> None:
        table = open_table(preset, clocks=QUICK)
        look_on(table, "Ana")
        deal(table)
        await until_asked(table, 0, kind)
        hand = table.state.hand
        assert hand is not None
        question = hand.question
        await until(table, lambda: hand.question != question or hand.waiting == (0,))
        if hand.question == question:  # no bot has called
            took = await until(table, lambda: hand.question != question or hand.over)
            assert took <= LAST_CHANCE + 2 * STEP
        assert table.seat_clocks.missed == {}
        assert table.seat_clocks.banks == {}
        assert not any(isinstance(one, Acted) and one.by == "clock" for one in events(table))

    run(play())


def test_windows_that_end_by_themselves_sit_nobody_out_and_take_no_bank() -> None:
    async def play() -> None:
        table = open_table("classic", people=2, bots=0, clocks=QUICK)
        for name in ("Ana", "Ben"):
            look_on(table, name)
        deal(table)
        for _ in range(3):
            await until_asked(table, 0, "call-window")
            hand = table.state.hand
            assert hand is not None
            question = hand.question
            took = await until(table, lambda: hand.question != question or hand.over)  # noqa: B023 - used up at once
            assert took == pytest.approx(QUICK.window, abs=4 * STEP)
        assert table.seat_clocks.missed == {}
        assert table.seat_clocks.banks == {}
        assert not table.state.game.sitting_out[0]
        assert table.state.deferred == []

    run(play())


def test_one_stays_in_at_a_fold_window_without_being_asked_for_it() -> None:
    async def play() -> None:
        table = open_table("classic", people=2, bots=0, clocks=QUICK)
        deal(table)
        assert table.state.preset_answers == {0: {"stay-in-fold-windows"}, 1: {"stay-in-fold-windows"}}
        await until_asked(table, 0, "fold-window")
        hand = table.state.hand
        assert hand is not None
        question = hand.question
        took = await until(table, lambda: hand.question != question)
        soonest, latest = PRESET_DELAY
        assert soonest - STEP <= took <= latest + 2 * STEP

    run(play())


def test_who_wants_to_be_asked_at_fold_windows_is() -> None:
    async def play() -> None:
        table = open_table("classic", people=2, bots=0, clocks=QUICK)
        deal(table)
        table.state.preset(table.state.game.number, 0, ())
        await until_asked(table, 0, "fold-window")
        hand = table.state.hand
        assert hand is not None
        question = hand.question
        took = await until(table, lambda: hand.question != question)
        assert took == pytest.approx(QUICK.window, abs=4 * STEP)

    run(play())


def test_after_a_draw_there_are_three_seconds_for_a_field_move_and_after_each_move_again() -> None:
    async def play() -> None:
        table = open_table("pagat", people=2, bots=0, clocks=QUICK)
        deal(table)
        await until_asked(table, 0, "draw")
        hand = table.state.hand
        assert hand is not None
        gain = next(one for one in hand.options(0).actions if type(one).__name__ == "Gain")
        answer(table, 0, gain)
        assert (hand.kind, hand.waiting) == ("field", (0,))
        question = hand.question
        await asyncio.sleep(LOOK - 1)
        place = next(one for one in hand.options(0).actions if one.free)
        table.submit(en.ActionTaken(0, place))
        took = await until(table, lambda: hand.question != question)
        assert took == pytest.approx(LOOK, abs=2 * STEP)

    run(play())


def test_who_has_seen_their_cards_long_enough_is_not_given_three_seconds_more() -> None:
    async def play() -> None:
        table = open_table("pagat", people=2, bots=0, clocks=QUICK)
        deal(table)
        await until_asked(table, 0, "draw")
        await asyncio.sleep(LOOK)
        hand = table.state.hand
        assert hand is not None
        answer(table, 0)  # stands
        question = hand.question
        assert hand.kind == "field"
        took = await until(table, lambda: hand.question != question)
        assert took <= LAST_CHANCE + 2 * STEP

    run(play())


def test_hr5_the_randomiser_rests_while_only_the_person_is_waited_for() -> None:
    async def play() -> None:
        table = open_table({"preset": "classic", "shift_trigger": "randomiser"}, clocks=QUICK)
        deal(table)
        await until_asked(table, 0, "bet")
        before = sum(isinstance(one, ClockStruck) for one in events(table))
        await asyncio.sleep(HOUR)
        assert sum(isinstance(one, ClockStruck) for one in events(table)) == before

    run(play())


def test_hr5_with_friends_the_randomiser_runs_on() -> None:
    async def play() -> None:
        clocks = Clocks(decision=3600, window=8, randomiser=60, between=600)
        table = open_table({"preset": "classic", "shift_trigger": "randomiser"}, people=2, bots=0, clocks=clocks)
        deal(table)
        await until(table, lambda: any(isinstance(one, ClockStruck) for one in events(table)))

    run(play())


def test_ch3_levels_by_minutes_count_hands_where_one_person_plays_with_bots() -> None:
    async def play() -> None:
        table = open_table("corellian-house", clocks=QUICK)
        look_on(table, "Ana")
        deal(table)
        left = table.level_clock.left(table.loop.time())
        assert left is not None
        assert (left.ms, left.hands) == (None, 9)  # 20 minutes are ten hands, and this is the first
        await asyncio.sleep(HOUR)
        assert table.level_clock.left(table.loop.time()) == left

    run(play())


def test_bots_do_not_play_on_without_their_one_person_who_is_broke() -> None:
    async def play() -> None:
        clocks = Clocks(between=1)
        table = open_table("classic", clocks=clocks, stack=11)
        look_on(table, "Ana")
        deal(table)
        while table.state.in_hand:
            hand = table.state.hand
            assert hand is not None
            if 0 in hand.waiting:
                folds = [one for one in hand.options(0).actions if type(one).__name__ == "Fold"]
                answer(table, 0, folds[0] if folds else None)
            await asyncio.sleep(STEP)
        assert table.state.game.stacks[0] < table.state.game.price()
        number = table.state.game.number
        await asyncio.sleep(HOUR)
        assert table.state.game.number == number
        assert table.autopilot.next_hand_ms() is None
        table.submit(en.Rebought(0, 11))
        await until(table, lambda: table.state.game.number > number, 10)

    run(play())


def test_a_table_whose_one_person_never_comes_back_is_played_out_and_closed() -> None:
    async def play() -> None:
        table = open_table("classic", clocks=QUICK)
        deal(table)
        await until_asked(table, 0, "bet")
        table.autopilot.wind_up()
        await until(table, lambda: not table.state.in_hand, 300)
        table.autopilot.wind_up()
        assert table.state.game.closed

    run(play())


def test_a_preset_answer_takes_as_long_whatever_it_answers() -> None:
    async def play() -> None:
        waits: dict[str, list[float]] = {"fold-window": [], "call-window": []}
        for number in range(12):
            table = open_table("cloud-city", number, people=3, bots=0, clocks=QUICK)
            deal(table, number)
            for seat in range(3):
                table.state.preset(table.state.game.number, seat, ("stay-in-fold-windows", "pass-call-windows"))
            await until_asked(table, 0, "call-window")
            hand = table.state.hand
            assert hand is not None
            question = hand.question
            waits["call-window"].append(await until(table, lambda: 0 not in hand.waiting or hand.question != question))  # noqa: B023
            await until_asked(table, 0, "fold-window")
            question = hand.question
            waits["fold-window"].append(await until(table, lambda: 0 not in hand.waiting or hand.question != question))  # noqa: B023
        soonest, latest = PRESET_DELAY
        for seconds in waits.values():
            assert all(soonest - STEP <= one <= latest + 2 * STEP for one in seconds)
            assert max(seconds) - min(seconds) > 0.1  # and no two moments are alike

    run(play())


def test_bots_raise_a_bet_twice_at_the_most() -> None:
    async def play() -> None:
        for preset in ("cloud-city", "pagat", "galactic", "corellian-house"):
            for number in range(8):
                table = open_table(preset, number, people=1, bots=3, clocks=QUICK)
                deal(table, number)
                while table.state.in_hand:
                    hand = table.state.hand
                    assert hand is not None
                    if 0 in hand.waiting and hand.kind not in PASSIVE:
                        answer(table, 0)
                    assert hand.raise_count <= 2
                    await asyncio.sleep(STEP)
                assert any(isinstance(one, Asked) for one in events(table))

    run(play())
