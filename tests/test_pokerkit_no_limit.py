"""The betting of corellian-house beside PokerKit's no-limit hold'em: real hands of both, driven by the same actions.

A hand of corellian-house has four betting rounds, as hold'em has (preflop, flop, turn, river), and only these are
compared: between them everybody stays and protects nothing, and no doubles are rolled. What is put in terms of PokerKit:

- The small blind goes to the sabacc pot and is no bet (CH3). So PokerKit's small blind is 0, and its player starts with
  that much less. Where the whole stack of the small blind goes to the main pot, PokerKit's small blind is that stack.
- By CH3 the bet to call stays the full big blind even if its player is short of it, which PokerKit doesn't know: there
  such a player is lent the rest. The betting is the same then; returns and pots are not, and are compared by B1.

Where the two still differ, our side is held to the rulebook (`Round.may_raise`) and the difference has a name:

- "nothing to decide": PokerKit asks a player who has nothing to call and nobody left with credits to bet against.
- "out of reach": PokerKit lets nobody raise where no other could put in more than the standing bet. By T13 it is enough
  that another live player has credits left.
- "below a full bet": PokerKit takes an all-in for less than the big blind (or for less than a raise of it) for a full
  bet, and so reopens the betting to those who have acted. By CH8 it doesn't.
- "adding up": short all-ins that add up to a full raise reopen the betting to whoever faces all of them (TDA rule 47).
  PokerKit counts only those that followed each other since the last other raise, and forgets some that it has counted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from sabacc.game.actions import CHECK, FOLD, MATCH, Action, Raise
from sabacc.game.events import Paid, Refunded, Won
from sabacc.game.hand import Hand
from tests.tables import only, open_table
from tests.test_pokerkit import poker_after, poker_settles, pots_of

HANDS = 20_000 if os.environ.get("SABACC_SOAK") else 700
BLINDS = ((1, 2), (5, 10), (0, 4), (3, 3), (50, 100))
BETTING = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)

# A player may fold though there is nothing to call; PokerKit warns against it.
pytestmark = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")


Decide = Callable[[Hand, int, bool], Action]  # of a hand, the seat to act, and whether it may raise in both hands


class Round:
    """What CH8 needs to know of a betting round: who has acted, and the last full bet or raise."""

    def __init__(self, big: int) -> None:
        self.acted: set[int] = set()
        self.full = big

    def may_raise(self, state: State, player: int) -> bool:
        """Whether a player may bet or raise, by CH8 and T13."""
        facing = max(state.bets) - state.bets[player]
        against = [other for other in state.player_indices if other != player and state.statuses[other]]
        return (
            state.stacks[player] > facing
            and any(state.stacks[other] for other in against)
            and (player not in self.acted or facing >= self.full)
        )

    def acts(self, player: int, raised_by: int = 0) -> None:
        """A player has checked, called, or raised by so much."""
        self.acted.add(player)
        if raised_by >= self.full:
            self.full = raised_by


class Pair:
    """A hand of corellian-house and one of hold'em with the same stacks and blinds."""

    def __init__(
        self, stacks: list[int], blinds: tuple[int, int], button: int, hands: list[str], deck: str = ""
    ) -> None:
        n = len(stacks)
        self.big = blinds[1]
        rules: dict[str, Any] = {"ante": 0, "blinds": list(blinds), "rolls": [(1, 2)] * 3}
        self.hand = open_table("corellian-house", hands, deck, button=button, stacks=stacks, **rules)[1]
        self.seats = self.hand.seating.dealt_in  # PokerKit counts its players from the left of the button
        ours = [stacks[seat] for seat in self.seats]
        small, big = (1, 0) if n == 2 else (0, 1)
        all_in = ours[small] <= blinds[0]
        posted = ours[small] if all_in else 0
        theirs = ours[:]
        theirs[small] -= 0 if all_in else blinds[0]
        theirs[big] = max(theirs[big], self.big)
        self.lent = theirs[big] - ours[big]
        self.state: State = NoLimitTexasHoldem.create_state(
            BETTING, True, 0, (posted, self.big), self.big, theirs, n, mode=Mode.CASH_GAME
        )
        self.round = Round(self.big)
        self.seen: Counter[str] = Counter()

    def play(self, decide: Decide) -> None:
        """Plays both hands to the end of the betting and compares every decision."""
        hand, state = self.hand, self.state
        number = 1
        while not hand.over:
            if hand.kind != "bet":
                hand.time_out(hand.waiting[0])  # stays, protects nothing (T10)
                continue
            if hand.round > number:
                number = hand.round
                self.round = Round(self.big)
            self.skip_nothing_to_decide()
            seat = hand.waiting[0]
            assert (hand.round - 1, seat) == (state.street_index, self.seats[state.actor_index or 0])
            self.act(seat, decide(self.hand, seat, self.compare(seat)))
        self.skip_nothing_to_decide()
        assert state.actor_index is None

    def skip_nothing_to_decide(self) -> None:
        """PokerKit's players check where ours are not asked any more (T13)."""
        state = self.state
        while (player := state.actor_index) is not None and not state.checking_or_calling_amount:
            if any(state.stacks[p] for p in state.player_indices if p != player and state.statuses[p]):
                return
            state.check_or_call()
            self.seen["nothing to decide"] += 1

    def compare(self, seat: int) -> bool:
        """What a seat may do now is what PokerKit says and CH8 demands; whether it may raise in both."""
        state, options = self.state, self.hand.options(seat)
        player = state.actor_index
        assert player is not None
        standing, owed = max(state.bets), state.checking_or_calling_amount
        assert (options.owed, options.bet, self.hand.stacks[seat]) == (owed, state.bets[player], state.stacks[player])
        assert options.actions == (MATCH if owed else CHECK, FOLD)
        self.seen["option"] += self.hand.round == 1 and not owed and standing == self.big

        all_in = state.bets[player] + state.stacks[player]
        expected = (min(standing + self.round.full, all_in), all_in)
        may = self.round.may_raise(state, player)
        assert (options.raise_from, options.raise_to) == (expected if may else (0, 0))
        least = state.min_completion_betting_or_raising_to_amount
        if (least is not None) is not may:
            self.seen[self.why_different(player, may)] += 1
        elif may:
            assert (least, state.max_completion_betting_or_raising_to_amount) == expected
            self.seen["may raise"] += 1
            self.seen["short of a raise"] += all_in < standing + self.round.full
        else:
            closed = player in self.round.acted and all_in > standing and 0 < (owed or 0) < self.round.full
            self.seen["not reopened" if closed else "may not raise"] += 1
        return may and least is not None

    def why_different(self, player: int, may: bool) -> str:
        """The name of a difference; see the top of this file."""
        state = self.state
        standing = max(state.bets)
        facing = standing - state.bets[player]
        if not may:
            assert state.completion_betting_or_raising_amount <= facing < self.big
            assert player in self.round.acted
            return "below a full bet"
        others = [p for p in state.player_indices if p != player and state.statuses[p]]
        if all(state.bets[p] + state.stacks[p] <= standing for p in others):
            return "out of reach"
        assert facing >= self.round.full
        assert state.consecutive_short_all_in_amounts
        return "adding up"

    def act(self, seat: int, action: Action) -> None:
        """Does the same in both hands."""
        state = self.state
        player = self.seats.index(seat)
        if isinstance(action, Raise):
            self.round.acts(player, action.to - max(state.bets))
            state.complete_bet_or_raise_to(action.to)
        elif action == FOLD:
            state.fold()
        else:
            self.round.acts(player)
            state.check_or_call()
        self.hand.act(seat, action)

    def paid(self) -> list[int]:
        """What each player has put into the main pot."""
        paid = Counter(dict.fromkeys(self.seats, 0))
        for event in only(Paid, self.hand.events):
            paid[event.seat] += event.amount if event.pot == "hand" else 0
        return [paid[seat] for seat in self.seats]

    def got(self) -> list[int]:
        """What each player won from the main pot and its side pots, and got back."""
        got = Counter(dict.fromkeys(self.seats, 0))
        for event in self.hand.events:
            if isinstance(event, Refunded) or (isinstance(event, Won) and event.pot >= 0):
                got[event.seat] += event.amount
        return [got[seat] for seat in self.seats]

    def live(self) -> list[bool]:
        """Who has not folded."""
        return [self.hand.live[seat] for seat in self.seats]

    def compare_returns(self) -> None:
        """What came back, and the pots that were paid out."""
        state, paid, live = self.state, self.paid(), self.live()
        assert live == state.statuses
        back = [sum(e.amount for e in only(Refunded, self.hand.events) if e.seat == seat) for seat in self.seats]
        won: Counter[int] = Counter()
        for event in only(Won, self.hand.events):
            won[event.pot] += event.amount
        if self.lent or sum(live) == 1:  # with one player left, PokerKit hands back the whole bet
            theirs, pots = poker_settles(paid, live)
        else:
            theirs = [state.stacks[p] - state.starting_stacks[p] + paid[p] for p in state.player_indices]
            pots = pots_of(state)
        assert back == theirs
        assert {pot: amount for pot, amount in won.items() if pot >= 0} == {
            number: pot.amount for number, pot in enumerate(pots)
        }
        self.seen += Counter({"returns": any(back), "side pots": len(pots) > 1, "short big blind": self.lent > 0})


