"""A tournament as people and programs are told of it."""

from __future__ import annotations

from typing import Any

import msgspec

from sabacc.server.tournaments.director_log import StoredTournament
from sabacc.server.tournaments.table_runner import table_id_of
from sabacc.tournament import Tournament
from sabacc.tournament.payouts import prizes
from sabacc.tournament.places import places, standing_groups
from sabacc.tournament.state import Phase, PlayerStatus


class TournamentSummary(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    title: str
    host: str
    preset: str
    phase: Phase
    announced_at: int  # milliseconds since 1970
    starts_at: int | None  # none: when it is full
    entries: int
    most_entries: int
    left: int  # players
    buy_in: int


class Standing(msgspec.Struct, frozen=True):
    """Where somebody stands, or came."""

    place: int
    name: str
    bot: str | None
    stack: int
    table: str | None  # where they can be watched
    status: PlayerStatus
    won: int
    knocked_out_by: list[str]


class TournamentReport(TournamentSummary, frozen=True, kw_only=True):
    """Everything about a tournament."""

    rules: dict[str, Any]
    stack: int
    seats: int
    level: int
    levels: list[dict[str, Any]]  # the options that change
    level_ends_in: int | None  # milliseconds
    on_break: bool
    hand_for_hand: bool
    hands: int
    average: int  # stack of those who are left
    pool: int
    prizes: list[int]  # by place
    standings: list[Standing]
    entered: bool  # you are in it
    table: str | None  # yours


def summary_of(one: StoredTournament, state: Tournament) -> TournamentSummary:
    """A tournament as a list has it."""
    return TournamentSummary(**_summary(one, state))


def _summary(one: StoredTournament, state: Tournament) -> dict[str, Any]:
    plan = one.plan
    return {
        "id": one.id,
        "title": plan.title,
        "host": plan.host_name,
        "preset": plan.settings.game.preset,
        "phase": state.phase,
        "announced_at": one.at,
        "starts_at": plan.starts_at,
        "entries": state.entries,
        "most_entries": plan.settings.most_entries,
        "left": len(state.alive),
        "buy_in": plan.settings.buy_in,
    }


def report_of(one: StoredTournament, state: Tournament, person: str | None, ends_in: int | None) -> TournamentReport:
    """A tournament as somebody sees it."""
    settings = one.plan.settings
    you = state.players.get(person) if person is not None else None
    alive = state.alive
    return TournamentReport(
        **_summary(one, state),
        rules=settings.rules,
        stack=settings.stack,
        seats=settings.seats,
        level=state.level,
        levels=list(settings.levels),
        level_ends_in=ends_in,
        on_break=state.on_break,
        hand_for_hand=state.hand_for_hand,
        hands=state.hands,
        average=sum(entrant.stack for entrant in alive) // max(1, len(alive)),
        pool=state.pool,
        prizes=prizes(state.pool, state.entries, settings.payouts) if state.pool and state.entries else [],
        standings=_standings(one, state),
        entered=you is not None and you.status != "withdrawn",
        table=table_id_of(one.id, you.table) if you is not None and you.table else None,
    )


def _standings(one: StoredTournament, state: Tournament) -> list[Standing]:
    """Everybody, the best first; before the start in the order in which they entered."""
    won = {place.player: place.won for place in places(state)} if state.phase == "finished" else {}
    waiting = [[player] for player, entrant in state.players.items() if entrant.status == "entered"]
    found: list[Standing] = []
    for group in [*standing_groups(state), *waiting]:
        place = len(found) + 1
        for player in group:
            entrant = state.players[player]
            table = table_id_of(one.id, entrant.table) if entrant.table else None
            by = [state.players[other].name for other in entrant.knocked_out_by]
            found.append(
                Standing(
                    place,
                    entrant.name,
                    entrant.bot or None,
                    entrant.stack,
                    table,
                    entrant.status,
                    won.get(player, 0),
                    by,
                )
            )
    return found
