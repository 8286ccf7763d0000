"""What people sign in with, which outlives the putting back of a backup: a password that was stolen, and replaced, stays so."""

from __future__ import annotations

import msgspec

from sabacc.server.storage.sql import devices as devices_sql
from sabacc.server.storage.sql import people as people_sql
from sabacc.server.storage.store import Transaction


class Credentials(msgspec.Struct, frozen=True):
    """The rows of everybody who can sign in; what is none of a person is void."""

    passwords: dict[str, str]  # by person, as they are stored
    second_factors: list[tuple[str, str, int, int]]
    recovery_codes: list[tuple[str, bytes]]

    def __repr__(self) -> str:
        return f"<Credentials of {len(self.passwords)}>"


async def read_credentials(transaction: Transaction) -> Credentials:
    """What everybody signs in with in a database."""
    passwords = {row["id"]: row["password"] for row in await transaction.rows(people_sql.ALL_PASSWORDS)}
    factors = [
        (row["person"], row["secret"], row["confirmed"], row["last_step"])
        for row in await transaction.rows(devices_sql.ALL_FACTORS)
    ]
    codes = [(row["person"], row["hash"]) for row in await transaction.rows(devices_sql.ALL_RECOVERY_CODES)]
    return Credentials(passwords, factors, codes)


async def put_in(transaction: Transaction, credentials: Credentials) -> None:
    """Gives the people of a database these credentials; who is not among them keeps their own."""
    known = {row["id"] for row in await transaction.rows(people_sql.ALL)} & set(credentials.passwords)
    for person in sorted(known):
        await transaction.execute(people_sql.SET_PASSWORD, credentials.passwords[person], person)
        await transaction.execute(devices_sql.DELETE_SECRET, person)
        await transaction.execute(devices_sql.DELETE_RECOVERY_CODES, person)
    factors = [row for row in credentials.second_factors if row[0] in known]
    await transaction.execute_many(devices_sql.INSERT_FACTOR, factors)
    codes = [row for row in credentials.recovery_codes if row[0] in known]
    await transaction.execute_many(devices_sql.INSERT_RECOVERY_CODE, codes)
