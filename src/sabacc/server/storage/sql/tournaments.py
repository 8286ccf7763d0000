"""SQL about tournaments: what was decided beforehand, and the logs of their directors."""

from __future__ import annotations

INSERT = "INSERT INTO tournaments (id, at, plan, seed) VALUES (?1, ?2, ?3, ?4)"
APPEND = "INSERT INTO tournament_log (tournament, number, at, body) VALUES (?1, ?2, ?3, ?4)"
END = "UPDATE tournaments SET over_at = ?2 WHERE id = ?1 AND over_at IS NULL"
OPEN = "SELECT id, at, plan, seed FROM tournaments WHERE over_at IS NULL ORDER BY at, id"
OVER = "SELECT id, at, plan, seed FROM tournaments WHERE over_at IS NOT NULL ORDER BY over_at DESC, id LIMIT ?1"
ONE = "SELECT id, at, plan, seed FROM tournaments WHERE id = ?1"
LOG = "SELECT number, body FROM tournament_log WHERE tournament = ?1 ORDER BY number"
