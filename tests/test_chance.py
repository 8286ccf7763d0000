"""The documented hash, scripts, and open chances that a solver answers node by node."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabacc.cards import CLASSIC
from sabacc.chance import OPEN, Chance, ChanceNeeded, ScriptedChance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.events import Acted, Rolled, Shifted, Taken
from sabacc.game.hand import Hand
from sabacc.game.state import Seating
from sabacc.policy import random_step
from sabacc.rules import PRESETS
from sabacc.variants import new_game
from tests.decks import DECKS
from tests.hand_probes import state_of
from tests.tables import NAMES, only, play

WORDS = 1 << 32
SEEDS = st.text(st.characters(codec="utf-8"), max_size=20)
NUMBERS = st.integers(0, 10**6)
LETTERS = list("abcdefghijklmnopqrstuvwxyz")

# ---- the hash, worked out again from what the module says about it


def words(seed: str, purpose: str, number: int) -> Iterator[int]:
    """SHAKE-128("sabacc/1" 00 SEED 00 PURPOSE 00 NUMBER) as big-endian 32-bit words."""
    said = b"\0".join([b"sabacc/1", seed.encode("utf-8"), purpose.encode("utf-8"), b"%d" % number])
    stream = hashlib.shake_128(said).digest(4 * 4096)
    for at in range(0, len(stream), 4):
        yield int.from_bytes(stream[at : at + 4], "big")


def below(stream: Iterator[int], n: int) -> int:
    """The first word under the largest multiple of n, modulo n."""
    return next(word for word in stream if word < WORDS // n * n) % n


def fisher_yates(stream: Iterator[int], cards: list[str]) -> tuple[str, ...]:
    """From the last card down, one number for each step."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@given(SEEDS, st.text("abcdef-", min_size=1), NUMBERS, st.integers(1, WORDS))
def test_a_number_is_the_documented_hash(seed: str, purpose: str, number: int, n: int) -> None:
    assert Chance(seed).below(purpose, number, n) == below(words(seed, purpose, number), n)


@given(SEEDS, NUMBERS, st.integers(1, 8), st.integers(2, 20) | st.just(3 << 30))
def test_a_roll_is_the_documented_hash(seed: str, number: int, dice: int, sides: int) -> None:
    stream = words(seed, "roll", number)
    assert Chance(seed).roll(number, dice, sides) == tuple(below(stream, sides) + 1 for _ in range(dice))


@given(SEEDS, NUMBERS, st.sampled_from(list(DECKS)))
def test_a_shuffle_is_the_documented_hash(seed: str, number: int, deck: str) -> None:
    cards = list(DECKS[deck].cards)
    assert Chance(seed).shuffle(number, cards) == fisher_yates(words(seed, "shuffle", number), cards)


def test_a_shuffle_passes_over_a_word_that_would_favour_some_cards() -> None:
    """Once in a million shuffles: the 32nd word of this one is 2³² − 2, too large for a number below 45."""
    cards = list(CLASSIC.cards)
    assert list(words("sabacc", "shuffle", 1007477))[31] >= WORDS // 45 * 45
    assert Chance("sabacc").shuffle(1007477, cards) == fisher_yates(words("sabacc", "shuffle", 1007477), cards)


@given(SEEDS, NUMBERS, st.integers(1, 26))
def test_a_pick_is_the_documented_hash(seed: str, number: int, n: int) -> None:
    assert Chance(seed).pick(number, LETTERS[:n]) == LETTERS[below(words(seed, "pick", number), n)]


# Worked out once with the lines above, for whoever writes the hash anew.
VECTORS: dict[str, Any] = {
    "dealer": [1, 6, 1, 2, 7, 5, 5, 1, 0, 5],
    "wide": [945748155, 409708684, 1737393340, 311263067, 1334650990, 2147731877, 1445687248, 752450298],
    "roll": [(6, 5), (3, 1), (2, 1), (3, 6), (5, 2)],
    "shuffle": "fuaqdyxblrgvcojwpmnktheizs",
    "pick": ["m", "x", "j", "l", "g"],
    "utf-8": 24,
    "empty": 967,
}


