"""Tables that are played at random and whose log is written as they go: the same rows as a server writes, without one."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sabacc.errors import SabaccError
from sabacc.game.hand import Hand
from sabacc.policy import random_step
from sabacc.rules import BEHAVIOUR, find_preset, read_rules, store_rules, usual_stack
from sabacc.server.history.archive import hand_rows
from sabacc.server.storage.hash_chain import entry_digest, new_salt
from sabacc.server.storage.key_history import open_keys
from sabacc.server.storage.keys import load_keys
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sqlite.bulk_rows import STATEMENTS
from sabacc.server.storage.sqlite.checksums import keep_checksums
from sabacc.server.storage.sqlite.connection import connect
from sabacc.server.storage.sqlite.migrations import migrate
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now
from sabacc.server.table import entries as en
from sabacc.server.table.settings import Settings
from sabacc.server.table.state import TableState

NAMES = ("Ana", "Ben", "Cy", "Dee", "Ezra")
BEGAN = 1_700_000_000_000
# Every preset, with house rules that make a hand's past hard to get right.
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"preset": "cloud-city", "items": True},
    {"preset": "classic", "items": True, "shift_kind": "rim"},
    {"preset": "classic", "shift_trigger": "randomiser", "shift_kind": "wild"},
    {"preset": "force", "discard_pile": 2},
    {"preset": "pagat", "items": True, "declare_totals": True},
    {"preset": "galactic", "community_field": True},
    {"preset": "corellian-house", "items": True},
    {"preset": "coruscant-shift", "ante": 5, "items": True},
    {"preset": "coruscant-shift"},
)


def new_database(path: Path) -> sqlite3.Connection:
    """An empty database of a server, with people for everybody: Ana is person-Ana."""
    connection = connect(path)
    connection.execute("PRAGMA synchronous=OFF")  # no power cut is expected here
    migrate(connection)
    keep_checksums(connection)
    run_now(open_keys(path, SqliteTransaction(connection)))
    for name in NAMES:
        add_person(connection, name)
    return connection


def add_person(connection: sqlite3.Connection, name: str) -> None:
    """One more, whose id says the name."""
    row = (f"person-{name}", name, name.casefold(), BEGAN, BEGAN)
    connection.execute("INSERT INTO people (id, name, key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)", row)


def database_of(connection: sqlite3.Connection) -> Path:
    """The file of a connection."""
    return Path(connection.execute("PRAGMA database_list").fetchone()["file"])


def vault_of(database: Path) -> SeedVault:
    """What opens the seeds of a server's database."""
    keys = load_keys(database)
    assert keys is not None
    return SeedVault(keys)


