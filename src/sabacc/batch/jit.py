"""Compiling the batch engine: its parts when a kernel needs them, and kernels that are kept on disk.

numba forgets a stored kernel when the kernel's own file changes, but not when a file changes that it calls into. So every
kernel closes over `STAMP`, which changes with any file of this package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sabacc.odds.kernels.jit import COMPILED

Part = TypeVar("Part", bound=Callable[..., Any])

_DIGITS = 15  # hexadecimal ones that fit into a signed word


def stamp_of(folder: Path) -> int:
    """A number made of all sources of a folder."""
    digest = hashlib.sha256()
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.read_bytes())
    return int(digest.hexdigest()[:_DIGITS], 16)


STAMP = stamp_of(Path(__file__).parent)


# Nobody calls a part from Python, and none of them raises, or makes an array. Without counting references to the arrays that
# they are handed (`_nrt`) they run four times as fast; without wrappers for Python they compile in half the time.
_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy", "_nrt": False}


def part(function: Part) -> Part:
    """A function that kernels are made of: compiled into them, never stored by itself."""
    if not COMPILED:
        return function
    from numba import njit

    compiled: Part = njit(**_OPTIONS)(function)
    return compiled
