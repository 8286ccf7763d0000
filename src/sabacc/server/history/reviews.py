"""Reviews of finished hands: worked out in processes of their own, in stages that get surer, and kept for who looks again."""

from __future__ import annotations

import asyncio
import pickle
from collections import Counter, OrderedDict

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.game.actions import read_action
from sabacc.game.types import QuestionKind
from sabacc.messages import Message
from sabacc.records.decisions import PlayedHand
from sabacc.review import DecisionReview, HandReview, Mark
from sabacc.review.guesses import GuessTask, make_guesses
from sabacc.rules import BEHAVIOUR
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.history.archive import FinishedHand
from sabacc.server.http.errors import TooManyRequests, Unavailable
from sabacc.words import label_of, question_text

STAGES = (10, 40, 120)  # guesses for each decision: the first look is quick
MAX_RUNNING = 3  # reviews that are worked out for one person at a time
RETRY_AFTER = 5  # seconds
MAX_KEPT = 200  # reviews in memory, those that were looked at last

_log = structlog.get_logger()


class ReviewedAction(msgspec.Struct, frozen=True):
    """What an action was worth: antes from then to the end of the hand, and the chance to win it."""

    action: str
    label: str  # in the reader's language
    value: float
    low: float
    high: float
    win: float


class ReviewedDecision(msgspec.Struct, frozen=True):
    """A decision: what was done, what would have been best, what that lost in antes, and the mark it gets."""

    at: int  # the question's number
    kind: QuestionKind
    asked: str  # the question in the reader's language
    action: str
    best: str
    loss: float
    low: float
    high: float
    mark: Mark
    win: float  # the chance to win at that moment, by the best way on
    actions: list[ReviewedAction]  # the best first


class ReviewedHand(msgspec.Struct, frozen=True):
    """A review as far as it is; while it is not complete, a later look sees more."""

    seat: int
    guesses: int  # at each decision
    complete: bool
    decisions: list[ReviewedDecision]
    left_out: int  # decisions whose hidden cards could not be guessed
    turning_point: int | None  # the question after which the chance to win changed most


class _StagedReview:
    """A review, and the stage that is being worked on."""

    def __init__(self, hand: FinishedHand, seat: int) -> None:
        events = [event.seen_by(seat) for event in hand.archived.events]
        self.review = HandReview(PlayedHand(hand.rules, tuple(hand.names), events, [0] * len(events)), seat)
        self.seat = seat
        self.stage = 0  # how many are done
        self.task: asyncio.Task[None] | None = None

    def report(self, stages: tuple[int, ...], language: str) -> ReviewedHand:
        found = self.review.review()
        turning_point = found.turning_point
        return ReviewedHand(
            seat=self.seat,
            guesses=stages[self.stage - 1],
            complete=self.stage == len(stages),
            decisions=[_reviewed(one, language) for one in found.decisions],
            left_out=found.left_out,
            turning_point=None if turning_point is None else turning_point.at,
        )


class HandReviews:
    """The reviews of a server; people take turns at its few processes."""

    def __init__(self, workers: BotWorkers, stages: tuple[int, ...] = STAGES) -> None:
        self.workers = workers
        self.stages = stages
        self.running: Counter[str] = Counter()  # stages that people wait for
        self._kept: OrderedDict[tuple[str, int], _StagedReview] = OrderedDict()

    async def look(self, hand: FinishedHand, seat: int, person: str, language: str) -> ReviewedHand:
        """What there is to say by now, once the first stage is done; each look has another stage begun."""
        if hand.hand["behaviour"] != BEHAVIOUR:
            raise SabaccError(Message("refusal.review-too-old"))
        review = await self._find(hand, seat)
        if review.task is None and review.stage < len(self.stages):
            if self.running[person] >= MAX_RUNNING:
                raise TooManyRequests(Message("refusal.too-often", seconds=RETRY_AFTER), RETRY_AFTER)
            review.task = asyncio.create_task(self._work(review, person))
        if not review.stage and review.task is not None:
            await asyncio.shield(review.task)
        if not review.stage:
            raise Unavailable(Message("refusal.not-now"))
        return review.report(self.stages, language)

    async def _find(self, hand: FinishedHand, seat: int) -> _StagedReview:
        key = (hand.hand["id"], seat)
        if key not in self._kept:
            made = await asyncio.to_thread(_StagedReview, hand, seat)
            self._kept.setdefault(key, made)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _work(self, review: _StagedReview, person: str) -> None:
        """The next stage, decision by decision; guesses count once all of them are there."""
        first = self.stages[review.stage - 1] if review.stage else 0
        self.running[person] += 1
        try:
            found = [
                await self.workers.run(_guess_in_worker, pickle.dumps(task), person)
                for task in review.review.tasks(first, self.stages[review.stage])
            ]
            for encoded in found:
                review.review.add(pickle.loads(encoded))
            review.stage += 1
        except Exception as error:  # a process that died or took too long: the next look tries again
            _log.warning("a review could not be worked out", error=repr(error))
        finally:
            review.task = None
            self.running[person] -= 1
            if not self.running[person]:
                del self.running[person]

    def close(self) -> None:
        """Ends its processes."""
        self.workers.close()


def _guess_in_worker(encoded: bytes) -> bytes:
    """Runs in a process of its own; both ends are ours, so nothing foreign is ever read."""
    task: GuessTask = pickle.loads(encoded)
    return pickle.dumps(make_guesses(task))


def _reviewed(one: DecisionReview, language: str) -> ReviewedDecision:
    return ReviewedDecision(
        at=one.at,
        kind=one.kind,
        asked=question_text(one.kind, language),
        action=one.action,
        best=one.best,
        loss=one.loss,
        low=one.low,
        high=one.high,
        mark=one.mark,
        win=one.win,
        actions=[
            ReviewedAction(
                action=action.action,
                label=label_of(read_action(action.action)).text(language),
                value=action.value,
                low=action.low,
                high=action.high,
                win=action.win,
            )
            for action in one.actions
        ],
    )
