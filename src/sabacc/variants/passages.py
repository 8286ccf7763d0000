"""Passages: the paragraphs in which a game is explained, of sentences that wait for their reader's language.

>>> passage("goal", Message("rules.players-exactly", most=4)).text("de")
'Ziel. Für 4 Personen.'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sabacc.messages import ENGLISH, Message, Said, text_in


class Passage(NamedTuple):
    """A paragraph: what it is about, its sentences, and a list below them."""

    label: Said
    sentences: tuple[Said, ...]
    items: tuple[Said, ...] = ()

    def body(self, language: str = ENGLISH) -> str:
        """All but the label."""
        said = " ".join(text_in(one, language) for one in self.sentences)
        return "\n".join([said, *(text_in(one, language) for one in self.items)])

    def text(self, language: str = ENGLISH) -> str:
        """The whole paragraph."""
        label = text_in(self.label, language)
        return f"{label} {self.body(language)}" if label else self.body(language)


def passage(label: str, *sentences: Message | None) -> Passage:
    """A paragraph about one of the things that rules are explained by; sentences that are None are left out."""
    return Passage(Message(f"rules.label.{label}"), tuple(one for one in sentences if one is not None))


def unlabelled(head: Message, items: Iterable[Message] = ()) -> Passage:
    """A paragraph that says itself what it is about, perhaps by the list below it."""
    return Passage("", (head,), tuple(items))