def any_stacks(rng: Random, n: int, big: int) -> list[int]:
    """Very short ones, short ones and deep ones; or many of about the same size, for short all-ins one after the other."""
    if rng.random() < 0.25:
        return [rng.randint(4 * big, 7 * big) for _ in range(n)]
    return [
        rng.choice((rng.randint(1, 2 * big), rng.randint(1, 8 * big), rng.randint(big, 60 * big))) for _ in range(n)
    ]


def at_random(rng: Random, stayers: tuple[int, ...] = ()) -> Decide:
    """Often a raise, often all-in. Where there are stayers, they never fold, and the others soon do."""

    def decide(hand: Hand, seat: int, may_raise: bool) -> Action:
        options = hand.options(seat)
        likely_fold = (0.0 if seat in stayers else 0.67) if stayers else 0.2 if options.owed else 0.03
        if rng.random() < likely_fold:
            return FOLD
        if may_raise and rng.random() < 0.4:
            least, most = options.raise_from, options.raise_to
            return Raise(rng.choice((least, rng.randint(least, min(most, 3 * least)), rng.randint(least, most), most)))
        return MATCH if options.owed else CHECK

    return decide


@pytest.mark.clause("CH3", "CH7", "CH8", "T13", "B1")
def test_ch8_who_acts_what_they_may_do_and_what_comes_back() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        n = rng.choice((2, 2, 3, 4, 5, 6, 7, 8))
        blinds = rng.choice(BLINDS)
        pair = Pair(any_stacks(rng, n, blinds[1]), blinds, rng.randrange(n), [""] * n)
        pair.play(at_random(rng))
        pair.compare_returns()
        seen += pair.seen
    often = ("may raise", "may not raise", "short of a raise", "option", "returns", "side pots", "short big blind")
    seldom = ("not reopened", "nothing to decide", "out of reach", "below a full bet")
    assert all(seen[what] >= HANDS / 20 for what in often), seen
    assert all(seen[what] >= HANDS / 200 for what in seldom), seen


