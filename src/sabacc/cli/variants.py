"""`sabacc variants` and `sabacc rules`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import TextWrapper

from rich.console import Console
from rich.table import Table

from sabacc.cli.language import say, terminal_language
from sabacc.cli.output import console, print_json, print_list, print_notice, read_options
from sabacc.messages import Message, either, text_in
from sabacc.rules import (
    FAMILIES,
    PRESETS,
    Preset,
    Rules,
    accepted_values,
    find_preset,
    option_in,
    options_of,
    plays_for_rounds,
    read_rules,
    rules_schema,
    write_rules,
)
from sabacc.rules.options import STAKES, one_of
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
    table.add_column(say("rules-options.column.preset"), style="bold")
    table.add_column(say("rules-options.column.players"))
    table.add_column(say("rules-options.column.line"))
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
        out.print(f"{say('rules-options.worked-hand', preset=key)}\n", markup=False)
    if plays_for_rounds(rules):
        out.print(f"{say('rules-options.with-ante', preset=key)}\n", markup=False)
    _print_options(out, rules)


def _print_options(out: Console, rules: Rules) -> None:
    """Every option with its value, what it means and what it may be, at the width of the terminal."""
    preset = find_preset(rules.preset)
    out.print(f"{say('rules-options.heading')}\n", markup=False)
    if FAMILIES[preset.family].has_stakes:
        _print_stakes(out)
    for name in options_of(preset):
        option = option_in(preset, name)
        value = json.dumps(getattr(rules, name)).strip('"')
        may_be = accepted_values(rules, name, terminal_language.code)
        meanings = {choice: option.meanings[choice] for choice in may_be.choices if choice in option.meanings}
        meaning = say("rules-options.clauses", meaning=option.meaning, clauses=option.clause)
        _print_option(out, f"{name} = {value}", meaning, may_be.words, meanings, may_be.refused)


def _print_stakes(out: Console) -> None:
    """The short way to set two options."""
    meaning = say("rules-options.clauses", meaning=Message("rules-options.stakes"), clauses="B4")
    meanings = {
        name: Message("rules-options.stake", least=least, most=most, bet=bet)
        for name, (least, most, bet) in STAKES.items()
    }
    values = text_in(one_of(list(STAKES), by_hand=False), terminal_language.code)
    _print_option(out, "stakes", meaning, values, meanings, {})


def _print_option(
    out: Console,
    head: str,
    meaning: str,
    values: str,
    meanings: Mapping[str, Message],
    refused: Mapping[str, Sequence[str]],
) -> None:
    wrap = TextWrapper(min(out.width, WIDEST), initial_indent="    ", subsequent_indent="    ").wrap
    lines = [head, *wrap(meaning), *wrap(say("rules-options.may-be", values=values))]
    for choice, means in meanings.items():
        lines += [f"      {line.strip()}" for line in wrap(f"{choice}: {means.text(terminal_language.code)}")]
    for why, choices in refused.items():
        lines += wrap(say("rules-options.needs-another", choices=either(choices), why=why))
    out.print("\n".join(lines), markup=False)
