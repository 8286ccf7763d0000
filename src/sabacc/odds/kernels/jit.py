"""Compiling with numba where it is, and one line saying so where it is not."""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections.abc import Callable
from typing import Any, TypeVar

Loop = TypeVar("Loop", bound=Callable[..., Any])

SWITCH = "SABACC_NO_NUMBA"


def _find_numba() -> Any:
    """The numba module, or None after saying what is missing; child processes leave that to their parent."""
    if os.environ.get(SWITCH):
        why = f"numba is switched off ({SWITCH}): ranking and dealing in bulk run slower; unset {SWITCH} to use it."
    else:
        try:
            import numba

            return numba
        except ImportError:
            why = "numba is not installed: ranking and dealing in bulk run slower; `pip install numba` speeds them up."
    if multiprocessing.parent_process() is None:
        logging.getLogger(__name__).warning(why)
    return None


_numba = _find_numba()
COMPILED: bool = _numba is not None


def njit(loop: Loop) -> Loop:
    """The loop, compiled when it is first called and kept on disk for the next start; as it is, without numba."""
    if _numba is None:
        return loop
    try:
        compiled: Loop = _numba.njit(cache=True)(loop)
    except RuntimeError:  # neither the package's folder nor the user's cache can be written
        compiled = _numba.njit(loop)
    return compiled