@pytest.mark.clause("CH8")
def test_ch8_short_all_ins_add_up_for_whoever_faces_them_all() -> None:
    """Three of them (60, 50 and 30) upon a bet of 100. PokerKit would let seat 1 raise after two, and not after three."""
    pair = Pair([2000, 2000, 260, 310, 340], (50, 100), 0, [""] * 5)
    bets: Iterator[Action] = iter([MATCH] * 4 + [CHECK, Raise(100), Raise(160), Raise(210), Raise(240), MATCH])
    pair.play(lambda hand, seat, _: next(bets, MATCH if hand.owes(seat) else CHECK))
    assert pair.seen["adding up"] == 1  # where `compare` has seen that seat 1 may raise in our hand, and not in theirs


SAME = "+1 +5 -4 -2"  # three can have it, it takes no sabacc pot, and +7 for each keeps the tie (CH25)
OTHERS = ("+8 +8 +2 +2", "-8 -8 -1 -1", "+6 +6 +3 +3", "-7 -7 -6 -6", "-10 -10 -3 -3", "+4 +4 +5 -5")
DECK = "+9 +9 -9 -9 +10 -10 0 +7 +7 +7"


@pytest.mark.clause("CH8", "B2")
def test_ch8_tied_players_share_every_pot_as_in_poker_odd_chips_and_all() -> None:
    rng = Random(2)
    seen: Counter[str] = Counter()
    for _ in range(HANDS // 4):
        n = rng.randint(3, 8)
        blinds = rng.choice(BLINDS)
        stayers = tuple(rng.sample(range(n), rng.randint(2, 3)))
        others = iter(OTHERS)
        hands = [SAME if seat in stayers else next(others) for seat in range(n)]
        pair = Pair(any_stacks(rng, n, blinds[1]), blinds, rng.randrange(n), hands, DECK)
        pair.play(at_random(rng, stayers))
        live = pair.live()
        if any(seat not in stayers for seat, is_live in zip(pair.seats, live, strict=True) if is_live):
            continue  # who is live and loses is thrown out by PokerKit before it makes the pots it divides
        kings, jacks = iter(("Kc", "Kd", "Kh")), iter(("Jc", "Jd", "Jh", "Js", "Qc", "Qd"))
        cards = [next(kings) if is_live else next(jacks) for is_live in live]
        assert pair.got() == [stack - 1 for stack in poker_after(pair.paid(), live, cards).stacks]
        shares = {(event.pot, event.amount) for event in only(Won, pair.hand.events)}
        pots = {pot for pot, _ in shares}
        seen += Counter({"shared": 1, "side pots": len(pots) > 1, "odd chips": len(shares) > len(pots)})
    assert all(seen[what] >= HANDS / 50 for what in ("shared", "side pots", "odd chips")), seen
