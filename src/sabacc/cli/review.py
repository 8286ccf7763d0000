"""`sabacc review`."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Any

import msgspec
from rich.text import Text

from sabacc.cli.output import console, print_json, print_notice, progress, read_text, rounded
from sabacc.cli.recorded_hand import find_hand, find_seat
from sabacc.cli.split_table import SplitTable, percent, signed
from sabacc.errors import RecordError, SabaccError
from sabacc.parallel import map_in_order
from sabacc.records import read
from sabacc.records.decisions import PlayedHand
from sabacc.review import DecisionReview, HandReview, Review
from sabacc.review.guesses import make_guesses
from sabacc.rules import Rules, plays_for_rounds
from sabacc.words import question_text

BARS = "▁▂▃▄▅▆▇█"
MARK_STYLES = {"good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red", "unclear": ""}


class ReviewOptions(msgspec.Struct):
    """What the command line asks for."""

    path: str
    seat: int | None
    hand: int | None
    guesses: int
    seed: str
    processes: int | None


def show_review(options: ReviewOptions, as_json: bool) -> None:
    """Reviews all that a seat decided in a hand."""
    try:
        record = read(read_text(options.path))
        seat = find_seat(record, options.path, options.seat)
        hand = find_hand(record, options.path, options.hand)
        review = _review(HandReview(hand, seat, options.seed), options)
    except RecordError as error:
        raise SabaccError(f"{options.path}, {error}") from error
    except KeyboardInterrupt:  # typer would end it without a word
        print_notice("sabacc: stopped.")
        sys.exit(130)
    if as_json:
        print_json(_as_json(review))
    else:
        _print_review(hand, review)


def _review(review: HandReview, options: ReviewOptions) -> Review:
    """All guesses; Ctrl-C stops with what there is."""
    done = 0
    with progress() as bar:
        task = bar.add_task("Guessing", total=review.count_tasks(0, options.guesses))
        try:
            found: Any = map_in_order(make_guesses, review.tasks(0, options.guesses), options.processes)
            with closing(found):
                for guesses in found:
                    review.add(guesses)
                    done += 1
                    bar.update(task, completed=done)
        except KeyboardInterrupt:
            if not done:
                raise
            print_notice("sabacc: stopped before all guesses were made.")
    return review.review()


# ---- the answer


def _as_json(review: Review) -> dict[str, Any]:
    """For programs: no more and no less than is described in docs/coach.md."""
    return {"decisions": [_decision_as_json(one) for one in review.decisions], "win": rounded(review.win)}


def _decision_as_json(one: DecisionReview) -> dict[str, Any]:
    actions = [{"action": a.action, "value": a.value, "low": a.low, "high": a.high} for a in one.actions]
    figures: dict[str, Any] = rounded({"loss": one.loss, "low": one.low, "high": one.high})
    return {
        "at": one.at, "action": one.action, "best": one.best, **figures, "mark": one.mark, "actions": rounded(actions)
    }  # fmt: skip


def _print_review(hand: PlayedHand, review: Review) -> None:
    out = console()
    if not review.decisions:
        out.print(f"Seat {review.seat} decided nothing in hand {hand.number} that can be reviewed.", markup=False)
        return
    name = hand.names[review.seat]
    out.print(f"What {name} decided in hand {hand.number}, by what could be known at the time:", markup=False)
    out.print()
    out.print(_decisions_table(review, hand.rules), crop=False)
    out.print()
    curve = Text("Chance to win, decision by decision: ")
    for one in review.decisions:
        curve.append(BARS[min(int(one.win * len(BARS)), len(BARS) - 1)], MARK_STYLES[one.mark])
    out.print(curve)
    turning_point = _turning_point(review)
    if turning_point:
        out.print(turning_point, markup=False)
    out.print(_closing(review, hand.rules), markup=False)


def _decisions_table(review: Review, rules: Rules) -> SplitTable:
    unit = "rounds" if plays_for_rounds(rules) else "antes"
    table = SplitTable("", "at", "decision", unit, "95% interval", "mark", "win", labels=2, words=(1, 4))
    for one in review.decisions:
        table.add_row(
            str(one.at), f"{question_text(one.kind)}: {one.action}", f"lost {one.loss:.2f}", _interval(one.low, one.high),
            one.mark, percent(one.win), style=MARK_STYLES[one.mark],
        )  # fmt: skip
        for action in one.actions:
            table.add_row(
                "", f"  {action.action}", signed(f"{action.value:+.2f}"), _interval(action.low, action.high), "",
                percent(action.win), style="dim",
            )  # fmt: skip
    return table


def _interval(low: float, high: float) -> str:
    return signed(f"{low:+.2f} … {high:+.2f}")


def _turning_point(review: Review) -> str:
    """Where the chance to win changed most."""
    turning_point = review.turning_point
    if turning_point is None:
        return ""
    at = review.decisions.index(turning_point)
    later = review.win[at + 1 : at + 2]
    then = f"{percent(later[0])} at the next decision" if later else f"a hand {'won' if review.won else 'not won'}"
    return f"Turning point: {turning_point.action} (question {turning_point.at}). From {percent(turning_point.win)} to {then}."


def _closing(review: Review, rules: Rules) -> str:
    """What the figures are."""
    unit = "Rounds" if plays_for_rounds(rules) else "Antes"
    sentences = [
        f"{unit} are counted from the decision to the end of the hand: what is hidden is guessed, the others play on like "
        "counter, and you like master without its search.",
        "A fault is marked where the whole interval of what was lost is above 0.",
    ]
    if review.left_out:
        sentences.append(f"Left out: {review.left_out}, where no guess was found that fits all that was seen.")
    return " ".join(sentences)
