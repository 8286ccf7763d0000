"""Wallets of play credits: allowances, what tournaments hold of them, and what they pay.

The functions are parts of a job, so that whoever holds or pays credits notes in the same transaction why. With the same key
each is done once, however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from sabacc.messages import Message
from sabacc.server.http.errors import Conflict, Forbidden
from sabacc.server.people.ledger import HOUSE, Reason, Transfer, balance_of_account, has_key, is_done, transfer
from sabacc.server.storage.sql import ledger as sql
from sabacc.server.storage.store import Row, Store, Transaction

WELCOME = 2000  # credits that an account has from the start
DAILY = 200  # credits more on each day on which there are fewer than at the start
MAX_LINES = 50  # of a statement


class TooFewCredits(Conflict):
    """A wallet has less than what is to be paid."""


class NoWallet(Forbidden):
    """Only accounts with a password have a wallet."""


class WalletLine(msgspec.Struct, frozen=True):
    """A transfer as the wallet's owner sees it."""

    at: int  # milliseconds since 1970
    amount: int  # below zero: it was paid
    reason: Reason
    tournament: str | None  # to which it went, or from which it came


class Wallet(msgspec.Struct, frozen=True):
    """What somebody has, and their last transfers, the newest first."""

    balance: int
    next_allowance_at: int | None  # when credits are given again; none: there are enough
    lines: list[WalletLine]
    welcome: int = WELCOME
    daily: int = DAILY


# ---- for who runs a tournament


async def hold(transaction: Transaction, tournament: str, person: str, amount: int, key: str, now: int) -> bool:
    """Takes credits out of a wallet into a tournament's pot; whether it was done now, and not before."""
    wanted = Transfer(key, now, wallet_account(person), pot_account(tournament), amount, "buy-in")
    if amount == 0 or await is_done(transaction, wanted):
        return False
    await _require_password(transaction, person)
    await give_allowance(transaction, person, now)
    balance = await balance_of(transaction, person)
    if balance < amount:
        raise TooFewCredits(Message("refusal.too-few-credits", balance=balance, amount=amount))
    return await transfer(transaction, wanted)


async def refund(transaction: Transaction, tournament: str, person: str, amount: int, key: str, now: int) -> bool:
    """Gives credits back out of a tournament's pot; those of somebody who is no longer here go to the house."""
    target = await _wallet_or_house(transaction, person)
    return await transfer(transaction, Transfer(key, now, pot_account(tournament), target, amount, "refund"))


async def pay_prize(transaction: Transaction, tournament: str, person: str, amount: int, key: str, now: int) -> bool:
    """Pays a prize out of a tournament's pot; that of somebody who is no longer here goes to the house."""
    target = await _wallet_or_house(transaction, person)
    return await transfer(transaction, Transfer(key, now, pot_account(tournament), target, amount, "prize"))


async def guarantee(transaction: Transaction, tournament: str, amount: int, key: str, now: int) -> bool:
    """The house adds to a tournament's pot what it has promised."""
    return await transfer(transaction, Transfer(key, now, HOUSE, pot_account(tournament), amount, "guarantee"))


async def clear(transaction: Transaction, tournament: str, key: str, now: int) -> int:
    """Gives the house what is left in a tournament's pot; how much that was, and nothing if it was done before."""
    left = await pot_of(transaction, tournament)
    if await has_key(transaction, key):
        return 0
    await transfer(transaction, Transfer(key, now, pot_account(tournament), HOUSE, left, "leftover"))
    return left


async def pot_of(transaction: Transaction, tournament: str) -> int:
    """The credits in a tournament's pot."""
    return await balance_of_account(transaction, pot_account(tournament)) or 0


# ---- for people


async def balance_of(transaction: Transaction, person: str) -> int:
    """The credits in somebody's wallet."""
    return await balance_of_account(transaction, wallet_account(person)) or 0


async def give_allowance(transaction: Transaction, person: str, now: int) -> int:
    """Gives an account what it starts with, or what it gets for the day; how much, which may be nothing."""
    account = wallet_account(person)
    balance = await balance_of_account(transaction, account)
    if balance is None:
        amount, key = WELCOME, f"allowance:{person}:welcome"
    else:
        amount, key = max(0, min(DAILY, WELCOME - balance)), f"allowance:{person}:{_day(now):%Y-%m-%d}"
    if not amount or await has_key(transaction, key):
        return 0
    await transfer(transaction, Transfer(key, now, HOUSE, account, amount, "allowance"))
    return amount


async def close_wallet(transaction: Transaction, person: str, now: int) -> None:
    """Gives the house what is in the wallet of somebody who deletes their account."""
    left = await balance_of(transaction, person)
    await transfer(transaction, Transfer(f"closed:{person}", now, wallet_account(person), HOUSE, left, "closed"))


class Wallets:
    """The wallets of everybody, for the pages."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now  # milliseconds since 1970

    async def read(self, person: str) -> Wallet:
        """Somebody's wallet, with the allowance that is due."""
        now = self._now()
        account = wallet_account(person)

        async def job(transaction: Transaction) -> Wallet:
            await _require_password(transaction, person)
            await give_allowance(transaction, person, now)
            balance = await balance_of(transaction, person)
            rows = await transaction.rows(sql.OF_ACCOUNT, account, MAX_LINES)
            return Wallet(balance, _next_allowance(balance, now), [_line(row, account) for row in rows])

        return await self._store.write(job)


def wallet_account(person: str) -> str:
    """A wallet's name in the ledger."""
    return f"person:{person}"


def pot_account(tournament: str) -> str:
    """The name of a tournament's pot in the ledger."""
    return f"tournament:{tournament}"


async def _wallet_or_house(transaction: Transaction, person: str) -> str:
    here = await transaction.row(sql.HAS_PASSWORD, person) is not None
    return wallet_account(person) if here else HOUSE


async def _require_password(transaction: Transaction, person: str) -> None:
    row = await transaction.row(sql.HAS_PASSWORD, person)
    if row is None or not row["registered"]:
        raise NoWallet(Message("refusal.no-wallet"))


def _next_allowance(balance: int, now: int) -> int | None:
    """When credits are due, if there are few: tomorrow, since today's were given when the wallet was read."""
    if balance >= WELCOME:
        return None
    return int((_day(now) + timedelta(days=1)).timestamp() * 1000)


def _day(now: int) -> datetime:
    """The beginning of the day, by universal time."""
    return datetime.fromtimestamp(now / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _line(row: Row, account: str) -> WalletLine:
    paid = row["source"] == account
    kind, _, name = str(row["target"] if paid else row["source"]).partition(":")
    amount = -row["amount"] if paid else row["amount"]
    return WalletLine(row["at"], amount, row["reason"], name if kind == "tournament" else None)
