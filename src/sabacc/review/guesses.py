"""Guesses at what a seat could not see at a decision, each played on after every action.

All that goes into a guess is the seat's own record up to the decision, so nothing hidden can have a part in it. A guess is
made from the seed, the decision and its number alone: the same, in whatever order and by however many processes they are made.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from sabacc.bots.judges.base import Judge
from sabacc.bots.judges.registry import judge_of
from sabacc.bots.search.rollout import play_on, resample_future, result_value
from sabacc.bots.search.witness import LikelihoodWitness
from sabacc.bots.spot import spot_of_view
from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, read_action, write_action
from sabacc.game.events import RoundWon, Won
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.odds.sampled.moves import moves_of
from sabacc.records import read
from sabacc.records.decisions import Decision, hands_in, view_at
from sabacc.rules import effective_ante, plays_for_rounds
from sabacc.sampling import GaveUp, sample

MAX_ACTIONS = 6  # at one decision: what was done, and those that judgement thinks most of
FUTURES = 2  # so often is a guess played on, each time with other cards to come
MAX_TRIES = 200  # at a guess


class GuessTask(msgspec.Struct, frozen=True):
    """Some of the guesses at one decision, by their numbers."""

    record: str  # of the hand so far, as the seat saw it
    decision: Decision
    seed: str
    numbers: range


class Guessed(NamedTuple):
    """How one guess came out, by action: in antes, and how often the hand was won."""

    log_weight: float
    values: tuple[float, ...]
    wins: tuple[float, ...]


class Guesses(NamedTuple):
    """What came of a task."""

    decision: Decision
    actions: tuple[str, ...]  # what was done is the first
    found: tuple[Guessed, ...]


class _Spot(NamedTuple):
    """A decision, ready to be guessed at."""

    view: View
    seat: int
    actions: tuple[Action, ...]
    mine: Judge
    others: Judge


def make_guesses(task: GuessTask) -> Guesses:
    """Makes them, and plays them on; where no guess can be found, there are none."""
    try:
        spot = _spot_of(task.record, task.decision)
    except GaveUp:
        return Guesses(task.decision, (), ())
    found = []
    for number in task.numbers:
        guessed = _make_guess(spot, Chance(f"{task.seed}/{task.decision.at}/guess {number}"))
        if guessed is not None:
            found.append(guessed)
    return Guesses(task.decision, tuple(map(write_action, spot.actions)), tuple(found))


@functools.lru_cache(maxsize=16)
def _spot_of(record: str, decision: Decision) -> _Spot:
    read_record = read(record)
    assert read_record.seat is not None
    assert decision.answer is not None
    hand = hands_in(read_record)[0]
    return _spot_in(view_at(hand, read_record.seat, decision), (read_action(decision.answer),))


def _spot_in(view: View, done: tuple[Action, ...] = ()) -> _Spot:
    """A spot with what was done, what judgement thinks most of, and other things that can be done while there is room."""
    assert view.seat is not None
    mine = judge_of(view.rules, seasoned=True)
    ranked = sorted(mine.values(spot_of_view(view)), key=lambda candidate: -candidate[1])
    actions = tuple(dict.fromkeys((*done, *(action for action, _ in ranked), *moves_of(view))))[:MAX_ACTIONS]
    return _Spot(view, view.seat, actions, mine, judge_of(view.rules))


def guess_from(view: View, seed: str, guesses: int) -> tuple[tuple[Action, ...], list[Guessed]]:
    """The actions that are worth trying in a view, what judgement thinks most of first, and how guesses came out."""
    spot = _spot_in(view)
    made = [_make_guess(spot, Chance(f"{seed}/guess {number}")) for number in range(guesses)]
    return spot.actions, [guessed for guessed in made if guessed is not None]


def _make_guess(spot: _Spot, chance: Chance) -> Guessed | None:
    witness = LikelihoodWitness(spot.others, spot.seat, chance)
    try:
        guess = sample(spot.view, chance, witness, MAX_TRIES)
    except SabaccError:  # too much of a puzzle
        return None
    hands = [guess.hand, *(resample_future(guess.hand, chance.derive(f"future {n}")) for n in range(1, FUTURES))]
    values, wins = [], []
    for action in spot.actions:
        ends = [_play_on(hand, spot, action) for hand in hands]
        values.append(sum(value for value, _ in ends) / FUTURES)
        wins.append(sum(won for _, won in ends) / FUTURES)
    return Guessed(guess.log_weight + witness.log, tuple(values), tuple(wins))


def _play_on(hand: Hand, spot: _Spot, action: Action) -> tuple[float, bool]:
    """What it comes to in antes, or in rounds where no credits are played for (CS13); and whether the seat wins."""
    end = play_on(hand, spot.mine, spot.others, spot.seat, action)
    won = _has_won(end, spot.seat)
    rules = spot.view.rules
    if plays_for_rounds(rules):
        return float(won), won
    return result_value(hand, end, spot.seat) / effective_ante(rules), won


def _has_won(hand: Hand, seat: int) -> bool:
    """Read off the events of the last act of a hand, which settles it."""
    assert hand.log is not None
    return any(
        event.seat == seat and (isinstance(event, RoundWon) or event.pot >= 0)
        for event in hand.log.act
        if isinstance(event, (Won, RoundWon))
    )
