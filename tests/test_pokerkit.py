"""Bets, pots and shares beside those of PokerKit, a poker library: by themselves, and in whole hands of Sabacc.

Where the two differ, the difference is named and put in terms of our rules:

- A pot that only folders paid into has no contestants in PokerKit, which burns it with a warning. By B1 it joins the
  last pot. (Poker seldom comes to this, but in Sabacc's fold windows players fold what they have matched.)
- PokerKit gives the largest payer's excess back when it collects the bets, whether they are in or not. By B1 a folder's
  credits stay.
- When all others have folded, PokerKit hands back the last player's whole bet of the street and not only what nobody
  matched. The player gets the same either way.
- PokerKit knows no empty pot. `make_pots` gives a main pot even if there is nothing in it.
- PokerKit gives all odd chips of a pot to the first winner left of the button, B3 one each.
- In PokerKit a raise must be as large as the last one, a short all-in does not reopen the betting (both hold in
  corellian-house too, CH8), and nobody may raise where no other could put in more than the standing bet. By B4 the
  smallest raise is 1, and by T13 it is enough that another live player has credits left.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from pokerkit import (
    AntePosting,
    Automation,
    BetCollection,
    BettingStructure,
    BlindOrStraddlePosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Deck,
    Folding,
    KuhnPokerHand,
    Mode,
    Opening,
    State,
    Street,
)

from sabacc.betting import Pot, make_pots, others_have_credits, raise_bounds, shares, uncalled
from sabacc.game.actions import Action, Fold, Raise
from sabacc.game.events import Folded, HandStarted, Paid, Refunded, Swept, Won
from sabacc.game.hand import Hand
from sabacc.variants import new_game
from tests.tables import NAMES, only, open_table, play, quiet_turn

SEQUENCES = 30_000 if os.environ.get("SABACC_SOAK") else 1_000

TO_THE_SHOWDOWN = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_DEALING,
)
TO_THE_PAYOUT = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

# In Sabacc a player may fold what is matched; PokerKit warns against it.
pytestmark = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")


def settle(paid: Sequence[int], live: Sequence[bool], fees: int = 0) -> tuple[list[int], list[Pot]]:
    """What comes back, by seat, and the pots that have anything in them, as `sabacc.betting` has it."""
    back = [0] * len(paid)
    excess = uncalled(paid, live)
    if excess is not None:
        back[excess[0]] = excess[1]
    kept = [amount - returned for amount, returned in zip(paid, back, strict=True)]
    return back, [pot for pot in make_pots(kept, live, fees) if pot.amount]


def pots_of(state: State) -> list[Pot]:
    return [Pot(pot.amount, tuple(pot.player_indices)) for pot in state.pots]


def total(pots: Sequence[Pot]) -> int:
    return sum(pot.amount for pot in pots)


# ---- poker, played at random


def new_poker(rng: Random, structure: BettingStructure, bet: int) -> State:
    """Two to eight players with stacks of all sizes, blinds, antes, and three streets of one card each."""
    n = rng.randint(2, 8)
    trimmed = rng.random() < 0.5  # antes are matched like bets, or lie in the main pot like fees
    antes = [rng.choice((0, 0, 1, 3))] * n if trimmed else [rng.choice((0, 0, 1, 3)) for _ in range(n)]
    blinds = [bet, 2 * bet] + [0] * (n - 2)
    stacks = [rng.choice((rng.randint(1, 12), rng.randint(1, 60), rng.randint(40, 200))) for _ in range(n)]
    streets = (Street(False, (False,), 0, False, Opening.POSITION, bet, None),) * 3
    return State(
        TO_THE_SHOWDOWN,
        Deck.STANDARD,
        (KuhnPokerHand,),
        streets,
        structure,
        trimmed,
        antes,
        blinds,
        0,
        stacks,
        n,
    )


def decisions(state: State, rng: Random) -> Iterator[int]:
    """Plays the hand at random, often all-in, to its last decision; before each, the seat that acts."""
    while (seat := state.actor_index) is not None:
        yield seat
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        luck = rng.random()
        if least is not None and most is not None and luck < 0.4:
            state.complete_bet_or_raise_to(rng.choice((least, rng.randint(least, most), most)))
        elif state.checking_or_calling_amount and luck > 0.75:
            state.fold()
        else:
            state.check_or_call()


def payments(state: State) -> tuple[list[int], list[bool], int]:
    """Who put in what by bets, who is live, and what antes lie in the pot besides, from the log of the hand."""
    n = state.player_count
    paid, live, fees = [0] * n, [True] * n, 0
    bets = [0] * n
    for operation in state.operations:
        if isinstance(operation, AntePosting):
            if state.ante_trimming_status:
                paid[operation.player_index] += operation.amount
            else:
                fees += operation.amount
        elif isinstance(operation, (BlindOrStraddlePosting, CheckingOrCalling)):
            paid[operation.player_index] += operation.amount
            bets[operation.player_index] += operation.amount
        elif isinstance(operation, CompletionBettingOrRaisingTo):
            paid[operation.player_index] += operation.amount - bets[operation.player_index]
            bets[operation.player_index] = operation.amount
        elif isinstance(operation, BetCollection):
            bets = [0] * n
        elif isinstance(operation, Folding):
            live[operation.player_index] = False
    return paid, live, fees


@pytest.mark.clause("B1")
def test_b1_random_no_limit_hands_have_the_same_pots_and_returns() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES):
        state = new_poker(rng, BettingStructure.NO_LIMIT, bet=1)
        seen["decisions"] += sum(1 for _ in decisions(state, rng))
        paid, live, fees = payments(state)
        back, pots = settle(paid, live, fees)
        if sum(live) == 1:
            last = live.index(True)
            assert [pot.contested_by for pot in pots] == [(last,)]
            assert total(pots) + back[last] == total(pots_of(state)) + state.bets[last]
            seen["last player"] += 1
        else:
            assert pots == pots_of(state)
            dead = [0 if state.ante_trimming_status else state.get_effective_ante(seat) for seat in range(len(paid))]
            assert [
                start - ante - amount + returned
                for start, ante, amount, returned in zip(state.starting_stacks, dead, paid, back, strict=True)
            ] == state.stacks
        seen["fees"] += fees > 0
        seen["returns"] += any(back)
        seen["four pots"] += len(pots) >= 4
    assert all(seen[what] >= SEQUENCES / 100 for what in ("last player", "fees", "returns", "four pots")), seen


# ---- any payments, any folds


def poker_after(paid: Sequence[int], live: Sequence[bool], cards: Sequence[str] = ()) -> State:
    """PokerKit after these payments, made as antes, with a credit left to everybody for checking or folding.

    With cards (K before Q before J) the hand is paid out, without them it stops at the showdown.
    """
    n = len(paid)
    state = State(
        TO_THE_PAYOUT if cards else TO_THE_SHOWDOWN,
        Deck.STANDARD,
        (KuhnPokerHand,),
        (Street(False, (False,), 0, False, Opening.POSITION, 1, None),),
        BettingStructure.NO_LIMIT,
        True,
        paid if n > 2 else paid[::-1],  # heads-up, the order is that of the blinds
        [0] * n,
        0,
        [amount + 1 for amount in paid],
        n,
        mode=Mode.CASH_GAME,
    )
    for card in cards:
        state.deal_hole(card)
    while (seat := state.actor_index) is not None:
        if live[seat]:
            state.check_or_call()
        else:
            state.fold()
    return state


def poker_settles(paid: Sequence[int], live: Sequence[bool]) -> tuple[list[int], list[Pot]]:
    """What PokerKit gives back and the pots it makes, in terms of B1: what folders left joins the last pot."""
    state = poker_after(paid, live)
    back = [stack - 1 if live[seat] else 0 for seat, stack in enumerate(state.stacks)]
    pots = [pot for pot in pots_of(state) if pot.contested_by]
    left_by_folders = sum(paid) - sum(back) - total(pots)
    if left_by_folders:
        last = pots.pop() if pots else Pot(0, tuple(seat for seat in range(len(paid)) if live[seat]))
        pots.append(Pot(last.amount + left_by_folders, last.contested_by))
    return back, pots


@pytest.mark.clause("B1")
def test_b1_the_example() -> None:
    paid, live = [25, 50, 100], [True, True, True]
    expected = [0, 0, 50], [Pot(75, (0, 1, 2)), Pot(50, (1, 2))]
    assert settle(paid, live) == expected
    assert poker_settles(paid, live) == expected


@pytest.mark.clause("B1")
def test_b1_what_no_live_player_matched_joins_the_last_pot() -> None:
    paid, live = [30, 50, 50, 30], [True, False, False, True]
    assert pots_of(poker_after(paid, live)) == [Pot(120, (0, 3)), Pot(40, ())]  # as PokerKit has it
    assert settle(paid, live) == ([0, 0, 0, 0], [Pot(160, (0, 3))])


@pytest.mark.clause("B1")
def test_b1_a_folder_gets_nothing_back() -> None:
    paid, live = [30, 70, 30], [True, False, True]
    assert poker_after(paid, live).stacks == [1, 1 + 40, 1]  # as PokerKit has it
    assert settle(paid, live) == ([0, 0, 0], [Pot(130, (0, 2))])


@pytest.mark.clause("B1")
def test_b1_any_payments_and_folds_make_the_same_pots_and_returns() -> None:
    rng = Random(2)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES):
        n = rng.randint(2, 8)
        most = rng.choice((4, 20, 1000))
        paid = [rng.randint(0, most) for _ in range(n)]
        paid[rng.randrange(n)] += 1  # PokerKit plays no hand that nobody pays for
        live = [rng.random() < 0.6 for _ in range(n)]
        live[rng.randrange(n)] = True
        back, pots = settle(paid, live)
        assert (back, pots) == poker_settles(paid, live)
        seen["returns"] += any(back)
        seen["most by folders"] += max(paid) > max(paid[seat] for seat in range(n) if live[seat])
        seen["four pots"] += len(pots) >= 4
    assert all(seen[what] >= SEQUENCES / 20 for what in ("returns", "most by folders", "four pots")), seen


# ---- shares


@pytest.mark.clause("B3")
@pytest.mark.parametrize("winners", [1, 2, 3, 4])
@pytest.mark.parametrize("paid", [1, 2, 3, 4, 5])
def test_b3_odd_credits_go_one_each_but_in_poker_all_to_the_first(winners: int, paid: int) -> None:
    cards = [*["Kc", "Kd", "Kh", "Ks"][:winners], "Jc", "Jd", "Jh"]
    each, odd = divmod(paid * len(cards), winners)
    state = poker_after([paid] * len(cards), [True] * len(cards), cards)
    assert [stack - 1 for stack in state.stacks[:winners]] == [each + odd] + [each] * (winners - 1)
    ours = [share for _, share in shares(paid * len(cards), range(winners))]
    assert ours == [each + 1] * odd + [each] * (winners - odd)


@pytest.mark.clause("B2", "B3")
def test_b2_each_pot_goes_to_the_best_hand_that_contests_it() -> None:
    """Payouts differ from PokerKit's by odd credits at the most, and by nothing where all pots divide.

    (Before it divides, PokerKit throws out hands that can't win and joins pots that have the same contestants then.)
    """
    rng = Random(3)
    deck = [rank + suit for rank in "JQK" for suit in "cdhs"]
    all_divide = 0
    for _ in range(SEQUENCES // 4):
        n = rng.randint(2, 8)
        cards = rng.sample(deck, n)
        strength = ["JQK".index(card[0]) for card in cards]
        paid = [rng.choice((12, 24, 36, rng.randint(1, 40))) for _ in range(n)]
        live = [paid[seat] == max(paid) or rng.random() < 0.8 for seat in range(n)]
        won, pots = settle(paid, live)
        odd = 0
        for pot in pots:
            best = max(strength[seat] for seat in pot.contested_by)
            winners = [seat for seat in pot.contested_by if strength[seat] == best]
            odd += pot.amount % len(winners)
            for seat, share in shares(pot.amount, winners):
                won[seat] += share
        poker_won = [stack - 1 for stack in poker_after(paid, live, cards).stacks]
        assert sum(won) == sum(poker_won) == sum(paid)
        assert all(abs(ours - theirs) <= odd for ours, theirs in zip(won, poker_won, strict=True))
        all_divide += odd == 0
    assert SEQUENCES / 10 < all_divide < SEQUENCES / 4


# ---- raises


@pytest.mark.clause("B4", "B5", "T13")
@pytest.mark.parametrize("structure", [BettingStructure.NO_LIMIT, BettingStructure.FIXED_LIMIT])
def test_b4_raises_have_the_same_bounds(structure: BettingStructure) -> None:
    """The upper bound is PokerKit's: all one has, or one fixed bet more. So is the lower one, if no raise was larger."""
    rng = Random(4)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES // 2):
        limit = None if structure == BettingStructure.NO_LIMIT else rng.randint(1, 12)
        state = new_poker(rng, structure, bet=limit or 1)
        for seat in decisions(state, rng):
            ours = None
            if others_have_credits(seat, state.stacks, state.statuses):
                ours = raise_bounds(max(state.bets), state.bets[seat], state.stacks[seat], limit)
            least = state.min_completion_betting_or_raising_to_amount
            if least is None:
                seen["nobody may" if ours is None else check_why_only_sabacc_allows_it(state, seat)] += 1
                continue
            assert ours is not None
            assert ours[1] == state.max_completion_betting_or_raising_to_amount
            assert ours[0] <= least
            if max(limit or 1, state.completion_betting_or_raising_amount) == 1:
                assert ours[0] == least
                seen["both bounds"] += 1
            seen["upper bound"] += 1
    expected = ("upper bound", "both bounds", "nobody may", "short all-in", "out of reach")
    assert all(seen[what] >= SEQUENCES / 200 for what in expected), seen


def check_why_only_sabacc_allows_it(state: State, seat: int) -> str:
    """There are two reasons why PokerKit may forbid a raise that B4 and T13 allow."""
    standing = max(state.bets)
    others = [other for other in state.player_indices if other != seat and state.statuses[other]]
    assert state.bets[seat] + state.stacks[seat] > standing
    assert any(state.stacks[other] for other in others)  # T13
    if all(state.bets[other] + state.stacks[other] <= standing for other in others):
        return "out of reach"
    less_than_a_raise = standing - state.bets[seat] < state.completion_betting_or_raising_amount
    # Once short all-ins have added up to a raise, PokerKit counts later ones anew, even for who has not acted since.
    assert less_than_a_raise or state.consecutive_short_all_in_amounts
    return "short all-in"


# ---- whole hands of Sabacc


def any_action(hand: Hand, seat: int, rng: Random) -> Action:
    """Something a seat may do: often a raise, often all-in, seldom a fold."""
    options = hand.options(seat)
    if options.raise_to and rng.random() < 0.4:
        return Raise(
            rng.choice((options.raise_from, rng.randint(options.raise_from, options.raise_to), options.raise_to))
        )
    actions = list(options.actions)
    if rng.random() < 0.85:
        actions = [action for action in actions if not isinstance(action, Fold)] or actions
    return rng.choice(actions)


def check_payout(hand: Hand) -> Counter[str]:
    """The pots that were paid out are those that PokerKit makes of the same payments and folds."""
    events = hand.events
    seats = range(len(hand.live))
    order = only(HandStarted, events)[0].dealt_in
    folded = {event.seat for event in only(Folded, events)}
    live = [seat in order and seat not in folded for seat in seats]
    paid = [sum(event.amount for event in only(Paid, events) if event.seat == s and event.pot == "hand") for s in seats]
    fees = sum(event.amount for event in only(Paid, events) if event.pot == "fees")
    back, pots = poker_settles(paid, live)
    pots[0] = Pot(pots[0].amount + fees, pots[0].contested_by)  # B1

    assert {event.seat: event.amount for event in only(Refunded, events)} == {s: back[s] for s in seats if back[s]}
    swept = {event.pot: event.amount for event in only(Swept, events)}
    won = {number: [event for event in only(Won, events) if event.pot == number] for number in range(len(pots))}
    assert sum(map(len, won.values())) == sum(event.pot >= 0 for event in only(Won, events))
    for number, pot in enumerate(pots):
        if number in swept:
            assert (swept[number], won[number]) == (pot.amount, [])
        else:
            winners = {event.seat for event in won[number]}
            assert winners <= set(pot.contested_by)
            in_order = [seat for seat in order if seat in winners]
            assert [(event.seat, event.amount) for event in won[number]] == shares(pot.amount, in_order)
    return Counter(
        {
            "side pots": len(pots) > 1,
            "several side pots": len(pots) > 2,
            "returns": any(back),
            "swept": len(swept) > 0,
            "fees": fees > 0,
            "last player": sum(live) == 1,
            "most by folders": max(paid) > max(paid[seat] for seat in seats if live[seat]),
        }
    )


@pytest.mark.clause("B1", "B2", "H13")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
@pytest.mark.parametrize("fold_fee_to", ["sabacc", "hand"])
def test_b1_hands_of_sabacc_pay_out_the_same_pots(preset: str, fold_fee_to: str) -> None:
    rng = Random(f"{preset} {fold_fee_to}")
    seen: Counter[str] = Counter()
    while seen["hands"] < SEQUENCES // 10:
        n = rng.randint(3, 8)
        rules = {"preset": preset, "ante": 1, "max_bet": rng.choice((3, 20, None)), "fold_fee_to": fold_fee_to}
        stacks = [rng.choice((rng.randint(2, 10), rng.randint(2, 80))) for _ in range(n)]
        game = new_game(rules, NAMES[:n], stacks, seed=str(rng.random()))
        while game.number < 4 and len(game.able()) >= 2:
            hand = game.deal()
            while not hand.over:
                seat = rng.choice(hand.waiting)
                hand.act(seat, any_action(hand, seat, rng))
            seen += check_payout(hand)
            seen["hands"] += 1
    expected = ["side pots", "several side pots", "returns", "swept", "last player", "most by folders"]
    assert all(seen[what] for what in expected), seen
    assert (seen["fees"] > 0) is (fold_fee_to == "hand")


@pytest.mark.clause("B3")
def test_b3_a_hand_of_sabacc_splits_from_the_dealers_left() -> None:
    """Seats 0, 1 and 2 have 11 each and draw a five each: 20 credits go 7, 7 and 6, where PokerKit would pay 8, 6 and 6."""
    hands = ["S7 C4", "F7 S4", "C7 F4", "S1 C1"]
    _, hand = open_table("classic", hands, "S5 F5 C5", button=0, rolls=[(1, 2)] * 4, static_field="none")
    play(hand, "1 check", "3 fold", "2 pass", "0 pass", "1 stand")
    quiet_turn(hand)
    quiet_turn(hand)
    events = play(hand, "1 check", "2 pass", "0 pass", "2 call-hand")
    assert [(event.seat, event.amount) for event in only(Won, events)] == [(1, 7), (2, 7), (0, 6)]
    assert [stack - 1 for stack in poker_after([5] * 4, [True] * 4, ["Kc", "Kd", "Jc", "Kh"]).stacks] == [8, 6, 0, 6]
