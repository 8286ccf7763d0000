"""The static field: face-up cards that no shift touches (F1–F6, HR7)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.actions import Action, Place, TakeBack
from sabacc.game.events import Placed, TookBack
from sabacc.game.hand import Freedom, Hand
from sabacc.game.state import without

_PLACE: dict[Card, Place] = {}
_TAKE_BACK: dict[Card, TakeBack] = {}


class StaticField(Freedom):
    """Cards into the field and out of it: `free` (F2), `retrievable` (F4) or `one-a-turn` (F3)."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def options(self, hand: Hand, seat: int) -> tuple[Action, ...]:
        if not hand.field_open or not hand.live[seat]:
            return ()
        moves: list[Action] = []
        if self.may_place(hand, seat):
            moves.extend([_place(card) for card in _kinds(hand.hands[seat]) if not self.has_moved(hand, seat, card)])
        if self.may_take_back(hand, seat):
            moves.extend(
                [_take_back(card) for card in _kinds(hand.fields[seat]) if not self.has_moved(hand, seat, card)]
            )
        return tuple(moves)

    def may_place(self, hand: Hand, seat: int) -> bool:
        """At any time, or once in one's own turn."""
        return self.kind != "one-a-turn" or (hand.turn == seat and "in" not in hand.moved)

    def may_take_back(self, hand: Hand, seat: int) -> bool:
        """Never, in one's own turn, or once in it."""
        if self.kind == "free" or hand.turn != seat:
            return False
        return self.kind == "retrievable" or "out" not in hand.moved

    def has_moved(self, hand: Hand, seat: int, card: Card) -> bool:
        """A card moves at most once in a turn (F4); of two alike each may."""
        return self.kind != "free" and hand.moved.count(f"{seat} {card}") >= hand.cards_of(seat).count(card)

    def move(self, hand: Hand, seat: int, action: Action) -> None:
        if isinstance(action, Place):
            hand.hands[seat] = without(hand.hands[seat], action.card)
            hand.fields[seat] += (action.card,)
            hand.moved += ("in", f"{seat} {action.card}")
            hand.news.append(Placed(seat, action.card))
        elif isinstance(action, TakeBack):
            hand.fields[seat] = without(hand.fields[seat], action.card)
            hand.hands[seat] += (action.card,)
            hand.moved += ("out", f"{seat} {action.card}")
            hand.news.append(TookBack(seat, action.card))


def _kinds(cards: tuple[Card, ...]) -> list[Card]:
    """Each different card once, in order."""
    return list(dict.fromkeys(cards))


def _place(card: Card) -> Place:
    action = _PLACE.get(card)
    if action is None:
        action = _PLACE[card] = Place(card)
    return action


def _take_back(card: Card) -> TakeBack:
    action = _TAKE_BACK.get(card)
    if action is None:
        action = _TAKE_BACK[card] = TakeBack(card)
    return action
