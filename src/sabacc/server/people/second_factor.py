"""A second factor: codes of an authenticator app (TOTP), and recovery codes for who has lost it, or the password."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec
import pyotp
import segno

from sabacc.messages import Message
from sabacc.server.http.errors import Conflict, Forbidden, NotAuthenticated, SecondFactorNeeded
from sabacc.server.storage.sql import devices as sql
from sabacc.server.storage.store import Store, Transaction

ISSUER = "sabacc"
STEP = 30  # seconds that a code is shown
RECOVERY_CODES = 10
_RECOVERY_BYTES = 10
_RECOVERY_LENGTH = 16  # letters of base32


class SecondFactorState(msgspec.Struct, frozen=True):
    """Whether an app is asked for at sign-in, and how many recovery codes are left."""

    totp: bool
    recovery_codes: int


class NewTotp(msgspec.Struct, frozen=True):
    """What an authenticator app needs to know: the secret, the same as an address, and that as a picture (a data URI)."""

    secret: str
    uri: str
    picture: str

    def __repr__(self) -> str:
        return "<NewTotp>"


class SecondFactors:
    """The second factors of everybody."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now  # milliseconds since 1970

    async def state(self, person: str) -> SecondFactorState:
        """What somebody has."""
        row = await self._store.row(sql.FACTORS, person)
        assert row is not None
        return SecondFactorState(bool(row["totp"]), row["recovery_codes"])

    async def begin(self, person: str, name: str) -> NewTotp:
        """A new secret, which counts once a code of it was right."""
        secret = pyotp.random_base32()
        sealed = self._store.vault.seal(secret)

        async def job(transaction: Transaction) -> None:
            if await _is_on(transaction, person):
                raise Conflict(Message("refusal.app-already"))
            await transaction.execute(sql.SET_SECRET, person, sealed)

        await self._store.write(job)
        uri = pyotp.TOTP(secret).provisioning_uri(name, ISSUER)
        return NewTotp(secret, uri, segno.make(uri, error="m").svg_data_uri(scale=5, border=3, light="#fff"))

    async def confirm(self, person: str, code: str) -> list[str]:
        """Turns it on with a first code; recovery codes to be kept."""
        new = _new_recovery_codes()

        async def job(transaction: Transaction) -> None:
            if await _is_on(transaction, person):
                raise Conflict(Message("refusal.on-already"))
            await self._use_totp(transaction, person, code, confirmed=False)
            await transaction.execute(sql.CONFIRM, person)
            await _store_recovery_codes(transaction, person, new)

        await self._store.write(job)
        return new

    async def turn_off(self, person: str) -> None:
        """From now on the password is enough."""
        await self._store.execute(sql.DELETE_SECRET, person)

    async def renew_recovery_codes(self, person: str) -> list[str]:
        """New recovery codes; the old ones are void."""
        new = _new_recovery_codes()
        await self._store.write(lambda transaction: _store_recovery_codes(transaction, person, new))
        return new

    async def check(self, person: str, code: str) -> None:
        """Refuses who has a second factor and does not show it."""
        if (await self.state(person)).totp:
            await self._store.write(lambda transaction: self.use(transaction, person, code))

    async def use(self, transaction: Transaction, person: str, code: str) -> None:
        """Uses up a code if one is needed; part of a job."""
        if not await _is_on(transaction, person):
            return
        if not code.strip():
            raise SecondFactorNeeded(Message("refusal.code-needed"))
        if not is_short(code):
            await use_recovery_code(transaction, person, code)
        else:
            await self._use_totp(transaction, person, code, confirmed=True)

    async def is_shown(self, transaction: Transaction, person: str, code: str) -> bool:
        """Whether the code is right, or none is needed; one that is missing is asked for."""
        try:
            await self.use(transaction, person, code)
        except SecondFactorNeeded:
            raise
        except NotAuthenticated:
            return False
        return True

    async def _use_totp(self, transaction: Transaction, person: str, code: str, confirmed: bool) -> None:
        row = await transaction.row(sql.SECRET, person, int(confirmed))
        if row is None:
            raise Conflict(Message("refusal.set-up-app"))
        now = self._now() // 1000 // STEP
        totp = pyotp.TOTP(self._store.vault.open(row["secret"]), interval=STEP)
        right = [
            step for step in (now - 1, now, now + 1) if hmac.compare_digest(totp.generate_otp(step), _digits(code))
        ]
        if not right or right[0] <= row["last_step"]:
            raise NotAuthenticated(Message("refusal.code-wrong"))
        await transaction.execute(sql.SET_STEP, right[0], person)


async def use_recovery_code(transaction: Transaction, person: str, code: str) -> None:
    """Uses up a recovery code; part of a job."""
    if not await transaction.execute(sql.USE_RECOVERY_CODE, person, _digest(code)):
        raise NotAuthenticated(Message("refusal.recovery-wrong"))


def is_short(code: str) -> bool:
    """Whether a code can be guessed, as no recovery code can."""
    return len(_plain(code)) != _RECOVERY_LENGTH


def require_password(guest: bool) -> None:
    """Refuses guests, who have no first factor."""
    if guest:
        raise Forbidden(Message("refusal.guest-needs-password"))


async def _is_on(transaction: Transaction, person: str) -> bool:
    return await transaction.row(sql.IS_CONFIRMED, person) is not None


async def _store_recovery_codes(transaction: Transaction, person: str, codes: list[str]) -> None:
    await transaction.execute(sql.DELETE_RECOVERY_CODES, person)
    await transaction.execute_many(sql.INSERT_RECOVERY_CODE, [(person, _digest(code)) for code in codes])


def _new_recovery_codes() -> list[str]:
    codes = [base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    return ["-".join(code[at : at + 4] for at in range(0, _RECOVERY_LENGTH, 4)) for code in codes]


def _plain(code: str) -> str:
    return code.replace("-", "").replace(" ", "").lower()


def _digits(code: str) -> str:
    return "".join(char for char in code if char in "0123456789")


def _digest(code: str) -> bytes:
    return hashlib.sha256(_plain(code).encode()).digest()