def test_the_answers_of_known_seeds_never_change() -> None:
    chance = Chance("sabacc")
    assert [chance.below("dealer", n, 8) for n in range(10)] == VECTORS["dealer"]
    assert [chance.below("wide", n, 3 << 30) for n in range(8)] == VECTORS["wide"]
    assert [chance.roll(n, 2, 6) for n in range(1, 6)] == VECTORS["roll"]
    assert "".join(chance.shuffle(1, LETTERS)) == VECTORS["shuffle"]
    assert [chance.pick(n, LETTERS) for n in range(1, 6)] == VECTORS["pick"]
    assert Chance("Kızıl −17").below("dealer", 0, 1000) == VECTORS["utf-8"]
    assert Chance("").below("dealer", 0, 1000) == VECTORS["empty"]


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    one, other = Chance("seed"), Chance("seed")
    asked = [one.roll(1, 2, 6), one.shuffle(1, LETTERS), one.below("dealer", 0, 8), one.roll(2, 2, 6)]
    again = [other.roll(2, 2, 6), other.below("dealer", 0, 8), other.shuffle(1, LETTERS), other.roll(1, 2, 6)]
    assert asked == again[::-1]


def test_a_derived_chance_has_the_seed_and_the_name_for_its_seed() -> None:
    derived = Chance("seed").derive("hand 3")
    assert derived.shuffle(1, LETTERS) == Chance("seed/hand 3").shuffle(1, LETTERS)
    assert derived.shuffle(1, LETTERS) != Chance("seed").derive("hand 4").shuffle(1, LETTERS)


def test_a_seed_is_not_shown() -> None:
    assert "secret" not in repr(Chance("secret"))
    assert "secret" not in repr(ScriptedChance({}, Chance("secret")))


# ---- no number is favoured


def chi_square(counts: Counter[Any], cells: int) -> float:
    """How far the counts are from even."""
    even = counts.total() / cells
    return (sum((n - even) ** 2 for n in counts.values()) + (cells - len(counts)) * even**2) / even


# Of a fair source a chi-square this large comes once in some 10,000 runs; the seeds are fixed, so it comes never or always.
LIMITS = {2: 18.4, 5: 25.7, 35: 78.0, 119: 185.0}


def test_rejection_leaves_no_bias() -> None:
    """Without it, numbers below 3·2³⁰ would be from the first third twice as often."""
    chance = Chance("bias")
    thirds = Counter(chance.below("number", n, 3 << 30) >> 30 for n in range(6000))
    assert chi_square(thirds, 3) < LIMITS[2]


@pytest.mark.parametrize(
    ("ask", "cells"),
    [
        (lambda chance, n: chance.roll(n, 1, 6), 6),
        (lambda chance, n: chance.roll(n, 2, 6), 36),
        (lambda chance, n: chance.pick(n, LETTERS[:6]), 6),
        (lambda chance, n: chance.shuffle(n, LETTERS[:5]), 120),
        (lambda chance, n: chance.shuffle(n, LETTERS[:6]).index("d"), 6),
        (lambda chance, n: Chance(f"{chance.seed}{n}").below("dealer", 0, 6), 6),
    ],
    ids=["die", "two dice", "pick", "order", "place", "seed"],
)
def test_every_outcome_is_equally_likely(ask: Callable[[Chance, int], object], cells: int) -> None:
    chance = Chance("even")
    counts = Counter(ask(chance, n) for n in range(100 * cells))
    assert len(counts) == cells
    assert chi_square(counts, cells) < LIMITS[cells - 1]


# ---- scripts


def test_a_script_may_say_the_top_of_a_shuffle_and_leave_the_rest_to_another_chance() -> None:
    order = ScriptedChance({("shuffle", 1): ["c", "a"]}, Chance("rest")).shuffle(1, LETTERS)
    assert order[:2] == ("c", "a")
    assert sorted(order) == LETTERS
    assert order[2:] == Chance("rest").shuffle(1, [letter for letter in LETTERS if letter not in "ca"])