class PlayedTable:
    """A table and its log. Ana, Ben and so on are people; Dee is a bot."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        table: str,
        rules: dict[str, Any],
        seed: str = "evening",
        names: Sequence[str] = NAMES[:4],
        at: int = BEGAN,
    ) -> None:
        self.connection = connection
        self.vault = vault_of(database_of(connection))
        self.table = table
        self.luck = random.Random(f"{seed}/{table}")
        self.at = at
        self.hands: list[Hand] = []  # those that are over
        self.rules = read_rules(rules)
        self.stack = usual_stack(self.rules)
        settings = Settings(title=f"Table {table}", seats=8)
        opened = en.Opened(settings, store_rules(self.rules), "person-Ana", "Ana", f"{seed}/{table}", BEHAVIOUR)
        self.state = TableState.new(opened)
        self.write(opened, 1)
        connection.execute("INSERT INTO tables (id, opened_at) VALUES (?, ?)", (table, self.at))
        for seat, name in enumerate(names[: find_preset(self.rules.preset).players[1]]):
            self.sit(seat, name)

    def sit(self, seat: int, name: str) -> None:
        """Somebody sits down."""
        bot = "droid" if name == "Dee" else None
        self.do(en.SatDown(seat, name, self.stack, None if bot else f"person-{name}", bot))

    def write(self, entry: en.Entry, version: int) -> None:
        """A row of the log."""
        self.at += 250
        row = (self.table, version, self.at, None, None, en.write_entry(entry, self.vault), new_salt())
        self.connection.execute(
            "INSERT INTO log (table_id, version, at, person, command, body, salt, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, entry_digest(*row)),
        )

    def do(self, entry: en.Entry) -> None:
        """Something happens; at a hand's end the hand and a snapshot are kept with it."""
        state = self.state
        owners = list(state.owners)
        playing = state.in_hand or isinstance(entry, en.HandDealt)
        state.apply(entry)
        self.write(entry, state.version)
        if playing and not state.in_hand:
            assert state.hand is not None
            self.hands.append(state.hand)
            for kind, values in hand_rows(self.table, state, owners, self.at, self.vault):
                put = STATEMENTS[kind]
                self.connection.execute(put.sql, put.pack([values])[: 2 if put.blobs else 1])
            self.keep_snapshot()

    def keep_snapshot(self) -> None:
        """The table as it stands."""
        row = (self.table, self.state.version, self.state.snapshot(self.vault))
        self.connection.execute("INSERT OR REPLACE INTO snapshots (table_id, version, body) VALUES (?, ?, ?)", row)

    def try_to(self, entry: en.Entry) -> bool:
        """Something happens, if it may."""
        try:
            self.do(entry)
        except SabaccError:
            return False
        return True

    # ---- playing

    def play(self, hands: int) -> None:
        """So many hands, played at random, with everything that can happen around them; all in one commit."""
        self.connection.execute("BEGIN")
        for _ in range(hands):
            self.before_a_hand()
            self.deal()
            while self.state.in_hand:
                self.step()
            while self.state.deferred:
                self.do(en.DeferredRun())
        self.connection.execute("COMMIT")

    def deal(self) -> None:
        """A hand from a seed of its own."""
        seed, salt = f"{self.luck.getrandbits(128):032x}", f"{self.luck.getrandbits(64):016x}"
        self.do(en.HandDealt(seed, salt, BEHAVIOUR))

    def before_a_hand(self) -> None:
        """Who is broke rebuys; people come back, take items, or change the rules of the house."""
        game = self.state.game
        away = [seat for seat in game.seated() if game.sitting_out[seat]]
        for seat in away:
            if self.luck.random() < 0.5 or len(game.seated()) - len(away) < 2:
                self.do(en.CameBack(seat))
        for item in list(game.staked_items.items):
            seat = self.luck.choice(game.seated())
            self.try_to((en.ItemTaken if self.luck.random() < 0.5 else en.ItemDeclined)(seat, item.name))
        while len(game.seated()) < 3:
            free = next(name for name in NAMES if name not in game.names)
            self.sit(game.names.index("") if "" in game.names else len(game.names), free)
        for seat in game.seated():
            if game.stacks[seat] < self.stack // 10:
                self.do(en.Rebought(seat, self.stack))

    def step(self) -> None:
        """Somebody does something, or the clock does, or somebody has had enough."""
        hand = self.state.hand
        assert hand is not None
        roll = self.luck.random()
        if roll < 0.03:
            self.do(en.TimedOut(hand.waiting[0]))
        elif roll < 0.06 and hand.seating.clock:
            self.do(en.RandomiserRang())
        elif 0.06 <= roll < 0.065 and len(self.state.game.seated()) > 2:
            self.try_to(en.GotUp(self.luck.choice(hand.seating.dealt_in)))
        elif roll < 0.08 and self.state.game.rules.items:
            self.stake_item(hand.waiting[0])
        elif roll < 0.085:
            self.try_to(en.Deferred(en.SatOut(self.luck.choice(hand.seating.dealt_in))))
        else:
            seat, action = random_step(hand, self.luck)
            self.do(en.ActionTaken(seat, action, 0 if action.free else hand.question))

    def stake_item(self, seat: int) -> None:
        """A player who is asked to bet stakes something (HR9)."""
        name = f"ship {self.state.version}"
        if self.try_to(en.ItemProposed(seat, name)):
            self.do(en.ItemValued(seat, name, 10 + self.luck.randrange(50)))
            if not self.try_to(en.ItemStaked(seat, name)):
                self.do(en.ItemValued(seat, name, None))
