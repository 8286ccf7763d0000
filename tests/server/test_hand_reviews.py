"""Reviews of hands in one's history: from what one's own seat knew, in stages, and for oneself alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import httpx
import pytest

from sabacc.records import read
from sabacc.records.decisions import hands_in
from sabacc.review import Review
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.history.reviews import MAX_RUNNING, HandReviews
from sabacc.server.storage.store import Row
from tests.review.reviewed_hands import reviewed
from tests.server.history_app import HistoryApp, Json, PlayedTables, all_hands, play_everything, why, with_history_app
from tests.server.played_tables import HOUSE_RULES
from tests.server.virtual_tables import WorkersAtHand

STAGES = (2, 5)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> PlayedTables:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("reviews"))


class HeldWorkers(BotWorkers):
    """Work that is done when the test says so."""

    def __init__(self) -> None:
        super().__init__(1)
        self.go = asyncio.Event()

    async def run(self, job: Callable[[bytes], bytes], encoded: bytes, owner: str = "") -> bytes:
        await self.go.wait()
        return job(encoded)


def told(review: Review) -> list[tuple[int, str, str, float, str]]:
    return [(one.at, one.action, one.best, one.loss, one.mark) for one in review.decisions]


def heard(answer: httpx.Response) -> list[tuple[int, str, str, float, str]]:
    assert answer.status_code == 200, answer.text
    return [
        (one["at"], one["action"], one["best"], one["loss"], one["mark"]) for one in answer.json()["decisions"]
    ]  # fmt: skip


@pytest.mark.parametrize("at", range(len(HOUSE_RULES)))
def test_it_is_what_the_record_that_i_may_take_home_says(evenings: PlayedTables, at: int) -> None:
    async def test(history_app: HistoryApp) -> None:
        history_app.reviews.stages = STAGES
        ana = await history_app.client("Ana")
        hand = next(one for one in await all_hands(ana) if one["table"] == f"t{at}")
        record = read((await ana.get(f"/api/hands/{hand['id']}/record")).text)
        first = await ana.get(f"/api/hands/{hand['id']}/review")
        assert (first.json()["guesses"], first.json()["complete"]) == (2, False)
        assert heard(first) == told(reviewed(hands_in(record)[0], hand["seat"], 2))
        last = await completed(ana, hand)
        assert last.json()["guesses"] == 5
        assert heard(last) == told(reviewed(hands_in(record)[0], hand["seat"], 5))

    with_history_app(evenings[0], test)


async def completed(client: httpx.AsyncClient, hand: Json) -> httpx.Response:
    """Looks until there is no more to come."""
    for _ in range(100):
        answer = await client.get(f"/api/hands/{hand['id']}/review")
        if answer.json()["complete"]:
            return answer
        await asyncio.sleep(0)
    raise AssertionError("it never ends")


def test_actions_are_called_as_on_buttons_in_one_s_own_language(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        history_app.reviews.stages = (1,)
        ana = await history_app.client("Ana")
        hand = next(one for one in await all_hands(ana) if one["preset"] == "cloud-city")
        labels = {}
        for language in ("en", "de"):
            headers = {"accept-language": language}
            answer = await ana.get(f"/api/hands/{hand['id']}/review", headers=headers)
            actions = [action for one in answer.json()["decisions"] for action in one["actions"]]
            labels[language] = {action["action"]: action["label"] for action in actions}
        assert labels["en"]["fold"] == "fold"
        assert labels["de"]["fold"] == "aussteigen"

    with_history_app(evenings[0], test)


def test_only_who_sat_there_gets_one_and_only_of_their_seat(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        history_app.reviews.stages = STAGES
        ana, nobody = await history_app.client("Ana"), await history_app.client(None)
        hand = (await all_hands(ana))[0]
        assert (await nobody.get(f"/api/hands/{hand['id']}/review")).status_code == 401
        assert (await ana.get("/api/hands/none/review")).status_code == 404
        other = await ana.get(f"/api/hands/{hand['id']}/review", params={"seat": 1 - min(1, hand["seat"])})
        assert other.status_code == 403

    with_history_app(evenings[0], test)


def test_a_second_look_waits_for_the_same_work(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        workers = HeldWorkers()
        history_app.reviews.workers = workers
        history_app.reviews.stages = (1,)
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[0]
        looks = [asyncio.create_task(ana.get(f"/api/hands/{hand['id']}/review")) for _ in range(8)]
        while history_app.reviews.running["person-Ana"] < 1:
            await asyncio.sleep(0.001)
        assert history_app.reviews.running["person-Ana"] == 1
        workers.go.set()
        assert len({(await look).text for look in looks}) == 1

    with_history_app(evenings[0], test)


def test_nobody_has_many_worked_out_at_a_time(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        workers = HeldWorkers()
        history_app.reviews.workers = workers
        history_app.reviews.stages = (1,)
        ana, ben = await history_app.client("Ana"), await history_app.client("Ben")
        hands = await all_hands(ana)
        looks = []
        for number, hand in enumerate(hands[:MAX_RUNNING], 1):
            looks.append(asyncio.create_task(ana.get(f"/api/hands/{hand['id']}/review")))
            while history_app.reviews.running["person-Ana"] < number:
                await asyncio.sleep(0.001)
        refused = await ana.get(f"/api/hands/{hands[MAX_RUNNING]['id']}/review")
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "5"
        assert "5" in why(refused)
        looks.append(asyncio.create_task(ben.get(f"/api/hands/{hands[0]['id']}/review")))  # others are let in
        while not history_app.reviews.running["person-Ben"]:
            await asyncio.sleep(0.001)
        workers.go.set()
        assert [(await look).status_code for look in looks] == [200] * (MAX_RUNNING + 1)

    with_history_app(evenings[0], test)


def test_a_hand_of_an_older_behaviour_is_refused_with_a_sentence(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[0]
        found = await history_app.finished_hand(hand["id"])
        found.hand = cast("Row", {"id": hand["id"], "behaviour": 1})
        with pytest.raises(Exception, match="older version"):
            await HandReviews(WorkersAtHand(1)).look(found, hand["seat"], "person-Ana", "en")

    with_history_app(evenings[0], test)


def test_a_process_of_its_own_finds_the_same(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        history_app.reviews.stages = (1,)
        ana = await history_app.client("Ana")
        hand = next(one for one in await all_hands(ana) if one["preset"] == "cloud-city")
        found = await history_app.finished_hand(hand["id"])
        elsewhere = HandReviews(BotWorkers(1), (1,))
        try:
            there = await elsewhere.look(found, hand["seat"], "person-Ana", "en")
            assert there == await history_app.reviews.look(found, hand["seat"], "person-Ana", "en")
        finally:
            elsewhere.close()

    with_history_app(evenings[0], test)
