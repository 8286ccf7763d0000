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


def _read_line(line: str) -> TableSchema:
    name, _, rest = line.partition(": ")
    columns, _, order = rest.partition("; ")
    return TableSchema(name, tuple(columns.split()), order)


# A line for each: its name, its columns, and the order of its rows.
_TABLES = f"""
people: id name key password created_at seen_at skeleton small_skeleton large_skeleton avatar; created_at, id
sessions: hash id person kind label created_at used_at expires_at; created_at, id
devices: hash person used_at; person, hash
push_subscriptions: session language sealed; session
second_factors: person secret confirmed last_step; person
recovery_codes: person hash; person, hash
tables: id opened_at closed_at since erased; opened_at, id
log: place table_id version at person command body salt digest; place
snapshots: table_id version body since; table_id
preset_answers: table_id hand seat choices; table_id, hand, seat
done_commands: table_id person command version; table_id, person, command
disk_use: table_id person bytes; table_id, person
restored: table_id lost_version; table_id
hands: {" ".join(HAND_COLUMNS)}; id
hand_seats: {" ".join(SEAT_COLUMNS)}; hand_id, seat
shares: token hand_id seat person created_at; token
ledger_accounts: id balance; id
ledger_transfers: id at source target amount reason; id
rated_hands: table_id number hand_id at; table_id, number
rated_departures: table_id number person at away; table_id, number, person
rated_results: number id kind game title source rated at; number
rated_places: result spot player place; result, spot
ratings: player game mu sigma games at; player, game
rating_points: player game result at mu_before mu sigma; player, game, result
profiles: person private; person
tournaments: id at plan seed over_at; id
tournament_log: tournament number at body; tournament, number
profile_hands: token; token
facts: name value; name
server_keys: number public since endorsement; number
table_heads: leaf table_id version head; leaf
signed_heads: number body; number
"""
TABLES = tuple(map(_read_line, _TABLES.split("\n")[1:-1]))
