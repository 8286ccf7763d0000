"""Results as people read them, on the terminal and on the page."""

from __future__ import annotations

from sabacc.arena.bot_seat import Clock
from sabacc.arena.intervals import Estimate
from sabacc.arena.play_stats import PlayStats
from sabacc.arena.ratings import Rating

HEADINGS = (
    "rating", "raised", "matched", "checked", "folded", "folds", "calls", "fields", "showdowns won", "bombed out",
    "hands won", "faults", "ms", "slowest ms", "cut short",
)  # fmt: skip


def format_estimate(found: Estimate | None, digits: int = 3) -> str:
    """A mean and half its interval.

    >>> format_estimate(Estimate(-0.25, -0.5, 0.0, 40))
    '−0.250 ±0.250'
    """
    if found is None:
        return "–"
    half = f" ±{found.half:.{digits}f}" if found.half is not None else ""
    return f"{round(found.mean, digits) + 0.0:+.{digits}f}{half}".replace("-", "−")


def format_rating(rating: Rating) -> str:
    """A rating and twice its uncertainty, within which the true one lies 19 times out of 20."""
    return f"{rating.mu:.1f} ±{2 * rating.sigma:.1f}".replace("-", "−")


def format_figures(rating: Rating, stats: PlayStats, clock: Clock) -> list[str]:
    """What stands under the heads for a bot."""
    bets = [_share(part, stats.bets) for part in (stats.raised, stats.matched, stats.checked, stats.folded)]
    hands = [_each(part, stats.hands) for part in (stats.folds, stats.calls, stats.fields)]
    ends = [_share(part, stats.hands) for part in (stats.bombed_out, stats.hands_won)]
    times = [f"{1000 * clock.seconds / max(clock.decisions, 1):.2f}", f"{1000 * clock.slowest:.0f}"]
    won = _share(stats.showdowns_won, stats.showdowns)
    return [format_rating(rating), *bets, *hands, won, *ends, f"{stats.faults}", *times, f"{clock.cut_short}"]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


def _each(part: int, hands: int) -> str:
    return f"{part / hands:.2f}" if hands else "–"
