"""The variants: which flow each preset plays by, and `new_game`, which joins rules, flow and machine."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sabacc.chance import Chance
from sabacc.errors import RulesError, SabaccError
from sabacc.game.hand import Flow
from sabacc.game.table import Game
from sabacc.rules import Rules, find_preset, read_rules
from sabacc.variants import flower, rounds, selection, turns

FLOWS: dict[str, Callable[[Rules], Flow]] = {
    "cloud-city": turns.cloud_city,
    "classic": turns.classic,
    "force": turns.classic,
    "pagat": rounds.pagat,
    "galactic": rounds.galactic,
    "corellian-house": flower.corellian_house,
    "coruscant-shift": selection.coruscant_shift,
}


@lru_cache(maxsize=256)
def flow_of(rules: Rules) -> Flow:
    """The phases that these rules are played by."""
    make = FLOWS.get(rules.preset)
    if make is None:
        raise RulesError(f"{rules.preset} can't be played yet; choose one of {', '.join(FLOWS)}.")
    return make(rules)


def new_game(
    rules: str | Mapping[str, Any] | Rules,
    players: Sequence[str],
    stacks: int | Sequence[int] | None = None,
    seed: str | None = None,
    chance: Chance | None = None,
    clock: bool = False,
) -> Game:
    """A table with these players at it. Without a seed, chance comes from the system's cryptographic source."""
    rules = read_rules(rules)
    preset = find_preset(rules.preset)
    least, most = preset.players
    if not least <= len(players) <= most:
        raise SabaccError(f"{preset.key} is for {least} to {most} players, not {len(players)} (T9).")
    if stacks is None:
        stacks = preset.stack
    if isinstance(stacks, int):
        stacks = [stacks] * len(players)
    if len(stacks) != len(players):
        raise SabaccError(f"there are {len(players)} players but {len(stacks)} stacks.")
    if chance is None:
        chance = Chance(secrets.token_hex(32) if seed is None else seed)
    return Game(rules, players, stacks, chance, flow_of, clock)
