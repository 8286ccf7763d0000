"""A table between hands as plain data, to be put away and set up again just so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.errors import IllegalAction
from sabacc.game.hand import Flow
from sabacc.game.items import Item
from sabacc.game.table import Game
from sabacc.rules import Rules, read_rules, write_rules


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
    sides: list[str | None]
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


def save_table(game: Game) -> SavedTable:
    """The table as it stands."""
    stacks = game.stacks  # takes over a hand that is over
    if game.hand is not None:
        raise IllegalAction("a table can be saved between hands; a hand is kept as its seed and its actions.")
    match = game.match
    return SavedTable(
        rules=write_rules(game.rules),
        seed=game.chance.seed,
        clock=game.clock,
        names=list(game.names),
        stacks=stacks,
        sitting_out=list(game.sitting_out),
        sides=list(game.sides),
        paid_in=list(game.paid_in),
        button=game.button,
        number=game.number,
        sabacc_pot=game.sabacc_pot,
        credits_in=game.credits_in,
        credits_out=game.credits_out,
        closed=game.closed,
        rounds_won=list(match.won),
        rounds_due=match.due,
        rounds_played=match.played,
        contenders=match.contenders,
        items=[SavedItem(item.name, item.price, item.owner, item.rights) for item in game.counter.items],
    )


def load_table(saved: SavedTable, make_flow: Callable[[Rules], Flow]) -> Game:
    """The table, set up again."""
    game = Game(read_rules(saved.rules), (), (), Chance(saved.seed), make_flow, saved.clock)
    game.restore(saved.names, saved.stacks, saved.sabacc_pot)
    game.sitting_out = list(saved.sitting_out)
    game.sides = list(saved.sides)
    game.paid_in = list(saved.paid_in)
    game.button = saved.button
    game.number = saved.number
    game.credits_in = saved.credits_in
    game.credits_out = saved.credits_out
    game.closed = saved.closed
    game.match.won = list(saved.rounds_won)
    game.match.due = saved.rounds_due
    game.match.played = saved.rounds_played
    game.match.contenders = saved.contenders
    for one in saved.items:
        item = Item(one.name, one.price, one.owner)
        item.rights = one.rights
        game.counter.items.append(item)
    return game
