"""Events as sentences.

>>> from sabacc.game.events import Rolled, Won
>>> tell(Rolled(0, (3, 3), 6), ["Ana", "Ben"])
'Ana rolls 3 and 3.'
>>> tell(Won(1, 40, 0, "H4"), ["Ana", "Ben"], me=1)
'You win the hand pot: 40.'
>>> tell(Won(1, 40, 0, "H4"), ["Ana", "Ben"], me=1, language="de")
'Du gewinnst den Handpot: 40.'
"""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.game import events as ev
from sabacc.messages import ENGLISH
from sabacc.rules import Rules
from sabacc.words.card_sentences import CARD_SENTENCES, CardSentences
from sabacc.words.family_words import words_of
from sabacc.words.hand_memory import HandMemory
from sabacc.words.table_sentences import TABLE_SENTENCES, TableSentences
from sabacc.words.voice import Voice


class Teller:
    """Tells one event after the other to a listener, who is called "you"."""

    def __init__(
        self, names: Sequence[str], me: int | None = None, rules: Rules | None = None, language: str = ENGLISH
    ) -> None:
        voice, words = Voice(names, me, language), words_of(rules)
        self.memory = HandMemory()
        self.cards = CardSentences(voice, words, self.memory)
        self.table = TableSentences(voice, words, self.memory, rules)

    def tell(self, event: ev.Event) -> str:
        """One sentence, or nothing for an event that goes without saying."""
        self.memory.remember(event)
        about_cards = CARD_SENTENCES.get(type(event))
        if about_cards is not None:
            return about_cards(self.cards, event)
        about_table = TABLE_SENTENCES.get(type(event))
        return about_table(self.table, event) if about_table is not None else ""


def tell(
    event: ev.Event,
    names: Sequence[str],
    me: int | None = None,
    rules: Rules | None = None,
    language: str = ENGLISH,
) -> str:
    """One sentence for an event by itself, "you" being `me`; nothing for one that goes without saying."""
    return Teller(names, me, rules, language).tell(event)


def explain(events: Sequence[ev.Event], names: Sequence[str], rules: Rules) -> list[str]:
    """The sentences of a settlement, each with the clause that decided the point."""
    teller = Teller(names, None, rules)
    told: list[str] = []
    for event in events:
        said = teller.tell(event)
        clause = getattr(event, "clause", "")
        if said:
            told.append(f"{said} ({clause})" if clause else said)
    return told
