"""The draw: gain, trade or stand (CC8, CL7), with or without a discard pile (HR4)."""

from __future__ import annotations

from typing import Final

from sabacc.cards import Card
from sabacc.game.actions import GAIN, STAND, Action, Gain, TakeDiscard, Trade
from sabacc.game.combinations import different
from sabacc.game.events import PileTaken
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options

_STAND_ONLY: Final = Options((STAND,))
_TRADES: Final[dict[Card, Trade]] = {}  # made once for each card


class Draw(Phase):
    """The player on turn draws, unless they have folded (CC9)."""

    name = "draw"
    asks = "draw"

    def __init__(self, trade_from: int) -> None:
        self.trade_from = trade_from  # how many cards one must hold to trade

    def begin(self, hand: Hand) -> None:
        if hand.live[hand.turn]:
            hand.ask(self.asks, (hand.turn,))

    def options(self, hand: Hand, seat: int) -> Options:
        return draw_options(hand, seat, self.trade_from)

    def default(self, hand: Hand, seat: int) -> Action:
        return STAND

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        draw(hand, seat, action)


def draw_options(hand: Hand, seat: int, trade_from: int) -> Options:
    """Stand; gain and trade while the deck has cards (D4); field cards can't be traded (F6)."""
    may_trade = len(hand.hands[seat]) + len(hand.fields[seat]) >= trade_from
    mine = different(hand.hands[seat]) if may_trade else []
    actions: list[Action] = [STAND]
    if hand.deck:
        actions.append(GAIN)
        actions.extend(_trades(mine))
    fee = discard_fee(hand)
    if hand.pile and mine and 0 <= fee <= hand.stacks[seat]:
        actions.extend([TakeDiscard(card) for card in mine])
    return Options(tuple(actions), discard_fee=max(fee, 0)) if len(actions) > 1 else _STAND_ONLY


def _trades(cards: list[Card]) -> list[Trade]:
    try:
        return [_TRADES[card] for card in cards]
    except KeyError:
        for card in cards:
            _TRADES.setdefault(card, Trade(card))
        return [_TRADES[card] for card in cards]


def discard_fee(hand: Hand) -> int:
    """What the top of the discard pile costs; −1 without a pile."""
    pile = hand.seating.rules.discard_pile
    return pile if isinstance(pile, int) else 0 if pile == "free" else -1


def draw(hand: Hand, seat: int, action: Action) -> None:
    """Does it. What is dropped is dropped before the new card is seen."""
    if type(action) is Gain:
        hand.deal(seat)
        hand.stir()
    elif isinstance(action, Trade):
        hand.drop(seat, str(action.card), "pile" if discard_fee(hand) >= 0 else "junk")
        hand.deal(seat)
        hand.stir()
    elif isinstance(action, TakeDiscard):
        hand.pay(seat, discard_fee(hand), "fees", "discard-fee", "HR4")
        top = hand.pile[-1]
        hand.pile = hand.pile[:-1]
        hand.drop(seat, action.card, "pile")
        hand.hands[seat] += (top,)
        hand.news.append(PileTaken(seat, top))
        hand.stir()
