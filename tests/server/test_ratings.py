"""Ratings: what a rated game is, what results come to, and that they can be computed again."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import msgspec
import pytest

from sabacc.errors import SabaccError
from sabacc.rules import read_rules
from sabacc.server.history.collusion import find_colluding_pairs
from sabacc.server.hub import Config, Hub
from sabacc.server.people.sessions import Person
from sabacc.server.ratings.farming import MIN_GAMES
from sabacc.server.ratings.games import (
    GAME_HANDS,
    STANDSTILL,
    Departure,
    Place,
    RatedGame,
    RatedHand,
    SeatScore,
    next_game,
)
from sabacc.server.ratings.projection import DAY, SAME_OPPONENTS, Projection, Result
from sabacc.server.ratings.projector import RatingProjector
from sabacc.server.ratings.recompute import compare, compute_again
from sabacc.server.ratings.results import NewResult, RatedPlace, forget_player, record, record_tournament
from sabacc.server.ratings.scale import ALL_GAMES, BOT_MU, CENTRE, Skill, shown_rating
from sabacc.server.storage.hand_rows import SeatRow
from sabacc.server.storage.store import RowKind, Store
from sabacc.server.table.settings import Clocks, Settings, complete_settings
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, until
from tests.server.test_store_conformance import Stores, stores

__all__ = ["stores"]
ROOT = Path(__file__).parents[2]
NOW = 1_700_000_000_000
PEOPLE = ("person:ana", "person:ben")


# ---- games


def hand(number: int, **won: int) -> RatedHand:
    """A hand and what it brought everybody; a name in capitals is a bot's."""
    seats = [SeatScore(name, f"{'bot' if name.isupper() else 'person'}:{name}", n, n > 0) for name, n in won.items()]
    return RatedHand(number, f"h{number}", NOW + number, seats)


def places(game: RatedGame | None) -> dict[str, int]:
    assert game is not None
    return {one.player.partition(":")[2]: one.place for one in game.places}


def evening(count: int) -> list[RatedHand]:
    return [hand(number, ana=2, ben=-1, cy=-1) for number in range(1, count + 1)]


def test_a_game_is_ten_hands_and_is_placed_by_credits() -> None:
    hands = evening(GAME_HANDS + 3)
    assert next_game(hands[: GAME_HANDS - 1], [], NOW, closed=False) is None, "it goes on"
    game = next_game(hands, [], NOW, closed=False)
    assert places(game) == {"ana": 1, "ben": 2, "cy": 2}
    assert game is not None
    assert (game.first, game.last) == (1, GAME_HANDS)


def test_who_plays_for_rounds_is_placed_by_rounds() -> None:
    hands = [
        RatedHand(number, "h", NOW, [SeatScore(name, f"person:{name}", 0, name == "ben") for name in ("ana", "ben")])
        for number in range(1, GAME_HANDS + 1)
    ]
    assert places(next_game(hands, [], NOW, closed=False)) == {"ben": 1, "ana": 2}


def test_who_leaves_before_the_end_is_last_whatever_they_have_won() -> None:
    hands = evening(4) + [hand(number, ben=1, cy=-1) for number in range(5, GAME_HANDS + 1)]
    assert places(next_game(hands, [Departure(4, "ana", False)], NOW, closed=False)) == {"ben": 1, "cy": 2, "ana": 3}
    both = [Departure(4, "ana", False), Departure(6, "cy", False)]
    game = next_game(hands[:6], both, NOW, closed=False)
    assert places(game) == {"ben": 1, "cy": 2, "ana": 3}, (
        "the one who left first comes last, and it is over with one left"
    )


def test_who_leaves_after_the_last_hand_loses_nothing() -> None:
    left = [Departure(GAME_HANDS, "ana", False)]
    assert places(next_game(evening(GAME_HANDS), left, NOW, closed=False))["ana"] == 1


