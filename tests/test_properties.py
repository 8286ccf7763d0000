"""What must always hold, over random presets, random house rules and random play."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import sabacc
from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import IllegalAction
from sabacc.game.actions import Action, CallHand, Check, ChooseSide, Fold, Gain, Match, Pass, Place, Raise, Stand, Trade
from sabacc.game.events import Acted
from sabacc.game.hand import Hand
from sabacc.rules import Rules
from sabacc.sampling import may_give_up, sample
from tests.hand_probes import credits_at_each_event, open_game, play_on, shown_to, state_of
from tests.strategies import SOAK, STEADY, house_rules

SEEDS = st.integers(0, 10**9).map(str)
PLAYERS = st.integers(2, 8)
STEPS = st.integers(0, 120)
PHASES = [Phase.explicit, Phase.reuse, Phase.generate] + ([Phase.shrink] if os.environ.get("SABACC_SHRINK") else [])
quick = settings(
    derandomize=STEADY,
    phases=PHASES,  # shrinking a whole hand takes minutes: ask for it
    max_examples=2000 if SOAK else 80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS)
def test_random_play_ends_and_conserves_credits_after_every_event(rules: Rules, players: int, seed: str) -> None:
    game = open_game(rules, players, seed)
    luck = random.Random(seed)
    for _ in range(3):
        if len(game.able()) < 2:
            break
        before = sum(game.stacks) + game.sabacc_pot
        hand = game.deal()
        play_on(hand, luck)
        assert set(credits_at_each_event(hand.events, rules, game.names)) == {before}
        assert sum(game.stacks) + game.sabacc_pot == before


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS)
def test_the_same_record_gives_the_same_events(rules: Rules, players: int, seed: str) -> None:
    game = open_game(rules, players, seed)
    luck = random.Random(seed)
    for _ in range(2):
        if len(game.able()) < 2:
            break
        play_on(game.deal(), luck)
    text = game.record()
    again = sabacc.replay(text)
    assert isinstance(again, sabacc.Game)
    assert again.record() == text
    assert sabacc.verify(text).replayed


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS, steps=STEPS, choice=st.integers(0, 8))
def test_a_seats_record_verifies(rules: Rules, players: int, seed: str, steps: int, choice: int) -> None:
    assume(not may_give_up(rules))
    game = open_game(rules, players, seed)
    hand = game.deal()
    play_on(hand, random.Random(seed), steps)
    seat = None if choice >= len(game.names) else choice
    text = sabacc.record_game(game, seat)
    assert '"seed"' not in text
    assert "\nseed" not in text
    assert sabacc.verify(text).kind == "seat"


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS, steps=STEPS)
def test_a_copy_never_touches_its_original(rules: Rules, players: int, seed: str, steps: int) -> None:
    hand = open_game(rules, players, seed).deal()
    luck = random.Random(seed)
    play_on(hand, luck, steps)
    before, text = state_of(hand), sabacc.record_hand(hand)
    twin = hand.copy()
    assert state_of(twin) == before
    play_on(twin, luck)
    assert state_of(hand) == before
    assert sabacc.record_hand(hand) == text


CARDS = st.sampled_from(["S7", "ID", "QA", "C12", "T15"])
ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([Check(), Match(), Fold(), Pass(), CallHand(), Gain(), Stand(), Trade(), ChooseSide()]),
    st.integers(-5, 10**12).map(Raise),
    CARDS.map(Trade),
    CARDS.map(Place),
    st.sampled_from([ChooseSide("light"), ChooseSide("grey")]),  # type: ignore[arg-type]  # there is no such side
    st.sampled_from([Raise(2.5), Raise("3"), Raise(True), Raise(float("nan"))]),  # type: ignore[arg-type]  # no amounts
)


@quick
@given(
    rules=house_rules(),
    players=PLAYERS,
    seed=SEEDS,
    steps=STEPS,
    seat=st.integers(-2, 9),
    action=ANY_ACTION,
    late=st.booleans(),
)
def test_illegal_actions_change_nothing(
    rules: Rules, players: int, seed: str, steps: int, seat: int, action: Action, late: bool
) -> None:
    hand = open_game(rules, players, seed).deal()
    play_on(hand, random.Random(seed), steps)
    before = state_of(hand)
    if not late and action in hand.options(seat):
        return
    with pytest.raises(IllegalAction):
        hand.act(seat, action, question=hand.question - 1 if late else None)
    assert state_of(hand) == before


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS, steps=STEPS)
def test_every_option_offered_is_accepted(rules: Rules, players: int, seed: str, steps: int) -> None:
    hand = open_game(rules, players, seed).deal()
    play_on(hand, random.Random(seed), steps)
    for seat, question in hand.pending.items():
        options = hand.options(seat)
        assert question.default in options
        for action in list(options)[:40]:
            stack = hand.stacks[seat]
            assert options.price(action) <= stack
            twin = hand.copy()
            assert isinstance(twin.act(seat, action, question=question.number)[0], Acted)


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS, steps=STEPS, choice=st.integers(0, 8))
def test_a_sampled_past_shows_the_seat_exactly_its_events(
    rules: Rules, players: int, seed: str, steps: int, choice: int
) -> None:
    assume(not may_give_up(rules))
    hand = open_game(rules, players, seed).deal()
    play_on(hand, random.Random(seed), steps)
    seat = None if choice >= len(hand.live) else choice
    guess = sample(hand.view(seat), Chance(f"guess {seed}"))
    assert shown_to(guess.hand, seat) == shown_to(hand, seat)
    play_on(guess.hand, random.Random(seed))


class Spy(Chance):
    """Chance that remembers its answers, so that they can be scripted with some cards swapped."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.answers: dict[Any, Any] = {}

    def derive(self, name: str) -> Chance:
        return self  # one hand only

    def shuffle(self, number: int, cards: Any) -> tuple[str, ...]:
        self.answers["shuffle", number] = super().shuffle(number, cards)
        order: tuple[str, ...] = self.answers["shuffle", number]
        return order

    def pick(self, number: int, cards: Any) -> str:
        self.answers["pick", number] = super().pick(number, cards)
        picked: str = self.answers["pick", number]
        return picked


