"""What becomes of the cards and the dice, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sabacc.cards import Card
from sabacc.game import events as ev
from sabacc.game.board import PILE
from sabacc.game.events.base import SeatEvent
from sabacc.hands.hand_names import hand_title
from sabacc.words.family_words import FamilyWords
from sabacc.words.hand_memory import HandMemory
from sabacc.words.voice import Voice

SHIFTS = {
    "core": "event.shift-core",
    "rim": "event.shift-rim",
    "wild": "event.shift-wild",
    "one-card": "event.shift-one-card",
    "pulse": "event.shift-pulse",
    "spike": "event.shift-spike",
    "double-spikes": "event.shift-double-spikes",
    "selection": "event.shift-selection",
}
PLAIN: dict[type[SeatEvent], str] = {
    ev.PileTaken: "event.takes-discard",
    ev.TookBack: "event.takes-from-field",
    ev.Swapped: "event.swaps",
    ev.Kept: "event.keeps",
    ev.PushedBack: "event.pushes-back",
    ev.Offered: "event.gives-up",
}
DEMISES = {"CH25": "event.demise-blind-draw", "CS10": "event.demise-pile"}
UNSEEN = "none"  # how messages know a card that is not seen


class CardSentences:
    """One sentence for each kind of event that moves or shows cards."""

    def __init__(self, voice: Voice, words: FamilyWords, memory: HandMemory) -> None:
        self.voice = voice
        self.says = voice.says
        self.tells = voice.tells
        self.words = words
        self.memory = memory

    def plain(self, event: SeatEvent) -> str:
        """An event that is told in the same words in every game."""
        return self.tells(event.seat, PLAIN[type(event)], card=getattr(event, "card", ""))

    def shuffled(self, event: ev.Shuffled) -> str:
        if event.zones == ("box",) or event.to == "aside" or "hands" in event.zones:
            return ""
        return self.says("event.reshuffled") if event.to == "deck" else ""

    def dealt(self, event: ev.Dealt) -> str:
        draws = self.memory.last_action in ("gain", "trade")
        if self.memory.last_action == "trade":
            self.memory.last_action = ""
        if event.card is None:
            return self.tells(event.seat, "event.draws-unseen" if draws else "event.gets-unseen")
        return self.tells(event.seat, "event.draws" if draws else "event.gets", card=event.card, up=event.up)

    def dropped(self, event: ev.Dropped) -> str:
        return self.tells(event.seat, "event.drops", card=event.card or UNSEEN, to=event.to)

    def placed(self, event: ev.Placed) -> str:
        return self.tells(event.seat, self.words.protects, card=event.card)

    def rolled(self, event: ev.Rolled) -> str:
        if not self.words.names_rolls:
            return ""
        return self.tells(event.seat, "event.rolls", dice=event.dice)

    def shifted(self, event: ev.Shifted) -> str:
        self.memory.last_action = "shift"
        return self.says(SHIFTS[event.kind])

    def discarded(self, event: ev.Discarded) -> str:
        return self.tells(event.seat, self.words.loses, **_some_cards(event.cards, event.count))

    def taken(self, event: ev.Taken) -> str:
        return self.tells(event.seat, "event.loses-card", card=event.card or UNSEEN)

    def selected(self, event: ev.Selected) -> str:
        if not event.count:
            return ""
        key = "event.adds" if self.memory.last_action == "improve" else "event.selects"
        return self.tells(event.seat, key, **_some_cards(event.cards, event.count))

    def shown(self, event: ev.Shown) -> str:
        hand = hand_title(event.name, self.voice.language)
        if self.words.names_sums and event.total:
            hand = self.says("hand.with-sum", hand=hand, total=event.total)
        borrowed = " ".join(event.borrowed) or UNSEEN
        return self.tells(event.seat, "event.shows", cards=" ".join(event.cards), borrowed=borrowed, hand=hand)

    def sudden_demise(self, event: ev.SuddenDemise) -> str:
        return self.says(DEMISES.get(event.clause, "event.demise"), names=self.voice.all_of(event.seats))

    def no_sudden_demise(self, event: ev.NoSuddenDemise) -> str:
        return self.says("event.no-demise", names=self.voice.all_of(event.seats))

    def board_dealt(self, event: ev.BoardDealt) -> str:
        return self.says("event.board-dealt", card=event.card, place=place_key(event.place))

    def board_filled(self, event: ev.BoardFilled) -> str:
        return self.says("event.board-filled", card=event.card, place=place_key(event.place))

    def bought(self, event: ev.Bought) -> str:
        return self.tells(event.seat, "event.buys", card=event.card, place=place_key(event.place))

    def peeked(self, event: ev.Peeked) -> str:
        return self.tells(event.seat, "event.peeks", card=event.card or UNSEEN)

    def tie_drawn(self, event: ev.TieDrawn) -> str:
        return self.tells(event.seat, "event.tie-drawn", card=event.card)


def _some_cards(cards: Sequence[Card] | None, count: int) -> dict[str, str | int]:
    """Cards by their faces, or how many they are."""
    return {"cards": " ".join(cards) if cards else UNSEEN, "n": count}


def place_key(place: int) -> str:
    """How messages know a place of the board (CH5)."""
    return "pile" if place == PILE else str(place)


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