def test_who_sits_out_and_comes_back_has_not_left() -> None:
    away = [Departure(3, "ana", True)]
    gone = evening(3) + [hand(number, ben=1, cy=-1) for number in range(4, GAME_HANDS + 1)]
    back = [*gone[:-1], hand(GAME_HANDS, ana=0, ben=1, cy=-1)]
    assert places(next_game(gone, away, NOW, closed=False))["ana"] == 3
    assert places(next_game(back, away, NOW, closed=False))["ana"] == 1


def test_a_table_that_stands_still_ends_its_game() -> None:
    late = NOW + STANDSTILL + 100
    assert places(next_game(evening(3), [], late, closed=False))["ana"] == 1
    assert places(next_game(evening(3), [], NOW, closed=True))["ana"] == 1
    assert places(next_game(evening(2), [], late, closed=False)) == {}, "too few hands to count"
    assert places(next_game(evening(1), [Departure(1, "ben", True)], late, closed=False))["ben"] == 3, (
        "but leaving does"
    )


def test_bots_alone_play_no_rated_game() -> None:
    hands = [hand(number, COUNTER=1, DROID=-1) for number in range(1, GAME_HANDS + 1)]
    assert places(next_game(hands, [], NOW, closed=False)) == {}
    mixed = [hand(number, ana=1, DROID=-1) for number in range(1, GAME_HANDS + 1)]
    assert places(next_game(mixed, [], NOW, closed=False)) == {"ana": 1, "DROID": 2}


# ---- the projection


def result(number: int, *players: str, at: int = NOW, limited: bool = True) -> Result:
    """A result in which the first player won."""
    return Result(number, at, "classic", limited, [Place(one, place) for place, one in enumerate(players, 1)])


def test_who_wins_goes_up_in_the_game_and_in_all_games() -> None:
    projection = Projection()
    projection.apply(result(1, *PEOPLE))
    ana, ben = (projection.skills[player, "classic"] for player in PEOPLE)
    assert shown_rating(ana.mu) > CENTRE > shown_rating(ben.mu)
    assert ana.sigma < Skill().sigma
    assert projection.skills[PEOPLE[0], ALL_GAMES].games == 1
    assert ana.is_provisional


def test_a_bot_stays_where_the_arena_has_put_it() -> None:
    projection = Projection()
    changes = projection.apply(result(1, "person:ana", "bot:master", "bot:master"))
    assert {one.player for one in changes} == {"person:ana"}
    beaten = Projection()
    beaten.apply(result(1, "person:ana", "bot:droid", "bot:droid"))
    strong, weak = (one.skills["person:ana", "classic"].mu for one in (projection, beaten))
    assert strong > weak, "there is more to win from a strong one"
    assert Projection().apply(result(1, "person:ana", "bot:unknown")) == []


def test_the_bots_stand_where_the_page_of_the_arena_says() -> None:
    page = (ROOT / "docs" / "bots-strength.md").read_text(encoding="utf-8")
    names, numbers = re.search(r"\n\| (master \|.*?) \|\n\|[-:| ]+\|\n\| (.*?) \|\n", page).groups()  # type: ignore[union-attr]
    found = {name: float(text.split()[0]) for name, text in zip(names.split(" | "), numbers.split(" | "), strict=True)}
    assert found == BOT_MU


def test_only_so_many_games_a_day_count_with_the_same_opponents() -> None:
    projection = Projection()
    counted = [bool(projection.apply(result(number, *PEOPLE))) for number in range(1, SAME_OPPONENTS + 4)]
    assert counted == [True] * SAME_OPPONENTS + [False] * 3
    changes = projection.apply(result(20, *PEOPLE, "person:cy"))
    assert {one.player for one in changes} == {*PEOPLE, "person:cy"}, "somebody new is there"
    assert projection.apply(result(21, *PEOPLE, at=NOW + DAY)), "the next day"
    assert projection.apply(result(22, *PEOPLE, limited=False)), "tournaments always count"


