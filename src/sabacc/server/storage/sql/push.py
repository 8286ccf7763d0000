"""SQL about push subscriptions."""

from __future__ import annotations

KEEP = """INSERT INTO push_subscriptions (session, language, sealed) VALUES (?1, ?2, ?3)
    ON CONFLICT (session) DO UPDATE SET language = excluded.language, sealed = excluded.sealed"""
FORGET = "DELETE FROM push_subscriptions WHERE session = ?1"
OF_PERSON = """SELECT session, language, sealed FROM push_subscriptions
    JOIN sessions ON sessions.id = push_subscriptions.session
    WHERE sessions.person = ?1 AND (expires_at IS NULL OR expires_at > ?2) ORDER BY session"""
