"""SQL about known devices and second factors."""

from __future__ import annotations

IS_KNOWN = "SELECT 1 FROM devices JOIN people ON people.id = devices.person WHERE people.key = ?1 AND devices.hash = ?2"
REMEMBER = """INSERT INTO devices (hash, person, used_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (person, hash) DO UPDATE SET used_at = excluded.used_at"""
FORGET_OLDEST = """DELETE FROM devices WHERE person = ?1 AND hash NOT IN
    (SELECT hash FROM devices WHERE person = ?1 ORDER BY used_at DESC LIMIT ?2)"""

FACTORS = """SELECT (SELECT count(*) FROM second_factors WHERE person = ?1 AND confirmed = 1) AS totp,
    (SELECT count(*) FROM recovery_codes WHERE person = ?1) AS recovery_codes"""
ALL_FACTORS = "SELECT person, secret, confirmed, last_step FROM second_factors"
ALL_RECOVERY_CODES = "SELECT person, hash FROM recovery_codes"
INSERT_FACTOR = "INSERT INTO second_factors (person, secret, confirmed, last_step) VALUES (?1, ?2, ?3, ?4)"
IS_CONFIRMED = "SELECT 1 FROM second_factors WHERE person = ?1 AND confirmed = 1"
SECRET = "SELECT secret, last_step FROM second_factors WHERE person = ?1 AND confirmed = ?2"
SET_SECRET = """INSERT INTO second_factors (person, secret, confirmed, last_step) VALUES (?1, ?2, 0, 0)
    ON CONFLICT (person) DO UPDATE SET secret = excluded.secret, confirmed = 0, last_step = 0"""
CONFIRM = "UPDATE second_factors SET confirmed = 1 WHERE person = ?1"
SET_STEP = "UPDATE second_factors SET last_step = ?1 WHERE person = ?2"
DELETE_SECRET = "DELETE FROM second_factors WHERE person = ?1"
USE_RECOVERY_CODE = "DELETE FROM recovery_codes WHERE person = ?1 AND hash = ?2"
DELETE_RECOVERY_CODES = "DELETE FROM recovery_codes WHERE person = ?1"
INSERT_RECOVERY_CODE = "INSERT INTO recovery_codes (person, hash) VALUES (?1, ?2)"
