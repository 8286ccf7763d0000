"""A whole hand in review: every decision of a seat, a curve of its chance to win, and where the hand turned."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from sabacc.game.events import HandEnded
from sabacc.game.result import seat_results
from sabacc.records import Record, write
from sabacc.records.decisions import Decision, PlayedHand, decisions_of
from sabacc.review.decision import DecisionReview, review_decision
from sabacc.review.guesses import Guessed, Guesses, GuessTask

BATCH = 10  # guesses in a task
SEED = "review"


class Review(msgspec.Struct, frozen=True):
    """What is said of a hand, as far as it has been guessed at."""

    number: int
    seat: int
    decisions: tuple[DecisionReview, ...]
    left_out: int  # decisions whose hidden cards could not be guessed
    won: bool | None  # None of a hand that is not over

    @property
    def win(self) -> tuple[float, ...]:
        """The chance to win at each decision."""
        return tuple(decision.win for decision in self.decisions)

    @property
    def turning_point(self) -> DecisionReview | None:
        """The decision after which the chance to win changed most, up to the next one or to the end of the hand."""
        curve = [*self.win] if self.won is None else [*self.win, float(self.won)]
        steps = [abs(after - before) for before, after in itertools.pairwise(curve)]
        return self.decisions[steps.index(max(steps))] if steps else None


class HandReview:
    """A review that gets better with every guess."""

    def __init__(self, hand: PlayedHand, seat: int, seed: str = SEED) -> None:
        self.number = hand.number
        self.seat = seat
        self.seed = seed
        self._decisions = {one.at: one for one in decisions_of(hand, seat) if one.answer is not None}
        self.won = seat_results(hand.events)[seat].took_pot if isinstance(hand.events[-1], HandEnded) else None
        self._seen = Record(
            "seat", "hand", hand.rules, hand.names, [event.seen_by(seat) for event in hand.events], seat=seat
        )
        self._actions: dict[int, tuple[str, ...]] = {}
        self._guesses: dict[int, list[Guessed]] = {at: [] for at in self._decisions}

    def tasks(self, first: int, to: int) -> Iterator[GuessTask]:
        """What there is to do to have the guesses with these numbers: some for each decision, then some more for each."""
        records = {at: self._record(one) for at, one in self._decisions.items()}
        for start in range(first, to, BATCH):
            for at, decision in self._decisions.items():
                yield GuessTask(records[at], decision, self.seed, range(start, min(start + BATCH, to)))

    def count_tasks(self, first: int, to: int) -> int:
        """How many tasks these are."""
        return len(self._decisions) * len(range(first, to, BATCH))

    def add(self, guesses: Guesses) -> None:
        """What came of a task."""
        if guesses.found:
            self._actions[guesses.decision.at] = guesses.actions
            self._guesses[guesses.decision.at] += guesses.found

    def review(self) -> Review:
        """What can be said by now."""
        decisions = tuple(
            review_decision(decision, self._actions[at], self._guesses[at])
            for at, decision in self._decisions.items()
            if self._guesses[at]
        )
        return Review(self.number, self.seat, decisions, len(self._decisions) - len(decisions), self.won)

    def _record(self, decision: Decision) -> str:
        """All that the seat had seen when it decided."""
        seen = self._seen
        return write(Record("seat", "hand", seen.rules, seen.names, seen.events[: decision.events], seat=self.seat))
