"""Names that look alike, by the skeletons of UTS #39: `confusable-homoglyphs` has Unicode's own data."""

from __future__ import annotations

import functools
import unicodedata

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

_ANY_SCRIPT = frozenset({"COMMON", "INHERITED", "Unknown"})
_USED_TOGETHER = (  # what UTS #39 takes for one script
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)


def mixes_scripts(name: str) -> bool:
    """Whether letters of different scripts stand in a name.

    >>> mixes_scripts("Аna"), mixes_scripts("Ana"), mixes_scripts("アナ 安奈 ❤")
    (True, False, False)
    """
    scripts = {alias(char) for char in unicodedata.normalize("NFKC", name)} - _ANY_SCRIPT
    return len(scripts) > 1 and not any(scripts <= together for together in _USED_TOGETHER)


def skeletons(name: str) -> tuple[str, str, str]:
    """The skeletons of a name as it is written, in small and in large letters: names with one in common look alike.

    >>> skeletons("Ilsa")[0] == skeletons("llsa")[0], skeletons("вова")[2] == skeletons("BOBA")[2]
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", name)
    return _skeleton(plain), _skeleton(plain.lower()), _skeleton(plain.upper())


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    mapped = "".join(prototypes.get(char, char) for char in unicodedata.normalize("NFD", text))
    return " ".join(unicodedata.normalize("NFD", mapped).split())


@functools.cache  # it takes a while, and those who only play cards need none
def _prototypes() -> dict[str, str]:
    """By character, what stands for all that look like it."""
    found: dict[str, str] = {}
    for char in confusables_data:
        if len(char) == 1 and char not in found:
            alike = _all_like(char)
            prototype = min(alike, key=lambda one: (not one.isascii(), -len(one), one))
            found.update((one, prototype) for one in alike if len(one) == 1)
    return {char: "".join(found.get(one, one) for one in looks) for char, looks in found.items()}


def _all_like(char: str) -> set[str]:
    alike, waiting = {char}, [char]
    while waiting:
        for other in confusables_data.get(waiting.pop(), ()):
            if other["c"] not in alike:
                alike.add(other["c"])
                waiting.append(other["c"])
    return alike
