"""`sabacc odds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import RenderableType

from sabacc.cli.odds_tables.counts import count_tables
from sabacc.cli.odds_tables.steps import step_tables
from sabacc.cli.output import check_writable, console, plot_kind, print_json, print_notice, read_options
from sabacc.errors import SabaccError
from sabacc.hands.dice import check_dice, has_dice
from sabacc.odds import Counts, Step, as_json, count, one_step
from sabacc.rules import read_rules

if TYPE_CHECKING:
    from sabacc.odds.plots.figure import PlotKind

WIDE = 1000


class OddsOptions(NamedTuple):
    """What somebody wants to know: all hands, or one step ahead from a hand."""

    hand: str | None
    seen: str
    field: str
    side: str | None
    gold: int | None
    silver: str | None


def show_odds(key: str, option: list[str], options: OddsOptions, plot: str | None, json: bool) -> None:
    """Counts, draws and prints."""
    rules = {"preset": key, **read_options(option)}
    kind = plot_kind(plot) if plot is not None else None
    odds = _answer(rules, options)
    if plot is not None and kind is not None:
        _write_plot(odds, plot, kind)
    if json:
        print_json(as_json(odds))
    else:
        _print(step_tables(odds) if isinstance(odds, Step) else count_tables(odds))
    if plot is not None:
        print_notice(f"Drawn in {plot}.")


def _answer(rules: dict[str, Any], options: OddsOptions) -> Counts | Step:
    if options.hand is not None:
        return one_step(rules, options.hand, options.seen, options.side, options.gold, options.silver, options.field)
    if not has_dice(read := read_rules(rules)):
        check_dice(read, options.gold, options.silver, flag="--")
    for name in ("seen", "field", "gold", "silver"):
        if getattr(options, name) not in ("", None):
            raise SabaccError(f"--{name} goes with --hand: without a hand, all hands are counted.")
    return count(rules, options.side)


def _print(parts: list[RenderableType]) -> None:
    """On a terminal tables fit its width; elsewhere they are as wide as they need."""
    out = console()
    if not out.is_terminal:
        out.width = WIDE
    out.print(*parts, sep="\n", crop=False)


def _write_plot(odds: Counts | Step, plot: str, kind: PlotKind) -> None:
    from sabacc.odds.plots.figure import draw

    picture = draw(odds, kind)
    check_writable(plot)
    try:
        Path(plot).write_bytes(picture)
    except OSError as error:
        raise SabaccError(f"{plot} can't be written: {error.strerror or error}.") from error
