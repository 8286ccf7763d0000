"""Compiles the pure layers with mypyc and builds the pages when a wheel is built.

What fails is a warning, and the wheel is made without; `SABACC_COMPILE=0` and `SABACC_WEB=0` in the environment leave it out.
An editable install has neither: what one edits should run, and `make web` builds the pages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Modules that define structs are never among them (a test looks): compiled, a struct loses its tag and its frozenness.
COMPILED = (
    "cards",
    "chance",
    "hands/classic",
    "hands/corellian",
    "hands/coruscant",
    "betting/limits",
    "betting/pots",
    "game/options",
    "game/picking",
    "game/state",
    "game/hand",
    "game/match",
    "game/items",
    "game/seats",
    "variants/bets",
    "variants/board",
    "variants/draws",
    "variants/ending",
    "variants/field",
    "variants/flower",
    "variants/flower_showdown",
    "variants/no_limit",
    "variants/opening",
    "variants/rounds",
    "variants/selection",
    "variants/selection_showdown",
    "variants/shifts",
    "variants/showdown",
    "variants/turns",
    "variants/windows",
    "sampling/foresight",
    "sampling/ledger",
    "sampling/luck",
    "sampling/pulses",
    "sampling/resolving",
    "policy/random_play",
    "bots/spot",
    "bots/judge",
    "bots/careers",
    "bots/classic_judge",
    "bots/corellian_judge",
    "bots/coruscant_judge",
    "bots/playing_out",
    "server/state",
    "server/showing",
    "server/orders",
    "server/clocks",
    "server/rhythm",
    "server/frames",
    "server/connection",
    "server/remembered",
    "server/audience",
    "server/table",
)
PROBE = """
from setuptools import Extension, setup

setup(name="probe", packages=[], ext_modules=[Extension("probe", ["probe.c"])])
"""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

# What the compiled modules don't need may be missing here, such as numpy.
flags = ["--follow-imports=silent", "--ignore-missing-imports"]
modules = mypycify([*flags, *{files!r}], opt_level="3", group_name="sabacc_engine")
setup(name="sabacc", packages=[], ext_modules=modules)
"""


class Build(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own example leaves it open
    """The wheel's extension modules and pages, or none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.work = Path(tempfile.mkdtemp(prefix="sabacc-build-"))
        if os.environ.get("SABACC_COMPILE") != "0":
            self._try("is installed uncompiled", lambda: self._compile(build_data))
        if os.environ.get("SABACC_WEB") != "0":
            self._try("is installed without its pages", lambda: self._pages(build_data))

    def _try(self, otherwise: str, make: Callable[[], None]) -> None:
        try:
            make()
        except (OSError, subprocess.SubprocessError) as error:
            output = str(getattr(error, "stdout", "") or "")[-2000:]
            self.app.display_warning(f"sabacc {otherwise}: {error}\n{output}")

    def _compile(self, build_data: dict[str, Any]) -> None:
        made = compile_in(self.work, Path(self.root) / "src")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in made:
            build_data["force_include"][str(path)] = path.relative_to(self.work).as_posix()

    def _pages(self, build_data: dict[str, Any]) -> None:
        pages = self.work / "pages"
        _run([sys.executable, "web/build.py", "pages", str(pages)], Path(self.root))
        build_data["force_include"][str(pages)] = "sabacc/server/pages"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "work"):
            shutil.rmtree(self.work, ignore_errors=True)


def compile_in(work: Path, source: Path) -> list[Path]:
    """Compiles a copy of the package in a folder of its own; the extension modules made."""
    shutil.copytree(source / "sabacc", work / "sabacc", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    files = [f"sabacc/{module}.py" for module in COMPILED]
    (work / "probe.c").write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
    _build(work, PROBE)  # fails at once where there is no compiler
    _build(work, SETUP.format(files=files))
    return sorted([*work.glob("*__mypyc.*"), *(work / "sabacc").rglob("*.so"), *(work / "sabacc").rglob("*.pyd")])


def _build(work: Path, setup: str) -> None:
    (work / "setup.py").write_text(setup, encoding="utf-8")
    _run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], work)


def _run(command: list[str], where: Path) -> None:
    subprocess.run(command, cwd=where, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
