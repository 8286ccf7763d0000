"""corellian-house: blinds, a flower of seven board cards, spike dice.

Three rounds of betting, draw and spike; then a fourth betting round, then the showdown (CH6). A hand's pocket cards are face
down, its others face up.
"""

from __future__ import annotations

from typing import Final

from sabacc.cards import CORELLIAN, Card
from sabacc.game.actions import (
    PEEK,
    PUSH_BACK,
    STAND,
    Action,
    Buy,
    Keep,
    Offer,
    Peek,
    Protect,
)
from sabacc.game.board import PETALS
from sabacc.game.combinations import choices, different, without
from sabacc.game.dues import Dues
from sabacc.game.events import (
    Kept,
    Offered,
    Peeked,
    Placed,
    PushedBack,
    RoundStarted,
    Shifted,
)
from sabacc.game.flow import Flow, Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.types import Reason
from sabacc.rules import Rules, ante_due
from sabacc.variants.corellian.board import board_card, board_price, buy, deal_to_board
from sabacc.variants.corellian.no_limit import NoLimitRound, big_blind, blinds_among, small_blind
from sabacc.variants.corellian.showdown import FlowerShowdown
from sabacc.variants.dealing import deal_round
from sabacc.variants.ending import LastPlayer
from sabacc.variants.opening import spill_over_cap

MOST_CARDS: Final = 5
ROUNDS: Final = 3

# Made once, since there can be forty ways to buy: by place, then by the card given for it, face down or face up.
_BUY: Final = [Buy(place) for place in range(PETALS + 1)]
_SWAP: Final = [{card: Buy(place, card) for card in CORELLIAN.copies} for place in range(PETALS + 1)]
_SWAP_UP: Final = [{card: Buy(place, card, True) for card in CORELLIAN.copies} for place in range(PETALS + 1)]


def corellian_house(rules: Rules) -> Flow:
    """CH1 to CH26."""
    phases = (
        Blinds(),
        DealFlower(),
        NoLimitRound(),
        AfterBets(),
        BoardDraw(),
        PeekedCard(),
        ProtectCards(),
        SpikeRoll(),
        OfferCards(),
        NextRound(),
        FlowerShowdown(),
        LastPlayer("CH10"),
    )
    return Flow(phases, lambda _rules, _pot: 1, dues=MissedBlinds())  # T4: a short ante or blind is an all-in


class MissedBlinds(Dues):
    """Blinds go round, and pass over who sits out (CH3, T12)."""

    kinds: tuple[Reason, ...] = ("big-blind", "small-blind")

    def due(self, rules: Rules, sabacc_pot: int, order: tuple[int, ...], seat: int) -> tuple[Reason, ...]:
        small, big = blinds_among(order)
        if seat == big:
            return ("big-blind",)
        return ("small-blind",) if seat == small and rules.blinds[0] else ()

    def settled_by(self, due: tuple[Reason, ...]) -> tuple[Reason, ...]:
        """Who has waited for the big blind owes nothing else."""
        return self.kinds if "big-blind" in due else due

    def amount(self, rules: Rules, kind: Reason) -> int:
        return rules.blinds[1] if kind == "big-blind" else rules.blinds[0]


class Blinds(Phase):
    """Antes to both pots; the small blind to the sabacc pot, the big blind as the first bet (CH2, CH3)."""

    name = "blinds"

    def begin(self, hand: Hand) -> None:
        rules = hand.seating.rules
        ante = ante_due(rules)
        small, big = rules.blinds
        hand.round = 1
        hand.new_bets(big)
        owes = hand.seating.owes
        for seat in hand.seating.dealt_in:
            owed_small = small if seat == small_blind(hand) else 0
            missed_small = small if (seat, "small-blind") in owes else 0
            missed_big = (seat, "big-blind") in owes
            if not ante and not missed_big and owed_small + missed_small >= hand.stacks[seat]:
                # Or nothing of it would reach the hand pot.
                hand.pay(seat, hand.stacks[seat], "hand", "ante", "CH3")
            hand.pay(seat, ante, "hand", "ante", "CH2")
            if seat == big_blind(hand):
                hand.bet(seat, min(big, hand.stacks[seat]), "big-blind")
            elif missed_big:  # it plays like one that is due
                hand.bet(seat, min(big, hand.stacks[seat]), "big-blind", "T12")
            hand.pay(seat, ante, "sabacc", "ante", "CH2")
            hand.pay(seat, owed_small, "sabacc", "small-blind", "CH3")
            hand.pay(seat, missed_small, "sabacc", "small-blind", "T12")
        spill_over_cap(hand)


