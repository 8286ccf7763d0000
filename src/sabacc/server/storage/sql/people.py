"""SQL about people."""

from __future__ import annotations

from sabacc.server.storage.store import Dialects

INSERT = "INSERT INTO people (id, name, key, created_at, seen_at) VALUES (?1, ?2, ?3, ?4, ?5)"
BY_KEY = "SELECT id, name, password, avatar FROM people WHERE key = ?1"
ALL = "SELECT id FROM people"
ALL_PASSWORDS = "SELECT id, password FROM people WHERE password IS NOT NULL"
PASSWORD = "SELECT password FROM people WHERE id = ?1"
HAS_PASSWORD = "SELECT 1 FROM people WHERE id = ?1 AND password = ?2"
REPLACE_PASSWORD = "UPDATE people SET password = ?1 WHERE id = ?2 AND password IS NOT DISTINCT FROM ?3"
SET_PASSWORD = "UPDATE people SET password = ?1 WHERE id = ?2"
SET_AVATAR = "UPDATE people SET avatar = ?1 WHERE id = ?2"
RENAME = "UPDATE people SET name = ?1, key = ?2 WHERE id = ?3"
NAME_IS_TAKEN = """SELECT 1 FROM people WHERE id <> ?1
    AND (key = ?2 OR skeleton = ?3 OR small_skeleton = ?4 OR large_skeleton = ?5)"""
WITHOUT_SKELETON = "SELECT id, name FROM people WHERE skeleton IS NULL"
SET_SKELETONS = "UPDATE people SET skeleton = ?1, small_skeleton = ?2, large_skeleton = ?3 WHERE id = ?4"
SEEN_AT = "SELECT seen_at FROM people WHERE id = ?1"
SET_SEEN = "UPDATE people SET seen_at = ?1 WHERE id = ?2"
DELETE = "DELETE FROM people WHERE id = ?1"
UNUSED_GUESTS = """SELECT id FROM people WHERE password IS NULL AND seen_at < ?1
    AND NOT EXISTS (SELECT 1 FROM hand_seats WHERE hand_seats.person = people.id)"""

# Tables that were made by one click have their host's name in the title: "Ana’s Classic".
REMOVE_NAME_FROM_TITLES = Dialects(
    sqlite="""UPDATE hands SET title = substr(title, length(seat.name) + 4) FROM hand_seats seat
        WHERE seat.hand_id = hands.id AND seat.person = ?1
        AND substr(title, 1, length(seat.name) + 3) = seat.name || '’s '""",
    postgresql="""UPDATE hands SET title = substr(title, length(seat.name) + 4) FROM hand_seats seat
        WHERE seat.hand_id = hands.id AND seat.person = ?1 AND starts_with(title, seat.name || '’s ')""",
)
REMOVE_NAME_FROM_SEATS = "UPDATE hand_seats SET person = NULL, name = ?1 WHERE person = ?2"
