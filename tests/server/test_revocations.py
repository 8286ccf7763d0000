"""The list of revoked tokens beside a database: no backup revives one, and those that none could revive are pruned."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from pathlib import Path

import pytest

from sabacc.server.people.people import People
from sabacc.server.people.sessions import DAY, LIFETIME, SECOND
from sabacc.server.storage.revocations import Revocations, RevokedToken, list_path
from sabacc.server.storage.sqlite.database import Database
from sabacc.server.storage.store import Store
from tests.server.test_store_conformance import Stores

NOW = 1_700_000_000


def digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def test_who_would_have_ended_is_pruned_and_the_size_only_grows(tmp_path: Path) -> None:
    database = tmp_path / "sabacc.sqlite3"
    revocations = Revocations(database)
    past, coming, never = (RevokedToken(digest(f"{ends}"), ends) for ends in (NOW, NOW + 1, None))
    sizes = [revocations.size()]
    for tokens in ([past, coming], [never]):
        revocations.add(tokens)
        sizes.append(revocations.size())
    assert revocations.prune(NOW) == 1
    assert revocations.prune(NOW) == 0
    sizes.append(revocations.size())
    revocations.add([past])
    sizes.append(revocations.size())
    assert sizes == sorted(sizes)
    assert revocations.tokens() == [coming, never, past]
    revocations.close()
    again = Revocations(database)
    assert (again.size(), again.tokens()) == (sizes[-1], [coming, never, past])
    assert list_path(database).stat().st_mode & 0o777 == 0o600
    again.close()


def test_half_a_line_is_no_token(tmp_path: Path) -> None:
    database = tmp_path / "sabacc.sqlite3"
    revocations = Revocations(database)
    revocations.add([RevokedToken(digest("whole"), 7)])
    with list_path(database).open("ab") as file:
        file.write(b"ab" * 20)  # the power went
    assert revocations.tokens() == [RevokedToken(digest("whole"), 7)]
    assert revocations.prune(NOW) == 1
    revocations.close()


@pytest.mark.parametrize("kind", ["sqlite3", "postgresql"])
def test_a_session_is_listed_until_it_would_have_ended_and_a_token_for_ever(tmp_path: Path, kind: str) -> None:
    stores = Stores(kind, tmp_path)

    async def listed(store: Store) -> int:
        if isinstance(store, Database):
            return len(Revocations(store.path).tokens())
        return len(await store.rows("SELECT hash FROM revoked_tokens"))

    async def use(store: Store) -> None:
        people = People(store, clock=lambda: float(NOW))
        person, browser = await people.new_guest("Ana")
        token = await people.new_token(person, "a program")
        await people.sessions.end(person.id, "browser", browser.id)
        await people.sessions.end(person.id, "program", token.id)
        for now, count in ((NOW * SECOND + LIFETIME - 1, 2), (NOW * SECOND + LIFETIME + DAY, 1)):
            await store.prune_revocations(now)
            assert await listed(store) == count
        people.close()

    stores.use(use)


def test_a_backup_from_before_revives_none_of_those_that_are_left(tmp_path: Path) -> None:
    database, copy = tmp_path / "sabacc.sqlite3", tmp_path / "copy"

    async def revoke() -> str:
        store = Database(database)
        people = People(store, clock=lambda: float(NOW))
        person, _ = await people.new_guest("Ana")
        token = await people.new_token(person, "a program")
        _, others = await people.new_guest("Ben")
        await store.close()
        shutil.copy(database, copy)
        store = Database(database)
        people = People(store, clock=lambda: float(NOW))
        for one in (token, others):
            session = await people.sessions.authenticate(one.token)
            assert session is not None
            await people.log_out(session)
        await store.prune_revocations(NOW * SECOND + LIFETIME + DAY)  # the browser's alone
        await store.close()
        return token.token

    async def is_known(token: str) -> bool:
        store = Database(database)
        found = await People(store, clock=lambda: float(NOW)).sessions.authenticate(token)
        await store.close()
        return found is not None

    token = asyncio.run(revoke())
    shutil.copy(copy, database)
    assert not asyncio.run(is_known(token))
