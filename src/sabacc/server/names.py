"""What people may be called, when two names are the same, and names for those who don't want to think of one."""

from __future__ import annotations

import itertools
import secrets
import unicodedata
from collections.abc import Callable, Iterator

from sabacc.errors import SabaccError
from sabacc.game.table import check_name

LONGEST = 24
GONE = "somebody who left"  # what people are called who have deleted their account
RESERVED = frozenset({GONE, "the table", "the house", "you"})  # what the table itself says

# Small letters of other alphabets that look like Latin ones, or whose large ones do.
_ALIKE = str.maketrans(
    "авеѕіјкмнорстухһԁԍԛԝӏαβεζηικμνορτυχոսօհցıɑɡ",
    "abesijkmhopctyxhdgqwlabezhikmnoptyxnuohgiag",
)
# Printable by the letter of Unicode, and seen by nobody.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, itertools.chain(range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)))
)
_FIRST = (
    "Bel", "Cor", "Dal", "Del", "Dor", "Fen", "Hal", "Hes", "Ild", "Jor",
    "Lum", "Mel", "Nim", "Pel", "Quil", "Ros", "Tam", "Ven", "Wil", "Zel",
)  # fmt: skip
_MIDDLE = ("", "a", "e", "i", "o")
_LAST = (
    "bin", "dan", "der", "dric", "len", "lo", "mer", "mond", "na", "nor",
    "rick", "sa", "ta", "ten", "va", "vin", "wen", "zo",
)  # fmt: skip


def clean_name(name: str) -> str:
    """The name as it is shown, or a sentence about what is wrong with it."""
    cleaned = " ".join(filter(None, unicodedata.normalize("NFC", name).replace("\ufe0f", "").split(" ")))
    if len(cleaned) > LONGEST:
        raise SabaccError(f"a name has at most {LONGEST} characters, and this one has {len(cleaned)}.")
    check_name(cleaned)
    if _UNSEEN & set(cleaned) or _piled_up(cleaned):
        raise SabaccError("a name is made of characters that others can see and read, without piles of accents.")
    if name_key(cleaned) in RESERVED:
        raise SabaccError(f"{cleaned} is what the table says when it means something else; take another name.")
    return cleaned


def name_key(name: str) -> str:
    """The name as it is compared: two that one could take for each other have the same key."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.translate(_ALIKE).split())


def another_name(name: str, taken: Callable[[str], bool]) -> str:
    """A name like this one that is free."""
    return next(other for other in _numbered(name) if not taken(name_key(other)))


def made_up_name(taken: Callable[[str], bool]) -> str:
    """A free name that nobody had to think of."""
    for _ in range(20):
        name = "".join(map(secrets.choice, (_FIRST, _MIDDLE, _LAST)))
        if not taken(name_key(name)):
            return name
    return another_name(name, taken)


def _numbered(name: str) -> Iterator[str]:
    for number in itertools.count(2):
        end = f" {number if number < 10 else secrets.randbelow(10 ** min(number, 9))}"
        yield name[: LONGEST - len(end)].rstrip() + end


def _piled_up(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(char).startswith("M") else "." for char in name)
    return "mmm" in marks