class DealFlower(Phase):
    """Three cards down and one up to each, then the board (CH4, CH5)."""

    name = "deal"

    def begin(self, hand: Hand) -> None:
        hand.shuffle(("box",), CORELLIAN.cards, "deck")
        for _ in range(3):
            for seat in hand.seating.dealt_in:
                hand.deal(seat)
        for seat in hand.seating.dealt_in:
            hand.deal_up(seat)
        hand.board = ("",) * PETALS
        for place in range(PETALS + 1):
            deal_to_board(hand, place)
        hand.news.append(RoundStarted(1))


class AfterBets(Phase):
    """After the fourth betting round comes the showdown (CH6)."""

    name = "after-bets"

    def begin(self, hand: Hand) -> None:
        if hand.round > ROUNDS:
            hand.go("showdown")
        else:
            hand.queue = hand.from_dealers_left()
            hand.next()


class BoardDraw(Phase):
    """Each player, from the left of the button, buys a board card, draws from the stub, or stays (CH11–CH16)."""

    name = "board"
    asks = "board"

    def begin(self, hand: Hand) -> None:
        if hand.queue:
            hand.ask(self.asks, hand.queue[:1])

    def proceed(self, hand: Hand) -> None:
        if hand.peeked:
            hand.next()
        elif hand.queue:
            hand.go("board")
        else:
            hand.go("protect")

    def options(self, hand: Hand, seat: int) -> Options:
        price = board_price(hand)
        actions: list[Action] = [STAND]
        if hand.deck:
            actions.append(PEEK)
        if price <= hand.stacks[seat]:  # CH16
            for place in range(PETALS + 1):
                if board_card(hand, place):
                    actions.extend(self.purchases(hand, seat, place))
        return Options(tuple(actions), board_price=price)

    def purchases(self, hand: Hand, seat: int, place: int) -> list[Action]:
        """Ways to take one board card: keep it, or swap a card for it, but never the last pocket card (CH11)."""
        ways: list[Action] = []
        if len(hand.cards_of(seat)) < MOST_CARDS:
            ways.append(_BUY[place])
        if len(hand.hands[seat]) > 1:
            swaps = _SWAP[place]
            ways.extend([swaps[card] for card in different(hand.hands[seat])])
        swaps = _SWAP_UP[place]
        ways.extend([swaps[card] for card in different(hand.fields[seat])])
        return ways

    def default(self, hand: Hand, seat: int) -> Action:
        return STAND

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        hand.queue = hand.queue[1:]
        if isinstance(action, Peek):
            number, position, card = hand.turn_top()
            hand.peeked = (card,)
            hand.turn = seat
            hand.news.append(Peeked(seat, number, position, card))
        elif isinstance(action, Buy):
            hand.pay(seat, board_price(hand), "sabacc", "board-card", "CH11")
            buy(hand, seat, action)


