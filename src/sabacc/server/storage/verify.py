"""Verifies a database: every table is replayed from its log, and all that is stored must come out.

It is read in one transaction, so that a server may go on writing meanwhile.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

from sabacc.parallel import map_in_order
from sabacc.server.people.ledger import ledger_faults
from sabacc.server.storage.keys import load_keys, new_keys
from sabacc.server.storage.log_head import LogHead
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sqlite.stored_tables import DamagedFile, reading
from sabacc.server.storage.sqlite.transaction import run_now
from sabacc.server.storage.stored_table import StoredTable
from sabacc.server.storage.verify_table import Report, TableVerifier

Progress = Callable[[int, int], None]  # called with the entries done and all entries


def verify_database(
    path: Path,
    progress: Progress | None = None,
    processes: int | None = None,
    vault: SeedVault | None = None,
    witnessed: Sequence[LogHead] = (),
) -> Report:
    """Verifies a whole database, on all cores; without a vault, with the keys that lie beside it."""
    vault = vault or SeedVault(load_keys(path) or new_keys())
    try:
        with reading(path) as stored:
            report = Report(faults=stored.faults(witnessed))
            if stored.ledger is not None:
                report.faults += run_now(ledger_faults(stored.ledger))
            verify = functools.partial(verify_table, vault=vault)
            for found in map_in_order(verify, stored.tables(), processes):
                report.add(found)
                if progress is not None:
                    progress(report.entries, stored.entries)
    except DamagedFile as error:
        return Report(faults=[f"the file is damaged: {error}."])
    return report


def verify_table(stored: StoredTable, vault: SeedVault) -> Report:
    """Verifies one table."""
    check = TableVerifier(stored, vault)
    check.run()
    return check.report
