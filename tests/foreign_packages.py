"""Packages of other people, written into a folder as an installer would: what they bring along has entry points."""

from __future__ import annotations

import os
import textwrap
import tomllib
from collections.abc import Mapping
from pathlib import Path

LUCKY_SEVEN = Path(__file__).parent.parent / "examples" / "lucky_seven"


def write_package(folder: Path, package: str, source: str, group: str, entries: Mapping[str, str]) -> Path:
    """A package with one module of its own name, and entry points of one group. The folder belongs on the path."""
    (folder / f"{package}.py").write_text(textwrap.dedent(source), encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {where}" for name, where in entries.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]), encoding="utf-8")
    return folder


def install_lucky_seven(folder: Path) -> Path:
    """The family of the example, as its project names it."""
    project = tomllib.loads((LUCKY_SEVEN / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = (LUCKY_SEVEN / "lucky_seven.py").read_text(encoding="utf-8")
    ((group, entries),) = project["entry-points"].items()
    return write_package(folder, "lucky_seven", source, group, entries)


def on_path(folder: Path) -> str:
    """A PYTHONPATH with the folder in front of what is there already."""
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