def test_a_rating_becomes_sure_after_some_games() -> None:
    projection, luck = Projection(), random.Random(3)
    for number in range(40):
        players = ["person:ana", "bot:counter"]
        luck.shuffle(players)
        projection.apply(result(number, *players, at=NOW + number * DAY))
    skill = projection.skills["person:ana", "classic"]
    assert not skill.is_provisional
    assert abs(skill.mu - BOT_MU["counter"]) < 2 * skill.sigma


# ---- stored


async def add_people(store: Store, *people: str) -> None:
    """People with a password, whose ids are their names."""
    for person in people:
        await store.execute(
            "INSERT INTO people (id, name, key, password, created_at, seen_at) VALUES (?1, ?1, ?1, 'x', 0, 0)", person
        )


async def add_hands(store: Store, table: str, count: int) -> None:
    """Hands of a rated table, as its actor writes them: Ana wins all of them."""
    await add_people(store, "ana", "ben")
    await store.execute("INSERT INTO tables (id, opened_at) VALUES (?1, 0)", table)
    for number in range(1, count + 1):
        key = f"{table}-{number}"
        await store.execute(
            "INSERT INTO hands (id, table_id, number, version, title, preset, ended_at, behaviour, body) "
            "VALUES (?1, ?2, ?3, ?3, 'A table', 'classic', ?4, 2, ?5)",
            key, table, number, NOW + number, b"",
        )  # fmt: skip
        for seat, (person, bot, won) in enumerate((("ana", None, 3), ("ben", None, -2), (None, "counter", -1))):
            row = SeatRow(
                key, seat, person, "x", bot, "classic", NOW, True, 2, won, 0.0, False, False, False, False, False, None
            )
            store.append([(RowKind.HAND_SEAT, msgspec.structs.astuple(row))], lambda error: None)
        await store.execute("INSERT INTO rated_hands VALUES (?1, ?2, ?3, ?4)", table, number, key, NOW + number)


async def ratings_of(store: Store) -> dict[tuple[str, str], tuple[float, int]]:
    rows = await store.rows("SELECT player, game, mu, games FROM ratings")
    return {(row["player"], row["game"]): (row["mu"], row["games"]) for row in rows}


def test_games_become_results_and_ratings_that_can_be_computed_again(stores: Stores) -> None:
    async def use(store: Store) -> None:
        projector = RatingProjector(store, lambda: NOW)
        await add_hands(store, "t", 2 * GAME_HANDS + 1)
        await projector.catch_up()
        await projector.catch_up()
        found = await ratings_of(store)
        assert {key for key, _ in found.items()} == {(one, game) for one in PEOPLE for game in ("classic", "all")}
        assert found["person:ana", "classic"][1] == 2
        assert len(await store.rows("SELECT * FROM rated_hands")) == 1, "those of the next game wait for it"
        compared = await store.read(compare)
        assert (compared.results, compared.players, compared.differences) == (2, 2, [])
        await store.execute("UPDATE ratings SET mu = 40 WHERE player = 'person:ben'")
        await store.execute("DELETE FROM rating_points WHERE player = 'person:ana'")
        assert len((await store.read(compare)).differences) == 2 + 4
        await store.write(compute_again)
        assert await ratings_of(store) == found
        assert (await store.read(compare)).differences == []

    stores.use(use)


def test_a_tournament_is_written_down_once_and_rated(stores: Stores) -> None:
    entries = [RatedPlace("ana", None, 1), RatedPlace(None, "counter", 2), RatedPlace("ben", None, 3)]

    async def use(store: Store) -> None:
        for wanted in (True, False):
            assert wanted == await store.write(lambda job: record_tournament(job, "cup", "pagat", NOW, entries))
        await store.write(lambda job: record_tournament(job, "fun", "pagat", NOW, entries, rated=False))
        await RatingProjector(store, lambda: NOW).catch_up()
        found = await ratings_of(store)
        assert found["person:ana", "pagat"][0] > 25 > found["person:ben", "pagat"][0]
        assert {games for _, games in found.values()} == {1}, "the other one was for fun"

    stores.use(use)


