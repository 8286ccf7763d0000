"""`--ray [ADDRESS]`, which commands with much to compute have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager

from sabacc.errors import SabaccError
from sabacc.parallel import on_ray

FLAG = "--ray"
ADDRESS = re.compile(r"auto|local|ray://\S+|\S+:\d+")


def spread(address: str | None, processes: int | None) -> AbstractContextManager[None]:
    """Inside it, work is done where the command line says."""
    if address is not None and processes is not None:
        raise SabaccError("--ray uses all cores of its cluster: leave --processes away.")
    if address is not None and not ADDRESS.fullmatch(address):
        raise SabaccError(
            f"{address!r} is no address of a Ray cluster: it looks like head.example:6379 or ray://head.example:10001."
        )
    return on_ray(address)


def with_address(given: Sequence[str]) -> list[str]:
    """A command line where every `--ray` has its value: the command's own parser knows none that may be left out."""
    words: list[str] = []
    for at, word in enumerate(given):
        alone = word == FLAG and not any(ADDRESS.fullmatch(after) for after in given[at + 1 : at + 2])
        words.append(f"{FLAG}=auto" if alone else word)
    return words
