"""The variants: which flow plays a table's rules, and `new_game`, which joins rules, flow and machine."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.flow import Flow
from sabacc.game.table import Game
from sabacc.messages import ENGLISH, Message
from sabacc.rules import Rules, find_preset, most_players, read_rules, usual_stack, write_rules
from sabacc.rules.family import load
from sabacc.variants.passages import Passage


@lru_cache(maxsize=256)
def flow_of(rules: Rules) -> Flow:
    """The phases that these rules are played by."""
    flow: Flow = load(find_preset(rules.preset).flow)(rules)
    return flow


def explain_rules(rules: Rules, language: str = ENGLISH) -> list[str]:
    """The rules as a person would explain them, a paragraph each, in a language."""
    return [one if isinstance(one, str) else one.text(language) for one in explained_passages(rules)]


def explained_passages(rules: Rules) -> list[Passage | str]:
    """The same for a reader whose language is yet to be known; families of other packages may have plain texts."""
    preset = find_preset(rules.preset)
    least, most = preset.players[0], most_players(rules)
    players = Message("rules.players", least=least, most=most)
    if least >= most:
        players = Message("rules.players-exactly", most=most)
    changes = ", ".join(f"{name} = {_json(value)}" for name, value in write_rules(rules).items() if name != "preset")
    changed = Message("rules.changed", changes=changes)
    said = (players, changed) if changes else (preset.line, players)  # the line tells of the preset
    return [Passage(Message("rules.title", title=preset.title), said), *load(preset.explain)(rules)]


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


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
