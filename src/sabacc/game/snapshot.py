"""A table between hands as plain data, to be put away and set up again just so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.errors import IllegalAction
from sabacc.game.flow import Flow
from sabacc.game.items import Item
from sabacc.game.table import Game
from sabacc.game.types import Reason, Side
from sabacc.rules import BEHAVIOUR, Rules, level_of, load_rules, refuse_newer, store_rules


class SavedItem(msgspec.Struct, frozen=True):
    """An item on the table (HR9)."""

    name: str
    price: int
    owner: int
    rights: tuple[int, ...] | None


class SavedTable(msgspec.Struct, frozen=True):
    """All there is to a table while no hand is played: what came before is not kept, only what it led to."""

    rules: dict[str, Any]
    seed: str
    clock: bool
    names: list[str]
    stacks: list[int]
    sitting_out: list[bool]
    sides: list[Side | None]
    paid_in: list[int]
    button: int
    number: int
    sabacc_pot: int
    credits_in: int
    credits_out: int
    closed: bool
    rounds_won: list[int]
    rounds_due: int
    rounds_played: int
    contenders: tuple[int, ...]
    items: list[SavedItem]
    level: int = 0  # of the schedule, where the blinds alone don't tell
    behaviour: int = 1  # the first one did not say so
    missed: list[tuple[Reason, ...]] = []  # what each seat owes (T12)


def save_table(game: Game) -> SavedTable:
    """The table as it stands."""
    if game.hand is not None:
        raise IllegalAction("a table can be saved between hands; a hand is kept as its seed and its actions.")
    score = game.round_score
    return SavedTable(
        rules=store_rules(game.rules),
        seed=game.chance.seed,
        clock=game.clock,
        names=list(game.names),
        stacks=game.stacks,
        sitting_out=list(game.sitting_out),
        sides=list(game.sides),
        paid_in=list(game.paid_in),
        button=game.button,
        number=game.number,
        sabacc_pot=game.sabacc_pot,
        credits_in=game.credits_in,
        credits_out=game.credits_out,
        closed=game.closed,
        rounds_won=list(score.won),
        rounds_due=score.due,
        rounds_played=score.played,
        contenders=score.contenders,
        items=[SavedItem(item.name, item.price, item.owner, item.rights) for item in game.staked_items.items],
        level=game.level if game.level != level_of(game.rules) else 0,
        behaviour=BEHAVIOUR,
        missed=list(game.missed.by_seat) if any(game.missed.by_seat) else [],
    )


def load_table(saved: SavedTable, make_flow: Callable[[Rules], Flow]) -> Game:
    """The table, set up again, by the rules it has always had."""
    refuse_newer(saved.behaviour)
    game = Game(load_rules(saved.rules, saved.behaviour), (), (), Chance(saved.seed), make_flow, saved.clock)
    game.restore(saved.names, saved.stacks, saved.sabacc_pot)
    game.sitting_out = list(saved.sitting_out)
    game.sides = list(saved.sides)
    game.paid_in = list(saved.paid_in)
    game.button = saved.button
    game.number = saved.number
    game.credits_in = saved.credits_in
    game.credits_out = saved.credits_out
    game.closed = saved.closed
    game.level = saved.level or game.level
    game.missed.by_seat = [*saved.missed, *[()] * (len(saved.names) - len(saved.missed))]
    game.round_score.won = list(saved.rounds_won)
    game.round_score.due = saved.rounds_due
    game.round_score.played = saved.rounds_played
    game.round_score.contenders = saved.contenders
    for one in saved.items:
        item = Item(one.name, one.price, one.owner)
        item.rights = one.rights
        game.staked_items.items.append(item)
    return game