class PeekedCard(Phase):
    """What becomes of the card just looked at: added, taken for another, or pushed back (CH13)."""

    name = "peeked"
    asks = "peeked"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, (hand.turn,))

    def proceed(self, hand: Hand) -> None:
        hand.turn = -1
        hand.go("board")

    def options(self, hand: Hand, seat: int) -> Options:
        actions: list[Action] = [PUSH_BACK]
        if len(hand.cards_of(seat)) < MOST_CARDS:
            actions.append(Keep())
        actions.extend([Keep(card) for card in different(hand.hands[seat])])
        actions.extend([Keep(card, True) for card in different(hand.fields[seat])])
        return Options(tuple(actions))

    def default(self, hand: Hand, seat: int) -> Action:
        return PUSH_BACK

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        if isinstance(action, Keep):
            if action.drop is not None:
                hand.drop(seat, action.drop, "pile", action.up)
            hand.hands[seat] += hand.peeked
            hand.news.append(Kept(seat))
        else:
            hand.junk += hand.peeked
            hand.news.append(PushedBack(seat))
        hand.peeked = ()


class ProtectCards(Phase):
    """Each player may turn pocket cards face up; one at least must stay face down (CH17)."""

    name = "protect"
    asks = "protect"

    def begin(self, hand: Hand) -> None:
        hand.queue = hand.from_dealers_left()

    def proceed(self, hand: Hand) -> None:
        while hand.queue and len(hand.hands[hand.queue[0]]) < 2:
            hand.queue = hand.queue[1:]
        if hand.queue:
            hand.ask(self.asks, hand.queue[:1])
        else:
            hand.next()

    def options(self, hand: Hand, seat: int) -> Options:
        pocket = CORELLIAN.in_order(hand.hands[seat])
        return Options(tuple([Protect(cards) for cards in choices(pocket, 0, len(pocket) - 1)]))

    def default(self, hand: Hand, seat: int) -> Action:
        return Protect()

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        assert isinstance(action, Protect)
        hand.queue = hand.queue[1:]
        for card in action.cards:
            hand.hands[seat] = without(hand.hands[seat], card)
            hand.fields[seat] += (card,)
            hand.news.append(Placed(seat, card))


class SpikeRoll(Phase):
    """The button rolls two dice; doubles shuffle the pocket cards with the stub (CH18), double spikes more (CH19)."""

    name = "spike"

    def begin(self, hand: Hand) -> None:
        first, second = hand.roll(hand.seating.button, 2, 6)
        if first != second:
            hand.go("next-round")
            return
        hand.news.append(Shifted("double-spikes" if first == 1 else "spike"))
        seats = hand.from_dealers_left()
        due = [len(hand.hands[seat]) for seat in seats]
        cards: tuple[Card, ...] = ()
        for seat in seats:
            cards += hand.hands[seat]
            hand.hands[seat] = ()
        hand.shuffle(("hands", "deck"), cards + hand.undealt(), "deck")
        deal_round(hand, seats, due)
        hand.go("offer" if first == 1 else "next-round")


class OfferCards(Phase):
    """After double spikes each picks a face-up card; those are shuffled and dealt back, face up (CH19)."""

    name = "offer"
    asks = "offer"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, tuple([seat for seat in hand.from_dealers_left() if hand.fields[seat]]))

    def options(self, hand: Hand, seat: int) -> Options:
        return Options(tuple([Offer(card) for card in different(hand.fields[seat])]))

    def default(self, hand: Hand, seat: int) -> Action:
        return Offer(min(hand.fields[seat], key=lambda card: CORELLIAN.values[card]))  # T10: the lowest

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        assert isinstance(action, Offer)
        hand.sealed += ((seat, action.card),)

    def proceed(self, hand: Hand) -> None:
        picked: dict[int, Card] = dict(hand.sealed)
        seats = tuple([seat for seat in hand.from_dealers_left() if seat in picked])
        for seat in seats:
            hand.fields[seat] = without(hand.fields[seat], picked[seat])
            hand.news.append(Offered(seat, picked[seat]))
        hand.sealed = ()
        if seats:
            hand.deal_beside(tuple([picked[seat] for seat in seats]), seats, up=True)
        hand.next()


class NextRound(Phase):
    """On to the next betting round."""

    name = "next-round"

    def begin(self, hand: Hand) -> None:
        hand.round += 1
        hand.shows_first = -1
        hand.news.append(RoundStarted(hand.round))

    def proceed(self, hand: Hand) -> None:
        hand.go("bet")
