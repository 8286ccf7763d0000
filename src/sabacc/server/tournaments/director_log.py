"""The durable log of a tournament's director, and all that is written in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sabacc.server.people import wallet
from sabacc.server.ratings.results import RatedPlace, record_tournament
from sabacc.server.storage.sql import tournaments as sql
from sabacc.server.storage.store import Row, Store, Transaction
from sabacc.server.tournaments.plan import TournamentPlan
from sabacc.tournament import Tournament
from sabacc.tournament.events import (
    AnyTournamentEvent,
    Cancelled,
    Entered,
    Finished,
    ReEntered,
    TournamentEvent,
    Withdrew,
)
from sabacc.tournament.places import places

_event_decoder = msgspec.json.Decoder(AnyTournamentEvent)
_plan_decoder = msgspec.json.Decoder(TournamentPlan)


class StoredTournament(NamedTuple):
    """A tournament as the database has it."""

    id: str
    at: int
    plan: TournamentPlan
    seed: str


class DirectorLog:
    """Where directors write down what they have decided."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def announce(self, tournament: StoredTournament) -> None:
        """A new tournament."""
        plan = msgspec.json.encode(tournament.plan)
        await self.store.execute(sql.INSERT, tournament.id, tournament.at, plan, self.store.vault.seal(tournament.seed))

    async def append(self, one: StoredTournament, state: Tournament, written: int, now: int) -> None:
        """Writes all events after the first so many, with the credits and results that belong to them."""
        new = state.log[written:]
        rows = [(one.id, written + at, now, msgspec.json.encode(event)) for at, event in enumerate(new)]

        async def job(transaction: Transaction) -> None:
            await transaction.execute_many(sql.APPEND, rows)
            for number, event in enumerate(new, written):
                await _settle(transaction, one, state, event, number, now)

        await self.store.write(job)

    async def open_ones(self) -> list[StoredTournament]:
        """The tournaments that are not over."""
        return [self._read(row) for row in await self.store.rows(sql.OPEN)]

    async def past(self, most: int) -> list[StoredTournament]:
        """The last ones that are over."""
        return [self._read(row) for row in await self.store.rows(sql.OVER, most)]

    async def find(self, tournament: str) -> StoredTournament | None:
        """One of them."""
        row = await self.store.row(sql.ONE, tournament)
        return self._read(row) if row is not None else None

    async def events(self, tournament: str) -> list[TournamentEvent]:
        """What a director has written down, in order."""
        rows: Sequence[Row] = await self.store.rows(sql.LOG, tournament)
        return [_event_decoder.decode(row["body"]) for row in rows]

    def _read(self, row: Row) -> StoredTournament:
        return StoredTournament(
            row["id"], row["at"], _plan_decoder.decode(row["plan"]), self.store.vault.open(row["seed"])
        )


async def _settle(
    transaction: Transaction, one: StoredTournament, state: Tournament, event: TournamentEvent, number: int, now: int
) -> None:
    """The credits that an event moves, and the result that it brings; each has a key, so that it is done once."""
    buy_in = one.plan.settings.buy_in
    key = f"tournament:{one.id}:{number}"
    if isinstance(event, (Entered, ReEntered)) and not state.players[event.player].bot:
        await wallet.hold(transaction, one.id, event.player, buy_in, key, now)
    elif isinstance(event, Withdrew):
        await wallet.refund(transaction, one.id, event.player, buy_in, key, now)
    elif isinstance(event, Cancelled):
        for player in [player for player, entrant in state.players.items() if entrant.status == "entered"]:
            if not state.players[player].bot:
                await wallet.refund(transaction, one.id, player, buy_in, f"{key}:{player}", now)
        await transaction.execute(sql.END, one.id, now)
    elif isinstance(event, Finished):
        await _pay(transaction, one, state, key, now)
        await transaction.execute(sql.END, one.id, now)


async def _pay(transaction: Transaction, one: StoredTournament, state: Tournament, key: str, now: int) -> None:
    """Pays the prizes, and writes the places down for the ratings."""
    found = places(state)
    rated: list[RatedPlace] = []
    for place in found:
        bot = state.players[place.player].bot
        rated.append(RatedPlace(None if bot else place.player, bot or None, place.place))
        if place.won and not bot:
            await wallet.pay_prize(transaction, one.id, place.player, place.won, f"{key}:{place.player}", now)
    await wallet.clear(transaction, one.id, f"{key}:rest", now)
    preset = one.plan.settings.game.preset
    await record_tournament(transaction, one.id, preset, now, rated, title=one.plan.title)
