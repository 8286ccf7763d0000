"""What becomes of the cards and the dice, in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sabacc.game import events as ev
from sabacc.game.board import PILE
from sabacc.game.events.base import SeatEvent
from sabacc.words.family_words import FamilyWords
from sabacc.words.hand_memory import HandMemory
from sabacc.words.voice import Voice, said

SHIFTS = {
    "core": "Sabacc shift. All cards in hand are thrown away, and new ones are dealt.",
    "rim": "Sabacc shift. One card of each hand changes places.",
    "wild": "Sabacc shift. Hands, deck and junk are shuffled together.",
    "one-card": "Sabacc shift. One card of each hand changes.",
    "pulse": "Sabacc shift. A pulse: all cards in hand go into the deck, and new ones are dealt.",
    "spike": "Spike. All pocket cards are shuffled with the stub and dealt anew.",
    "double-spikes": "Double spikes. All pocket cards are dealt anew, and a face-up card of each changes places.",
    "selection": "Sabacc shift. Everything that was not selected is discarded and drawn anew.",
}
PETAL_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth")  # as people count the places 0 to 5 (CH5)

PLAIN: dict[type[SeatEvent], str] = {
    ev.PileTaken: "takes {card} off the discard pile",
    ev.TookBack: "takes {card} out of the static field",
    ev.Swapped: "puts {card} in its place",
    ev.Kept: "takes the stub card",
    ev.PushedBack: "pushes it back",
    ev.Offered: "gives up {card}",
}


class CardSentences:
    """One sentence for each kind of event that moves or shows cards."""

    def __init__(self, voice: Voice, words: FamilyWords, memory: HandMemory) -> None:
        self.voice = voice
        self.says = voice.says
        self.words = words
        self.memory = memory

    def plain(self, event: SeatEvent) -> str:
        """An event that is told in the same words in every game."""
        return f"{self.says(event.seat, PLAIN[type(event)].format(card=getattr(event, 'card', '')))}."

    def shuffled(self, event: ev.Shuffled) -> str:
        if event.zones == ("box",) or event.to == "aside" or "hands" in event.zones:
            return ""
        return "The deck is empty: the junk is shuffled into a new one." if event.to == "deck" else ""

    def dealt(self, event: ev.Dealt) -> str:
        verb = "draws" if self.memory.last_action in ("gain", "trade") else "gets"
        if self.memory.last_action == "trade":
            self.memory.last_action = ""
        if event.card is None:
            return f"{self.says(event.seat, verb)} a card."
        return f"{self.says(event.seat, verb)} {event.card}{', face up' if event.up else ''}."

    def dropped(self, event: ev.Dropped) -> str:
        where = "on the discard pile" if event.to == "pile" else "face down"
        return f"{self.says(event.seat, 'drops')} {event.card or 'a card'} {where}."

    def placed(self, event: ev.Placed) -> str:
        return f"{self.says(event.seat, self.words.protects.format(card=event.card))}."

    def rolled(self, event: ev.Rolled) -> str:
        if not self.words.names_rolls:
            return ""
        return f"{self.says(event.seat, 'rolls')} {' and '.join(map(str, event.dice))}."

    def shifted(self, event: ev.Shifted) -> str:
        self.memory.last_action = "shift"
        return SHIFTS[event.kind]

    def discarded(self, event: ev.Discarded) -> str:
        cards = " ".join(event.cards) if event.cards else f"{event.count} card{'s' if event.count > 1 else ''}"
        return f"{self.says(event.seat, self.words.loses)} {cards}."

    def taken(self, event: ev.Taken) -> str:
        return f"{self.says(event.seat, 'loses')} {event.card or 'a card'}."

    def selected(self, event: ev.Selected) -> str:
        cards = " ".join(event.cards) if event.cards else f"{event.count} card{'s' if event.count != 1 else ''}"
        verb = "adds" if self.memory.last_action == "improve" else "selects"
        return f"{self.says(event.seat, verb)} {cards}." if event.count else ""

    def shown(self, event: ev.Shown) -> str:
        borrowed = f" with {' '.join(event.borrowed)} from the others' fields" if event.borrowed else ""
        name = re.sub(r"-(?=\d)", "−", event.name)
        total = f", {said(event.total)}" if self.words.names_sums and event.total else ""
        return f"{self.says(event.seat, 'shows')} {' '.join(event.cards)}{borrowed}: {name}{total}."

    def sudden_demise(self, event: ev.SuddenDemise) -> str:
        how = {"CH25": "A blind draw", "CS10": "A card off the pile"}.get(event.clause, "Sudden demise: one more card")
        return f"{self.voice.all_of(event.seats)} are tied. {how} for each."

    def no_sudden_demise(self, event: ev.NoSuddenDemise) -> str:
        return f"There are too few cards for a sudden demise: {self.voice.all_of(event.seats)} split."

    def board_dealt(self, event: ev.BoardDealt) -> str:
        return f"{event.card} is turned up on {place_name(event.place)}."

    def board_filled(self, event: ev.BoardFilled) -> str:
        return f"{event.card} moves from the pile to {place_name(event.place)}."

    def bought(self, event: ev.Bought) -> str:
        return f"{self.says(event.seat, 'takes')} {event.card} from {place_name(event.place)}."

    def peeked(self, event: ev.Peeked) -> str:
        return f"{self.says(event.seat, 'looks')} at {event.card or 'a card'} off the stub."

    def tie_drawn(self, event: ev.TieDrawn) -> str:
        return f"{event.card} is drawn for {'you' if event.seat == self.voice.me else self.voice.names[event.seat]}."


def place_name(place: int) -> str:
    """What a place of the board is called."""
    return "the discard pile" if place == PILE else f"the {PETAL_NAMES[place]} petal"


CARD_SENTENCES: dict[type[ev.Event], Callable[[CardSentences, Any], str]] = {
    ev.Shuffled: CardSentences.shuffled,
    ev.Dealt: CardSentences.dealt,
    ev.Dropped: CardSentences.dropped,
    ev.PileTaken: CardSentences.plain,
    ev.Placed: CardSentences.placed,
    ev.TookBack: CardSentences.plain,
    ev.Rolled: CardSentences.rolled,
    ev.Shifted: CardSentences.shifted,
    ev.Discarded: CardSentences.discarded,
    ev.Taken: CardSentences.taken,
    ev.Shown: CardSentences.shown,
    ev.SuddenDemise: CardSentences.sudden_demise,
    ev.NoSuddenDemise: CardSentences.no_sudden_demise,
    ev.BoardDealt: CardSentences.board_dealt,
    ev.BoardFilled: CardSentences.board_filled,
    ev.Bought: CardSentences.bought,
    ev.Swapped: CardSentences.plain,
    ev.Peeked: CardSentences.peeked,
    ev.Kept: CardSentences.plain,
    ev.PushedBack: CardSentences.plain,
    ev.Offered: CardSentences.plain,
    ev.Selected: CardSentences.selected,
    ev.TieDrawn: CardSentences.tie_drawn,
}