def test_a_script_answers_what_it_says_and_another_chance_the_rest() -> None:
    otherwise = Chance("rest")
    script = ScriptedChance({("roll", 1): (6, 6), ("pick", 2): "b", ("dealer", 0): 0}, otherwise)
    assert (script.roll(1, 2, 6), script.roll(2, 2, 6)) == ((6, 6), otherwise.roll(2, 2, 6))
    assert (script.pick(2, LETTERS), script.pick(1, LETTERS)) == ("b", otherwise.pick(1, LETTERS))
    assert (script.below("dealer", 0, 4), script.below("dealer", 1, 4)) == (0, otherwise.below("dealer", 1, 4))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ScriptedChance({("shuffle", 1): ["S7", "S7"]}).shuffle(1, CLASSIC.cards),
        lambda: ScriptedChance({("shuffle", 1): ["+7"]}).shuffle(1, CLASSIC.cards),
        lambda: ScriptedChance({("card", 1, 0): "S7"}).card(1, 0, ["S8"]),
        lambda: ScriptedChance({("pick", 1): "S7"}).pick(1, ["S8", "S9"]),
    ],
    ids=["twice", "another deck", "dealt already", "not in hand"],
)
def test_a_script_can_not_name_a_card_that_is_not_there(ask: Callable[[], object]) -> None:
    with pytest.raises(SabaccError, match="not"):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ScriptedChance({("roll", 1): (7, 1)}).roll(1, 2, 6),
        lambda: ScriptedChance({("roll", 1): (1,)}).roll(1, 2, 6),
        lambda: ScriptedChance({("dealer", 0): 4}).below("dealer", 0, 4),
    ],
    ids=["a seven", "one die of two", "a fifth of four"],
)
def test_a_script_can_not_name_an_answer_that_is_none(ask: Callable[[], object]) -> None:
    with pytest.raises(SabaccError):
        ask()


# ---- open chances


def needed(ask: Callable[[], object]) -> ChanceNeeded:
    """The chance node at which the asking stops."""
    with pytest.raises(ChanceNeeded) as caught:
        ask()
    assert sum(caught.value.outcomes.values()) == pytest.approx(1)
    return caught.value


def test_an_open_roll_has_every_face_of_every_die() -> None:
    node = needed(lambda: ScriptedChance({}).roll(3, 2, 6))
    assert node.key == ("roll", 3)
    assert node.outcomes == {(a, b): 1 / 36 for a in range(1, 7) for b in range(1, 7)}


def test_an_open_pick_and_an_open_card_weigh_cards_by_their_copies() -> None:
    cards = ["ID", "S7", "ID", "ST"]
    assert needed(lambda: ScriptedChance({}).pick(2, cards)).key == ("pick", 2)
    assert needed(lambda: ScriptedChance({}).pick(2, cards)).outcomes == {"ID": 1 / 2, "S7": 1 / 4, "ST": 1 / 4}
    assert needed(lambda: ScriptedChance({}).card(1, 5, cards)).key == ("card", 1, 5)
    assert needed(lambda: ScriptedChance({}).card(1, 5, cards)).outcomes == {"ID": 1 / 2, "S7": 1 / 4, "ST": 1 / 4}


def test_an_open_number_is_one_below_n() -> None:
    node = needed(lambda: ScriptedChance({}).below("pulse", 2, 16))
    assert (node.key, node.outcomes) == (("pulse", 2), dict.fromkeys(range(16), 1 / 16))


def test_an_open_shuffle_leaves_every_card_open_that_the_script_does_not_name() -> None:
    assert ScriptedChance({("shuffle", 1): ["b"]}).shuffle(1, LETTERS[:4]) == ("b", OPEN, OPEN, OPEN)


def test_one_more_answer_leaves_the_script_it_came_from_as_it_was() -> None:
    script = ScriptedChance({})
    more = script.with_answer(("roll", 1), (1, 2))
    assert more.roll(1, 2, 6) == (1, 2)
    assert needed(lambda: script.roll(1, 2, 6))


# ---- hands through an open chance, as a solver plays them


def deal_open(preset: str, players: int, choose: Callable[[ChanceNeeded], Any]) -> Hand:
    """A hand dealt node by node: from the start again for every answer."""
    answers: dict[Any, Any] = {}
    for _ in range(100):
        game = new_game(preset, NAMES[:players], chance=ScriptedChance(answers))
        try:
            return game.deal()
        except ChanceNeeded as node:
            answers[node.key] = choose(node)
    raise AssertionError("a deal never ends")


def answered(hand: Hand, key: Any, answer: Any) -> Hand:
    """A twin of the hand whose script has one more answer; copies share their seating, so it gets one of its own."""
    old = hand.seating
    assert isinstance(old.chance, ScriptedChance)
    chance = old.chance.with_answer(key, answer)
    twin = hand.copy()
    twin.seating = Seating(old.rules, old.names, old.number, old.button, old.dealt_in, chance, clock=old.clock)
    return twin


def first(node: ChanceNeeded) -> Any:
    """The first outcome of a node: seat 0 deals, cards come in the deck's order."""
    return next(iter(node.outcomes))


