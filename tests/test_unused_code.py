"""No code that nothing uses, as far as vulture can see."""

from __future__ import annotations

import re
from pathlib import Path

from vulture import Vulture

from sabacc.rules import FAMILIES, PRESETS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
USERS = ["src", "tests", "bench", "web", "examples", "hatch_build.py"]
OTHERS_CALL = {  # names that only other people's code calls
    "__getattr__": "Python itself",
    "__signature__": "typer",
    "__annotations__": "typer",
    "memo": "copy.deepcopy",
    "row_factory": "sqlite3",
    "text_factory": "sqlite3",
    "should_exit": "uvicorn",
    "keepalive_timeout": "uvicorn",
    "ping_timeout": "uvicorn",
    "ping_interval": "uvicorn",
    "pong_timer": "uvicorn",
    "_legal_actions": "OpenSpiel",
    "_action_to_string": "OpenSpiel",
    "chance_outcomes": "OpenSpiel",
    "make_py_observer": "OpenSpiel",
    "max_chance_nodes_in_history": "OpenSpiel",
    "observation_space": "PettingZoo",
    "infos": "PettingZoo",
    "hand_id": "a row of the database",
    "created_at": "JSON, for the pages",
    "recovery_codes": "JSON, for the pages",
    "left_with": "JSON, for the pages",
}
KINDS = {"function", "class", "method", "property", "import", "unreachable_code", "attribute", "variable"}


def parts_of_families() -> set[str]:
    """What families name as "module:name", to be looked up."""
    places = [place for family in FAMILIES.values() for place in family.parts.values()]
    places += [place for preset in PRESETS.values() for place in (preset.flow, preset.explain)]
    return {place.partition(":")[2] for place in places}


def named_on_pages() -> set[str]:
    """What the docs name is for others to use."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {word for page in pages for word in re.findall(r"\w+", page.read_text(encoding="utf-8"))}


def test_everything_is_used() -> None:
    vulture = Vulture()
    vulture.scavenge([ROOT / user for user in USERS], exclude=["*/node_modules/*"])
    known = parts_of_families() | named_on_pages() | set(OTHERS_CALL)
    unused = [one for one in vulture.get_unused_code(min_confidence=60) if one.typ in KINDS]
    unused = [one for one in unused if Path(one.filename).is_relative_to(SOURCE)]
    assert [f"{one.filename}:{one.first_lineno} {one.name}" for one in unused if one.name not in known] == []
