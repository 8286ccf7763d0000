"""`sabacc variants` and `sabacc rules`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import TextWrapper

from rich.console import Console
from rich.table import Table

from sabacc.cli.language import terminal_language
from sabacc.cli.output import console, print_json, print_list, print_notice, read_options
from sabacc.messages import text_in
from sabacc.rules import (
    FAMILIES,
    PRESETS,
    Preset,
    Rules,
    accepted_values,
    find_preset,
    option_in,
    options_of,
    read_rules,
    rules_schema,
    write_rules,
)
from sabacc.rules.options import STAKES
from sabacc.rules.registry import left_out_families
from sabacc.variants import explain_rules
from sabacc.variants.worked_hands import is_played_alike

WIDEST = 100  # columns of prose


def show_variants(as_json: bool) -> None:
    """All presets that can be played; what is wrong with families that other packages bring, to standard error."""
    print_list((_written(preset) for preset in PRESETS.values()), _table, as_json)
    for broken in left_out_families():
        print_notice(f"sabacc: {broken.why}")


def _written(preset: Preset) -> dict[str, object]:
    return {
        "preset": preset.key,
        "title": preset.title,
        "description": text_in(preset.line, terminal_language.code),
        "cards": len(FAMILIES[preset.family].deck),
        "players": list(preset.players),
    }


def _table() -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("preset", style="bold")
    table.add_column("players")
    table.add_column("in one line")
    for preset in PRESETS.values():
        table.add_row(
            preset.key, f"{preset.players[0]}–{preset.players[1]}", text_in(preset.line, terminal_language.code)
        )
    return table


def show_rules(key: str, option: list[str], as_json: bool, schema: bool) -> None:
    """A preset explained, or as JSON."""
    rules = read_rules({"preset": key, **read_options(option)})
    preset = find_preset(key)
    if schema:
        print_json(rules_schema(key, terminal_language.code))
        return
    if as_json:
        values = {name: getattr(rules, name) for name in options_of(preset)}
        print_json(
            {
                "rules": write_rules(rules),
                "options": values,
                "explanation": explain_rules(rules, terminal_language.code),
            }
        )
        return
    out = console()
    for paragraph in explain_rules(rules, terminal_language.code):
        out.print(paragraph, markup=False)
        out.print()
    if not is_played_alike(rules):
        out.print(f"`sabacc rules {key}`, without options, tells a hand from start to end.\n", markup=False)
    _print_options(out, rules)


def _print_options(out: Console, rules: Rules) -> None:
    """Every option with its value, what it means and what it may be, at the width of the terminal."""
    preset = find_preset(rules.preset)
    out.print("Options, to be set with -o, like -o ante=5:\n", markup=False)
    if FAMILIES[preset.family].has_stakes:
        meanings = {
            name: f"an ante of {least} to {most}, bets up to {bet}" for name, (least, most, bet) in STAKES.items()
        }
        _print_option(
            out, "stakes", "Sets ante and max_bet together. (B4)", f"one of {', '.join(STAKES)}", meanings, {}
        )
    for name in options_of(preset):
        option = option_in(preset, name)
        value = json.dumps(getattr(rules, name)).strip('"')
        may_be = accepted_values(rules, name)
        meanings = {choice: option.meanings[choice] for choice in may_be.choices if choice in option.meanings}
        meaning = f"{option.meaning} ({option.clause})"
        _print_option(out, f"{name} = {value}", meaning, may_be.words, meanings, may_be.refused)


def _print_option(
    out: Console,
    head: str,
    meaning: str,
    values: str,
    meanings: Mapping[str, str],
    refused: Mapping[str, Sequence[str]],
) -> None:
    wrap = TextWrapper(min(out.width, WIDEST), initial_indent="    ", subsequent_indent="    ").wrap
    lines = [head, *wrap(meaning), *wrap(f"May be {values}.")]
    for choice, means in meanings.items():
        lines += [f"      {line.strip()}" for line in wrap(f"{choice}: {means}")]
    for why, choices in refused.items():
        lines += wrap(f"For {' or '.join(choices)} another option must change too: {why}")
    out.print("\n".join(lines), markup=False)
