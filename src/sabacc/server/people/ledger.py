"""The ledger of play credits, by double entry: every credit comes from one account and goes to another.

Each transfer has a key: with the same key it is made once, however often it is asked for.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sabacc.server.storage.sql import ledger as sql
from sabacc.server.storage.store import Transaction

HOUSE: Final = "house"  # gives all credits that are about, and is below zero by as much
Reason = Literal["allowance", "buy-in", "refund", "prize", "guarantee", "leftover", "closed"]


class LedgerFault(Exception):
    """A transfer that our own code must never ask for."""


class Transfer(msgspec.Struct, frozen=True):
    """Credits on their way from one account to another."""

    key: str
    at: int  # milliseconds since 1970
    source: str
    target: str
    amount: int
    reason: Reason


async def transfer(transaction: Transaction, wanted: Transfer) -> bool:
    """Makes a transfer; whether it was made now, and not before. One of nothing is none."""
    if wanted.amount < 0 or wanted.source == wanted.target:
        raise LedgerFault(f"{wanted.key}: {wanted.amount} credits can't go from {wanted.source} to {wanted.target}")
    if wanted.amount == 0 or await is_done(transaction, wanted):
        return False
    await transaction.execute(sql.INSERT_TRANSFER, *msgspec.structs.astuple(wanted))
    for account in sorted((wanted.source, wanted.target)):
        await transaction.execute(sql.OPEN_ACCOUNT, account)
    if not await transaction.execute(sql.TAKE, wanted.amount, wanted.source):
        raise LedgerFault(f"{wanted.key}: {wanted.source} has fewer than {wanted.amount} credits")
    await transaction.execute(sql.ADD, wanted.amount, wanted.target)
    return True


async def is_done(transaction: Transaction, wanted: Transfer) -> bool:
    """Whether a transfer was made before; its target may have gone since, and the house have taken its place."""
    row = await transaction.row(sql.TRANSFER, wanted.key)
    if row is None:
        return False
    if (row["source"], row["amount"], row["reason"]) != (wanted.source, wanted.amount, wanted.reason):
        raise LedgerFault(f"{wanted.key} was another transfer: {row['amount']} from {row['source']}, {row['reason']}")
    return True


async def has_key(transaction: Transaction, key: str) -> bool:
    """Whether a transfer with this key was made, whatever it was."""
    return await transaction.row(sql.TRANSFER, key) is not None


async def balance_of_account(transaction: Transaction, account: str) -> int | None:
    """The credits of an account; None before its first transfer."""
    row = await transaction.row(sql.BALANCE, account)
    return int(row["balance"]) if row is not None else None


async def ledger_faults(transaction: Transaction) -> list[str]:
    """A sentence for each thing in the ledger that can't be."""
    faults = [f"ledger: {row['id']} moves nothing." for row in await transaction.rows(sql.EMPTY_TRANSFERS)]
    faults += [f"ledger: {row['id']} has {row['balance']} credits." for row in await transaction.rows(sql.OVERDRAWN)]
    for row in await transaction.rows(sql.WRONG_BALANCES):
        has = "no account" if row["balance"] is None else f"{row['balance']} credits"
        faults.append(f"ledger: {row['id']} has {has}, and its transfers come to {row['sum']}.")
    total = await transaction.row(sql.SUM)
    if total is not None and total["total"]:
        faults.append(f"ledger: all accounts come to {total['total']} credits, not to 0.")
    return faults
