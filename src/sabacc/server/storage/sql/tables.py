"""SQL about tables, their log, its heads, and the disk that they use."""

from __future__ import annotations

from sabacc.server.storage.store import Dialects

# ---- the log

FIND_COMMAND = "SELECT version FROM done_commands WHERE table_id = ?1 AND person = ?2 AND command = ?3"
LAST_AT = "SELECT at FROM log WHERE at > 0 ORDER BY place DESC LIMIT 1"  # those that are erased have no time
OPEN_TABLES = "SELECT id FROM tables WHERE closed_at IS NULL ORDER BY opened_at"
RESTORED = "SELECT table_id, lost_version FROM restored"
FORGET_RESTORED = "DELETE FROM restored WHERE table_id = ?1"
SNAPSHOT = """SELECT tables.since AS opened, snapshots.since, version, body FROM tables
    LEFT JOIN snapshots ON table_id = id WHERE id = ?1"""
COMMANDS = "SELECT person, command FROM done_commands WHERE table_id = ?1"
ANSWERS = "SELECT hand, seat, choices FROM preset_answers WHERE table_id = ?1"
# SQLite reads the log once, in its order; PostgreSQL has an index for it. ?2 is a JSON array of tables.
ENTRIES_SINCE = Dialects(
    sqlite="""SELECT table_id, version, person, command, body FROM log
        WHERE place > ?1 AND table_id IN (SELECT value FROM json_each(?2)) ORDER BY place""",
    postgresql="""SELECT table_id, version, person, command, body FROM log
        WHERE place > ?1 AND table_id IN (SELECT json_array_elements_text(CAST(?2 AS TEXT)::json)) ORDER BY place""",
)

# ---- after a restore

LAST_VERSIONS = "SELECT table_id, max(version) AS version FROM log GROUP BY table_id"
OPEN_VERSIONS = """SELECT tables.id, coalesce(max(log.version), 0) AS version FROM tables
    LEFT JOIN log ON log.table_id = tables.id WHERE closed_at IS NULL GROUP BY tables.id"""
MARK_RESTORED = """INSERT INTO restored (table_id, lost_version) VALUES (?1, ?2)
    ON CONFLICT (table_id) DO UPDATE SET lost_version = excluded.lost_version"""

# ---- heads of the log

TABLE_HEADS = "SELECT table_id, version, head FROM table_heads ORDER BY leaf"
LAST_HEAD = "SELECT body FROM signed_heads ORDER BY number DESC LIMIT 1"
ENTRIES_AFTER = """SELECT place, table_id, version, digest FROM log WHERE place > ?1 AND place <= ?2
    ORDER BY place LIMIT ?3"""
# The last place before which nothing will be written any more: in a cluster, after all commits that are under way.
SETTLED = Dialects(
    sqlite="SELECT coalesce(max(place), 0) AS place FROM log",
    postgresql="""WITH under_way AS MATERIALIZED (SELECT shard FROM lease ORDER BY shard FOR UPDATE)
        SELECT coalesce(max(place), 0) AS place FROM log WHERE (SELECT count(*) FROM under_way) >= 0""",
)
SET_TABLE_HEAD = """INSERT INTO table_heads (leaf, table_id, version, head) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (leaf) DO UPDATE SET table_id = excluded.table_id, version = excluded.version, head = excluded.head"""
INSERT_HEAD = "INSERT INTO signed_heads (number, body) VALUES (?1, ?2)"
SERVER_KEYS = "SELECT public, since, endorsement FROM server_keys ORDER BY number"
INSERT_SERVER_KEY = "INSERT INTO server_keys (public, since, endorsement) VALUES (?1, ?2, ?3)"
FACT = "SELECT value FROM facts WHERE name = ?1"
SET_FACT = "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

# ---- the disk

ADD_DISK_USE = """INSERT INTO disk_use (table_id, person, bytes) VALUES (?1, ?2, ?3)
    ON CONFLICT (table_id, person) DO UPDATE SET bytes = disk_use.bytes + excluded.bytes"""
_OVER = """SELECT person FROM disk_use LEFT JOIN people ON people.id = person {where} GROUP BY person
    HAVING sum(bytes) > CASE WHEN max(password) IS NULL THEN CAST(?1 AS BIGINT) ELSE CAST(?2 AS BIGINT) END"""
OVER_QUOTA = _OVER.format(where="")
IS_OVER_QUOTA = _OVER.format(where="WHERE person = ?3")

# Those at which nobody sat who has a password now: whoever has one keeps their hands.
OLD_TABLES = """SELECT id FROM tables WHERE closed_at < ?1 AND erased < 2 AND NOT EXISTS (
    SELECT 1 FROM hands JOIN hand_seats ON hand_id = hands.id JOIN people ON people.id = person
    WHERE table_id = tables.id AND password IS NOT NULL) LIMIT 200"""
MARK_ERASED = "UPDATE tables SET erased = ?1 WHERE id = ?2"
SINCE = "SELECT since FROM tables WHERE id = ?1"
PLACES = Dialects(
    sqlite="""SELECT place FROM log WHERE place > ?1 AND table_id IN (SELECT value FROM json_each(?2)) ORDER BY place""",
    postgresql="""SELECT place FROM log WHERE place > ?1
        AND table_id IN (SELECT json_array_elements_text(CAST(?2 AS TEXT)::json)) ORDER BY place""",
)
ERASE_ENTRY = Dialects(
    sqlite="UPDATE log SET at = 0, person = NULL, command = NULL, body = x'', salt = x'' WHERE place = ?1",
    postgresql="UPDATE log SET at = 0, person = NULL, command = NULL, body = '', salt = '' WHERE place = ?1",
)
FORGET_TABLE = tuple(
    f"DELETE FROM {name} WHERE table_id = ?1"
    for name in ("hands", "snapshots", "preset_answers", "done_commands", "disk_use")
)
