"""Bets, pots and shares beside PokerKit, which knows poker's as well as anybody: by themselves, and in whole hands.

Where Sabacc's rules differ from PokerKit's, the difference is named and put in terms of B1, never skipped:

- A pot that only folders paid into has no contestants in PokerKit, which burns it with a warning. By B1 it joins the
  last pot. (Poker never comes to this, for there nobody folds what is matched; in Sabacc's fold windows they do.)
- PokerKit returns the largest payment's excess before it asks who is in. By B1 a folder's credits stay.
- When all others have folded, PokerKit returns the last player's whole bet of the street and not just what nobody
  matched. That player gets the same either way.
- PokerKit knows no empty pot. `make_pots` has a main pot even if there is nothing in it.
- PokerKit gives all odd chips of a pot to the first winner left of the button, B3 one each.
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

from sabacc.betting import Pot, make_pots, shares, uncalled

SEQUENCES = 20_000 if os.environ.get("SABACC_SOAK") else 2_000

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
FOLDS_FOR_NOTHING = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")


# ---- PokerKit at its own game


def poker(rng: Random, structure: BettingStructure, least_bet: int) -> State:
    """A game of two to eight players, three streets of one card each, and all kinds of stacks, blinds and antes."""
    n = rng.randint(2, 8)
    street = Street(False, (False,), 0, False, Opening.POSITION, least_bet, None)
    stacks = [rng.choice((rng.randint(1, 12), rng.randint(1, 60), rng.randint(40, 200))) for _ in range(n)]
    matched_antes = rng.random() < 0.5  # or antes that lie in the main pot, like fees
    antes = [rng.choice((0, 0, 1, 3))] * n if matched_antes else [rng.choice((0, 0, 1, 3)) for _ in range(n)]
    blinds = [least_bet, 2 * least_bet] + [0] * (n - 2)
    return State(
        TO_THE_SHOWDOWN,
        Deck.STANDARD,
        (KuhnPokerHand,),
        (street,) * 3,
        structure,
        matched_antes,
        antes,
        blinds,
        0,
        stacks,
        n,
    )


def decisions(state: State, rng: Random) -> Iterator[State]:
    """Plays at random, often all-in, and shows the state before each decision."""
    while state.actor_index is not None:
        yield state
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
    """Who paid what by bets and who is live, and what else lies in the pot, read off the operations one by one."""
    paid, bets = [0] * state.player_count, [0] * state.player_count
    live = [True] * state.player_count
    fees = 0
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
            bets = [0] * state.player_count
        elif isinstance(operation, Folding):
            live[operation.player_index] = False
    return paid, live, fees


def poker_pots(state: State) -> list[Pot]:
    return [Pot(pot.amount, tuple(pot.player_indices)) for pot in state.pots]


def settle(paid: Sequence[int], live: Sequence[bool], fees: int) -> tuple[list[int], list[Pot]]:
    """What comes back by seat, and the pots that have anything in them, as `sabacc.betting` sees it."""
    back = [0] * len(paid)
    returned = uncalled(paid, live)
    if returned is not None:
        back[returned[0]] = returned[1]
    kept = [one - other for one, other in zip(paid, back, strict=True)]
    return back, [pot for pot in make_pots(kept, live, fees) if pot.amount]


@pytest.mark.clause("B1")
def test_b1_random_no_limit_hands_have_the_same_pots_and_returns() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES):
        state = poker(rng, BettingStructure.NO_LIMIT, least_bet=1)
        for _ in decisions(state, rng):
            pass
        paid, live, fees = payments(state)
        back, pots = settle(paid, live, fees)
        theirs = poker_pots(state)
        if sum(live) == 1:
            last = live.index(True)
            assert sum(pot.amount for pot in pots) + back[last] == sum(pot.amount for pot in theirs) + state.bets[last]
            assert [pot.contested_by for pot in pots] == [(last,)]
        else:
            start = [
                stack - (0 if state.ante_trimming_status else state.get_effective_ante(seat))
                for seat, stack in enumerate(state.starting_stacks)
            ]
            stacks = [a - b + c for a, b, c in zip(start, paid, back, strict=True)]
            assert stacks == state.stacks
            assert pots == theirs
        seen["pots"] = max(seen["pots"], len(pots))
        seen["returns"] += any(back)
        seen["fees"] += fees > 0
        seen["last player"] += sum(live) == 1
    assert seen["pots"] >= 5
    assert min(seen["returns"], seen["fees"], seen["last player"]) > SEQUENCES / 20


# ---- any payments at all


def street_of_checks() -> Street:
    return Street(False, (False,), 0, False, Opening.POSITION, 1, None)


def poker_after(
    paid: Sequence[int], live: Sequence[bool], automations: tuple[Automation, ...], cards: Sequence[str] = ()
) -> State:
    """PokerKit's state after these payments, made as antes of all sizes, with a credit left to act with."""
    n = len(paid)
    antes = list(paid) if n > 2 else list(paid)[::-1]  # heads-up it names the big blind's ante second, as its blinds
    state = State(
        automations,
        Deck.STANDARD,
        (KuhnPokerHand,),
        (street_of_checks(),),
        BettingStructure.NO_LIMIT,
        True,
        antes,
        [0] * n,
        0,
        [amount + 1 for amount in paid],
        n,
        mode=Mode.CASH_GAME,  # where folding for nothing is only warned against
    )
    for card in cards:
        state.deal_hole(card)
    while state.actor_index is not None:
        if live[state.actor_index]:
            state.check_or_call()
        else:
            state.fold()
    return state


