"""What a table has been to one of its players: for who gets up, and would like to know how it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sabacc.cards import Card
from sabacc.game.events import SideDeclared
from sabacc.game.result import shown_first
from sabacc.game.types import Side
from sabacc.records import upgrade_events
from sabacc.rules import load_rules
from sabacc.server.game_facts import GameFacts, game_facts
from sabacc.server.history.archive import ArchivedHand, unpack
from sabacc.server.history.stats import MAX_POINTS
from sabacc.server.storage.sql import history as sql
from sabacc.server.storage.store import Row, Transaction

MOST_SHOWN = 300  # hands that are looked into for the best one, the newest


class BestHand(msgspec.Struct, frozen=True):
    """The best hand that a player showed."""

    hand: str
    number: int
    name: str
    cards: tuple[Card, ...]
    side: Side | None  # to whom they were worth that


class BiggestPot(msgspec.Struct, frozen=True):
    """The most that a player took out of the pots of one hand."""

    hand: str
    number: int
    credits: int


class SessionSummary(GameFacts, frozen=True, kw_only=True):
    """A player's hands at one table."""

    table: str
    title: str
    preset: str
    hands: int
    pots: int  # hands in which a pot, or the round, was won
    folded: int
    bombed_out: int
    net: int
    best: BestHand | None
    biggest: BiggestPot | None
    last: str  # the last hand, to be watched again
    series: list[tuple[int, int]]  # hands played, and credits won in them


class SessionRows(NamedTuple):
    """What is stored of a player's hands at a table: how each went, and those whole that have to be looked into."""

    played: Sequence[Row]
    last: Row
    shown: list[tuple[Row, Row]]  # how it went, and the hand


async def read_session(transaction: Transaction, table: str, person: str) -> SessionRows | None:
    """A player's hands at a table; None for who was never dealt in there."""
    played = await transaction.rows(sql.AT_TABLE, table, person)
    if not played:
        return None
    candidates = [row for row in played if row["showed"] and not row["bombed_out"]][-MOST_SHOWN:]
    shown = []
    for row in candidates:
        hand = await transaction.row(sql.HAND, row["hand_id"])
        assert hand is not None
        shown.append((row, hand))
    last = await transaction.row(sql.HAND, played[-1]["hand_id"])
    assert last is not None
    return SessionRows(played, last, shown)


def summarise(table: str, rows: SessionRows) -> SessionSummary:
    """The summary of what was read; it unpacks hands, which takes time."""
    played, last = rows.played, rows.last
    return SessionSummary(
        table=table,
        title=last["title"],
        preset=last["preset"],
        hands=len(played),
        pots=sum(row["took_pot"] for row in played),
        folded=sum(row["folded"] for row in played),
        bombed_out=sum(row["bombed_out"] for row in played),
        net=sum(row["won"] for row in played),
        best=_best(rows.shown),
        biggest=_biggest(played),
        last=played[-1]["hand_id"],
        series=_series(played),
        **game_facts(load_rules(unpack(last["body"]).rules, last["behaviour"])),
    )


def _best(shown_hands: list[tuple[Row, Row]]) -> BestHand | None:
    best: tuple[int, BestHand] | None = None
    for row, hand in shown_hands:
        archived = unpack(hand["body"])
        rules = load_rules(archived.rules, hand["behaviour"])
        shown = shown_first(upgrade_events(archived.events, rules, hand["behaviour"]))[row["seat"]]
        if best is None or shown.key > best[0]:
            side = _side(archived, row["seat"])
            best = shown.key, BestHand(row["hand_id"], row["number"], shown.name, shown.cards, side)
    return best[1] if best is not None else None


def _side(archived: ArchivedHand, seat: int) -> Side | None:
    """The side that a seat had in a hand: declared in it, or kept from an earlier one."""
    declared = [event.side for event in archived.events if isinstance(event, SideDeclared) and event.seat == seat]
    kept = getattr(archived.events[0], "sides", ())
    return declared[-1] if declared else kept[seat] if kept else None


def _biggest(rows: Sequence[Row]) -> BiggestPot | None:
    row = max(rows, key=lambda row: int(row["took_pot"]) * int(row["won"] + row["staked"]))
    taken = row["won"] + row["staked"]
    return BiggestPot(row["hand_id"], row["number"], taken) if row["took_pot"] and taken > 0 else None


def _series(rows: Sequence[Row]) -> list[tuple[int, int]]:
    net, points = 0, []
    for played, row in enumerate(rows, 1):
        net += row["won"]
        points.append((played, net))
    every = -(-len(points) // MAX_POINTS)
    return [point for point in points if point[0] % every == 0 or point[0] == len(points)]
