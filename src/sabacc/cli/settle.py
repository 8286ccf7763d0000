"""`sabacc settle`."""

from __future__ import annotations

from typing import Any

from sabacc.cli.output import console, print_json, read_json, read_text
from sabacc.errors import SabaccError, why_misread
from sabacc.records.settlement import settle_case


def settle_file(path: str, as_json: bool) -> None:
    """Settles every case of a file; all of them, or, if one is wrong, none."""
    answers: list[dict[str, Any]] = []
    for where, case in _cases(path):
        try:
            answers.append(settle_case(case))
        except SabaccError as error:
            raise SabaccError(f"{where}: {error}") from error
    for number, answer in enumerate(answers):
        if as_json:
            print_json(answer)
        else:
            _tell(answer, number)


def _cases(path: str) -> list[tuple[str, Any]]:
    """The cases and where each one stands: one object over several lines, or one on each line."""
    text = read_text(path)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        whole = read_json(text)
        return [(f"{path}, line {lines[0][0]}" if len(lines) == 1 else path, whole)]
    except ValueError as error:
        if len(lines) < 2 or not _is_json(lines[0][1]):
            at = getattr(error, "lineno", 1)
            raise SabaccError(f"{path}, line {at}: this is no JSON: {why_misread(error)}.") from error
    cases: list[tuple[str, Any]] = []
    for number, line in lines:
        try:
            cases.append((f"{path}, line {number}", read_json(line)))
        except ValueError as error:
            raise SabaccError(f"{path}, line {number}: this is no JSON: {why_misread(error)}.") from error
    return cases


def _is_json(line: str) -> bool:
    try:
        read_json(line)
    except ValueError:
        return False
    return True


def _tell(answer: dict[str, Any], number: int) -> None:
    out = console()
    if number:
        out.print()
    for sentence in answer["explanation"]:
        out.print(sentence, markup=False)
    stacks = [f"{player['name']} {stack}" for player, stack in zip(answer["players"], answer["stacks"], strict=True)]
    out.print(f"In the end: {', '.join(stacks)}; in the sabacc pot {answer['sabacc_pot']}.", style="bold", markup=False)