def poker_settles(paid: Sequence[int], live: Sequence[bool]) -> tuple[list[int], list[Pot]]:
    """What PokerKit gives back and the pots it makes, put in terms of B1 where it differs."""
    state = poker_after(paid, live, TO_THE_SHOWDOWN)
    back = [stack - 1 for stack in state.stacks]
    pots = [pot for pot in poker_pots(state) if pot.contested_by]
    stays = sum(pot.amount for pot in poker_pots(state) if not pot.contested_by)
    for seat in range(len(paid)):
        if not live[seat]:
            stays += back[seat]
            back[seat] = 0
    if stays and not pots:
        pots = [Pot(0, tuple(seat for seat in range(len(paid)) if live[seat]))]
    if stays:
        pots[-1] = Pot(pots[-1].amount + stays, pots[-1].contested_by)
    return back, pots


@pytest.mark.clause("B1")
def test_b1_the_example() -> None:
    expected = ([0, 0, 50], [Pot(75, (0, 1, 2)), Pot(50, (1, 2))])
    assert settle([25, 50, 100], [True] * 3, 0) == poker_settles([25, 50, 100], [True] * 3) == expected


@FOLDS_FOR_NOTHING
@pytest.mark.clause("B1")
def test_b1_what_no_live_player_matched_joins_the_last_pot() -> None:
    paid, live = [30, 50, 50, 30], [True, False, False, True]
    assert poker_pots(poker_after(paid, live, TO_THE_SHOWDOWN)) == [Pot(120, (0, 3)), Pot(40, ())]
    assert settle(paid, live, 0) == poker_settles(paid, live) == ([0] * 4, [Pot(160, (0, 3))])


@FOLDS_FOR_NOTHING
@pytest.mark.clause("B1")
def test_b1_a_folder_gets_nothing_back() -> None:
    paid, live = [30, 70, 30], [True, False, True]
    assert poker_after(paid, live, TO_THE_SHOWDOWN).stacks == [1, 41, 1]
    assert settle(paid, live, 0) == poker_settles(paid, live) == ([0] * 3, [Pot(130, (0, 2))])


@FOLDS_FOR_NOTHING
@pytest.mark.clause("B1")
def test_b1_any_payments_and_folds_make_the_same_pots_and_returns() -> None:
    rng = Random(2)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES):
        n = rng.randint(2, 8)
        most = rng.choice((4, 20, 1000))
        paid = [rng.randint(0, most) for _ in range(n)]
        live = [rng.random() < 0.6 for _ in range(n)]
        live[rng.randrange(n)] = True
        paid[rng.randrange(n)] += 1  # PokerKit refuses a hand that nobody pays for
        back, pots = settle(paid, live, 0)
        assert (back, pots) == poker_settles(paid, live)
        assert len({pot.contested_by for pot in pots}) == len(pots)
        seen["pots"] = max(seen["pots"], len(pots))
        seen["returns"] += any(back)
        seen["left by folders"] += max(paid) > max(paid[seat] for seat in range(n) if live[seat])
    assert seen["pots"] >= 6
    assert min(seen["returns"], seen["left by folders"]) > SEQUENCES / 10


# ---- shares


