"""`sabacc chances`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

import msgspec
from rich.progress import Progress, TaskID
from rich.table import Table

from sabacc.cli.output import console, print_json, print_notice, progress, read_text, rounded
from sabacc.cli.recorded_hand import find_hand, find_seat
from sabacc.cli.split_table import SplitTable, signed
from sabacc.errors import RecordError, SabaccError
from sabacc.game.actions import read_action
from sabacc.game.view import View
from sabacc.odds.sampled.estimate import Chances, Limits, running_chances
from sabacc.odds.sampled.rollout import read_policy
from sabacc.odds.sampled.tally import ActionChances, Interval
from sabacc.records import read
from sabacc.records.decisions import Decision, PlayedHand, decisions_of, view_at
from sabacc.rules import family_of, plays_for_rounds
from sabacc.sampling import GaveUp
from sabacc.words import describe, question_text

MIN_SECONDS = 1e-6  # seconds
MAX_SHOWN_TOTAL = 1e9  # samples that nobody will wait for


class ChancesOptions(msgspec.Struct):
    """What the command line asks for."""

    path: str
    seat: int | None
    hand: int | None
    at: int | None
    actions: Sequence[str]
    policy: str
    seed: str
    limits: Limits
    processes: int | None


def show_chances(options: ChancesOptions, as_json: bool) -> None:
    """Finds the moment and samples it; without `at`, lists the moments there are."""
    _check_without_at(options)
    try:
        record = read(read_text(options.path))
        seat = find_seat(record, options.path, options.seat)
        hand = find_hand(record, options.path, options.hand)
        decisions = decisions_of(hand, seat)
        if options.at is None:
            _list_decisions(hand, seat, decisions, as_json)
            return
        view = view_at(hand, seat, _find_decision(hand, seat, decisions, options.at))
        result = _sample(view, options)
    except RecordError as error:
        raise SabaccError(f"{options.path}, {error}") from error
    except GaveUp as error:
        print_notice(f"sabacc: {error}")
        sys.exit(1)
    except KeyboardInterrupt:  # typer would end it without a word
        print_notice("sabacc: stopped.")
        sys.exit(130)
    if as_json:
        print_json({"hand": hand.number, "seat": seat, "at": options.at, **rounded(msgspec.to_builtins(result))})
    else:
        _print_chances(view, result)


# ---- the moment


def _check_without_at(options: ChancesOptions) -> None:
    limits = options.limits
    given = {
        "action": options.actions,
        "samples": limits.samples,
        "precision": limits.precision,
        "seconds": limits.seconds,
    }
    for name, value in given.items():
        if options.at is None and value not in (None, []):
            raise SabaccError(f"--{name} goes with --at K: without it, the seat's decisions are listed.")


def _find_decision(hand: PlayedHand, seat: int, decisions: Sequence[Decision], at: int) -> Decision:
    for decision in decisions:
        if decision.at == at:
            return decision
    there = ", ".join(str(decision.at) for decision in decisions)
    raise SabaccError(
        f"seat {seat} was not asked question {at} in hand {hand.number}; "
        + (f"it was asked {there}." if there else "it was asked nothing.")
    )


def _list_decisions(hand: PlayedHand, seat: int, decisions: Sequence[Decision], as_json: bool) -> None:
    """What --at can be."""
    if as_json:
        found = [{"at": one.at, "question": one.kind, "answer": one.answer} for one in decisions]
        print_json({"hand": hand.number, "seat": seat, "decisions": found})
        return
    if not decisions:
        console().print(f"Seat {seat} had nothing to decide in hand {hand.number}.", markup=False)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("--at", justify="right", style="bold", no_wrap=True)
    table.add_column("asked to")  # where there is no room, its words go on in the next line
    table.add_column("answered", no_wrap=True)
    for one in decisions:
        table.add_row(str(one.at), question_text(one.kind), one.answer or "–")
    console().print(f"What seat {seat} had to decide in hand {hand.number}:", markup=False)
    console().print(table)


# ---- sampling


def _sample(view: View, options: ChancesOptions) -> Chances:
    """Until a limit is reached; Ctrl-C stops with what there is."""
    actions = [read_action(text) for text in options.actions]
    limits = options.limits.checked()
    so_far = None
    with progress() as bar:
        began = time.monotonic()
        task = bar.add_task("Playing on", total=limits.samples)
        try:
            running = running_chances(
                view,
                read_policy(options.policy),
                limits,
                actions=actions,
                seed=options.seed,
                processes=options.processes,
            )
            for so_far in running:
                _advance(bar, task, so_far, limits, time.monotonic() - began)
        except KeyboardInterrupt:
            if so_far is None:
                raise
            print_notice(f"sabacc: stopped after {_samples(so_far)}.")
    assert so_far is not None  # there is at least one batch
    return so_far


def _advance(bar: Progress, task: TaskID, so_far: Chances, limits: Limits, seconds: float) -> None:
    """Shows how many samples there are of how many that will be needed, by the look of it."""
    needed: list[float] = [limits.samples] if limits.samples else []
    if limits.precision:
        missing = so_far.precision / limits.precision
        needed.append(so_far.samples * missing * missing)
    if limits.seconds:
        needed.append(so_far.samples * limits.seconds / max(seconds, MIN_SECONDS))
    total = min(needed)
    bar.update(
        task,
        completed=so_far.samples,
        total=max(so_far.samples, round(total)) if total < MAX_SHOWN_TOTAL else None,
    )


# ---- the answer


def _print_chances(view: View, result: Chances) -> None:
    out = console()
    table_seen = "\n".join(describe(view).splitlines()[:-1])  # what one may do is in the answer
    out.print(table_seen, style="cyan", markup=False)
    full_table = _chances_table(view, result, with_intervals=True)
    table = full_table if full_table.fits(out) else _chances_table(view, result, with_intervals=False)
    out.print()
    out.print(table, crop=False)
    out.print()
    out.print(_closing(result, table is full_table, "credits" in table.heads), markup=False)


def _chances_table(view: View, result: Chances, with_intervals: bool) -> SplitTable:
    columns = _columns(view, with_intervals)
    heads = columns if with_intervals else [title.replace(" ", "\n") for title in columns]
    table = SplitTable("", "action", *heads)
    for one in sorted(result.actions, key=lambda one: (one.credits, one.win), reverse=True):
        table.add_row(one.action, *(cell(one) for cell in columns.values()))
    return table


def _columns(view: View, with_intervals: bool) -> dict[str, Callable[[ActionChances], str]]:
    """What is at stake in the game that is played."""

    def share(value: float, interval: Interval) -> str:
        return f"{100 * value:.1f}%" + with_intervals * f" ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"

    def won(one: ActionChances) -> str:
        no_minus_zero = round(one.credits, 2) + 0.0
        return signed(f"{no_minus_zero:+.2f}") + with_intervals * f" ±{one.high - one.credits:.2f}"

    family = family_of(view.rules)
    columns: dict[str, Callable[[ActionChances], str]] = {"win": lambda one: share(one.win, one.intervals.win)}
    if family.can_bomb_out:
        columns["bomb out"] = lambda one: share(one.bomb_out, one.intervals.bomb_out)
    if family.has_sabacc_pot:
        columns["sabacc pot"] = lambda one: share(one.sabacc_pot, one.intervals.sabacc_pot)
    if not plays_for_rounds(view.rules):  # CS13
        columns["credits"] = won
    return columns


def _closing(result: Chances, with_intervals: bool, with_credits: bool) -> str:
    """What the figures are."""
    where = "In brackets and after ±:" if with_credits else "In brackets:"
    return " ".join(
        [
            f"{_samples(result)}: what is hidden is guessed, and everybody plays on by the {result.policy} policy.",
            f"{where} 95 % intervals." if with_intervals else "95 % intervals need a wider terminal.",
            *(["Credits are counted from this decision on."] if with_credits else []),
        ]
    )


def _samples(result: Chances) -> str:
    return f"{result.samples:,} sample{'s' if result.samples > 1 else ''}"
