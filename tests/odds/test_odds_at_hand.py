"""How the odds are reached from Python."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import sabacc
from sabacc.cards import CLASSIC
from sabacc.odds.kernels import encode

NOWHERE = "luck"
LOOKS = """
import sys, sabacc
assert "numpy" not in sys.modules
assert sabacc.odds.count("classic").cards[2].hands == 2850
assert "numba" not in sys.modules
assert sabacc.odds.rank_many([[0, 1, 18, 19]]).tolist() == sabacc.odds.kernels.rank_many([[0, 1, 18, 19]]).tolist()
"""


def test_odds_and_kernels_are_loaded_when_they_are_wanted() -> None:
    subprocess.run([sys.executable, "-c", LOOKS], check=True)


def test_there_is_nothing_else_behind_the_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        getattr(sabacc, NOWHERE)
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        getattr(sabacc.odds, NOWHERE)


def test_hands_are_encoded_from_words_too() -> None:
    assert np.array_equal(encode(CLASSIC, ["S1 C12", "the idiot"]), encode(CLASSIC, [("S1", "C12"), ("ID",)]))