@pytest.mark.clause("B3")
@pytest.mark.parametrize("winners", [1, 2, 3, 4])
def test_b3_odd_credits_go_one_each_where_pokerkit_gives_them_to_the_first(winners: int) -> None:
    for paid in range(1, 8):
        cards = [f"K{suit}" for suit in "cdhs"[:winners]] + ["Jc", "Jd", "Jh"][: 5 - winners]
        state = poker_after([paid] * len(cards), [True] * len(cards), TO_THE_PAYOUT, cards)
        each, odd = divmod(paid * len(cards), winners)
        ours = [share for _, share in shares(paid * len(cards), range(winners))]
        assert state.stacks[:winners] == [1 + each + odd] + [1 + each] * (winners - 1)
        assert ours == [each + 1] * odd + [each] * (winners - odd)


@pytest.mark.clause("B2", "B3")
def test_b2_each_pot_goes_to_the_best_hand_that_contests_it() -> None:
    """Whole payouts with ties; they differ from PokerKit's by odd credits alone, and not at all where there are none.

    (Of hands that can't win PokerKit takes no notice when it pays, so pots with the same candidates left are one.)
    """
    rng = Random(3)
    deck = [rank + suit for rank in "JQK" for suit in "cdhs"]
    exact = 0
    for _ in range(SEQUENCES):
        n = rng.randint(2, 8)
        cards = rng.sample(deck, n)
        paid = [rng.choice((6, 12, 24, 36, rng.randint(1, 40))) for _ in range(n)]
        live = [paid[seat] == max(paid) or rng.random() < 0.8 for seat in range(n)]
        won, pots = settle(paid, live, 0)
        odd = 0
        for pot in pots:
            best = max("JQK".index(cards[seat][0]) for seat in pot.contested_by)
            winners = [seat for seat in pot.contested_by if cards[seat][0] == "JQK"[best]]
            odd += pot.amount % len(winners)
            for seat, share in shares(pot.amount, winners):
                won[seat] += share
        state = poker_after_warned(paid, live, cards)
        theirs = [stack - 1 for stack in state.stacks]
        assert sum(won) == sum(theirs) == sum(paid)
        assert max(abs(one - other) for one, other in zip(won, theirs, strict=True)) <= odd
        exact += odd == 0
    assert exact > SEQUENCES / 2


def poker_after_warned(paid: Sequence[int], live: Sequence[bool], cards: Sequence[str]) -> State:
    return poker_after(paid, live, TO_THE_PAYOUT, cards)


# ---- bounds of a raise


def why_no_raise(state: State) -> str:
    """PokerKit's reason, or nothing if the actor may raise."""
    try:
        state.verify_completion_betting_or_raising_to()
    except ValueError as refusal:
        return str(refusal)
    return ""


def bounds(state: State, seat: int, max_raise: int | None) -> tuple[int, int] | None:
    if not others_have_credits(seat, state.stacks, state.statuses):
        return None
    return raise_bounds(max(state.bets), state.bets[seat], state.stacks[seat], max_raise)


@pytest.mark.clause("B4", "B5", "T13")
@pytest.mark.parametrize("structure", [BettingStructure.NO_LIMIT, BettingStructure.FIXED_LIMIT])
def test_b4_raises_have_the_same_bounds(structure: BettingStructure) -> None:
    """The upper bound is PokerKit's: all one has, or one fixed bet more. So is the lower one, after a raise by 1 or none.

    Otherwise PokerKit's no-limit asks for at least the last raise again, and its fixed limit for the whole of it.
    """
    fixed = structure == BettingStructure.FIXED_LIMIT
    rng = Random(4)
    seen: Counter[str] = Counter()
    for _ in range(SEQUENCES):
        limit = rng.randint(2, 12) if fixed else 1
        for state in decisions(poker(rng, structure, limit), rng):
            seat = state.actor_index
            assert seat is not None
            ours = bounds(state, seat, limit if fixed else None)
            least, most = (
                state.min_completion_betting_or_raising_to_amount,
                state.max_completion_betting_or_raising_to_amount,
            )
            if least is not None and most is not None:
                assert ours is not None
                assert ours[1] == most
                assert ours[0] == max(state.bets) + 1 <= least
                if not fixed and state.completion_betting_or_raising_amount <= 1:
                    assert ours[0] == least
                    seen["lower bound"] += 1
                seen["upper bound"] += 1
            elif ours is not None:
                seen[check_that_sabacc_is_freer(state, seat)] += 1
            else:
                seen["no raise"] += 1
    assert min(seen["upper bound"], seen["no raise"], seen["lower bound"] if not fixed else SEQUENCES) > SEQUENCES / 10
    assert seen["short all-in"]
    assert seen["nobody can match"]


