"""Names of people: which are allowed, when two are the same, and generated ones."""

from __future__ import annotations

import itertools
import secrets
import unicodedata
from collections.abc import Awaitable, Callable, Iterator

from sabacc.errors import SabaccError
from sabacc.game.checks import check_name
from sabacc.messages import Message
from sabacc.server.people.confusables import mixes_scripts, skeletons
from sabacc.server.storage.hand_rows import DELETED_NAME

MAX_LENGTH = 24
IsTaken = Callable[[str], Awaitable[bool]]
RESERVED = frozenset({DELETED_NAME, "the table", "the house", "you"})  # words of the table itself

# Small letters of other alphabets that look like Latin ones, or whose large ones do.
_LOOKALIKES = str.maketrans(
    "авеѕіјкмнорстухһԁԍԛԝӏαβεζηικμνορτυχոսօհցıɑɡ",
    "abesijkmhopctyxhdgqwlabezhikmnoptyxnuohgiag",
)
# Printable according to Unicode, but invisible.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
) | frozenset(map(chr, itertools.chain(range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))))
_STARTS = (
    "Bel", "Cor", "Dal", "Del", "Dor", "Fen", "Hal", "Hes", "Ild", "Jor",
    "Lum", "Mel", "Nim", "Pel", "Quil", "Ros", "Tam", "Ven", "Wil", "Zel",
)  # fmt: skip
_MIDDLES = ("", "a", "e", "i", "o")
_ENDS = (
    "bin", "dan", "der", "dric", "len", "lo", "mer", "mond", "na", "nor",
    "rick", "sa", "ta", "ten", "va", "vin", "wen", "zo",
)  # fmt: skip

_RESERVED_SKELETONS = frozenset(one for word in RESERVED for one in skeletons(word))


def clean_name(name: str) -> str:
    """The name as it is shown; raises if it is not allowed."""
    cleaned = " ".join(filter(None, unicodedata.normalize("NFC", name).replace("\ufe0f", "").split(" ")))
    if len(cleaned) > MAX_LENGTH:
        raise SabaccError(Message("refusal.name-too-long", most=MAX_LENGTH, length=len(cleaned)))
    check_name(cleaned)
    if _INVISIBLE & set(cleaned) or _has_stacked_marks(cleaned):
        raise SabaccError(Message("refusal.name-unreadable"))
    if mixes_scripts(cleaned):
        raise SabaccError(Message("refusal.name-scripts"))
    if name_key(cleaned) in RESERVED or not _RESERVED_SKELETONS.isdisjoint(skeletons(cleaned)):
        raise SabaccError(Message("refusal.name-reserved", name=cleaned))
    return cleaned


def name_key(name: str) -> str:
    """The name as somebody types it to sign in: however it is written, the key is the same."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.translate(_LOOKALIKES).split())


async def free_name_like(name: str, taken: IsTaken) -> str:
    """A free name like this one."""
    others = _numbered(name)
    while await taken(other := next(others)):
        pass
    return other


async def generate_name(taken: IsTaken) -> str:
    """A free name made of syllables."""
    for _ in range(20):
        name = "".join(map(secrets.choice, (_STARTS, _MIDDLES, _ENDS)))
        if not await taken(name):
            return name
    return await free_name_like(name, taken)


def _numbered(name: str) -> Iterator[str]:
    for number in itertools.count(2):
        end = f" {number if number < 10 else secrets.randbelow(10 ** min(number, 9))}"
        yield name[: MAX_LENGTH - len(end)].rstrip() + end


def _has_stacked_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(char).startswith("M") else "." for char in name)
    return "mmm" in marks
