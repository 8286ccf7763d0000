"""Leaderboards and players' pages, in both databases."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from sabacc.server.http.errors import Forbidden, NotFound
from sabacc.server.ratings.leaderboards import FEWEST_GAMES, Leaderboard, Period, period_start, read_leaderboard
from sabacc.server.ratings.player_page import TROPHY_ENTRIES, PlayerPage, read_player_page
from sabacc.server.ratings.profile import read_profile, set_private, set_shown
from sabacc.server.ratings.projection import DAY
from sabacc.server.ratings.projector import RatingProjector
from sabacc.server.ratings.results import RatedPlace, record_tournament
from sabacc.server.ratings.scale import CENTRE
from sabacc.server.storage.store import Store
from tests.server.test_ratings import NOW, add_people
from tests.server.test_store_conformance import Stores, stores

__all__ = ["stores"]
CUPS = 45
PLAYERS = ("ana", "ben", "cy")


def cup(day: int) -> list[RatedPlace]:
    """Who came where: Ana wins most of them, and Ben the last few, in which she is second."""
    people = {"ana": 2 if day % 3 else 6, "ben": 3 + day % 4, "cy": 5 + day % 3}
    if day >= CUPS - FEWEST_GAMES:
        people |= {"ben": 0, "ana": 1}
    merits: list[tuple[float, str | None, str | None]] = [(merit, person, None) for person, merit in people.items()]
    merits += [(2.5 + (day + bot) % 5, None, "gambler") for bot in range(TROPHY_ENTRIES - len(people))]
    ordered = sorted(merits, key=lambda one: one[0])
    return [RatedPlace(person, bot, place) for place, (_, person, bot) in enumerate(ordered, 1)]


def with_cups(stores: Stores, use: Callable[[Store], Awaitable[None]]) -> None:
    """Runs a test after a tournament of pagat on each of many days."""

    async def run(store: Store) -> None:
        await add_people(store, *PLAYERS)
        for day in range(CUPS):
            at, key = NOW - (CUPS - day) * DAY, f"cup {day}"
            await store.write(
                lambda job, key=key, at=at, day=day: record_tournament(job, key, "pagat", at, cup(day), title=key)  # type: ignore[misc]
            )
        await RatingProjector(store, lambda: NOW).catch_up()
        await use(store)

    stores.use(run)


async def page_of(store: Store, name: str, reader: str | None = None) -> PlayerPage:
    return await store.read(lambda job: read_player_page(job, name, reader))


async def board_of(store: Store, period: Period = "all", game: str = "pagat", now: int = NOW) -> Leaderboard:
    return await store.read(lambda job: read_leaderboard(job, game, period, now))


def test_a_leaderboard_has_the_best_and_the_bots_stand_on_the_same_scale(stores: Stores) -> None:
    async def use(store: Store) -> None:
        board = await board_of(store)
        assert [(one.rank, one.name, one.gain) for one in board.rows] == [
            (1, "ana", None),
            (2, "ben", None),
            (3, "cy", None),
        ]
        assert board.rows[0].rating > board.rows[1].rating > CENTRE
        assert board.rows[0].games == CUPS
        assert [one.name for one in board.bots] == ["master", "counter", "gambler", "miner", "droid"]
        assert board.games == ["all", "pagat"]
        assert (await board_of(store, game="classic")).rows == []

    with_cups(stores, use)


def test_a_week_is_led_by_who_gained_most_in_it(stores: Stores) -> None:
    async def use(store: Store) -> None:
        since = NOW - FEWEST_GAMES * DAY
        monday = period_start("week", NOW)
        assert monday is not None
        week = await board_of(store, "week")
        assert week.since == monday < NOW
        later = await board_of(store, "week", now=NOW + 14 * DAY)
        assert later.rows == [], "nobody has played then"
        month = await board_of(store, "month", now=since + 1)
        assert month.rows[0].name == "ben", "who beat the best at last"
        assert month.rows[0].gain is not None
        assert month.rows[0].gain > 0

    with_cups(stores, use)


def test_a_player_has_a_page(stores: Stores) -> None:
    async def use(store: Store) -> None:
        ana = await page_of(store, "ANA")
        assert [(one.game, one.provisional, one.games, one.rank) for one in ana.ratings] == [
            ("all", False, CUPS, 1),
            ("pagat", False, CUPS, 1),
        ]
        curve = next(one for one in ana.curves if one.game == "pagat")
        assert len(curve.points) == CUPS
        assert curve.points[-1][1] == ana.ratings[1].rating
        assert (ana.results[0].title, ana.results[0].place, ana.results[0].players) == (
            f"cup {CUPS - 1}",
            2,
            TROPHY_ENTRIES,
        )
        assert ana.results[0].change is not None
        assert abs(ana.results[0].change - (curve.points[-1][1] - curve.points[-2][1])) <= 1, "each is rounded"
        assert {one.place for one in ana.trophies} <= {1, 2, 3}
        assert (
            ana.trophies[0].title == f"cup {next(day for day in reversed(range(CUPS)) if cup(day)[0].person == 'ana')}"
        )
        for nobody in ("droid", "guest", "nobody"):
            with pytest.raises(NotFound):
                await page_of(store, nobody)

    with_cups(stores, use)


def test_who_wants_to_is_seen_by_nobody_else(stores: Stores) -> None:
    async def use(store: Store) -> None:
        profile = await store.write(lambda job: set_private(job, "ana", True))
        assert profile.private
        with pytest.raises(Forbidden, match="ana keeps this page private"):
            await page_of(store, "ana", reader="ben")
        assert (await page_of(store, "ana", reader="ana")).you
        assert [one.name for one in (await board_of(store)).rows] == ["ben", "cy"]
        await store.write(lambda job: set_private(job, "ana", False))
        assert not (await page_of(store, "ana")).you

    with_cups(stores, use)


def test_a_page_shows_the_hands_that_its_player_chose(stores: Stores) -> None:
    async def use(store: Store) -> None:
        await add_people(store, "ana", "ben")
        await store.execute(
            "INSERT INTO hands (id, table_id, number, version, title, preset, ended_at, behaviour, body) "
            "VALUES ('h', 't', 7, 1, 'T', 'classic', ?1, 2, ?2)",
            NOW,
            b"",
        )
        await store.execute("INSERT INTO shares VALUES ('link', 'h', NULL, 'ana', ?1)", NOW)
        assert await store.write(lambda job: set_shown(job, "ben", "link", True)) is None, "it is not his"
        await store.write(lambda job: set_shown(job, "ana", "link", True))
        assert [(one.url, one.number) for one in (await page_of(store, "ana")).hands] == [("/shared/link", 7)]
        assert (await store.read(lambda job: read_profile(job, "ana"))).hands == ["link"]
        await store.execute("DELETE FROM shares WHERE token = 'link'")
        assert (await page_of(store, "ana")).hands == [], "a link that was taken back is gone"

    stores.use(use)
