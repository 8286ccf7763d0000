"""`sabacc bots`."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from sabacc.bots import Character, characters
from sabacc.bots.roster import rejected_bots
from sabacc.cli.output import print_list, print_notice


def show_bots(as_json: bool) -> None:
    """All the bots there are; what is wrong with those that other packages bring, to standard error."""
    print_list((_written(one) for one in characters().values()), _table, as_json)
    for broken in rejected_bots():
        print_notice(f"sabacc: {broken.why}")


def _written(one: Character) -> dict[str, object]:
    return {
        "bot": one.name,
        "level": one.level,
        "description": one.line,
        "budget": one.budget,
        "for_people": one.for_people,
        "from": one.comes_from,
    }


def _table() -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("bot", style="bold", no_wrap=True)
    table.add_column("level", justify="right")
    table.add_column("play-outs", justify="right")
    table.add_column("from", no_wrap=True)
    table.add_column("in one line")
    for one in characters().values():
        table.add_row(*map(escape, (one.name, str(one.level), _budget(one), one.comes_from, one.line)))
    return table


def _budget(one: Character) -> str:
    """What it may spend on a decision: against bots, and with people."""
    if one.budget is None:
        return "–"
    return f"{one.budget}" if one.for_people is None else f"{one.budget}/{one.for_people}"
