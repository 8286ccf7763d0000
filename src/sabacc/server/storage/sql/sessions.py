"""SQL about sessions of browsers and programs."""

from __future__ import annotations

from sabacc.server.storage.store import Dialects

INSERT = """INSERT INTO sessions (hash, id, person, kind, label, created_at, used_at, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"""
BY_HASH = """SELECT sessions.id, kind, person, name, password IS NULL AS guest, used_at, expires_at,
    people.created_at AS known_since, people.avatar FROM sessions JOIN people ON people.id = sessions.person WHERE hash = ?1"""
OF_PERSON = """SELECT id, label, created_at, nullif(used_at, 0) AS used_at FROM sessions
    WHERE person = ?1 AND kind = ?2 AND (expires_at IS NULL OR expires_at > ?3) ORDER BY sessions.used_at DESC, id"""
HASHES_OF_PERSON = "SELECT hash FROM sessions WHERE person = ?1"
TOKEN_COUNT = "SELECT count(*) FROM sessions WHERE person = ?1 AND kind = 'program'"

# Each gives what it has deleted.
DELETE_ONE = "DELETE FROM sessions WHERE person = ?1 AND kind = ?2 AND id = ?3 RETURNING id, hash"
DELETE_ALL = "DELETE FROM sessions WHERE person = ?1 RETURNING id, hash"
DELETE_OTHER_BROWSERS = "DELETE FROM sessions WHERE person = ?1 AND id <> ?2 AND kind = 'browser' RETURNING id, hash"
DELETE_OTHERS = "DELETE FROM sessions WHERE person = ?1 AND id <> ?2 RETURNING id, hash"
DELETE_EXPIRED = "DELETE FROM sessions WHERE expires_at <= ?1 RETURNING id, hash"
# All browsers but so many that were used last; of those used at the same time, the newer ones stay.
_DELETE_OLDEST = """DELETE FROM sessions WHERE person = ?1 AND kind = 'browser' AND id NOT IN
    (SELECT id FROM sessions WHERE person = ?1 AND kind = 'browser' ORDER BY used_at DESC, {age} DESC LIMIT ?2)
    RETURNING id, hash"""
DELETE_OLDEST = Dialects(_DELETE_OLDEST.format(age="rowid"), _DELETE_OLDEST.format(age="number"))
# Those of a JSON array of ids that have not ended.
_STILL_THERE = "SELECT id FROM sessions WHERE id IN ({ids})"
STILL_THERE = Dialects(
    _STILL_THERE.format(ids="SELECT value FROM json_each(?1)"),
    _STILL_THERE.format(ids="SELECT json_array_elements_text(CAST(?1 AS TEXT)::json)"),
)