def test_who_deletes_their_account_takes_their_rating_along_and_no_one_elses(stores: Stores) -> None:
    async def use(store: Store) -> None:
        await add_hands(store, "t", GAME_HANDS)
        await RatingProjector(store, lambda: NOW).catch_up()
        before = await ratings_of(store)
        await store.write(lambda job: forget_player(job, "ben"))
        after = await ratings_of(store)
        assert after["person:ana", "all"] == before["person:ana", "all"]
        assert not [player for player, _ in after if player == "person:ben"]
        assert (await store.read(compare)).differences == []

    stores.use(use)


# ---- rated tables


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (Settings(rated=True, clocks=Clocks(decision=600)), "at most 120 seconds"),
        (Settings(rated=True, bots=("random",), fill_to=2), "random has no rating"),
    ],
)
def test_a_rated_table_has_clocks_and_bots_that_are_rated(settings: Settings, why: str) -> None:
    with pytest.raises(SabaccError, match=why):
        complete_settings(settings, read_rules({"preset": "classic"}))


def test_a_rated_table_takes_accounts_and_rates_what_they_play(tmp_path: Path) -> None:
    async def run() -> None:
        hub = Hub(Config(database=tmp_path / "sabacc.sqlite3", shortest_clock=0.05))
        await hub.start()
        people = [await account(hub, name) for name in ("Ana", "Ben")]
        clocks = Clocks(decision=0.05, window=0.05, bank=0, grace=0, away_after=100, between=0)
        settings = Settings(seats=3, clocks=clocks, rated=True)
        table = hub.tables[await hub.table_service.open(people[0], {"preset": "cloud-city"}, settings)]
        guest, _ = await hub.people.new_guest("Guest")
        screens = [LocalClient(person) for person in (*people, guest)]
        for seat, (person, screen) in enumerate(zip((*people, guest), screens, strict=True)):
            screen.connection.guest = person.guest
            table.join(screen.connection, None)
            table.command(screen.connection, pr.Sit(f"sit {seat}", seat))
        await until(lambda: screens[2].of("refused"))
        assert "only accounts may sit down" in screens[2].of("refused")[0]["why"]
        await until(lambda: table.state.game.number > 1)
        table.command(screens[1].connection, pr.Leave("leave"))
        await until(lambda: table.state.seat_of(people[1].id) is None)
        await hub.store.flush()
        await hub.ratings.catch_up()
        found = await hub.store.rows("SELECT player, place FROM rated_places ORDER BY place")
        assert [(row["player"], row["place"]) for row in found] == [
            (f"person:{people[0].id}", 1),
            (f"person:{people[1].id}", 2),
        ]
        assert len(await ratings_of(hub.store)) == 4
        await hub.stop()

    asyncio.run(run())


async def account(hub: Hub, name: str) -> Person:
    person, _ = await hub.people.new_guest(name)
    await hub.store.execute("UPDATE people SET password = 'x' WHERE id = ?1", person.id)
    return Person(person.id, person.name, guest=False)


def test_the_keeper_is_told_of_pairs_who_may_lend_each_other_points(tmp_path: Path) -> None:
    stores = Stores("sqlite3", tmp_path)

    async def use(store: Store) -> None:
        await add_people(store, "ana", "ben", "cy", "dee")
        games = [("ana", "ben")] * MIN_GAMES + [("cy", "ana")] + [("cy", "dee"), ("dee", "cy")] * MIN_GAMES
        for number, (winner, loser) in enumerate(games):
            placed = [Place(f"person:{winner}", 1), Place(f"person:{loser}", 2)]
            new = NewResult(f"{number}", "table", "classic", "T", "t", NOW, placed)
            await store.write(lambda job, new=new: record(job, new))  # type: ignore[misc]

    stores.use(use)
    _, pairs = find_colluding_pairs(stores.path, NOW)
    assert [one.sentence() for one in pairs] == [
        "rating farming: ana came before ben in 12 of 12 rated games, and played 1 without ben."
    ]
    assert find_colluding_pairs(stores.path, NOW + 1) == (0, [])
