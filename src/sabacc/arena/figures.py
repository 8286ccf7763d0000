"""Results as people read them, on the terminal and on the page."""

from __future__ import annotations

from sabacc.arena.asking import Clock
from sabacc.arena.habits import Habits
from sabacc.arena.intervals import Estimate
from sabacc.arena.ratings import Rating

HEADS = (
    "rating", "raised", "matched", "checked", "folded", "folds", "calls", "fields", "showdowns won", "bombed out",
    "hands won", "faults", "ms", "slowest ms", "cut short",
)  # fmt: skip


def say_estimate(found: Estimate | None, digits: int = 3) -> str:
    """A mean and half its interval.

    >>> say_estimate(Estimate(-0.25, -0.5, 0.0, 40))
    '−0.250 ±0.250'
    """
    if found is None:
        return "–"
    half = f" ±{found.half:.{digits}f}" if found.half is not None else ""
    return f"{round(found.mean, digits) + 0.0:+.{digits}f}{half}".replace("-", "−")


def say_rating(rating: Rating) -> str:
    """A rating and twice its uncertainty, within which the true one lies 19 times out of 20."""
    return f"{rating.mu:.1f} ±{2 * rating.sigma:.1f}".replace("-", "−")


def say_figures(rating: Rating, habits: Habits, clock: Clock) -> list[str]:
    """What stands under the heads for a bot."""
    bets = [_share(part, habits.bets) for part in (habits.raised, habits.matched, habits.checked, habits.folded)]
    hands = [_each(part, habits.hands) for part in (habits.folds, habits.calls, habits.fields)]
    ends = [_share(part, habits.hands) for part in (habits.bombed_out, habits.hands_won)]
    times = [f"{1000 * clock.seconds / max(clock.decisions, 1):.2f}", f"{1000 * clock.slowest:.0f}"]
    won = _share(habits.showdowns_won, habits.showdowns)
    return [say_rating(rating), *bets, *hands, won, *ends, f"{habits.faults}", *times, f"{clock.cut_short}"]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


def _each(part: int, hands: int) -> str:
    return f"{part / hands:.2f}" if hands else "–"
