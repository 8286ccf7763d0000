"""Data of the rules and odds pages over HTTP: example hands, and how often each rank comes up."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from sabacc.rules import PRESETS, find_preset, read_rules
from sabacc.server.http.auth import HttpRequest
from sabacc.server.http.errors import NotFound
from sabacc.server.http.guard import language_of
from sabacc.variants.examples import HandExamples, examples_of
from sabacc.variants.guide import Guide, guide_of


class GuideRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a table, as it tells them: a preset and the differences from it."""

    rules: dict[str, Any]


class HandCounts:
    """The counts of all hands, made when they are first asked for; they never change."""

    def __init__(self) -> None:
        self._cache: dict[tuple[str, str | None], dict[str, Any]] = {}
        self._lock = asyncio.Lock()

    async def of(self, preset: str, side: str | None) -> dict[str, Any]:
        """The counts, as `sabacc odds PRESET --json` has them."""
        async with self._lock:  # so that nothing is counted twice
            if (preset, side) not in self._cache:
                self._cache[preset, side] = await asyncio.to_thread(_count, preset, side)
            return self._cache[preset, side]


def _count(preset: str, side: str | None) -> dict[str, Any]:
    from sabacc.odds import as_json, count  # it loads numpy, which most servers never need

    return as_json(count(preset, side))


def pages_routes() -> Router:
    """The routes about presets and their odds."""
    counted = HandCounts()

    @get("/presets/{key:str}/examples", tags=["rules"])
    async def examples(request: HttpRequest, key: FromPath[str]) -> HandExamples:
        """A hand of every rank of a variant, the best first."""
        return examples_of(find_preset(require_preset(key)).rules, language_of(request.scope))

    @get("/presets/{key:str}/odds", tags=["rules"])
    async def odds(key: FromPath[str], side: FromQuery[str | None] = None) -> dict[str, Any]:
        """Every hand of a variant's deck, counted by what it is worth; with sides, to a player of that side."""
        return await counted.of(require_preset(key), side)

    @post("/rules/guide", status_code=200, tags=["rules"])
    async def guide(request: HttpRequest, data: JSONBody[GuideRequest]) -> Guide:
        """A table's rules at hand: explained, a hand of every rank, what things cost, what the words mean."""
        return guide_of(read_rules(data.rules), language_of(request.scope))

    return Router(path="/api", route_handlers=[examples, odds, guide])


def require_preset(key: str) -> str:
    """The key of a preset, which must exist."""
    if key not in PRESETS:
        raise NotFound(f"there is no preset {key!r}; there are {', '.join(PRESETS)}.")
    return key
