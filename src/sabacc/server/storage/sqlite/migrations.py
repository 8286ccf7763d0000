"""The database's schema as a list of migrations; one that was ever released stays as it is."""

from __future__ import annotations

import sqlite3

from sabacc.errors import SabaccError
from sabacc.server.storage.hash_chain import entry_digest
from sabacc.server.storage.sqlite.old_hand_names import name_now

MIGRATIONS: tuple[str, ...] = (
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
    # Answers that players give beforehand are no entries of the log: a version that nothing seems to make would tell of them.
    """
    CREATE TABLE preset_answers (
        table_id TEXT NOT NULL,
        hand INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        choices TEXT NOT NULL,              -- a JSON array
        PRIMARY KEY (table_id, hand, seat)
    ) WITHOUT ROWID;
    """,
    # What is written for a person at a table, so that it goes when the table does.
    """
    CREATE TABLE disk_use (
        table_id TEXT NOT NULL,
        person TEXT NOT NULL,               -- who asked for it, or the host
        bytes INTEGER NOT NULL,
        PRIMARY KEY (table_id, person)
    ) WITHOUT ROWID;
    CREATE INDEX disk_use_of ON disk_use (person, bytes);
    """,
    # Every command of an open table is found by its id, however long ago it was done. Those of a hand are put here together
    # when it ends: an id that a client makes up may belong anywhere in the order, and each would touch a page of its own.
    """
    CREATE TABLE done_commands (
        table_id TEXT NOT NULL,
        person TEXT NOT NULL,
        command TEXT NOT NULL,              -- its id
        version INTEGER NOT NULL,           -- that it made
        PRIMARY KEY (table_id, person, command)
    ) WITHOUT ROWID;
    INSERT OR IGNORE INTO done_commands
        SELECT table_id, person, command, version FROM log JOIN tables ON tables.id = log.table_id
        WHERE closed_at IS NULL AND person IS NOT NULL AND command IS NOT NULL ORDER BY table_id, version;
    ALTER TABLE snapshots DROP COLUMN done;
    CREATE TABLE facts (
        name TEXT PRIMARY KEY,              -- 'probed': when a write was last tried; 'revoked': how much of the list
        value INTEGER NOT NULL              -- of revoked tokens, which lies beside the database, is applied
    ) WITHOUT ROWID;
    CREATE TABLE restored (
        table_id TEXT PRIMARY KEY,          -- an open table that was put back to how it once was, and is yet to be told
        lost_version INTEGER NOT NULL       -- the last version that people may have seen of it
    ) WITHOUT ROWID;
    """,
    # Browsers that somebody has signed in with before, second factors, and what names look like.
    """
    CREATE TABLE devices (
        hash BLOB NOT NULL,                 -- SHA-256 of the device's token
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (person, hash)
    ) WITHOUT ROWID;
    CREATE TABLE second_factors (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        secret TEXT NOT NULL,               -- of TOTP, base32
        confirmed INTEGER NOT NULL,         -- whether the owner's app has given a right code
        last_step INTEGER NOT NULL          -- of the last code that was used, since each is used once
    );
    CREATE TABLE recovery_codes (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        hash BLOB NOT NULL,                 -- SHA-256
        PRIMARY KEY (person, hash)
    ) WITHOUT ROWID;
    ALTER TABLE people ADD COLUMN skeleton TEXT;        -- what the name looks like; none until it is looked at
    ALTER TABLE people ADD COLUMN small_skeleton TEXT;  -- the same in small letters
    ALTER TABLE people ADD COLUMN large_skeleton TEXT;
    CREATE INDEX people_without_skeleton ON people (id) WHERE skeleton IS NULL;
    CREATE INDEX people_by_skeleton ON people (skeleton);
    CREATE INDEX people_by_small_skeleton ON people (small_skeleton);
    CREATE INDEX people_by_large_skeleton ON people (large_skeleton);
    """,
    # Evidence: a digest of each entry, which stays when the entry is erased; signed heads of the log; a checksum of each row.
    """
    ALTER TABLE log ADD COLUMN salt BLOB NOT NULL DEFAULT x'';
    ALTER TABLE log ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    UPDATE log SET salt = randomblob(16);
    UPDATE log SET digest = entry_digest(table_id, version, at, person, command, body, salt);
    ALTER TABLE tables ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;  -- 1: its entries are being erased; 2: they are
    CREATE TABLE server_keys (
        number INTEGER PRIMARY KEY,
        public BLOB NOT NULL UNIQUE,
        since INTEGER NOT NULL,
        endorsement BLOB                    -- its signature by the key before it
    );
    CREATE TABLE table_heads (
        leaf INTEGER PRIMARY KEY,           -- its place among the leaves of the Merkle tree
        table_id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,           -- up to which the head goes
        head BLOB NOT NULL
    );
    CREATE TABLE signed_heads (
        number INTEGER PRIMARY KEY,
        body BLOB NOT NULL                  -- JSON
    );
    CREATE TABLE checksums (
        row_table TEXT NOT NULL,
        row_key TEXT NOT NULL,
        checksum BLOB NOT NULL,
        PRIMARY KEY (row_table, row_key)
    ) WITHOUT ROWID;
    INSERT INTO facts SELECT 'plain_seeds', 1 WHERE EXISTS (SELECT 1 FROM log);  -- until they are sealed
    """,
    # A search finds the hands of behaviour 1 by the names that they are shown under now.
    """
    UPDATE hand_seats SET hand_name = (
        SELECT hand_name_now(body, behaviour, seat, hand_name) FROM hands WHERE id = hand_id
    ) WHERE hand_name IS NOT NULL AND hand_id IN (SELECT id FROM hands WHERE behaviour = 1);
    """,
    # Emblems that people choose.
    """
    ALTER TABLE people ADD COLUMN avatar INTEGER;       -- none: the one that goes with the id
    """,
    # Play credits, by double entry.
    """
    CREATE TABLE ledger_accounts (
        id TEXT PRIMARY KEY,                -- 'house', 'person:…' or 'tournament:…'
        balance INTEGER NOT NULL            -- only the house's may be below zero
    ) WITHOUT ROWID;
    CREATE TABLE ledger_transfers (
        id TEXT PRIMARY KEY,                -- its key: with the same one it is made once
        at INTEGER NOT NULL,
        source TEXT NOT NULL,
        target TEXT NOT NULL,
        amount INTEGER NOT NULL,
        reason TEXT NOT NULL
    );
    CREATE INDEX transfers_from ON ledger_transfers (source, at);
    CREATE INDEX transfers_to ON ledger_transfers (target, at);
    """,
    # Ratings: hands that are no part of a result yet, the log of results, and what it comes to.
    """
    CREATE TABLE rated_hands (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        hand_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE rated_departures (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,            -- of the hand in which they left, or after which
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        away INTEGER NOT NULL,              -- they sat out, and may come back
        PRIMARY KEY (table_id, number, person)
    ) WITHOUT ROWID;
    CREATE TABLE rated_results (
        number INTEGER PRIMARY KEY,         -- in the order in which they count
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,                 -- 'table' or 'tournament'
        game TEXT NOT NULL,                 -- a preset
        title TEXT NOT NULL,
        source TEXT NOT NULL,               -- the table's or the tournament's id
        rated INTEGER NOT NULL,
        at INTEGER NOT NULL
    );
    CREATE TABLE rated_places (
        result INTEGER NOT NULL REFERENCES rated_results (number) ON DELETE CASCADE,
        spot INTEGER NOT NULL,
        player TEXT NOT NULL,               -- 'person:…', 'bot:…', or 'gone:…' of who deleted their account
        place INTEGER NOT NULL,
        PRIMARY KEY (result, spot)
    ) WITHOUT ROWID;
    CREATE INDEX places_of ON rated_places (player, result);
    CREATE TABLE ratings (
        player TEXT NOT NULL,
        game TEXT NOT NULL,                 -- a preset, or 'all'
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        at INTEGER NOT NULL,                -- of the last one
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID;
    CREATE INDEX ratings_by_game ON ratings (game, mu);
    CREATE TABLE rating_points (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        result INTEGER NOT NULL,
        at INTEGER NOT NULL,
        mu_before REAL NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        PRIMARY KEY (player, game, result)
    ) WITHOUT ROWID;
    CREATE INDEX points_by_time ON rating_points (game, at);
    CREATE TABLE profiles (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        private INTEGER NOT NULL            -- nobody else sees their page, and no leaderboard has them
    ) WITHOUT ROWID;
    CREATE TABLE profile_hands (
        token TEXT PRIMARY KEY REFERENCES shares (token) ON DELETE CASCADE  -- a link that stands on its owner's page
    ) WITHOUT ROWID;
    """,
    # Of an entry that is erased nothing stays that its digest alone could vouch for.
    """
    UPDATE log SET at = 0 WHERE body = x'' AND table_id IN (SELECT id FROM tables WHERE erased > 0);
    """,
    # Tournaments: what was decided beforehand, and the logs of their directors.
    """
    CREATE TABLE tournaments (
        id TEXT PRIMARY KEY,
        at INTEGER NOT NULL,                -- when it was announced
        plan BLOB NOT NULL,
        seed TEXT NOT NULL,                 -- sealed
        over_at INTEGER                     -- when it was finished or called off
    ) WITHOUT ROWID;
    CREATE INDEX tournaments_by_time ON tournaments (at);
    CREATE TABLE tournament_log (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (tournament, number)
    ) WITHOUT ROWID;
    """,
    # Browsers that take messages while their pages are closed.
    """
    CREATE TABLE push_subscriptions (
        session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        language TEXT NOT NULL,
        sealed TEXT NOT NULL                -- where messages are sent, and the keys to encrypt them with
    ) WITHOUT ROWID;
    """,
)

EVIDENCE_VERSION = 7  # from which on there are digests, signed heads and checksums
LEDGER_VERSION = 10  # from which on there is a ledger
BARE_VERSION = 12  # from which on erased entries have no time any more


def version_of(connection: sqlite3.Connection) -> int:
    """The number of migrations that a database has had."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, version: int = len(MIGRATIONS)) -> bool:
    """Applies the migrations up to a version that are missing, each whole or not at all; whether there were any."""
    done = version_of(connection)
    if done > len(MIGRATIONS):
        raise SabaccError(
            f"the database is of version {done}, and this sabacc knows versions up to {len(MIGRATIONS)}: install a newer one."
        )
    connection.create_function("entry_digest", 7, entry_digest, deterministic=True)
    connection.create_function("hand_name_now", 4, name_now, deterministic=True)
    for number, step in enumerate(MIGRATIONS[done:version], done + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version={number};\nCOMMIT;")
    return done < version