def swapped(value: Any, one: str, other: str) -> Any:
    """The same with two cards changed into each other, wherever they stand."""
    if isinstance(value, tuple):
        return tuple(swapped(part, one, other) for part in value)
    return {one: other, other: one}.get(value, value)


def replay_swapped(hand: Hand, spy: Spy, rules: Rules, one: str, other: str) -> Hand:
    """The same hand, with the same actions, as if two cards had changed places before the first shuffle."""
    answers = {key: swapped(answer, one, other) for key, answer in spy.answers.items()}
    twin = open_game(rules, len(hand.live), spy.seed, _Whole(answers, Chance(spy.seed))).deal()
    for event in hand.events:
        if isinstance(event, Acted) and event.by == "player":
            fields = {f: swapped(getattr(event.action, f), one, other) for f in event.action.__struct_fields__}
            twin.act(event.seat, type(event.action)(**fields))
    return twin


class _Whole(ScriptedChance):
    """A script over the same seed as the spied one, with nothing derived."""

    def derive(self, name: str) -> Chance:
        return self


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS, steps=STEPS, choice=st.integers(0, 8), pair=st.randoms())
def test_no_view_changes_when_cards_the_seat_cant_see_are_swapped(
    rules: Rules, players: int, seed: str, steps: int, choice: int, pair: random.Random
) -> None:
    spy = Spy(seed)
    game = open_game(rules, players, seed, spy)
    hand = game.deal()
    play_on(hand, random.Random(seed), steps)
    if hand.over or rules.declare_totals:  # totals are told to all, and a shown hand is seen by all
        return
    seat = None if choice >= len(hand.live) else choice
    seen = shown_to(hand, seat).decode()
    copies = Counter(spy.answers.get(("shuffle", 1), ()))  # a house may play with a deck of its own (HR12)
    hidden = sorted(card for card in copies if f'"{card}"' not in seen)
    one = pair.choice(hidden) if hidden else ""
    others = [card for card in hidden if card != one and copies[card] == copies[one]]
    if not others:
        return
    other = pair.choice(others)
    twin = replay_swapped(hand, spy, rules, one, other)
    assert shown_to(twin, seat) == shown_to(hand, seat)