def before_the_roll(preset: str) -> Hand:
    """A hand of two, which seat 0 deals; once seat 1 passes, seat 1 rolls."""
    hand = deal_open(preset, 2, first)
    play(hand, "1 check")
    if preset == "cloud-city":
        play(hand, "0 pass")
    return hand


def passing(hand: Hand) -> ChanceNeeded:
    """The next chance node, when the last one to be asked passes."""
    return needed(lambda: play(hand, f"{hand.waiting[0]} pass"))


def test_an_open_deal_asks_for_one_card_after_the_other() -> None:
    nodes: list[ChanceNeeded] = []

    def choose(node: ChanceNeeded) -> Any:
        nodes.append(node)
        return next((card for card in ("ID", "S7") if card in node.outcomes), first(node))

    hand = deal_open("classic", 2, choose)
    assert [node.key for node in nodes] == [("dealer", 0), *(("card", 1, position) for position in range(4))]
    assert nodes[0].outcomes == {0: 1 / 2, 1: 1 / 2}
    assert [node.outcomes.get("ID") for node in nodes[1:]] == [2 / 76, 1 / 75, None, None]
    assert nodes[4].outcomes == {card: n / 73 for card, n in CLASSIC.copies.items() if card not in ("ID", "S7")}
    assert hand.hands == [("ID", "S1"), ("ID", "S7")]


def test_a_deal_that_needs_chance_leaves_the_table_as_it_was() -> None:
    game = new_game("classic", NAMES[:3], chance=ScriptedChance({("dealer", 0): 0}))
    before = (game.number, game.button, game.events, game.hand)
    assert needed(game.deal).key == ("card", 1, 0)
    assert (game.number, game.button, game.events, game.hand) == before


def test_an_act_that_needs_chance_leaves_the_hand_as_it_was() -> None:
    hand = before_the_roll("classic")
    before = state_of(hand)
    assert passing(hand).key == ("roll", 1)
    assert state_of(hand) == before
    assert passing(hand).key == ("roll", 1)


def test_each_outcome_of_a_chance_node_is_a_branch_of_its_own() -> None:
    hand = before_the_roll("classic")
    node = passing(hand)
    shifts = 0.0
    for dice, probability in node.outcomes.items():
        branch = answered(hand, node.key, dice)
        if dice[0] == dice[1]:
            assert passing(branch).key == ("card", 1, 4)  # the first card of a shift
            shifts += probability
        else:
            assert only(Rolled, play(branch, "0 pass"))[0].dice == dice
            assert (branch.kind, branch.waiting) == ("draw", (1,))
    assert shifts == pytest.approx(1 / 6)
    assert hand.kind == "fold-window"


def test_a_shift_asks_for_its_picks_and_its_cards() -> None:
    hand = before_the_roll("cloud-city")
    keys: list[Any] = []
    while hand.kind == "fold-window":
        try:
            events = play(hand, "1 pass")
        except ChanceNeeded as node:
            keys.append(node.key)
            hand = answered(hand, node.key, first(node))
    assert keys == [("roll", 1), ("pick", 1), ("pick", 2), ("card", 1, 4), ("card", 1, 5)]
    assert only(Shifted, events) == [Shifted("one-card")]
    assert [taken.card for taken in only(Taken, events)] == ["S1", "S2"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_hand_can_be_played_node_by_node_and_replayed_from_its_answers(preset: str) -> None:
    luck = random.Random(preset)

    def choose(node: ChanceNeeded) -> Any:
        assert sum(node.outcomes.values()) == pytest.approx(1)
        return luck.choices(list(node.outcomes), list(node.outcomes.values()))[0]

    hand = deal_open(preset, 3, choose)
    steps: list[tuple[int, Action]] = []
    while not hand.over:
        steps.append(random_step(hand, luck))
        while len(steps) > hand_acts(hand):
            try:
                hand.act(*steps[-1])
            except ChanceNeeded as node:
                hand = answered(hand, node.key, choose(node))
    assert isinstance(hand.seating.chance, ScriptedChance)
    again = new_game(preset, NAMES[:3], chance=hand.seating.chance).deal()
    for seat, action in steps:
        again.act(seat, action)
    assert again.events == hand.events


def hand_acts(hand: Hand) -> int:
    """How many actions a hand has taken."""
    return len(only(Acted, hand.events))
