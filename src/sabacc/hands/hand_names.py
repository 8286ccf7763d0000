"""What hands are called in the reader's language; ranks with a name of their own keep it in all of them."""

from __future__ import annotations

import re

from sabacc.messages import ENGLISH, Message, Said, text_in

NUMBERED = (  # what rankers call hands by their numbers
    (re.compile(r"Total (?P<total>-?\d+)"), "hand.total"),
    (re.compile(r"Bombed out at (?P<total>-?\d+)"), "hand.bombed-out"),
    (re.compile(r"(?P<off>\d+) off, (?P<suit>\d+) of the suit"), "hand.off-target"),
    (re.compile(r"On the number, (?P<suit>\d+) of the suit"), "hand.on-target"),
)


def hand_title(name: str, language: str = ENGLISH) -> str:
    """A hand's name, as rankers and events have it, in a language.

    >>> hand_title("Bombed out at -26", "de")
    'Geplatzt mit −26'
    """
    return text_in(hand_title_said(name), language)


def hand_title_said(name: str) -> Said:
    """The same for a reader whose language is yet to be known."""
    for pattern, key in NUMBERED:
        if found := pattern.fullmatch(name):
            return Message(key, **{part: int(number) for part, number in found.groupdict().items()})
    return re.sub(r"-(?=\d)", "−", name)
