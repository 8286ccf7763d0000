"""Lucky Seven: a tiny family of games, as another package would bring it along.

A deck of 24 cards counts from 1 to 4 in three suits. Everybody antes, gets two cards, and may draw one card or trade one, once.
Then there is a round of betting. The best hand wins: exactly seven, and then as near below it as one can.
"""

from __future__ import annotations

import msgspec

from sabacc.cards import Card, Deck
from sabacc.game.actions import STAND, Action
from sabacc.game.events import TurnStarted
from sabacc.game.flow import Flow, Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.odds.exact.counts import RankCounts, count_ranks
from sabacc.rules import Family, Preset, Rules, deck_of
from sabacc.variants.best_hand import BestHandShowdown
from sabacc.variants.betting import BettingRound
from sabacc.variants.draws import draw, draw_options
from sabacc.variants.ending import LastPlayer
from sabacc.variants.lessons import do, make_lesson, tell, watch
from sabacc.variants.opening import Antes, DealTwo
from sabacc.words import FamilyWords

# The deck: every card is its text, with a value and a name.
SUITS = {"M": "Moons", "R": "Rings", "V": "Comets"}
CARDS = [f"{suit}{value}" for suit in SUITS for value in range(1, 5)]
DECK = Deck(
    title="Lucky Seven deck",
    copies=dict.fromkeys(CARDS, 2),
    values={card: int(card[1]) for card in CARDS},
    names={card: f"{card[1]} of {SUITS[card[0]]}" for card in CARDS},
    other_names={},
    hint="M1 to M4, R1 to R4 and V1 to V4 are cards",
)
GOAL = 7


# The ranker: what a hand is called, and where it stands among all hands.
class LuckyWorth(msgspec.Struct, frozen=True):
    """A hand of Lucky Seven; `key` orders all hands, the best highest."""

    rank: int
    total: int
    key: int
    name: str
    special: bool = False
    bombed_out: bool = False


def weigh(rules: Rules, cards: tuple[Card, ...], side: str | None, target: object) -> LuckyWorth:
    """Exactly seven, then as near below it as one can; what is over seven is worth nothing."""
    total = sum(DECK.values[card] for card in cards)
    if total == GOAL:
        return LuckyWorth(1, total, GOAL, "Lucky Seven", special=True)
    if total > GOAL:
        return LuckyWorth(GOAL + 1, total, -1, f"Over by {total - GOAL}", bombed_out=True)
    return LuckyWorth(1 + GOAL - total, total, total, f"{GOAL - total} short")


# The flow: phases in order.
class OneDraw(Phase):
    """Each player, from the dealer's left, draws, trades or stands, once."""

    name = "one-draw"
    asks = "draw"

    def begin(self, hand: Hand) -> None:
        hand.queue = hand.from_dealers_left()

    def proceed(self, hand: Hand) -> None:
        if not hand.queue:
            hand.turn = -1
            hand.next()
            return
        hand.turn, hand.queue = hand.queue[0], hand.queue[1:]
        hand.news.append(TurnStarted(hand.turn, 1))
        hand.ask(self.asks, (hand.turn,))

    def options(self, hand: Hand, seat: int) -> Options:
        return draw_options(hand, seat, trade_from=2)

    def default(self, hand: Hand, seat: int) -> Action:
        return STAND

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        draw(hand, seat, action)


def flow(rules: Rules) -> Flow:
    """Antes, two cards, one draw, one betting round, and the showdown."""
    antes = Antes("LS1")
    phases = (
        antes,
        DealTwo(deck_of(rules).cards),
        OneDraw(),
        BettingRound(),
        BestHandShowdown("LS4"),
        LastPlayer("LS5"),
    )
    return Flow(phases, antes.price)


def explain(rules: Rules) -> list[str]:
    """The rules in a few sentences."""
    return [
        "The aim: cards that add up to 7, or as near below it as you can. Over 7 you can't win.",
        "The deck has 24 cards: moons, rings and comets from 1 to 4, two of each.",
        f"Everybody antes {rules.ante} to the hand pot and {rules.ante} to the sabacc pot, and gets two cards.",
        "From the dealer's left everybody may draw a card, trade one, or stand, once. Then there is a round of betting.",
        "The best hand takes the hand pot; equal hands share it. Exactly 7 takes the sabacc pot too.",
    ]


# The words: what is said otherwise than at other tables.
class LuckyWords(FamilyWords):
    """Plain words, and a pot of another name."""

    hand_pot = "wishing well"


# The counts: every hand there is.
def count_hands(rules: Rules, side: str | None) -> RankCounts:
    """All hands of two cards and of three."""
    return count_ranks(rules, (2, 3))


# The first hand, to learn the game by.
LESSON = make_lesson(
    ("M1 R2", "V4 R1"),  # hands, by seat
    "R4",  # what comes off the deck next
    (
        tell("You want seven, and you have three.", "total"),
        do("gain", "Draw a card."),
        watch("1 stand", "{left} stands."),
        do("raise 2", "Seven: bet two."),
        watch("1 match"),
        tell("You have won.", "result"),
    ),
)
LESSONS = {"lucky-seven": LESSON}


# And the one object that holds it all together.
LUCKY_SEVEN = Preset(
    key="lucky-seven",
    title="Lucky Seven",
    line="Two cards, one draw, one round of betting: come to seven.",
    rules=Rules(preset="lucky-seven", ante=1, max_bet=3),
    flow="lucky_seven:flow",
    explain="lucky_seven:explain",
    players=(2, 6),
)
FAMILY = Family(
    key="lucky",
    title="the Lucky Seven family",
    deck=DECK,
    presets=(LUCKY_SEVEN,),
    options=("ante", "max_bet", "fold_fee"),
    least={"ante": 1},
    can_bomb_out=True,
    parts={
        "worth": "lucky_seven:weigh",
        "words": "lucky_seven:LuckyWords",
        "counts": "lucky_seven:count_hands",
        "lessons": "lucky_seven:LESSONS",
    },
)
