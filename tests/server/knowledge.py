"""What each seat may know, followed from the rules: where every card lies, and who can see that place (T6).

It reads whole events, as a hand's own log has them, and knows nothing of how the server cuts them down for a seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.decks import DECKS

Json = dict[str, Any]

SEEN_BY_ALL = {
    "placed",  # F1, CH17: the field and what is turned up
    "took-back",  # it lay in the field
    "pile-taken",  # HR4: the pile is face up
    "board-dealt",  # CH5
    "board-filled",  # CH12
    "bought",  # CH11: face up
    "swapped",  # CH11: it lies on the board now
    "offered",  # CH19: revealed together
    "shown",  # the showdown
    "tie-drawn",  # CH25, CS10
}
SEEN_BY_OWNER = {"dealt", "dropped", "peeked", "discarded", "taken", "selected"}
# What one picks in secret: trades are face down (or the drop is told), the others are shown when all have chosen.
SECRET_ACTIONS = {"trade", "choose-side", "offer", "select", "improve"}  # X7, FO1, CH19, CS5, CS8
OPEN_ACTIONS = {"take-discard", "place", "take-back", "buy", "keep", "protect"}  # HR4, F1, CH11, CH13, CH17


class Deck:
    """The texts that are cards."""

    def __init__(self, family: str) -> None:
        deck = DECKS[family]
        self.cards = frozenset(deck.cards)
        self.named = {deck.name(card).lower(): card for card in self.cards if len(deck.name(card)) > 3}
        longest_first = sorted(map(re.escape, self.cards), key=len, reverse=True)
        self._word = re.compile(rf"(?<![\w+-])(?:{'|'.join(longest_first)})(?!\w)")

    def texts_in(self, value: object) -> Counter[str]:
        """All cards anywhere in some JSON, whatever the fields are called."""
        return Counter(text for text in _strings(value) if text in self.cards)

    def told_in(self, sentence: str) -> set[str]:
        """All cards in a sentence, by text or by name."""
        lower = re.sub("sudden demise|idiot's array|the idiots|idiots full", "", sentence.lower())  # no cards
        return set(self._word.findall(sentence)) | {card for name, card in self.named.items() if name in lower}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield key
            yield from _strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _strings(inside)


class Knowledge:
    """One hand as it goes on: where the cards are, and who may name the cards of an event."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.down: dict[int, Counter[str]] = {}  # face down in a hand, selections too
        self.up: dict[int, Counter[str]] = {}  # face up before a player
        self.peeked: dict[int, str] = {}
        self.pile: list[str] = []
        self.board: dict[int, str] = {}
        self.any_shown = False

    def own(self, seat: int) -> set[str]:
        """The cards that a seat could do something with."""
        held = self.down.get(seat, Counter()) + self.up.get(seat, Counter())
        return set(held) | ({self.peeked[seat]} if seat in self.peeked else set())

    def may_name(self, event: Json, seat: int | None) -> Counter[str]:
        """The cards of a whole event that a seat may be told."""
        kind = event["type"]
        cards = self.deck.texts_in(event)
        if not cards or kind in SEEN_BY_ALL or seat == event.get("seat", -1):
            return cards
        if kind == "acted":
            return Counter() if event["action"]["type"] in SECRET_ACTIONS else self._open(event, cards)
        assert kind in SEEN_BY_OWNER, f"no rule says who may see {kind}: write one"
        if kind == "dealt" and event.get("up"):
            self._check_face_up(event)
            return cards
        if kind == "dropped" and event["to"] == "pile":  # HR4, CH13
            return cards
        return Counter()

    def _open(self, event: Json, cards: Counter[str]) -> Counter[str]:
        assert event["action"]["type"] in OPEN_ACTIONS, f"no rule says who may see {event['action']}: write one"
        return cards

    def _check_face_up(self, event: Json) -> None:
        """Cards are dealt face up to a flower's players (CH4, CH19), and after the hands were shown (H9)."""
        assert self.any_shown or self.deck.cards == frozenset(DECKS["corellian"].cards), event

    def see(self, event: Json) -> None:
        """Moves the cards."""
        move = getattr(self, "_" + event["type"].replace("-", "_"), None)
        if move is not None:
            move(event)

    # ---- where the cards go

    def _hand_started(self, event: Json) -> None:
        self.__init__(self.deck)  # type: ignore[misc]  # all cards come back

    def _dealt(self, event: Json) -> None:
        self._into(self.up if event.get("up") else self.down, event)

    def _into(self, place: dict[int, Counter[str]], event: Json) -> None:
        place.setdefault(event["seat"], Counter())[event["card"]] += 1

    def _out_of(self, place: dict[int, Counter[str]], seat: int, *cards: str) -> None:
        held = place.setdefault(seat, Counter())
        for card in cards:
            assert held[card] > 0, f"seat {seat} has no {card}"
            held[card] -= 1

    def _dropped(self, event: Json) -> None:
        self._out_of(self.up if event.get("up") else self.down, event["seat"], event["card"])
        if event["to"] == "pile":
            self.pile.append(event["card"])

    def _discarded(self, event: Json) -> None:
        self._out_of(self.down, event["seat"], *(event.get("cards") or ()))

    def _taken(self, event: Json) -> None:
        self._out_of(self.down, event["seat"], event["card"])

    def _shuffled(self, event: Json) -> None:
        if "hands" in event["zones"]:  # X3, X5, CH18
            self.down = {}

    def _placed(self, event: Json) -> None:
        self._out_of(self.down, event["seat"], event["card"])
        self._into(self.up, event)

    def _took_back(self, event: Json) -> None:
        self._out_of(self.up, event["seat"], event["card"])
        self._into(self.down, event)

    def _pile_taken(self, event: Json) -> None:
        assert event["card"] in self.pile[-2:]  # the card that is traded for it may lie on it by now (HR4)
        self.pile.reverse()
        self.pile.remove(event["card"])
        self.pile.reverse()
        self._into(self.down, event)

    def _folded(self, event: Json) -> None:
        self.down.pop(event["seat"], None)
        self.up.pop(event["seat"], None)

    def _board_dealt(self, event: Json) -> None:
        self._lay(event["place"], event["card"])

    def _lay(self, place: int, card: str) -> None:
        if place == 6:
            self.pile.append(card)
        else:
            self.board[place] = card

    def _board_filled(self, event: Json) -> None:
        assert self.pile.pop() == event["card"]
        self.board[event["place"]] = event["card"]

    def _bought(self, event: Json) -> None:
        bought = self.pile.pop() if event["place"] == 6 else self.board.pop(event["place"])
        assert bought == event["card"]
        self._into(self.up, event)

    def _swapped(self, event: Json) -> None:
        self._out_of(self.up if event.get("up") else self.down, event["seat"], event["card"])
        self._lay(event["place"], event["card"])

    def _peeked(self, event: Json) -> None:
        self.peeked[event["seat"]] = event["card"]

    def _kept(self, event: Json) -> None:
        self.down.setdefault(event["seat"], Counter())[self.peeked.pop(event["seat"])] += 1

    def _pushed_back(self, event: Json) -> None:
        del self.peeked[event["seat"]]

    def _offered(self, event: Json) -> None:
        self._out_of(self.up, event["seat"], event["card"])

    def _shown(self, event: Json) -> None:
        self.any_shown = True
