"""Compiling the traversal: its pieces when the kernel needs them, and the kernel, which is kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sabacc.batch import jit
from sabacc.odds.kernels.jit import COMPILED

Piece = TypeVar("Piece", bound=Callable[..., Any])

STAMP = jit.STAMP ^ jit.stamp_of(Path(__file__).parent)  # changes with any file that the kernel is made of


def piece(function: Piece) -> Piece:
    """A function that the kernel is made of: compiled into it, never stored by itself."""
    if not COMPILED:
        return function
    from numba import njit

    compiled: Piece = njit(function)
    return compiled