def check_that_sabacc_is_freer(state: State, seat: int) -> str:
    """The two reasons for which PokerKit alone forbids a raise."""
    owed = max(state.bets) - state.bets[seat]
    assert state.stacks[seat] > owed
    refusal = why_no_raise(state)
    if refusal.startswith("There is no reason"):  # T13 asks only whether another has credits, not whether enough
        others = [other for other in state.player_indices if other != seat and state.statuses[other]]
        assert all(state.bets[other] + state.stacks[other] <= max(state.bets) for other in others)
        return "nobody can match"
    assert refusal.startswith(("Short all-in", "The player already acted"))  # poker's rule, and CH8's, not B4's
    assert owed < state.completion_betting_or_raising_amount
    return "short all-in"


# ---- whole hands of Sabacc


def choose(hand: Hand, seat: int, rng: Random) -> Action:
    """Any action, often all-in, seldom a fold."""
    options = hand.options(seat)
    if options.raise_to and rng.random() < 0.4:
        return Raise(
            rng.choice((options.raise_from, rng.randint(options.raise_from, options.raise_to), options.raise_to))
        )
    return rng.choice(
        [action for action in options.actions if not isinstance(action, Fold) or rng.random() < 0.15]
        or list(options.actions)
    )


def check_payout(hand: Hand) -> Counter[str]:
    """The pots that were paid out are those that PokerKit makes of the same payments and folds."""
    events = hand.events
    n = len(hand.live)
    started = only(HandStarted, events)[0]
    folded = {event.seat for event in only(Folded, events)}
    live = [seat in started.dealt_in and seat not in folded for seat in range(n)]
    paid = [
        sum(event.amount for event in only(Paid, events) if (event.seat, event.pot) == (seat, "hand"))
        for seat in range(n)
    ]
    fees = sum(event.amount for event in only(Paid, events) if event.pot == "fees")
    back, pots = poker_settles(paid, live)
    pots[0] = Pot(pots[0].amount + fees, pots[0].contested_by)  # B1: fees lie in the main pot

    refunded = [sum(event.amount for event in only(Refunded, events) if event.seat == seat) for seat in range(n)]
    assert refunded == back
    awards = [event for event in only(Won, events) if event.pot >= 0]
    swept = {event.pot: event.amount for event in only(Swept, events)}
    assert {event.pot for event in awards} | set(swept) == set(range(len(pots)))
    for number, pot in enumerate(pots):
        won = {event.seat: event.amount for event in awards if event.pot == number}
        assert sum(won.values()) + swept.get(number, 0) == pot.amount
        assert set(won) <= set(pot.contested_by)
        in_order = tuple(seat for seat in started.dealt_in if seat in won)
        assert not won or list(won.items()) == shares(pot.amount, in_order)  # B3
    return Counter(
        {
            "side pots": len(pots) > 1,
            "several side pots": len(pots) > 2,
            "returns": any(back),
            "swept": bool(swept),
            "fees": fees > 0,
            "last player": sum(live) == 1,
            "folders left most": max(paid) > max(paid[seat] for seat in range(n) if live[seat]),
        }
    )


@FOLDS_FOR_NOTHING
@pytest.mark.clause("B1", "B2", "B3")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
@pytest.mark.parametrize("fold_fee_to", ["sabacc", "hand"])
def test_b1_sabacc_hands_pay_out_pokerkits_pots(preset: str, fold_fee_to: str) -> None:
    rng = Random(f"{preset} {fold_fee_to}")
    seen: Counter[str] = Counter()
    hands = SEQUENCES // 4
    while hands > 0:
        n = rng.randint(3, 8)
        rules = {"preset": preset, "ante": 1, "max_bet": rng.choice((3, 20, None)), "fold_fee_to": fold_fee_to}
        stacks = [rng.choice((rng.randint(2, 10), rng.randint(2, 80))) for _ in range(n)]
        game = new_game(rules, NAMES[:n], stacks=stacks, seed=f"pokerkit {rng.random()}")
        for _ in range(4):
            if len(game.able()) < 2:
                break
            hand = game.deal()
            while not hand.over:
                seat = rng.choice(hand.waiting)
                hand.act(seat, choose(hand, seat, rng))
            seen += check_payout(hand)
            hands -= 1
    always = {"side pots", "several side pots", "returns", "swept", "last player"}
    assert always | ({"fees"} if fold_fee_to == "hand" else set()) <= set(seen)
