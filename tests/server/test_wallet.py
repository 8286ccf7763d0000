"""Wallets of play credits, in both databases: every credit is accounted for."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sabacc.server.people import wallet
from sabacc.server.people.ledger import HOUSE, LedgerFault, balance_of_account, ledger_faults
from sabacc.server.people.people import People
from sabacc.server.people.wallet import DAILY, WELCOME, NoWallet, TooFewCredits
from sabacc.server.storage.sqlite.startup import open_existing
from sabacc.server.storage.store import Store, Transaction
from sabacc.server.storage.verify import verify_database
from tests.server.people_app import PeopleApp, why, with_people_app
from tests.server.test_store_conformance import Stores, stores

__all__ = ["stores"]
NOW = 1_700_000_000_000  # on the 14th, in the evening
DAY = 24 * 3600 * 1000


async def add_person(store: Store, person: str, password: str | None = "x") -> None:
    await store.execute(
        "INSERT INTO people (id, name, key, password, created_at, seen_at) VALUES (?1, ?1, ?1, ?2, 0, 0)",
        person,
        password,
    )


def with_wallets(stores: Stores, use: Callable[[Store], Awaitable[None]]) -> None:
    """Runs a test with Ana, Ben and a guest; in the end the ledger must add up."""

    async def run(store: Store) -> None:
        await add_person(store, "ana")
        await add_person(store, "ben")
        await add_person(store, "guest", None)
        await use(store)
        assert await store.read(ledger_faults) == []

    stores.use(run)


async def balance(store: Store, person: str) -> int:
    return await store.read(lambda job: wallet.balance_of(job, person))


def test_an_account_begins_with_credits_and_gets_more_each_day_it_has_few(stores: Stores) -> None:
    async def use(store: Store) -> None:
        async def given(now: int) -> int:
            return await store.write(lambda job: wallet.give_allowance(job, "ana", now))

        assert [await given(NOW), await given(NOW)] == [WELCOME, 0]
        await store.write(lambda job: wallet.hold(job, "t", "ana", WELCOME - 50, "t:1", NOW))
        assert await balance(store, "ana") == 50

        assert [await given(NOW), await given(NOW), await given(NOW + DAY), await given(NOW + DAY)] == [
            DAILY,
            0,
            DAILY,
            0,
        ]
        await store.write(lambda job: wallet.refund(job, "t", "ana", WELCOME - 50, "t:2", NOW))
        assert await given(NOW + 2 * DAY) == 0, "there are enough"

    with_wallets(stores, use)


def test_a_transfer_is_made_once(stores: Stores) -> None:
    async def use(store: Store) -> None:
        for _ in range(2):
            await store.write(lambda job: wallet.hold(job, "t", "ana", 300, "t:buy-in:ana", NOW))
            await store.write(lambda job: wallet.hold(job, "t", "ben", 300, "t:buy-in:ben", NOW))
            await store.write(lambda job: wallet.guarantee(job, "t", 400, "t:guarantee", NOW))
        assert await store.read(lambda job: wallet.pot_of(job, "t")) == 1000
        for _ in range(2):
            await store.write(lambda job: wallet.pay_prize(job, "t", "ana", 700, "t:prize:1", NOW))
            await store.write(lambda job: wallet.refund(job, "t", "ben", 200, "t:refund:ben", NOW))
        assert [await store.write(lambda job: wallet.clear(job, "t", "t:clear", NOW)) for _ in range(2)] == [100, 0]
        assert (await balance(store, "ana"), await balance(store, "ben")) == (WELCOME + 400, WELCOME - 100)
        assert await store.read(lambda job: balance_of_account(job, HOUSE)) == -2 * WELCOME - 400 + 100

    with_wallets(stores, use)


def test_nobody_pays_with_credits_that_are_not_there(stores: Stores) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(TooFewCredits, match="you have 2000 credits, and this costs 2001"):
            await store.write(lambda job: wallet.hold(job, "t", "ana", WELCOME + 1, "t:1", NOW))
        with pytest.raises(NoWallet, match="guests have no wallet"):
            await store.write(lambda job: wallet.hold(job, "t", "guest", 1, "t:2", NOW))
        assert not await store.write(lambda job: wallet.hold(job, "t", "guest", 0, "t:3", NOW)), "free for all"
        with pytest.raises(LedgerFault, match="fewer than 5"):
            await store.write(lambda job: wallet.pay_prize(job, "t", "ana", 5, "t:4", NOW))
        with pytest.raises(LedgerFault):
            await store.write(lambda job: wallet.guarantee(job, "t", -5, "t:5", NOW))
        assert await store.rows("SELECT * FROM ledger_transfers") == [], "what is refused leaves nothing"

    with_wallets(stores, use)


def test_a_key_belongs_to_one_transfer(stores: Stores) -> None:
    async def use(store: Store) -> None:
        await store.write(lambda job: wallet.hold(job, "t", "ana", 300, "t:1", NOW))
        with pytest.raises(LedgerFault, match="another transfer"):
            await store.write(lambda job: wallet.hold(job, "t", "ana", 301, "t:1", NOW))

    with_wallets(stores, use)


def test_what_goes_wrong_later_in_a_job_moves_no_credits(stores: Stores) -> None:
    async def fail(transaction: Transaction) -> None:
        await wallet.hold(transaction, "t", "ana", 300, "t:1", NOW)
        await wallet.hold(transaction, "t", "ben", WELCOME + 300, "t:2", NOW)

    async def use(store: Store) -> None:
        with pytest.raises(TooFewCredits):
            await store.write(fail)
        assert await store.read(lambda job: wallet.pot_of(job, "t")) == 0

    with_wallets(stores, use)


def test_who_deletes_their_account_leaves_their_credits_to_the_house(stores: Stores) -> None:
    async def use(store: Store) -> None:
        people = People(store)
        await store.write(lambda job: wallet.hold(job, "t", "ana", 300, "t:1", NOW))
        await store.write(lambda job: wallet.hold(job, "t", "ben", 300, "t:2", NOW))
        await store.write(lambda job: wallet.pay_prize(job, "t", "ana", 100, "t:3", NOW))
        await people._delete_person("ana")
        for _ in range(2):
            await store.write(lambda job: wallet.pay_prize(job, "t", "ana", 400, "t:4", NOW))
        assert not await store.write(lambda job: wallet.pay_prize(job, "t", "ana", 100, "t:3", NOW)), "done before"
        people.close()
        assert await balance(store, "ana") == 0
        assert await store.read(lambda job: balance_of_account(job, HOUSE)) == -(WELCOME - 300) - 100, (
            "Ben’s, and the pot’s"
        )

    with_wallets(stores, use)


def test_the_ledger_adds_up_after_every_step(stores: Stores) -> None:
    dice = random.Random(7)

    async def step(transaction: Transaction, number: int) -> None:
        person, tournament, amount = dice.choice(("ana", "ben")), dice.choice("tu"), dice.randrange(400)
        kind = dice.choice((wallet.hold, wallet.hold, wallet.refund, wallet.pay_prize))
        with contextlib.suppress(TooFewCredits):
            if kind is not wallet.hold:
                amount = min(amount, await wallet.pot_of(transaction, tournament))
            await kind(transaction, tournament, person, amount, f"{number}", NOW + number * DAY // 4)

    async def use(store: Store) -> None:
        for number in range(60):
            await store.write(lambda job, number=number: step(job, number))  # type: ignore[misc]
            assert await store.read(ledger_faults) == []

    with_wallets(stores, use)


def test_many_at_once_take_no_credit_twice(stores: Stores) -> None:
    async def use(store: Store) -> None:
        async def hold(number: int) -> bool:
            try:
                return await store.write(lambda job: wallet.hold(job, "t", "ana", 300, f"t:{number}", NOW))
            except TooFewCredits:
                return False

        held = await asyncio.gather(*(hold(number // 2) for number in range(40)))
        assert (sum(held), await balance(store, "ana")) == (7, 100), "with the allowance of the day"

    with_wallets(stores, use)


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE ledger_accounts SET balance = 5000 WHERE id = 'person:ana'", "person:ana has 5000 credits, and its"),
        ("DELETE FROM ledger_accounts WHERE id = 'person:ana'", "person:ana has no account, and its"),
        ("UPDATE ledger_transfers SET amount = -1 WHERE reason = 'buy-in'", "t:1 moves nothing"),
        ("UPDATE ledger_accounts SET balance = -1 WHERE id = 'tournament:t'", "tournament:t has -1 credits."),
    ],
)
def test_the_check_of_a_database_finds_credits_that_came_from_nowhere(tmp_path: Path, damage: str, fault: str) -> None:
    stores = Stores("sqlite3", tmp_path)

    async def use(store: Store) -> None:
        await store.write(lambda job: wallet.hold(job, "t", "ana", 300, "t:1", NOW))

    with_wallets(stores, use)
    assert verify_database(stores.path, processes=1).faults == []
    with contextlib.closing(open_existing(stores.path)) as connection:  # with checksums, as the server would write it
        connection.execute(damage)
    assert any(fault in one for one in verify_database(stores.path, processes=1).faults)
    assert sqlite3.connect(stores.path).execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_account_shows_its_wallet_and_a_guest_has_none(tmp_path: Path) -> None:
    async def test(app: PeopleApp) -> None:
        ana, guest = await app.member("Ana"), await app.guest("Guest")
        found = (await ana.get("/api/me/wallet")).json()
        assert (found["balance"], found["next_allowance_at"], len(found["lines"])) == (WELCOME, None, 1)
        row = await app.database.row("SELECT id FROM people WHERE name = 'Ana'")
        assert row is not None
        now = app.people.sessions.now()
        await app.database.write(lambda job: wallet.hold(job, "cup", row["id"], 500, "cup:1", now))
        app.clock.wait(hours=1)
        found = (await ana.get("/api/me/wallet")).json()
        assert found["balance"] == WELCOME - 500 + DAILY
        assert [(one["amount"], one["reason"], one["tournament"]) for one in found["lines"]] == [
            (DAILY, "allowance", None),
            (-500, "buy-in", "cup"),
            (WELCOME, "allowance", None),
        ]
        assert found["next_allowance_at"] > app.people.sessions.now()
        answer = await guest.get("/api/me/wallet")
        assert answer.status_code == 403
        assert "guests have no wallet" in why(answer)

    with_people_app(tmp_path, test)
