"""`sabacc simulate`."""

from __future__ import annotations

import json
import time
from typing import Any

from rich.table import Table

from sabacc.cli.output import check_writable, console, print_json, print_notice, progress, read_options, write_text
from sabacc.errors import SabaccError
from sabacc.policy.simulation import SimulationCounts, simulate, table_tasks
from sabacc.records.live_settlement import case_of_hand
from sabacc.rules import find_preset, read_rules, write_rules
from sabacc.variants import flow_of


def simulate_hands(
    key: str,
    players: int,
    hands: int,
    seed: str,
    option: list[str],
    processes: int | None,
    settle_cases: str | None,
    as_json: bool,
) -> None:
    """Plays the hands and prints what was counted."""
    rules = read_rules({"preset": key, **read_options(option)})
    flow_of(rules)
    least, most = find_preset(key).players
    if not least <= players <= most:
        raise SabaccError(f"{key} is for {least} to {most} players, not {players} (T9).")
    if settle_cases is not None:
        check_writable(settle_cases)
    tasks = table_tasks(rules, players, hands, seed)
    tally = SimulationCounts()
    began = time.perf_counter()
    stopped = False
    with progress() as bar:
        task = bar.add_task(f"Playing {key}", total=hands)
        try:
            for one in simulate(tasks, processes, case_of_hand if settle_cases is not None else None):
                tally.add(one)
                bar.update(task, completed=tally.hands)
        except KeyboardInterrupt:
            stopped = True
    seconds = time.perf_counter() - began
    if stopped:
        print_notice(f"sabacc: stopped after {tally.hands} of {hands} hands.")
    if settle_cases is not None:
        _write_cases(settle_cases, tally.cases)
    report = {
        "preset": key,
        "rules": write_rules(rules),
        "players": players,
        "seed": seed,
        "hands": tally.hands,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
        "hands_per_second": round(tally.hands / seconds, 1),
        "decisions_per_second": round(tally.decisions / seconds, 1),
        "turns_per_hand": round(tally.turns / max(tally.hands, 1), 3),
        "shifts_per_hand": round(tally.shifts / max(tally.hands, 1), 3),
        "endings": dict(tally.endings.most_common()),
        "events": dict(tally.events.most_common()),
        "credits_in": tally.credits_in,
        "credits_out": tally.credits_out,
    }
    if as_json:
        print_json(report)
    else:
        _print_report(report)
    if tally.credits_in != tally.credits_out:
        raise AssertionError("credits were lost or made")


def _write_cases(path: str, cases: list[dict[str, Any]]) -> None:
    write_text(path, "".join(json.dumps(case) + "\n" for case in cases))
    print_notice(f"{len(cases)} settle cases written to {path}.")


def _print_report(report: dict[str, Any]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    for name in ("hands", "decisions", "hands_per_second", "decisions_per_second", "turns_per_hand", "shifts_per_hand"):
        value = report[name]
        table.add_row(name.replace("_", " "), f"{value:,}")
    for how, count in report["endings"].items():
        table.add_row(f"ended {how}", f"{count:,}")
    table.add_row("credits in and out", f"{report['credits_in']:,} = {report['credits_out']:,}")
    console().print(table)
