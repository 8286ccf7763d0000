"""Compiles the pure layers with mypyc and builds the pages when a wheel is built.

What fails is a warning, and the wheel is made without; `SABACC_COMPILE=0` and `SABACC_WEB=0` in the environment leave it out.
An editable install has neither: what one edits should run, and `make web` builds the pages. `SABACC_OPT` is the C compiler's
level of optimisation, 3 if it is not set; `make test` takes the lowest.
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
    "hands/sides",
    "hands/classic",
    "hands/corellian",
    "hands/coruscant",
    "rules/derived",
    "betting/limits",
    "betting/pots",
    "game/board",
    "game/options",
    "game/combinations",
    "game/state",
    "game/flow",
    "game/hand",
    "game/round_score",
    "game/items",
    "game/dues",
    "game/outcome",
    "game/table",
    "variants/betting",
    "variants/corellian/board",
    "variants/draws",
    "variants/ending",
    "variants/best_hand",
    "variants/case",
    "variants/dealing",
    "variants/family76/bets",
    "variants/family76/static_field",
    "variants/family76/table_call",
    "variants/corellian/flow",
    "variants/corellian/showdown",
    "variants/corellian/no_limit",
    "variants/family76/opening",
    "variants/opening",
    "variants/family76/rounds",
    "hands/dice",
    "variants/coruscant/flow",
    "variants/coruscant/showdown",
    "variants/family76/shifts",
    "variants/family76/showdown",
    "variants/family76/turns",
    "variants/family76/windows",
    "sampling/foresight",
    "sampling/ledger",
    "sampling/weighted_chance",
    "sampling/family76_pulses",
    "sampling/token_matching",
    "policy/random_play",
    "bots/spot",
    "bots/judges/base",
    "bots/judges/classic_careers",
    "bots/judges/classic",
    "bots/judges/corellian",
    "bots/judges/coruscant",
    "bots/search/rollout",
    "server/table/state",
    "server/wire/projection",
    "server/table/commands",
    "server/table/clocks",
    "server/table/autopilot",
    "server/wire/frames",
    "server/wire/connection",
    "server/storage/fingerprints",
    "server/table/idempotency",
    "server/wire/broadcast",
    "server/table/actor",
)
PROBE = """
from setuptools import Extension, setup

setup(name="probe", packages=[], ext_modules=[Extension("probe", ["probe.c"])])
"""
SETUP = """
import os

from mypyc.build import mypycify
from setuptools import setup

# What the compiled modules don't need may be missing here, such as numpy.
flags = ["--follow-imports=silent", "--ignore-missing-imports"]
modules = mypycify([*flags, *{files!r}], opt_level={level!r}, debug_level="0", group_name="sabacc_engine")
# Python was built with -Wall, and so are its extensions: looking for warnings takes longer than all the rest of gcc's work.
for module in modules if os.name == "posix" else ():
    module.extra_compile_args.append("-Wno-all")
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
    _build(work, SETUP.format(files=files, level=os.environ.get("SABACC_OPT", "3")))
    return sorted([*work.glob("*__mypyc.*"), *(work / "sabacc").rglob("*.so"), *(work / "sabacc").rglob("*.pyd")])


def _build(work: Path, setup: str) -> None:
    (work / "setup.py").write_text(setup, encoding="utf-8")
    _run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], work)


def _run(command: list[str], where: Path) -> None:
    subprocess.run(command, cwd=where, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
