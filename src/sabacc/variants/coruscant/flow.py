"""coruscant-shift: two dice set a number and a suit; select, shift, improve, and come closest.

A hand is one round. Played for rounds, players go on or fold; played with an ante, they bet instead (CS13).
"""

from __future__ import annotations

from typing import Final

from sabacc.cards import CORUSCANT, Card
from sabacc.game.actions import FOLD, GO_ON, Action, Fold, Improve, Select
from sabacc.game.combinations import choices, without
from sabacc.game.events import Discarded, Selected, Shifted, TargetSet
from sabacc.game.flow import Flow, Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.hands.coruscant import HAND_SIZE
from sabacc.hands.dice import GOLD, SILVER
from sabacc.rules import Rules, ante_due, plays_for_rounds
from sabacc.variants.betting import BettingRound
from sabacc.variants.coruscant.showdown import Reveal
from sabacc.variants.dealing import deal_round
from sabacc.variants.ending import LastPlayer

_SELECT: Final = Select  # looked up once: a hand has 31 selections
_IMPROVE: Final = Improve


def coruscant_shift(rules: Rules) -> Flow:
    """CS1 to CS13."""
    for_rounds = plays_for_rounds(rules)
    opening: tuple[Phase, ...] = () if for_rounds else (RoundAnte(),)
    phases = (
        *opening,
        DealFive(),
        RollTarget(),
        SelectCards(),
        GoOnOrFold() if for_rounds else RoundBets(),
        ShiftTheRest(),
        GoOnOrFold() if for_rounds else RoundBets(),
        ImproveSelection(),
        Reveal(),
        LastPlayer("CS11"),
    )
    return Flow(phases, _entry, hand_is_round=True)


def _entry(rules: Rules, _pot: int) -> int:
    """What a player must have to be dealt in (T4, TN1)."""
    return 1 if rules.short_antes else ante_due(rules)


class RoundAnte(Phase):
    """The ante to the one pot there is (CS13)."""

    name = "antes"

    def begin(self, hand: Hand) -> None:
        for seat in hand.seating.dealt_in:
            hand.pay(seat, ante_due(hand.seating.rules), "hand", "ante", "CS13")


class DealFive(Phase):
    """Five cards face down to each, from the dealer's left (CS3)."""

    name = "deal"

    def begin(self, hand: Hand) -> None:
        hand.shuffle(("box",), CORUSCANT.cards, "deck")
        deal_round(hand, hand.seating.dealt_in, [HAND_SIZE] * len(hand.seating.dealt_in))


class RollTarget(Phase):
    """The dealer rolls the gold and the silver die (CS4)."""

    name = "roll"

    def begin(self, hand: Hand) -> None:
        gold, silver = hand.roll(hand.seating.button, 2, 6)
        hand.target = (GOLD[gold - 1], SILVER[silver - 1])
        hand.news.append(TargetSet(*hand.target))


class SelectCards(Phase):
    """All lay at least one card face down, at the same time (CS5)."""

    name = "select"
    asks = "select"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, hand.from_dealers_left())

    def options(self, hand: Hand, seat: int) -> Options:
        mine = hand.hands[seat]
        return Options(tuple([_SELECT(cards) for cards in choices(CORUSCANT.in_order(mine), 1, len(mine))]))

    def default(self, hand: Hand, seat: int) -> Action:
        return Select(CORUSCANT.in_order(hand.hands[seat]))  # T10: all five

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        assert isinstance(action, (Select, Improve))
        hand.sealed += ((seat, action.cards),)

    def proceed(self, hand: Hand) -> None:
        chosen: dict[int, tuple[Card, ...]] = dict(hand.sealed)
        hand.sealed = ()
        for seat in hand.from_dealers_left():
            for card in chosen[seat]:
                hand.hands[seat] = without(hand.hands[seat], card)
            hand.choose(seat, hand.chosen[seat] + chosen[seat])
            hand.news.append(Selected(seat, len(chosen[seat]), chosen[seat]))
        hand.next()


class GoOnOrFold(Phase):
    """In order from the dealer's left, each goes on or folds (CS6, CS7)."""

    name = "decide"
    asks = "decide"

    def begin(self, hand: Hand) -> None:
        hand.queue = hand.from_dealers_left()

    def proceed(self, hand: Hand) -> None:
        if hand.queue:
            hand.ask(self.asks, hand.queue[:1])
        else:
            hand.next()

    def options(self, hand: Hand, seat: int) -> Options:
        return Options((GO_ON, FOLD))

    def default(self, hand: Hand, seat: int) -> Action:
        return GO_ON  # T10: folding can't help where nothing is paid

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        hand.queue = hand.queue[1:]
        if isinstance(action, Fold):
            hand.fold_and_pay(seat, "CS6")


class RoundBets(BettingRound):
    """With an ante the decision is a betting round, without a fold fee (CS13)."""

    clause = "CS13"

    def begin(self, hand: Hand) -> None:
        hand.round += 1
        super().begin(hand)


class ShiftTheRest(Phase):
    """Each discards what was not selected, and draws as many (CS7)."""

    name = "shift"

    def begin(self, hand: Hand) -> None:
        seats = hand.from_dealers_left()
        due = [len(hand.hands[seat]) for seat in seats]
        hand.news.append(Shifted("selection"))
        for seat in seats:
            discard_hand(hand, seat)
        deal_round(hand, seats, due)


class ImproveSelection(SelectCards):
    """All may add new cards to their selection, at the same time; the rest is discarded (CS8)."""

    name = "improve"
    asks = "improve"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, tuple([seat for seat in hand.from_dealers_left() if hand.hands[seat]]))

    def options(self, hand: Hand, seat: int) -> Options:
        mine = hand.hands[seat]
        return Options(tuple([_IMPROVE(cards) for cards in choices(CORUSCANT.in_order(mine), 0, len(mine))]))

    def default(self, hand: Hand, seat: int) -> Action:
        return Improve(())

    def proceed(self, hand: Hand) -> None:
        asked = {seat for seat, _ in hand.sealed}
        hand.sealed += tuple([(seat, ()) for seat in hand.from_dealers_left() if seat not in asked])
        super().proceed(hand)
        for seat in hand.from_dealers_left():
            discard_hand(hand, seat)


def discard_hand(hand: Hand, seat: int) -> None:
    """What is left in a hand is discarded, face down."""
    cards = hand.hands[seat]
    if cards:
        hand.hands[seat] = ()
        hand.junk += cards
        hand.news.append(Discarded(seat, len(cards), cards))
