"""The variants: which flow each preset plays by, and `new_game`, which joins rules, flow and machine."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.hand import Flow
from sabacc.game.table import Game
from sabacc.rules import Rules, find_preset, most_players, read_rules, usual_stack
from sabacc.variants import explaining, flower, rounds, selection, turns


class Variant(NamedTuple):
    """How a preset is played, and how one would explain it."""

    flow: Callable[[Rules], Flow]
    explain: Callable[[Rules], list[str]]


VARIANTS: dict[str, Variant] = {
    "cloud-city": Variant(turns.cloud_city, explaining.in_turns),
    "classic": Variant(turns.classic, explaining.in_turns),
    "force": Variant(turns.classic, explaining.in_turns),
    "pagat": Variant(rounds.pagat, explaining.in_rounds),
    "galactic": Variant(rounds.galactic, explaining.in_rounds),
    "corellian-house": Variant(flower.corellian_house, explaining.with_flower),
    "coruscant-shift": Variant(selection.coruscant_shift, explaining.with_selection),
}


@lru_cache(maxsize=256)
def flow_of(rules: Rules) -> Flow:
    """The phases that these rules are played by."""
    return VARIANTS[rules.preset].flow(rules)


def explain_rules(rules: Rules) -> list[str]:
    """The rules as a person would explain them, a paragraph each."""
    preset = find_preset(rules.preset)
    least, most = preset.players[0], most_players(rules)
    first = f"{preset.title}. {preset.line} For {least} to {most} players."
    return [first, *VARIANTS[rules.preset].explain(rules)]


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
    least, most = preset.players[0], most_players(rules)
    if not least <= len(players) <= most:
        here = "" if most == preset.players[1] else f" with {len(rules.deck)} cards"
        clauses = "T9, HR12" if here else "T9"
        raise SabaccError(f"{preset.key}{here} is for {least} to {most} players, not {len(players)} ({clauses}).")
    if stacks is None:
        stacks = usual_stack(rules)
    if isinstance(stacks, int):
        stacks = [stacks] * len(players)
    if len(stacks) != len(players):
        raise SabaccError(f"there are {len(players)} players but {len(stacks)} stacks.")
    if chance is None:
        chance = Chance(secrets.token_hex(32) if seed is None else seed)
    return Game(rules, players, stacks, chance, flow_of, clock)
