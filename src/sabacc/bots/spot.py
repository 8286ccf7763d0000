"""The spot a player is in: what its judgement needs to know, read off a view or, in play-outs, off a hand.

A play-out is of a *guessed* hand, and of that too only what the seat itself may know is read here.
"""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.actions import Raise
from sabacc.game.events import Acted, BettingStarted, Dropped, Folded, Placed, Shifted, Shuffled, TurnStarted
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.rules import Rules, ante_due, find_preset


class Spot:
    """One seat's situation when it is asked something."""

    __slots__ = (
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
        "pot_before",
        "pulses",
        "raised",
        "raises",
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
        self.raised = 0  # what has been bet of one's own will in the present betting
        self.raises = 0  # of the bet that is open, by anybody; the opening bet is none
        self.pot_before = 0  # the pot that it was bet into
        self.forced = 0  # what of the pot nobody had a choice about
        self.round = 0
        self.pulses = 0  # that have struck in this hand (GA4)
        self.called = False
        self.board: tuple[Card, ...] = ()
        self.pile: tuple[Card, ...] = ()
        self.peeked: Card = ""
        self.target = (0, "")

    def others(self) -> list[int]:
        """The other seats still in the hand."""
        return [seat for seat in range(len(self.live)) if self.live[seat] and seat != self.seat]


def spot_of_hand(hand: Hand, seat: int) -> Spot:
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
    spot.pulses = hand.pulses
    spot.called = hand.called
    spot.board = hand.board
    spot.pile = hand.pile
    if hand.peeked and hand.turn == seat:
        spot.peeked = hand.peeked[0]
    spot.target = hand.target
    spot.seen = _face_up_cards(spot)
    spot.raises = hand.raise_count if spot.kind == "bet" else 0
    _measure_bets(spot, hand.standing, len(hand.seating.dealt_in))
    return spot


def spot_of_view(view: View) -> Spot:
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
    spot.turns = _completed_turns(view)
    spot.sides = tuple(view.sides)
    spot.side = view.sides[seat]
    spot.stack = view.stacks[seat]
    spot.pot = view.hand_pot
    spot.sabacc_pot = view.sabacc_pot
    spot.owed = min(view.standing - view.bets[seat], spot.stack)
    spot.round = view.round
    if view.rules.shift_trigger == "pulse":
        spot.pulses = sum([isinstance(event, Shifted) for event in view.events])
    spot.called = view.called
    spot.board = view.board if any(view.board) else ()
    spot.pile = view.pile
    spot.peeked = view.peeked or ""
    if view.gold is not None:
        spot.target = (view.gold, str(view.silver))
    spot.seen = _face_up_cards(spot) + _known_junk(view)
    spot.raises = _count_raises(view) if spot.kind == "bet" else 0
    _measure_bets(spot, view.standing, len(view.dealt_in))
    return spot


def _face_up_cards(spot: Spot) -> tuple[Card, ...]:
    """The cards that lie face up before others and on the table."""
    seen: tuple[Card, ...] = spot.pile
    for seat, field in enumerate(spot.fields):
        if field and seat != spot.seat:
            seen += field
    if spot.board:
        seen += tuple([card for card in spot.board if card])
    return seen


def _measure_bets(spot: Spot, standing: int, players: int) -> None:
    """What of the pot was forced, how much has been bet in the present betting, and into how large a pot."""
    rules = spot.rules
    spot.forced = players * ante_due(rules) + rules.blinds[1]
    if find_preset(rules.preset).standing_bet:  # only what is not matched yet counts (CL3)
        lowest = standing
        for seat, live in enumerate(spot.live):
            if live and spot.bets[seat] < lowest:
                lowest = spot.bets[seat]
        spot.raised = (standing - lowest) // 2  # one can raise turn after turn, so it tells less
        spot.pot_before = spot.pot - spot.raised
        return
    # A blind is no bet of one's own will.
    blind = min(rules.blinds[1], standing) if spot.round == 1 else 0
    spot.raised = standing - blind
    spot.pot_before = spot.pot - sum(spot.bets) + blind


def _count_raises(view: View) -> int:
    """How often the present bet was raised, counted as B5 does."""
    count = standing = turn_round = 0
    for event in view.events:
        if isinstance(event, BettingStarted):
            count, standing = 0, event.standing
        elif isinstance(event, TurnStarted):
            count = count if event.round == turn_round else 0
            turn_round = event.round
        elif isinstance(event, Acted) and isinstance(event.action, Raise):
            count += standing > 0
            standing = event.action.to
    return count


def _completed_turns(view: View) -> list[int]:
    """Turns that each seat has completed; one that is under way is not."""
    turns = [0] * len(view.names)
    for event in view.events:
        if isinstance(event, TurnStarted):
            turns[event.seat] += 1
    alternates = find_preset(view.rules.preset).alternates_play_and_betting
    between_turns = alternates and view.asked_kind == "bet"
    if view.turn is not None and not between_turns:
        turns[view.turn] -= 1
    return turns


def _known_junk(view: View) -> tuple[Card, ...]:
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
