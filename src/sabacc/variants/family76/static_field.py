"""The static field: face-up cards that no shift touches (F1–F6, HR7)."""

from __future__ import annotations

from typing import Final

from sabacc.cards import CLASSIC, Card
from sabacc.game.actions import Action, Place, TakeBack
from sabacc.game.combinations import different, without
from sabacc.game.events import Placed, TookBack
from sabacc.game.flow import Freedom
from sabacc.game.hand import Hand
from sabacc.game.state import FieldMove
from sabacc.rules import Rules

_PLACE: Final = {card: Place(card) for card in CLASSIC.copies}
_TAKE_BACK: Final = {card: TakeBack(card) for card in CLASSIC.copies}


class StaticField(Freedom):
    """Cards into the field and out of it: `free` (F2), `retrievable` (F4) or `one-a-turn` (F3)."""

    def __init__(self, kind: str, ends_at_call: bool) -> None:
        self.kind = kind
        self.ends_at_call = ends_at_call

    def options(self, hand: Hand, seat: int) -> tuple[Action, ...]:
        if not hand.field_open or not hand.live[seat]:
            return ()
        moves: list[Action] = []
        if self.may_place(hand, seat):
            moves.extend([_PLACE[card] for card in self.rested(seat, hand.hands[seat], hand.taken_back)])
        if self.may_take_back(hand, seat):
            moves.extend([_TAKE_BACK[card] for card in self.rested(seat, hand.fields[seat], hand.placed)])
        return tuple(moves)

    def may_place(self, hand: Hand, seat: int) -> bool:
        """At any time, or once in one's own turn."""
        return self.kind != "one-a-turn" or (hand.turn == seat and not hand.placed)

    def may_take_back(self, hand: Hand, seat: int) -> bool:
        """Never, in one's own turn, or once in it."""
        if self.kind == "free" or hand.turn != seat:
            return False
        return self.kind == "retrievable" or not hand.taken_back

    def rested(self, seat: int, cards: tuple[Card, ...], came: tuple[FieldMove, ...]) -> list[Card]:
        """The different cards of a zone that have not just come into it: a card moves at most once in a turn (F4)."""
        kinds = different(cards)
        if self.kind == "free" or not came:
            return kinds
        return [card for card in kinds if cards.count(card) > came.count((seat, card))]

    def move(self, hand: Hand, seat: int, action: Action) -> None:
        hand.stir()
        if isinstance(action, Place):
            hand.hands[seat] = without(hand.hands[seat], action.card)
            hand.fields[seat] += (action.card,)
            hand.placed += ((seat, action.card),)
            hand.news.append(Placed(seat, action.card))
        elif isinstance(action, TakeBack):
            hand.fields[seat] = without(hand.fields[seat], action.card)
            hand.hands[seat] += (action.card,)
            hand.taken_back += ((seat, action.card),)
            hand.news.append(TookBack(seat, action.card))


def field_of(rules: Rules, ends_at_call: bool = True) -> Freedom:
    """The static field that the rules ask for."""
    if rules.static_field == "none":
        return Freedom()
    return StaticField(rules.static_field, ends_at_call or rules.static_field == "free")
