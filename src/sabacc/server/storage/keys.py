"""The server's keys: what seals seeds, and what signs heads of the log. They lie outside the database.

Who has the database alone, or a backup of it, can then neither read a seed nor sign in the server's name.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from sabacc.errors import SabaccError
from sabacc.server.storage.private_files import append_durably, make_private_folder, sync_folder

VARIABLE = "SABACC_KEYS"
KEY_BYTES = 32
ENDORSES = b"sabacc: the server signs from now on with the key "


class SealKey(msgspec.Struct, frozen=True):
    """A key that seals secrets, and the name by which what it sealed calls it."""

    name: str
    key: bytes

    def __repr__(self) -> str:
        return f"<SealKey {self.name}>"


class ServerKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys in use: new secrets are sealed with the first one, and the others open older ones."""

    seal: tuple[SealKey, ...]
    signing: bytes  # the private half of an Ed25519 key
    endorsement: bytes | None = None  # its public half, signed by the key before it

    def __repr__(self) -> str:
        return "<ServerKeys>"

    @property
    def public(self) -> bytes:
        """The public half of the signing key."""
        return self.private.public_key().public_bytes_raw()

    @property
    def private(self) -> Ed25519PrivateKey:
        """The signing key."""
        return Ed25519PrivateKey.from_private_bytes(self.signing)


def new_keys(old: ServerKeys | None = None) -> ServerKeys:
    """New keys; those of before still open what they have sealed."""
    key = secrets.token_bytes(KEY_BYTES)
    name = hashlib.sha256(b"sabacc seal key " + key).hexdigest()[:12]
    keys = ServerKeys((SealKey(name, key), *(old.seal if old is not None else ())), secrets.token_bytes(KEY_BYTES))
    if old is None:
        return keys
    return msgspec.structs.replace(keys, endorsement=old.private.sign(ENDORSES + keys.public))


def is_endorsed(public: bytes, endorsement: bytes | None, before: bytes) -> bool:
    """Whether the key before it has signed a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(before).verify(endorsement or b"", ENDORSES + public)
    except (InvalidSignature, ValueError):
        return False
    return True


def keys_path(database: Path) -> Path:
    """Where the keys of a database are, if the environment has none."""
    return database.with_name(database.name + ".keys")


def load_keys(database: Path) -> ServerKeys | None:
    """The keys of a database, from the environment or their file; none if there are none."""
    text = os.environ.get(VARIABLE)
    if text:
        return _read(text.encode(), f"the environment variable {VARIABLE}")
    path = keys_path(database)
    try:
        return _read(path.read_bytes(), str(path))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SabaccError(f"the keys in {path} can't be read: {error.strerror}.") from error


def store_keys(database: Path, keys: ServerKeys) -> Path:
    """Puts keys in the place of those of before, all of them or none; where they are."""
    path = keys_path(database)
    make_private_folder(path.parent)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        append_durably(temporary, msgspec.json.encode(keys) + b"\n")
        temporary.replace(path)
    except OSError as error:
        raise SabaccError(f"{path} can't be written: {error.strerror}.") from error
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)
    return path


def _read(text: bytes, where: str) -> ServerKeys:
    try:
        keys = msgspec.json.decode(text, type=ServerKeys)
        whole = keys.seal and {len(one.key) for one in keys.seal} | {len(keys.signing)} == {KEY_BYTES}
    except msgspec.MsgspecError:
        whole = False
    if not whole:
        raise SabaccError(f"{where} has no keys of a sabacc server: put the right ones back.")
    return keys
