"""What a player decides about their page: who sees it, and which hands stand on it."""

from __future__ import annotations

import msgspec

from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.store import Transaction


class Profile(msgspec.Struct, frozen=True):
    """Whether nobody else sees one's page, and which links to hands stand on it."""

    private: bool
    hands: list[str]  # tokens of links


async def read_profile(transaction: Transaction, person: str) -> Profile:
    """What somebody has decided."""
    row = await transaction.row(sql.PRIVATE, person)
    hands = [one["token"] for one in await transaction.rows(sql.SHOWN_HANDS, person)]
    return Profile(row is not None and bool(row["private"]), hands)


async def set_private(transaction: Transaction, person: str, private: bool) -> Profile:
    """Keeps a page from others, or shows it."""
    await transaction.execute(sql.SET_PRIVATE, person, int(private))
    return await read_profile(transaction, person)


async def set_shown(transaction: Transaction, person: str, token: str, shown: bool) -> Profile | None:
    """Puts a link on its owner's page, or takes it off; None if they have no such link."""
    if await transaction.row(sql.OWN_SHARE, token, person) is None:
        return None
    await transaction.execute(sql.SHOW_HAND if shown else sql.HIDE_HAND, token)
    return await read_profile(transaction, person)
