"""What is in the database, and how an older one becomes what it should be. A step that was ever released stays as it is."""

from __future__ import annotations

import sqlite3

from sabacc.errors import SabaccError

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,           -- the name as it is compared
        password TEXT,                      -- argon2id; none for a guest
        created_at INTEGER NOT NULL,        -- all times are milliseconds since 1970
        seen_at INTEGER NOT NULL
    );
    CREATE TABLE sessions (
        hash BLOB PRIMARY KEY,              -- SHA-256 of the token
        id TEXT NOT NULL UNIQUE,            -- what its owner calls it by
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,                 -- 'browser' or 'program'
        label TEXT NOT NULL DEFAULT '',
        created_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        expires_at INTEGER
    );
    CREATE INDEX sessions_of ON sessions (person);
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        opened_at INTEGER NOT NULL,
        closed_at INTEGER
    );
    CREATE TABLE log (
        table_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person TEXT,                        -- who asked for it; none if the table did it
        command TEXT,                       -- the command's id, so that it is not done twice
        body BLOB NOT NULL,                 -- JSON
        PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        body BLOB NOT NULL                  -- JSON
    );
    CREATE TABLE hands (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        version INTEGER NOT NULL,           -- with which it ended
        title TEXT NOT NULL,                -- what the table was called
        preset TEXT NOT NULL,
        ended_at INTEGER NOT NULL,
        behaviour INTEGER NOT NULL,
        body BLOB NOT NULL,                 -- zlib of JSON: rules, seed, salt, events; never leaves the server whole
        UNIQUE (table_id, number)
    );
    CREATE TABLE hand_seats (
        hand_id TEXT NOT NULL REFERENCES hands (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        person TEXT,                        -- none for a bot, or somebody who is no longer here
        name TEXT NOT NULL,
        bot TEXT,
        preset TEXT NOT NULL,
        ended_at INTEGER NOT NULL,
        dealt_in INTEGER NOT NULL,
        staked INTEGER NOT NULL,            -- credits paid into pots
        won INTEGER NOT NULL,               -- credits won or lost, all in all
        antes REAL NOT NULL,                -- the same in antes
        took_pot INTEGER NOT NULL,
        showed INTEGER NOT NULL,
        folded INTEGER NOT NULL,
        bombed_out INTEGER NOT NULL,
        special INTEGER NOT NULL,           -- won with a hand that takes the sabacc pot
        hand_name TEXT,                     -- what the hand is called, if it was shown
        PRIMARY KEY (hand_id, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_of ON hand_seats (person, ended_at);
    CREATE TABLE shares (
        token TEXT PRIMARY KEY,
        hand_id TEXT NOT NULL REFERENCES hands (id) ON DELETE CASCADE,
        seat INTEGER,                       -- none: as a spectator saw it
        person TEXT REFERENCES people (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        UNIQUE (hand_id, seat, person)
    );
    """,
    # The log lies in the order in which things happened: a commit then touches its last pages, and not one page for each
    # table. Nobody looks a table's entries up in it but a server that starts, which reads from `since` on.
    """
    CREATE TABLE log_in_order (
        place INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person TEXT,                        -- who asked for it; none if the table did it
        command TEXT,                       -- the command's id, so that it is not done twice
        body BLOB NOT NULL                  -- JSON
    );
    INSERT INTO log_in_order (table_id, version, at, person, command, body)
        SELECT table_id, version, at, person, command, body FROM log ORDER BY at, table_id, version;
    DROP TABLE log;
    ALTER TABLE log_in_order RENAME TO log;
    ALTER TABLE tables ADD COLUMN since INTEGER NOT NULL DEFAULT 0;     -- its entries have higher places in the log
    ALTER TABLE snapshots ADD COLUMN since INTEGER NOT NULL DEFAULT 0;  -- so have the entries after it
    ALTER TABLE snapshots ADD COLUMN done TEXT NOT NULL DEFAULT '[]';   -- the commands done last: person, id, version
    """,
)


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps a database has taken."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Takes the steps that are still to take, each whole or not at all."""
    done = version_of(connection)
    if done > len(STEPS):
        raise SabaccError(
            f"the database is of version {done}, and this sabacc knows versions up to {len(STEPS)}: install a newer one."
        )
    for number, step in enumerate(STEPS[done:], done + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version={number};\nCOMMIT;")
