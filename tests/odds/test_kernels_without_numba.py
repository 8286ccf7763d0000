"""With numba, without it, and where it can't store what it compiled: the same results."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sabacc
from sabacc.odds.kernels import COMPILED

needs_numba = pytest.mark.skipif(not COMPILED, reason="numba is not installed or switched off")

SAMPLE = """
import numpy as np
from sabacc.odds.kernels import COMPILED, deal_many, rank_many
print(COMPILED)
for size, codes, rules, how in [
    (3, 68, "classic", {}),
    (7, 68, "force", {"side": "dark"}),
    (5, 61, "coruscant-shift", {"gold": 5, "silver": "t"}),
    (5, 61, "coruscant-shift", {"gold": -10, "silver": "c", "choose": True}),
]:
    hands = np.random.default_rng(1).integers(0, codes, (100_000, size))
    print((rank_many(hands, rules, **how) * np.arange(100_000)).sum())
for size in (4, 5):
    hands = (np.arange(100_000 * size) * 7 + np.arange(100_000 * size) // 21) % 20
    print((rank_many(np.sort(hands.reshape(-1, size) // 2 * 2 + np.arange(size) % 2)) * np.arange(100_000)).sum())
print(deal_many("cloud-city", 3, 3, 70_000, processes=1))
print(deal_many("corellian-house", 2, 4, 70_000, hands=["+1 -1"], processes=1))
print(deal_many("corellian-house", 8, deals=70_000, processes=1))
print(deal_many("coruscant-shift", 4, deals=70_000, gold=0, silver="s", processes=1))
"""
RANK_ONE = "from sabacc.odds.kernels import rank_many, loops; print(rank_many([[0, 1]], 'classic'))\n"
MISSING = "import sys; sys.modules['numba'] = None\n"  # what `import numba` then says is that there is none


def run(program: str, **surroundings: str | Path) -> tuple[list[str], list[str]]:
    """The lines of a new Python on stdout and on stderr."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NUMBA_CACHE_DIR", "SABACC_NO_NUMBA", "XDG_CACHE_HOME")}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**kept, **{name: str(value) for name, value in surroundings.items()}},
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines(), ran.stderr.splitlines()


@needs_numba
def test_everything_comes_out_alike_without_numba() -> None:
    compiled, quiet = run(SAMPLE)
    plain, said = run(SAMPLE, SABACC_NO_NUMBA="1")
    assert (compiled[0], plain[0]) == ("True", "False")
    assert len(compiled) == 11
    assert compiled[1:] == plain[1:]
    assert quiet == []
    assert len(said) == 1


def test_without_numba_one_line_says_so_and_how_to_get_it() -> None:
    lines, said = run(MISSING + RANK_ONE)
    assert lines == ["[3]"]
    assert len(said) == 1
    assert "numba is not installed" in said[0]
    assert "pip install numba" in said[0]


def test_the_line_comes_once_however_many_processes_there_are() -> None:
    program = (
        "from sabacc.odds.kernels import deal_many; print(deal_many('classic', deals=2_200_000, processes=2).deals)"
    )
    lines, said = run(program, SABACC_NO_NUMBA="1")
    assert lines == ["2200000"]
    assert len(said) == 1


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    """Where a copy of the package is in which nothing can be stored: a file is where its folder for that would be."""
    package = tmp_path / "sabacc"
    shutil.copytree(Path(sabacc.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "odds" / "kernels" / "__pycache__").touch()
    return tmp_path


@needs_numba
def test_the_second_start_takes_what_the_first_has_compiled_from_the_users_own_folder(unwritable: Path) -> None:
    program = RANK_ONE + "print(loops.__file__, len(loops.rank_totals.stats.cache_hits))"
    loops = unwritable / "sabacc" / "odds" / "kernels" / "loops.py"
    for hits in (0, 1):
        lines, said = run(program, HOME=unwritable, PYTHONPATH=unwritable, PYTHONDONTWRITEBYTECODE="1")
        assert lines == ["[3]", f"{loops} {hits}"]
        assert said == []


@needs_numba
def test_where_nothing_at_all_can_be_stored_it_is_compiled_each_time(unwritable: Path) -> None:
    program = RANK_ONE + "print(loops.rank_totals._cache.cache_path)"
    lines, said = run(program, HOME=os.devnull, PYTHONPATH=unwritable, PYTHONDONTWRITEBYTECODE="1")
    assert lines == ["[3]", "None"]
    assert said == []


def test_nothing_heavy_is_loaded_before_it_is_asked_for() -> None:
    assert run("import sabacc, sys; print('numpy' in sys.modules)")[0] == ["False"]
    assert run("import sabacc.odds, sys; print('numba' in sys.modules)")[0] == ["False"]
