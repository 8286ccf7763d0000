"""A family of games is one object: nobody else asks which one is played, or names a preset."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import sabacc.arena.gauntlet
import sabacc.batch.game
import sabacc.blueprint.traversal
import sabacc.cli.odds
import sabacc.envs.action_space
import sabacc.envs.bounds
import sabacc.envs.small_tables
import sabacc.envs.table_tensor
import sabacc.odds.kernels.registry
import sabacc.odds.plots.figure
import sabacc.variants.examples
import sabacc.variants.guide
import sabacc.variants.lessons
import sabacc.variants.standing  # noqa: F401
from sabacc.game.types import KnownQuestionKind, KnownShiftKind
from sabacc.rules import FAMILIES, PRESETS
from sabacc.rules.family import PARTS, load
from sabacc.variants import flow_of
from sabacc.words import QUESTIONS
from sabacc.words.card_sentences import SHIFTS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sabacc"
PAGES = ROOT / "web" / "src"
FOLDERS = ("family76", "classic", "corellian", "coruscant")
OWN = re.compile(rf"(^|/)({'|'.join(FOLDERS)})(_\w+)?(/|\.py$)|^rules/(old_)?presets\.py$")
OWN_PAGES = re.compile(r"^families/(family76|corellian|coruscant)/|^protocol\.ts$")
REGISTRY = "rules/registry.py"  # registers our own families
DECKS = {"CLASSIC", "CORELLIAN", "CORUSCANT"}
NAMES_A_DECK = (
    "__init__.py",  # the decks are part of what `import sabacc` gives
    "rules/options.py",  # the house rule `deck` is a list of cards of one deck (HR12)
)
NAMES = {*PRESETS, *FAMILIES}
FAMILY = re.compile(r"(^|[._])(family|preset)(\.key)?$|^(family_of|find_preset)\(.*\)(\.key)?$")
READS_TEXT = ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "split", "find", "index")


def modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if not OWN.search(path.relative_to(SOURCE).as_posix())]


def names_in(tree: ast.Module) -> Iterator[str]:
    """Families and presets that a module's code names; its docstrings may."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs and node.value in NAMES:
            yield f"line {node.lineno}: {node.value}"


def is_family(node: ast.expr) -> bool:
    """Whether an expression is a family, a preset, or the key of one."""
    return FAMILY.search(ast.unparse(node)) is not None


def is_choice(node: ast.expr) -> bool:
    """A text, a constant, or a list of some: what one would compare a family or a preset with."""
    if isinstance(node, ast.Attribute):
        return is_choice(node.value)
    if isinstance(node, ast.Name):
        return node.id.isupper() and node.id not in ("PRESETS", "FAMILIES")
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return text or isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict))


def asks_which(node: ast.AST) -> bool:
    """Whether code asks which family or preset it is, rather than looking something up."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return any(map(is_family, sides)) and any(map(is_choice, sides))
    if isinstance(node, ast.Match):
        return is_family(node.subject)
    if isinstance(node, ast.Subscript):
        return is_family(node.slice) and isinstance(node.value, ast.Dict)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        reads = node.func.attr in READS_TEXT and is_family(node.func.value)
        gets = node.func.attr == "get" and isinstance(node.func.value, ast.Dict) and is_family(node.args[0])
        return reads or gets
    return False


def imported_families(tree: ast.Module) -> Iterator[str]:
    """Modules of a family that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            paths = [f"{node.module}.{one.name}" for one in node.names]
        elif isinstance(node, ast.Import):
            paths = [one.name for one in node.names]
        else:
            continue
        for path in paths:
            if path.startswith("sabacc.") and any(OWN.search(f"{part}.py") for part in path.split(".")):
                yield path


