"""`sabacc variants` and `sabacc rules`."""

from __future__ import annotations

import json

from rich.markup import escape
from rich.table import Table

from sabacc.cli.output import console, print_json, read_options
from sabacc.rules import OPTIONS, PRESETS, find_preset, options_of, read_rules, rules_schema, write_rules
from sabacc.rules.options import STAKES
from sabacc.variants import explain_rules


def show_variants(as_json: bool) -> None:
    """All presets that can be played."""
    if as_json:
        for preset in PRESETS.values():
            least, most = preset.players
            print_json(
                {
                    "preset": preset.key,
                    "title": preset.title,
                    "description": preset.line,
                    "cards": 76 if preset.family == "76" else 62,
                    "players": [least, most],
                }
            )
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("preset", style="bold")
    table.add_column("players")
    table.add_column("in one line")
    for preset in PRESETS.values():
        table.add_row(preset.key, f"{preset.players[0]}–{preset.players[1]}", preset.line)
    console().print(table)


def show_rules(key: str, option: list[str], as_json: bool, schema: bool) -> None:
    """A preset explained, or as JSON."""
    rules = read_rules({"preset": key, **read_options(option)})
    preset = find_preset(key)
    if schema:
        print_json(rules_schema(key))
        return
    if as_json:
        values = {name: getattr(rules, name) for name in options_of(preset)}
        print_json({"rules": write_rules(rules), "options": values, "explanation": explain_rules(rules)})
        return
    out = console()
    for paragraph in explain_rules(rules):
        out.print(paragraph, markup=False)
        out.print()
    table = Table(title="Options", title_justify="left", box=None, pad_edge=False)
    table.add_column("option", style="bold")
    table.add_column("value")
    table.add_column("meaning")
    table.add_column("may be")
    if preset.family == "76":
        table.add_row("stakes", "", "Sets ante and max_bet together. (B4)", f"one of {', '.join(STAKES)}")
    for name in options_of(preset):
        entry = OPTIONS[name]
        value = json.dumps(getattr(rules, name))
        table.add_row(
            name, escape(value.strip('"')), escape(f"{entry.help} ({entry.clause})"), escape(entry.asks_for())
        )
    out.print(table)
