"""What the machine must not know, and that the import rules leave no module out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sabacc.rules import PRESETS

SOURCE = Path(__file__).parent.parent / "src" / "sabacc"


@pytest.mark.parametrize("layer", ["betting", "game"])
def test_no_variants_name_appears_in_the_machine(layer: str) -> None:
    for file in (SOURCE / layer).rglob("*.py"):
        text = file.read_text(encoding="utf-8").lower().replace("_", "-")
        assert [name for name in PRESETS if re.search(rf"\b{name}\b", text)] == [], file


def contract(name: str) -> dict[str, list[str]]:
    """An import rule of the project."""
    project = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = next(
        one for one in project["tool"]["importlinter"]["contracts"] if one["name"].startswith(name)
    )
    return found


def test_the_rule_about_the_http_side_names_each_of_its_modules() -> None:
    there = {path.stem for path in (SOURCE / "server" / "http").glob("*.py")} - {"__init__"}
    forbidden = {module.rpartition(".")[2] for module in contract("Of the HTTP side")["forbidden_modules"]}
    assert there - forbidden == {"errors", "guard", "rate_limit"}


@pytest.mark.parametrize("layer", ["variants", "odds/exact", "bots/judges"])
def test_the_rules_about_families_name_each_family(layer: str) -> None:
    names = {
        "variants": "Families of games",
        "odds/exact": "Exact odds of families",
        "bots/judges": "Judges of families",
    }
    listed = {module.rpartition(".")[2] for module in contract(names[layer])["modules"]}
    there = {path.stem for path in (SOURCE / layer).iterdir() if path.is_dir() or path.suffix == ".py"}
    assert listed == there & {"family76", "classic", "corellian", "coruscant"}
