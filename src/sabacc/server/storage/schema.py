"""The tables that both databases have, in an order in which rows can be copied, with their columns."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.server.storage.hand_rows import HAND_COLUMNS, SEAT_COLUMNS


class TableSchema(NamedTuple):
    """A table: its columns, and the order of its rows."""

    name: str
    columns: tuple[str, ...]
    order: str

    @property
    def select(self) -> str:
        """The statement that reads all rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {self.order}"

    @property
    def insert(self) -> str:
        """The statement that writes a row."""
        places = ", ".join(f"?{number}" for number in range(1, len(self.columns) + 1))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({places})"


def _table(name: str, columns: str, order: str) -> TableSchema:
    return TableSchema(name, tuple(columns.split()), order)


TABLES = (
    _table(
        "people",
        "id name key password created_at seen_at skeleton small_skeleton large_skeleton avatar",
        order="created_at, id",
    ),
    _table("sessions", "hash id person kind label created_at used_at expires_at", order="created_at, id"),
    _table("devices", "hash person used_at", order="person, hash"),
    _table("second_factors", "person secret confirmed last_step", order="person"),
    _table("recovery_codes", "person hash", order="person, hash"),
    _table("tables", "id opened_at closed_at since erased", order="opened_at, id"),
    _table("log", "place table_id version at person command body salt digest", order="place"),
    _table("snapshots", "table_id version body since", order="table_id"),
    _table("preset_answers", "table_id hand seat choices", order="table_id, hand, seat"),
    _table("done_commands", "table_id person command version", order="table_id, person, command"),
    _table("disk_use", "table_id person bytes", order="table_id, person"),
    _table("restored", "table_id lost_version", order="table_id"),
    TableSchema("hands", HAND_COLUMNS, "id"),
    TableSchema("hand_seats", SEAT_COLUMNS, "hand_id, seat"),
    _table("shares", "token hand_id seat person created_at", order="token"),
    _table("ledger_accounts", "id balance", order="id"),
    _table("ledger_transfers", "id at source target amount reason", order="id"),
    _table("rated_hands", "table_id number hand_id at", order="table_id, number"),
    _table("rated_departures", "table_id number person at away", order="table_id, number, person"),
    _table("rated_results", "number id kind game title source rated at", order="number"),
    _table("rated_places", "result spot player place", order="result, spot"),
    _table("ratings", "player game mu sigma games at", order="player, game"),
    _table("rating_points", "player game result at mu_before mu sigma", order="player, game, result"),
    _table("profiles", "person private", order="person"),
    _table("profile_hands", "token", order="token"),
    _table("facts", "name value", order="name"),
    _table("server_keys", "number public since endorsement", order="number"),
    _table("table_heads", "leaf table_id version head", order="leaf"),
    _table("signed_heads", "number body", order="number"),
)
