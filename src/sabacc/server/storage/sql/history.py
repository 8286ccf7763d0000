"""SQL about finished hands: searching, counting and sharing them."""

from __future__ import annotations

from sabacc.server.storage.store import Dialects, Sql

# ---- searching

_MINE = "SELECT me.hand_id, me.ended_at, me.seat FROM hand_seats me JOIN hands h ON h.id = me.hand_id"
_OPPONENT = """EXISTS (SELECT 1 FROM hand_seats other WHERE other.hand_id = me.hand_id AND other.seat <> me.seat
    AND other.dealt_in = 1 AND casefold(other.name) = casefold({value}))"""
# Pages show −18 for what is stored as -18: either is found by either. Python is asked for what is more than ASCII alone
# (’ has no case): it takes ten times as long.
_SQLITE_TEXT = """(SELECT instr(CASE WHEN words GLOB '*[^ -~’]*' THEN casefold(words) ELSE lower(words) END,
    casefold({value}))
    FROM (SELECT replace(h.title || ' ' || h.preset
    || group_concat(' ' || other.name || ' ' || coalesce(other.hand_name, ''), ''), '−', '-')
    AS words FROM hand_seats other WHERE other.hand_id = me.hand_id)) > 0"""
_POSTGRESQL_TEXT = """strpos(sabacc_casefold((SELECT replace(h.title || ' ' || h.preset
    || string_agg(' ' || other.name || ' ' || coalesce(other.hand_name, ''), '' ORDER BY other.seat), '−', '-')
    FROM hand_seats other WHERE other.hand_id = me.hand_id)), sabacc_casefold({value})) > 0"""
_OUTCOMES = {
    "won": "me.took_pot = 1 AND me.folded = 0",
    "lost": "me.took_pot = 0 AND me.folded = 0",
    "folded": "me.folded = 1",
}


class Search:
    """A search among somebody's hands, condition by condition."""

    def __init__(self, person: str) -> None:
        self.values: list[object] = []
        self._where: list[Dialects] = []
        self._add("me.person = {value}", person)
        self._add("me.dealt_in = 1")

    def _add(self, sql: str, *values: object, postgresql: str | None = None) -> None:
        places = [f"?{len(self.values) + at}" for at in range(1, len(values) + 1)]
        self.values += values
        fill = {"value": places[0] if places else "", "second": places[-1] if places else ""}
        self._where.append(Dialects(sql.format_map(fill), (postgresql or sql).format_map(fill)))

    def preset(self, preset: str) -> None:
        """Hands of a preset."""
        self._add("h.preset = {value}", preset)

    def table(self, table: str) -> None:
        """Hands of a table."""
        self._add("h.table_id = {value}", table)

    def since(self, at: int) -> None:
        """Hands that ended then or later."""
        self._add("me.ended_at >= {value}", at)

    def until(self, at: int) -> None:
        """Hands that ended before."""
        self._add("me.ended_at < {value}", at)

    def opponent(self, name: str) -> None:
        """Hands that somebody of that name played, too."""
        self._add(_OPPONENT, name, postgresql=_OPPONENT.replace("casefold", "sabacc_casefold"))

    def text(self, text: str) -> None:
        """Hands with a text in a name, the title, the preset or a hand's name."""
        self._add(_SQLITE_TEXT, text.replace("−", "-"), postgresql=_POSTGRESQL_TEXT)

    def outcome(self, outcome: str) -> None:
        """Hands that were won, lost or folded."""
        self._add(_OUTCOMES[outcome])

    def before(self, ended_at: int, hand: str) -> None:
        """Hands before another one."""
        self._add("(me.ended_at, me.hand_id) < ({value}, {second})", ended_at, hand)

    def newest_first(self, limit: int) -> Sql:
        """The statement that finds so many of them at most."""
        self.values.append(limit)
        tail = f"ORDER BY me.ended_at DESC, me.hand_id DESC LIMIT ?{len(self.values)}"
        sqlite, postgresql = (
            f"{_MINE} WHERE {' AND '.join(getattr(one, name) for one in self._where)} {tail}"
            for name in ("sqlite", "postgresql")
        )
        return Dialects(sqlite, postgresql)


EXPORT_BATCH = 20  # hands
AFTER = f"""{_MINE} WHERE me.person = ?1 AND me.dealt_in = 1 AND (me.ended_at, me.hand_id) > (?2, ?3)
    ORDER BY me.ended_at, me.hand_id LIMIT {EXPORT_BATCH}"""
IN_SHORT = "SELECT table_id, title, number, preset, ended_at FROM hands WHERE id = ?1"
SEATS = "SELECT * FROM hand_seats WHERE hand_id = ?1 ORDER BY seat"
SEAT_OF = "SELECT seat FROM hand_seats WHERE hand_id = ?1 AND person = ?2"
HAND = "SELECT * FROM hands WHERE id = ?1"
HAND_AT = "SELECT id FROM hands WHERE table_id = ?1 AND number = ?2"
AT_TABLE = """SELECT me.hand_id, me.seat, me.staked, me.won, me.took_pot, me.showed, me.folded, me.bombed_out, h.number
    FROM hands h JOIN hand_seats me ON me.hand_id = h.id
    WHERE h.table_id = ?1 AND me.person = ?2 AND me.dealt_in = 1 ORDER BY h.number"""
NAMES = "SELECT seat, name, won FROM hand_seats WHERE hand_id = ?1"

# ---- counting

SUMS = """SELECT preset, count(*) AS hands, sum(took_pot) AS pots, CAST(sum(won) AS BIGINT) AS credits, avg(antes) AS mean,
    sum(showed) AS showed, sum(folded) AS folded, sum(bombed_out) AS bombed_out, sum(special) AS specials
    FROM hand_seats WHERE person = ?1 AND dealt_in = 1 GROUP BY preset ORDER BY count(*) DESC, preset"""
SPREAD = (
    """SELECT sum((antes - ?1) * (antes - ?1)) FROM hand_seats WHERE person = ?2 AND dealt_in = 1 AND preset = ?3"""
)
# Of all hands so many points (?4) that a plot shows, at even distances.
SERIES = """SELECT n, antes FROM (
        SELECT row_number() OVER played AS n, sum(antes) OVER played AS antes
        FROM hand_seats WHERE person = ?1 AND dealt_in = 1 AND preset = ?2
        WINDOW played AS (ORDER BY ended_at, hand_id ROWS UNBOUNDED PRECEDING)
    ) points WHERE n * ?4 / ?3 > (n - 1) * ?4 / ?3 ORDER BY n"""
SEATS_SINCE = """SELECT hand_id, person, name, staked, won, antes, folded FROM hand_seats
    WHERE ended_at >= ?1 AND dealt_in = 1 ORDER BY ended_at, hand_id, seat"""

# ---- sharing

_SHARES = """SELECT token, hand_id, seat, number, preset, ended_at, created_at
    FROM shares JOIN hands ON hands.id = hand_id WHERE person = ?1"""
SHARES = f"{_SHARES} ORDER BY created_at DESC, token"
SHARE_OF_HAND = f"{_SHARES} AND hand_id = ?2 AND seat IS NOT DISTINCT FROM ?3"
INSERT_SHARE = "INSERT INTO shares (token, hand_id, seat, person, created_at) VALUES (?1, ?2, ?3, ?4, ?5)"
DELETE_SHARE = "DELETE FROM shares WHERE token = ?1 AND person = ?2"
SHARED = "SELECT hand_id, seat FROM shares WHERE token = ?1"
