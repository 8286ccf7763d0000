"""The log of results: rated games and tournaments as they end, each once."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from sabacc.server.ratings.games import Place
from sabacc.server.ratings.projection import Result
from sabacc.server.ratings.scale import bot_player, person_player
from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.store import Row, Transaction

ResultKind = Literal["table", "tournament"]


class RatedPlace(msgspec.Struct, frozen=True):
    """Where a person or a bot came in a tournament; those who share a place have the same one."""

    person: str | None
    bot: str | None
    place: int


class NewResult(msgspec.Struct, frozen=True):
    """A result to be written down; its id is known before, so that it is written once."""

    id: str
    kind: ResultKind
    game: str
    title: str
    source: str
    at: int
    places: Sequence[Place]
    rated: bool = True


async def record_tournament(
    transaction: Transaction,
    tournament: str,
    preset: str,
    at: int,
    places: Sequence[RatedPlace],
    *,
    title: str = "",
    rated: bool = True,
) -> bool:
    """Writes down how a tournament ended, in the job that ends it; whether it was not written down before."""
    found = [
        Place(person_player(one.person) if one.person is not None else bot_player(str(one.bot)), one.place)
        for one in places
        if one.person is not None or one.bot is not None
    ]
    key = f"tournament:{tournament}"
    return await record(transaction, NewResult(key, "tournament", preset, title, tournament, at, found, rated))


async def record(transaction: Transaction, new: NewResult) -> bool:
    """Writes a result down; whether it was not written down before."""
    if await transaction.row(sql.RESULT, new.id) is not None:
        return False
    await transaction.execute(
        sql.INSERT_RESULT, new.id, new.kind, new.game, new.title, new.source, int(new.rated), new.at
    )
    row = await transaction.row(sql.RESULT, new.id)
    assert row is not None
    rows = [(row["number"], spot, one.player, one.place) for spot, one in enumerate(new.places)]
    await transaction.execute_many(sql.INSERT_PLACE, rows)
    return True


async def forget_player(transaction: Transaction, person: str) -> None:
    """Takes somebody who deletes their account out of all results; what others won against them stays."""
    stand_in = f"gone:{secrets.token_hex(8)}"
    for statement in sql.FORGET_PERSON:
        await transaction.execute(statement, person_player(person), stand_in)


def results_of(rows: Iterable[Row]) -> list[Result]:
    """Results out of rows with a place each."""
    found: list[Result] = []
    for number, group in groupby(rows, key=lambda row: int(row["number"])):
        places = list(group)
        first = places[0]
        spots = [Place(row["player"], row["place"]) for row in places]
        found.append(Result(number, first["at"], first["game"], first["kind"] == "table", spots))
    return found
