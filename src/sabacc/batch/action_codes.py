"""From the numbers of actions to the actions of the plain engine, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sabacc.batch import actions
from sabacc.batch.actions import KIND_BITS, KIND_MASK
from sabacc.batch.codes import BUY_CARD_BITS, BUY_UP, KEEP_UP
from sabacc.cards import Card, Deck
from sabacc.errors import SabaccError
from sabacc.game import actions as plain
from sabacc.game.actions import Action
from sabacc.game.types import SideChoice

_PLAIN: dict[int, Action] = {
    actions.CHECK: plain.CHECK,
    actions.MATCH: plain.MATCH,
    actions.FOLD: plain.FOLD,
    actions.PASS: plain.PASS,
    actions.CALL_HAND: plain.CALL_HAND,
    actions.GAIN: plain.GAIN,
    actions.STAND: plain.STAND,
    actions.DONE: plain.DONE,
    actions.PEEK: plain.PEEK,
    actions.PUSH_BACK: plain.PUSH_BACK,
    actions.GO_ON: plain.GO_ON,
    actions.CHECK_AND_CALL: plain.CHECK_AND_CALL,
    actions.MATCH_AND_CALL: plain.MATCH_AND_CALL,
}
_WITH_CARD: dict[int, Callable[[Card], Action]] = {
    actions.TRADE: plain.Trade,
    actions.TAKE_DISCARD: plain.TakeDiscard,
    actions.PLACE: plain.Place,
    actions.TAKE_BACK: plain.TakeBack,
    actions.OFFER: plain.Offer,
}
_WITH_CARDS: dict[int, Callable[[tuple[Card, ...]], Action]] = {
    actions.PROTECT: plain.Protect,
    actions.SELECT: plain.Select,
    actions.IMPROVE: plain.Improve,
}
_SIDES: tuple[SideChoice | None, ...] = (None, "light", "dark", "chance")


def decode_action(deck: Deck, hand: tuple[Card, ...], number: int) -> Action:
    """The plain action; `hand` are the cards that masks speak of, in the deck's order."""
    kind, argument = int(number) & KIND_MASK, int(number) >> KIND_BITS
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in (actions.RAISE, actions.RAISE_AND_CALL):
        return plain.Raise(argument, kind == actions.RAISE_AND_CALL)
    if kind in _WITH_CARD:
        return _WITH_CARD[kind](list(deck.copies)[argument])
    if kind in _WITH_CARDS:
        return _WITH_CARDS[kind](tuple(card for place, card in enumerate(hand) if argument >> place & 1))
    if kind == actions.CHOOSE_SIDE:
        return plain.ChooseSide(_SIDES[argument])
    if kind == actions.BUY:
        swap = _card_or_none(deck, argument >> BUY_CARD_BITS)
        return plain.Buy(argument & (BUY_UP - 1), swap, bool(argument & BUY_UP))
    if kind == actions.KEEP:
        return plain.Keep(_card_or_none(deck, argument & (KEEP_UP - 1)), bool(argument & KEEP_UP))
    raise SabaccError(f"{number} is no action.")


def _card_or_none(deck: Deck, counted_from_1: int) -> Card | None:
    return list(deck.copies)[counted_from_1 - 1] if counted_from_1 else None


_NUMBERS = {action: kind for kind, action in _PLAIN.items()}
_CARD_KINDS: dict[object, int] = {kind: number for number, kind in _WITH_CARD.items()}
_CARDS_KINDS: dict[object, int] = {kind: number for number, kind in _WITH_CARDS.items()}


def encode_action(deck: Deck, hand: tuple[Card, ...], action: Action) -> int:
    """The number of a plain action; `hand` as for `decode_action`."""
    kind = type(action)
    if isinstance(action, plain.Raise):
        return (actions.RAISE_AND_CALL if action.and_call else actions.RAISE) + (action.to << KIND_BITS)
    if kind in _CARD_KINDS:
        return _CARD_KINDS[kind] + (_code(deck, str(getattr(action, "card"))) << KIND_BITS)  # noqa: B009 - all of them have one
    if kind in _CARDS_KINDS:
        return _CARDS_KINDS[kind] + (_mask(hand, getattr(action, "cards") or ()) << KIND_BITS)  # noqa: B009 - the same
    if isinstance(action, plain.ChooseSide):
        return actions.CHOOSE_SIDE + (_SIDES.index(action.side) << KIND_BITS)
    if isinstance(action, plain.Buy):
        swap = 0 if action.swap is None else _code(deck, action.swap) + 1
        return actions.BUY + (action.place + BUY_UP * action.up + (swap << BUY_CARD_BITS) << KIND_BITS)
    if isinstance(action, plain.Keep):
        drop = 0 if action.drop is None else _code(deck, action.drop) + 1
        return actions.KEEP + (drop + KEEP_UP * action.up << KIND_BITS)
    return _NUMBERS[action]


@cache
def _codes(deck: Deck) -> dict[Card, int]:
    return {card: code for code, card in enumerate(deck.copies)}


def _code(deck: Deck, card: Card) -> int:
    return _codes(deck)[card]


def _mask(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> int:
    """The places of some cards in a hand; of equal ones the first."""
    mask = 0
    for card in cards:
        mask |= 1 << next(place for place, held in enumerate(hand) if held == card and not mask >> place & 1)
    return mask
