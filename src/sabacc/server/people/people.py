"""Accounts of guests and of people with a password: creating, signing in, changing and deleting them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable

import msgspec

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.server.http.errors import Conflict, Forbidden, NotAuthenticated
from sabacc.server.people.avatars import avatar_of
from sabacc.server.people.confusables import skeletons
from sabacc.server.people.devices import Devices
from sabacc.server.people.names import clean_name, free_name_like, generate_name, name_key
from sabacc.server.people.passwords import Passwords, check_new_password
from sabacc.server.people.second_factor import SecondFactors, use_recovery_code
from sabacc.server.people.sessions import (
    DAY,
    EndedSession,
    NewSession,
    Person,
    Session,
    SessionKind,
    Sessions,
    create_session,
    delete_sessions,
    token_digests,
)
from sabacc.server.people.wallet import Wallets, close_wallet
from sabacc.server.ratings.results import forget_player
from sabacc.server.storage.hand_rows import DELETED_NAME
from sabacc.server.storage.sql import people as sql
from sabacc.server.storage.sql import sessions as session_sql
from sabacc.server.storage.store import Row, Store, Transaction

MAX_TOKENS = 20
GUEST_LIFETIME = 30 * DAY  # of one who never played, since they were last seen
MAX_LABEL_LENGTH = 60


class CheckedLogin(msgspec.Struct, frozen=True):
    """Somebody whose password was right, and its hash."""

    person: Person
    password_hash: str

    def __repr__(self) -> str:
        return f"<CheckedLogin {self.person.id}>"


class People:
    """The accounts of everybody."""

    def __init__(
        self, store: Store, passwords: Passwords | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self.passwords = passwords or Passwords()
        self.sessions = Sessions(store, clock)
        self.devices = Devices(store)
        self.second_factors = SecondFactors(store, self.sessions.now)
        self.wallets = Wallets(store, self.sessions.now)
        # A callback that raises before it is done prevents it, and the person is told why.
        self.before_delete: list[Callable[[str], Awaitable[None]]] = []  # gets the person's id
        self.before_rename: list[Callable[[str, str], Awaitable[None]]] = []  # gets the id and the new name
        self.after_rename: list[Callable[[str, str], Awaitable[None]]] = []  # gets the id and the new name
        self.after_avatar: list[Callable[[str, int], Awaitable[None]]] = []  # gets the id and the new avatar

    def close(self) -> None:
        """Ends the threads that work on passwords."""
        self.passwords.close()

    # ---- creating, signing in and deleting

    async def new_guest(self, name: str = "", label: str = "") -> tuple[Person, NewSession]:
        """Creates a guest, with a name of their own or a generated one."""
        wanted = clean_name(name) if name.strip() else ""
        now = self.sessions.now()

        async def job(transaction: Transaction) -> tuple[Person, NewSession]:
            await _add_skeletons(transaction)
            new_id = secrets.token_hex(8)
            person = Person(new_id, await _free_name(transaction, wanted), True, avatar_of(new_id, None))
            await transaction.execute(sql.INSERT, person.id, person.name, name_key(person.name), now, now)
            await _store_skeletons(transaction, person.id, person.name)
            return person, await create_session(transaction, person.id, "browser", label, now)

        return await self._store.write(job)

    async def check_login(self, name: str, password: str) -> CheckedLogin:
        """Who has this name and this password; a name that nobody or a guest has is refused like a wrong password."""
        row = await self._store.row(sql.BY_KEY, name_key(name))
        password_hash: str | None = row["password"] if row is not None else None
        right = await self.passwords.matches(password_hash, password)
        if row is None or password_hash is None or not right:
            raise NotAuthenticated(Message("refusal.wrong-password"))
        if self.passwords.needs_rehash(password_hash):
            old_hash, password_hash = password_hash, await self.passwords.hash(password)
            await self._store_password(row["id"], old_hash, password_hash)
        return CheckedLogin(_with_password(row), password_hash)

    async def log_in(self, checked: CheckedLogin, label: str = "") -> NewSession:
        """Signs somebody in whose password, and second factor if there is one, were right."""
        return await self._start_session(checked.person.id, "browser", label, checked.password_hash)

    async def recover(self, name: str, recovery_code: str, new: str, code: str) -> CheckedLogin:
        """Sets a new password with a recovery code, beside the second factor if there is one, and ends all sessions."""
        check_new_password(new)
        row = await self._store.row(sql.BY_KEY, name_key(name))
        person = _with_password(row) if row is not None else Person("", "", guest=False)
        password_hash = await self.passwords.hash(new)

        async def job(transaction: Transaction) -> list[EndedSession] | None:
            await use_recovery_code(transaction, person.id, recovery_code)
            if not await self.second_factors.is_shown(transaction, person.id, code):
                return None  # the recovery code is used up all the same, or codes could be guessed with it
            await transaction.execute(sql.SET_PASSWORD, password_hash, person.id)
            return await delete_sessions(transaction, session_sql.DELETE_ALL, person.id)

        ended = await self._store.write(job)
        if ended is None:
            raise NotAuthenticated(Message("refusal.next-codes"))
        await self.sessions.drop_ended(ended)
        return CheckedLogin(person, password_hash)

    async def log_out(self, session: Session) -> None:
        """Ends a session of a browser or of a program."""
        await self.sessions.end(session.person.id, session.kind, session.id)

    async def delete(self, person: Person, password: str | None = None) -> None:
        """Deletes an account; the hands that were played with it stay, without the name."""
        await self.check_password(person.id, password)
        await self._delete_person(person.id)

    async def delete_stale(self) -> int:
        """Deletes expired sessions, and guests who never played and were not seen for long; returns how many guests."""
        now = self.sessions.now()
        await self.sessions.drop_ended(
            await self._store.write(lambda job: delete_sessions(job, session_sql.DELETE_EXPIRED, now))
        )
        unused = await self._store.rows(sql.UNUSED_GUESTS, now - GUEST_LIFETIME)
        return sum([await self._delete_person(row["id"], now - GUEST_LIFETIME) for row in unused])

    async def _delete_person(self, person: str, unless_seen_since: int | None = None) -> bool:
        async def job(transaction: Transaction) -> list[EndedSession] | None:
            seen_at = await transaction.row(sql.SEEN_AT, person)
            if seen_at is None or (unless_seen_since is not None and seen_at[0] >= unless_seen_since):
                return None
            ended = await delete_sessions(transaction, session_sql.DELETE_ALL, person)
            await close_wallet(transaction, person, self.sessions.now())
            await forget_player(transaction, person)
            await transaction.execute(sql.REMOVE_NAME_FROM_TITLES, person)
            await transaction.execute(sql.REMOVE_NAME_FROM_SEATS, DELETED_NAME, person)
            await transaction.execute(sql.DELETE, person)
            return ended

        self.sessions.people_leaving.add(person)  # so that they can't sit down again meanwhile
        try:
            for callback in self.before_delete:
                await callback(person)
            ended = await self._store.write(job)
            await self.sessions.drop_ended(ended or [])
        finally:
            self.sessions.people_leaving.discard(person)
        return ended is not None

    # ---- changing

    async def rename(self, person: Person, name: str) -> Person:
        """Gives somebody another name, if it is free."""
        wanted = clean_name(name)
        await self._store.read(lambda transaction: _free_name(transaction, wanted, person.id))
        for callback in self.before_rename:
            await callback(person.id, wanted)

        async def job(transaction: Transaction) -> list[bytes]:
            await _add_skeletons(transaction)
            await _free_name(transaction, wanted, person.id)
            await transaction.execute(sql.RENAME, wanted, name_key(wanted), person.id)
            await _store_skeletons(transaction, person.id, wanted)
            return await token_digests(transaction, person.id)

        self.sessions.evict(await self._store.write(job))
        for callback in self.after_rename:
            await callback(person.id, wanted)
        return msgspec.structs.replace(person, name=wanted)

    async def set_avatar(self, person: Person, avatar: int) -> Person:
        """Gives somebody another avatar."""

        async def job(transaction: Transaction) -> list[bytes]:
            await transaction.execute(sql.SET_AVATAR, avatar, person.id)
            return await token_digests(transaction, person.id)

        self.sessions.evict(await self._store.write(job))
        for callback in self.after_avatar:
            await callback(person.id, avatar)
        return msgspec.structs.replace(person, avatar=avatar)

    async def set_password(self, session: Session, new: str, old: str | None = None, end_tokens: bool = False) -> None:
        """Sets or changes a password, signs out all other browsers of the person, and ends their tokens if so wished."""
        check_new_password(new)
        person = session.person.id
        before = await self.check_password(person, old)
        await self._store_password(person, before, await self.passwords.hash(new))
        others = session_sql.DELETE_OTHERS if end_tokens else session_sql.DELETE_OTHER_BROWSERS
        ended = await self._store.write(lambda job: delete_sessions(job, others, person, session.id))
        await self.sessions.drop_ended(ended)

    async def _store_password(self, person: str, before: str | None, after: str) -> None:
        async def job(transaction: Transaction) -> list[bytes]:
            if not await transaction.execute(sql.REPLACE_PASSWORD, after, person, before):
                raise Conflict(Message("refusal.password-changed-elsewhere"))
            return await token_digests(transaction, person)

        self.sessions.evict(await self._store.write(job))  # a guest with a password is no guest any more

    async def check_password(self, person: str, password: str | None) -> str | None:
        """The stored hash of the right password; a guest has none and needs none."""
        row = await self._store.row(sql.PASSWORD, person)
        if row is None or row["password"] is None:
            return None
        if not await self.passwords.matches(row["password"], password or ""):
            raise Forbidden(Message("refusal.not-your-password"))
        return str(row["password"])

    # ---- programs

    async def new_token(self, person: Person, label: str) -> NewSession:
        """Creates a token for a program that plays under this person's name."""
        if not label.isprintable() or not 0 < len(label) <= MAX_LABEL_LENGTH:
            raise SabaccError(Message("refusal.token-label", most=MAX_LABEL_LENGTH))
        return await self._start_session(person.id, "program", label)

    async def _start_session(self, person: str, kind: SessionKind, label: str, password_hash: str = "") -> NewSession:
        now = self.sessions.now()

        async def job(transaction: Transaction) -> NewSession:
            if kind == "program":
                await _check_token_count(transaction, person)
            elif await transaction.row(sql.HAS_PASSWORD, person, password_hash) is None:
                raise NotAuthenticated(Message("refusal.password-changed"))
            return await create_session(transaction, person, kind, label, now)

        session = await self._store.write(job)
        await self.sessions.drop_ended(session.drop_ended)
        return session


