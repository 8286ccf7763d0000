"""What the pages about the games show besides text: a hand of every rank, and how often each comes up."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Router, get
from litestar.params import FromPath, FromQuery

from sabacc.rules import PRESETS, find_preset
from sabacc.server.examples import HandExamples, examples_of
from sabacc.server.refusals import NotThere


class Counted:
    """The counts of all hands, made when somebody first asks for them and kept: they never change."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str | None], dict[str, Any]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def of(self, preset: str, side: str | None) -> dict[str, Any]:
        """As `sabacc odds PRESET --json` has them."""
        async with self._one_at_a_time:  # whoever comes second finds them made
            if (preset, side) not in self._kept:
                self._kept[preset, side] = await asyncio.to_thread(_count, preset, side)
            return self._kept[preset, side]


def _count(preset: str, side: str | None) -> dict[str, Any]:
    from sabacc.odds import as_json, count  # loads numpy, which a server that is never asked can do without

    return as_json(count(preset, side))


def pages_routes() -> Router:
    """The routes."""
    counted = Counted()

    @get("/presets/{key:str}/examples", tags=["rules"])
    async def examples(key: FromPath[str]) -> HandExamples:
        """A hand of every rank of a variant, the best first."""
        return examples_of(find_preset(known_preset(key)).rules)

    @get("/presets/{key:str}/odds", tags=["rules"])
    async def odds(key: FromPath[str], side: FromQuery[str | None] = None) -> dict[str, Any]:
        """Every hand of a variant's deck, counted by what it is worth; with sides, to a player of that side."""
        return await counted.of(known_preset(key), side)

    return Router(path="/api", route_handlers=[examples, odds])


def known_preset(key: str) -> str:
    """The preset that an address names, if there is one."""
    if key not in PRESETS:
        raise NotThere(f"there is no preset {key!r}; there are {', '.join(PRESETS)}.")
    return key