def imported_decks(tree: ast.Module) -> Iterator[str]:
    """Decks that a module imports, rather than asking for that of its rules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("sabacc", "sabacc.cards"):
            yield from (one.name for one in node.names if one.name in DECKS)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_names_a_preset_or_a_family(path: Path) -> None:
    assert list(names_in(tree_of(path))) == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_asks_which_family_or_preset_it_is(path: Path) -> None:
    assert [ast.unparse(node) for node in ast.walk(tree_of(path)) if asks_which(node)] == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_that_all_families_share_imports_one_of_them(path: Path) -> None:
    if path.relative_to(SOURCE).as_posix() != REGISTRY:
        assert list(imported_families(tree_of(path))) == [], "look it up as a Part of the family"


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_that_all_families_share_names_a_deck(path: Path) -> None:
    if path.relative_to(SOURCE).as_posix() not in NAMES_A_DECK:
        assert list(imported_decks(tree_of(path))) == [], "ask for `deck_of(rules)`"


@pytest.mark.parametrize(
    "code",
    [
        'rules.preset == "sabaac"',
        '"sabaac" == rules.preset',
        "family is FAMILY_76",
        "family_of(rules).key != OTHER.key",
        'family.key in ("a", "b")',
        'rules.preset.startswith("cor")',
        '{"a": 1}[rules.preset]',
        '{"a": 1}.get(table.preset)',
        'match rules.preset:\n    case "a":\n        pass',
    ],
)
def test_a_question_which_family_it_is_would_be_found(code: str) -> None:
    assert any(map(asks_which, ast.walk(ast.parse(code))))


@pytest.mark.parametrize("code", ["old.preset != new.preset", "rules.preset in PRESETS", "FAMILIES[preset.family]"])
def test_looking_a_family_up_is_no_such_question(code: str) -> None:
    assert not any(map(asks_which, ast.walk(ast.parse(code))))


def test_an_import_of_a_family_would_be_found() -> None:
    code = "from sabacc.hands import coruscant, weigh\nfrom sabacc.bots.judges.classic_careers import Careers"
    found = list(imported_families(ast.parse(code)))
    assert found == ["sabacc.hands.coruscant", "sabacc.bots.judges.classic_careers.Careers"]


def test_an_import_of_a_deck_would_be_found() -> None:
    assert list(imported_decks(ast.parse("from sabacc.cards import CORUSCANT, Deck"))) == ["CORUSCANT"]


# ---- the pages


BARE = "|".join(sorted(name for name in NAMES if name.isalpha()))  # those that need no quotes
NAMED = re.compile(rf"""(["'`])({"|".join(map(re.escape, NAMES))})\1|[{{,]\s*({BARE})\s*:|\.({BARE})\b(?!\()""")
ONE = r"(?:\b|[a-z])(?:[fF]amily|[pP]reset)(?:\.key)?"
TOLD = r"""(?:["'`]|[A-Z][A-Z_0-9]+\b)"""
ASKED = re.compile(
    rf"{ONE}\s*[!=]==?\s*{TOLD}|[A-Z\"'`](?:\.key)?\s*[!=]==?\s*[\w.]*{ONE}\b"
    rf"|\.(?:includes|indexOf|has)\([\w.]*{ONE}\)|\{{[^{{}}]*:[^{{}}]*\}}\[[\w.]*{ONE}\]"  # a list or a map of some
    rf"|{ONE}\.(?:startsWith|endsWith|includes|match|indexOf|split|slice)\(|switch\s*\([\w.]*{ONE}\)"
)


IMPORTED = re.compile(r"""from ["'].*(?:^|/)(family76|corellian|coruscant)(?:/[\w.]+)?["']""")
PAGES_REGISTRY = "families/registry.ts"


def pages() -> list[Path]:
    found = [path for path in sorted(PAGES.rglob("*")) if path.suffix in (".ts", ".svelte")]
    return [path for path in found if not OWN_PAGES.search(path.relative_to(PAGES).as_posix())]


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.relative_to(PAGES).as_posix())
def test_no_page_names_a_preset_or_a_family_or_asks_which_it_is(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        assert not NAMED.search(line), f"line {number}: {line.strip()}"
        assert not ASKED.search(line), f"line {number}: {line.strip()}"
        if path.relative_to(PAGES).as_posix() != PAGES_REGISTRY:
            assert not IMPORTED.search(line), f"line {number}: ask for `familyOf(key)`: {line.strip()}"


@pytest.mark.parametrize(
    "line",
    [
        'const first = "classic";',
        "const ODDS = { classic: 1, pagat: 2 };",
        "return `corellian-house`;",
        "ODDS.pagat",
        "if (table.family === FAMILY_76.key) draw();",
        'if ("lucky" === table.preset) draw();',
        'if (preset.startsWith("cor")) draw();',
        "switch (table.preset) {",
        "if ([FAMILY_76, OTHER].includes(family)) draw();",
        "const odds = { a: 1, b: 2 }[table.preset];",
        'import { CORUSCANT } from "../families/coruscant";',
        'import type { Suit } from "../families/family76/cards";',
    ],
)
def test_a_family_in_a_page_would_be_found(line: str) -> None:
    assert NAMED.search(line) or ASKED.search(line) or IMPORTED.search(line)


# ---- the parts


@pytest.mark.parametrize("family", FAMILIES)
def test_every_part_of_a_family_is_there_and_asked_for(family: str) -> None:
    for name, where in FAMILIES[family].parts.items():
        assert name in PARTS, f"nobody asks for {name}"
        assert load(where) is not None
    for preset in FAMILIES[family].presets:
        assert callable(load(preset.flow))
        assert callable(load(preset.explain))


@pytest.mark.parametrize("name", sorted(PARTS))
def test_every_part_that_somebody_asks_for_is_given(name: str) -> None:
    assert any(name in family.parts for family in FAMILIES.values())


# ---- the words of our own families


def test_all_questions_of_our_own_families_are_known_and_have_words() -> None:
    asked = {phase.asks for preset in PRESETS.values() for phase in flow_of(preset.rules).phases if phase.asks}
    assert asked <= set(get_args(KnownQuestionKind))
    assert set(QUESTIONS) == set(get_args(KnownQuestionKind))


def test_all_shifts_of_our_own_families_have_words() -> None:
    assert set(SHIFTS) == set(get_args(KnownShiftKind))
