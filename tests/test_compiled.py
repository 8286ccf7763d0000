"""The engine runs plain and compiled; these hold what the compiler could break, and that the right one is running."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest
from hatch_build import COMPILED

from sabacc.game.actions import Action, ActionBase, Raise, Trade, read_action
from sabacc.game.events import Dealt, Event, Paid
from sabacc.hands.classic import Scale
from sabacc.hands.corellian import worth
from sabacc.rules import read_rules
from sabacc.variants import new_game
from sabacc.version import build

ROOT = Path(__file__).parent.parent
IS_COMPILED = os.environ.get("SABACC_COMPILED") == "1"


def name_of(module: str) -> str:
    return "sabacc." + module.replace("/", ".")


@pytest.mark.parametrize("module", COMPILED)
def test_no_compiled_module_defines_a_struct(module: str) -> None:
    tree = ast.parse((ROOT / "src" / "sabacc" / f"{module}.py").read_text(encoding="utf-8"))
    bases = [ast.unparse(base) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases]
    assert not [base for base in bases if base.endswith(("Struct", "EventBase", "Public", "ActionBase"))]


@pytest.mark.parametrize("module", COMPILED)
def test_the_engine_that_runs_is_the_one_asked_for(module: str) -> None:
    file = importlib.import_module(name_of(module)).__file__
    assert file is not None
    assert file.endswith(".py") is not IS_COMPILED


def test_the_version_says_which_engine_runs() -> None:
    assert build() == ("compiled" if IS_COMPILED else "plain Python")
    told = subprocess.run([sys.executable, "-m", "sabacc", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.strip().endswith(f"({build()})")


def test_structs_made_by_the_engine_keep_their_tags_and_stay_frozen() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="1").deal()
    for event in hand.events:
        text = msgspec.json.encode(event)
        assert msgspec.json.decode(text, type=Event) == event
        assert msgspec.json.decode(text)["type"] == event.__struct_config__.tag
        with pytest.raises(AttributeError):
            setattr(event, event.__struct_fields__[0], None)


def test_actions_out_of_options_are_read_back_by_their_tag() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="1").deal()
    for action in hand.options(hand.waiting[0]):
        assert isinstance(action, ActionBase)
        assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
    assert read_action("raise 5") == Raise(5)
    assert Trade("S1") != Trade("S2")


def test_worths_made_by_the_rankers_are_values() -> None:
    assert worth(("0", "0", "+9", "-9")) == worth(("+9", "-9", "0", "0"))
    pure = Scale(read_rules("classic")).worth(("S12", "F11"))
    assert pure.special
    with pytest.raises(AttributeError):
        pure.total = 5  # type: ignore[misc]  # that it is refused is the point
    assert isinstance(Paid(0, 1, "hand", "ante"), msgspec.Struct)
    assert isinstance(Dealt(0, 1, 0, "S1"), msgspec.Struct)


@pytest.mark.skipif(IS_COMPILED, reason="it is about building, and the same whatever runs")
def test_without_a_c_compiler_the_wheel_is_made_uncompiled(tmp_path: Path) -> None:
    """The build itself, with a compiler that always fails."""
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "CC": "false", "SABACC_WEB": "0", "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "sabacc is installed uncompiled" in made.stdout + made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sabacc/game/hand.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
