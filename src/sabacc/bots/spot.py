"""The spot a player is in: what its judgement needs to know, read off a view or, in play-outs, off a hand.

A play-out is of a *guessed* hand, and of that too only what the seat itself may know is read here.
"""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events import Dropped, Folded, Placed, Shuffled, TurnStarted
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.rules import Rules, find_preset


class Spot:
    """One seat's situation when it is asked something."""

    __slots__ = (
        "before",
        "bets",
        "board",
        "called",
        "chosen",
        "counts",
        "field",
        "fields",
        "forced",
        "kind",
        "live",
        "loose",
        "options",
        "owed",
        "peeked",
        "pile",
        "pot",
        "raised",
        "round",
        "rules",
        "sabacc_pot",
        "seat",
        "seen",
        "side",
        "sides",
        "stack",
        "target",
        "turns",
    )

    def __init__(self, rules: Rules, kind: str, options: Options, seat: int) -> None:
        self.rules = rules
        self.kind = kind
        self.options = options
        self.seat = seat
        self.loose: tuple[Card, ...] = ()  # one's own cards, face down
        self.field: tuple[Card, ...] = ()  # one's own, face up
        self.chosen: tuple[Card, ...] = ()
        self.seen: tuple[Card, ...] = ()  # cards known to be elsewhere than in the deck
        self.live: list[bool] = []
        self.counts: list[int] = []  # everybody's face-down cards
        self.fields: list[tuple[Card, ...]] = []
        self.bets: list[int] = []
        self.turns: list[int] = []  # completed
        self.sides: tuple[str | None, ...] = ()
        self.side: str | None = None
        self.stack = 0
        self.pot = 0
        self.sabacc_pot = 0
        self.owed = 0  # to the standing bet, as far as the stack goes
        self.raised = 0  # what has been bet of one's own will in the present betting,
        self.before = 0  # and the pot it was bet into
        self.forced = 0  # what of the pot nobody had a choice about
        self.round = 0
        self.called = False
        self.board: tuple[Card, ...] = ()
        self.pile: tuple[Card, ...] = ()
        self.peeked: Card = ""
        self.target = (0, "")

    def others(self) -> list[int]:
        """The other seats still in the hand."""
        return [seat for seat in range(len(self.live)) if self.live[seat] and seat != self.seat]


def spot_in(hand: Hand, seat: int) -> Spot:
    """A seat's spot in a hand whose cards are all known, as in a play-out: only what the seat may know is read."""
    spot = Spot(hand.seating.rules, hand.kind, hand.options(seat), seat)
    spot.loose = hand.hands[seat]
    spot.field = hand.fields[seat]
    spot.chosen = hand.chosen[seat]
    spot.live = hand.live
    spot.counts = [len(cards) for cards in hand.hands]
    spot.fields = hand.fields
    spot.bets = hand.bets
    spot.turns = hand.turns
    spot.sides = hand.sides
    spot.side = hand.sides[seat]
    spot.stack = hand.stacks[seat]
    spot.pot = hand.hand_pot()
    spot.sabacc_pot = hand.sabacc_pot
    spot.owed = hand.owes(seat)
    spot.round = hand.round
    spot.called = hand.called
    spot.board = hand.board
    spot.pile = hand.pile
    if hand.peeked and hand.turn == seat:
        spot.peeked = hand.peeked[0]
    spot.target = hand.target
    spot.seen = _in_the_open(spot)
    _measure_raise(spot, hand.standing, len(hand.seating.dealt_in))
    return spot


def spot_seen(view: View) -> Spot:
    """The spot of a view's seat."""
    assert view.seat is not None
    assert view.question is not None
    seat = view.seat
    spot = Spot(view.rules, view.question.kind, view.options, seat)
    spot.loose = view.cards
    spot.field = view.fields[seat]
    spot.chosen = view.chosen
    spot.live = view.live
    spot.counts = view.counts
    spot.fields = view.fields
    spot.bets = view.bets
    spot.turns = _turns(view)
    spot.sides = tuple(view.sides)
    spot.side = view.sides[seat]
    spot.stack = view.stacks[seat]
    spot.pot = view.hand_pot
    spot.sabacc_pot = view.sabacc_pot
    spot.owed = min(view.standing - view.bets[seat], spot.stack)
    spot.round = view.round
    spot.called = view.called
    spot.board = view.board if any(view.board) else ()
    spot.pile = view.pile
    spot.peeked = view.peeked or ""
    if view.gold is not None:
        spot.target = (view.gold, str(view.silver))
    spot.seen = _in_the_open(spot) + _remembered(view)
    _measure_raise(spot, view.standing, len(view.dealt_in))
    return spot


def _in_the_open(spot: Spot) -> tuple[Card, ...]:
    """The cards that lie face up before others and on the table."""
    seen: tuple[Card, ...] = spot.pile
    for seat, field in enumerate(spot.fields):
        if field and seat != spot.seat:
            seen += field
    if spot.board:
        seen += tuple([card for card in spot.board if card])
    return seen


def _measure_raise(spot: Spot, standing: int, players: int) -> None:
    """What of the pot was forced, how much has been bet in the present betting, and into how large a pot. A blind is no bet
    of one's own will; where the bet stands through the whole hand (CL3), only what is not matched yet counts."""
    rules = spot.rules
    ante = rules.board_price if rules.ante is None else rules.ante
    spot.forced = players * ante + rules.blinds[1]
    if find_preset(rules.preset).standing_bet:
        lowest = standing
        for seat, live in enumerate(spot.live):
            if live and spot.bets[seat] < lowest:
                lowest = spot.bets[seat]
        spot.raised = (standing - lowest) // 2  # there is a turn to raise on again and again, so it tells less
        spot.before = spot.pot - spot.raised
        return
    blind = min(rules.blinds[1], standing) if spot.round == 1 else 0
    spot.raised = standing - blind
    spot.before = spot.pot - sum(spot.bets) + blind


def _turns(view: View) -> list[int]:
    """Turns that each seat has completed; one that is under way is not."""
    turns = [0] * len(view.names)
    for event in view.events:
        if isinstance(event, TurnStarted):
            turns[event.seat] += 1
    between = find_preset(view.rules.preset).in_rounds and view.asked_kind == "bet"  # nobody's turn is under way then
    if view.turn is not None and not between:
        turns[view.turn] -= 1
    return turns


def _remembered(view: View) -> tuple[Card, ...]:
    """Cards that lie in the junk as far as this seat has seen: those it dropped itself, and the fields of folders."""
    seen: list[Card] = []
    fields: list[list[Card]] = [[] for _ in view.names]
    for event in view.events:
        if isinstance(event, Dropped) and event.seat == view.seat and event.card and event.to == "junk":
            seen.append(event.card)
        elif isinstance(event, Shuffled):
            if "junk" in event.zones:  # they may come again (X3, D4)
                seen = []
        elif isinstance(event, Placed):
            fields[event.seat].append(event.card)
        elif isinstance(event, Folded):
            if event.seat != view.seat:
                seen.extend(fields[event.seat])
            fields[event.seat] = []
    return tuple(seen)