def _with_password(row: Row) -> Person:
    return Person(row["id"], row["name"], False, avatar_of(row["id"], row["avatar"]))


async def _check_token_count(transaction: Transaction, person: str) -> None:
    count = await transaction.row(session_sql.TOKEN_COUNT, person)
    if count is not None and count[0] >= MAX_TOKENS:
        raise Conflict(Message("refusal.too-many-tokens", most=MAX_TOKENS))


async def _free_name(transaction: Transaction, wanted: str, except_person: str = "") -> str:
    """The name that is wanted, if nobody else has it, or a generated one."""

    async def taken(name: str) -> bool:
        return await transaction.row(sql.NAME_IS_TAKEN, except_person, name_key(name), *skeletons(name)) is not None

    if not wanted:
        return await generate_name(taken)
    if await taken(wanted):
        free = await free_name_like(wanted, taken)
        raise Conflict(Message("refusal.name-taken", name=wanted, free=free))
    return wanted


async def _add_skeletons(transaction: Transaction) -> None:
    """Looks at the names that came before there were skeletons."""
    for row in await transaction.rows(sql.WITHOUT_SKELETON):
        await _store_skeletons(transaction, row["id"], row["name"])


async def _store_skeletons(transaction: Transaction, person: str, name: str) -> None:
    await transaction.execute(sql.SET_SKELETONS, *skeletons(name), person)
