"""`sabacc odds`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import RenderableType

from sabacc.cli.odds_tables import count_tables
from sabacc.cli.output import check_writable, console, plot_kind, print_json, read_options, say
from sabacc.cli.step_tables import step_tables
from sabacc.errors import SabaccError
from sabacc.odds import Counts, Step, as_json, count, one_step
from sabacc.rules import find_preset, read_rules

WIDE = 1000


class Asked(NamedTuple):
    """What somebody wants to know: all hands, or one step ahead from a hand."""

    hand: str | None
    seen: str
    field: str
    side: str | None
    gold: int | None
    silver: str | None


def show_odds(key: str, option: list[str], asked: Asked, plot: str | None, json: bool) -> None:
    """Counts, draws and prints."""
    rules = {"preset": key, **read_options(option)}
    kind = plot_kind(plot) if plot is not None else ""
    odds = _answer(rules, asked)
    if plot is not None:
        _write_plot(odds, plot, kind)
    if json:
        print_json(as_json(odds))
    else:
        _print(step_tables(odds) if isinstance(odds, Step) else count_tables(odds))
    if plot is not None:
        say(f"Drawn in {plot}.")


def _answer(rules: dict[str, Any], asked: Asked) -> Counts | Step:
    if asked.hand is not None:
        return one_step(rules, asked.hand, asked.seen, asked.side, asked.gold, asked.silver, asked.field)
    if find_preset(read_rules(rules).preset).family != "coruscant" and (asked.gold, asked.silver) != (None, None):
        raise SabaccError(f"{rules['preset']} has no gold and silver dice: leave out --gold and --silver (CS2).")
    for name in ("seen", "field", "gold", "silver"):
        if getattr(asked, name) not in ("", None):
            raise SabaccError(f"--{name} goes with --hand: without a hand, all hands are counted.")
    return count(rules, asked.side)


def _print(parts: list[RenderableType]) -> None:
    """On a terminal tables fit its width; elsewhere they are as wide as they need."""
    out = console()
    if not out.is_terminal:
        out.width = WIDE
    out.print(*parts, sep="\n", crop=False)


def _write_plot(odds: Counts | Step, plot: str, kind: str) -> None:
    from sabacc.odds.plots import draw

    picture = draw(odds, kind)
    check_writable(plot)
    try:
        Path(plot).write_bytes(picture)
    except OSError as error:
        raise SabaccError(f"{plot} can't be written: {error.strerror or error}.") from error
