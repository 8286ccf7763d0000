"""Records that never happened, with digests that fit: `verify` finds them out, and nobody sees a traceback."""

from __future__ import annotations

import copy
import random
import resource
import subprocess
from collections.abc import Callable
from functools import partial

import pytest

from sabacc.game.events import Closed
from sabacc.game.table import Game
from sabacc.game.types import Side
from sabacc.records import record_game, record_hand, verification
from sabacc.sampling import sample
from tests.cli.command_runner import LONGEST, SABACC, environment, refused
from tests.cli.conftest import Inside
from tests.cli.record_samples import (
    JsonEvent,
    events_of,
    first,
    forged,
    head_of,
    place_of,
    played_game,
    played_hand,
    short_hand,
    with_digests,
    with_head,
)
from tests.strategies import SOAK

OTHER_SIDE: dict[Side, Side] = {"light": "dark", "dark": "light"}

Forge = Callable[[list[JsonEvent]], object]

FULL = record_game(played_game(hands=2))
FULL_HAND = record_hand(played_hand())
SEAT = record_game(played_game(hands=2), 0)
SEAT_HAND = record_hand(short_hand(), 0)
CLOSED_GAME = played_game(hands=3)
CLOSED_GAME.close()


@pytest.fixture(autouse=True)
def _few_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify looks for a hand that would look like the record, two thousand times where there is none."""
    if not SOAK:
        monkeypatch.setattr(verification, "sample", partial(sample, tries=60))


def untrue(inside: Inside, text: str) -> None:
    """Verify says no, and names a line."""
    refused(inside("verify", "-", stdin=text), "line", code=1)


def told_or_refused(inside: Inside, text: str) -> None:
    """Replay tells a seat's record from its events; if it can't, it says so."""
    told = inside("replay", "-", stdin=text)
    if told.code != 0:
        refused(told, "line")


# ---- full records


def change(kind: str, /, **changes: object) -> Forge:
    """Changes the first event of a kind."""
    return lambda events: first(events, kind).update(changes)


def insert(at: int, /, **event: object) -> Forge:
    """Puts an event somewhere (-1: at the end)."""
    return lambda events: events.insert(len(events) if at < 0 else at, dict(event))


FULL_FORGERIES: dict[str, Forge] = {
    "another card": change("dealt", card="ID"),
    "no card": change("dealt", card=None),
    "another ante": change("paid", amount=6),
    "another stack": change("sat", stack=1001),
    "another button": change("hand-started", button=7),
    "another number": change("hand-started", number=5),
    "another roll": change("rolled", dice=[7, 7]),
    "another winner": change("won", seat=2, amount=999),
    "another end": change("hand-ended", sabacc_pot=0),
    "an action nobody may take": change("acted", action={"type": "take-discard", "card": "S1"}),
    "an action of nobody": change("acted", seat=99),
    "a leaver who was not there": insert(3, type="left", seat=99, took=5),
    "a rebuy by nobody": insert(3, type="rebought", seat=99, amount=5),
    "a rebuy below nothing": insert(3, type="rebought", seat=0, amount=-5),
    "somebody in a ninth seat": insert(3, type="sat", seat=8, name="Zed", stack=5),
    "rules that are none": insert(3, type="rules-changed", rules={"preset": "nope"}),
    "rules of another game": insert(3, type="rules-changed", rules={"preset": "force"}),
    "somebody who walks away from nowhere": insert(40, type="walked-away", seat=99),
    "a close in mid-hand": insert(40, type="closed", shares=[]),
    "a hand without its first event": lambda events: events.pop(3),
}


@pytest.mark.parametrize("forgery", FULL_FORGERIES)
def test_a_forged_full_record_is_found_out(inside: Inside, forgery: str) -> None:
    untrue(inside, forged(FULL, FULL_FORGERIES[forgery]))


@pytest.mark.parametrize("forgery", FULL_FORGERIES)
def test_a_forged_full_record_is_not_replayed(inside: Inside, forgery: str) -> None:
    refused(inside("replay", "-", stdin=forged(FULL, FULL_FORGERIES[forgery])), "line")


def test_a_forged_full_record_names_the_line_that_is_wrong(inside: Inside) -> None:
    events = events_of(FULL)
    at = place_of(events, "rolled")
    text = forged(FULL, change("rolled", dice=[9, 9]))
    refused(inside("verify", "-", stdin=text), f"line {len(head_of(FULL)) + at + 1}:", code=1)


@pytest.mark.parametrize("line", ['seed "other"', "seed null", 'seed "\\ud800"', 'seed ""'])
def test_another_seed_is_found_out(inside: Inside, line: str) -> None:
    refused(inside("verify", "-", stdin=with_head(FULL, "seed", line)), "line", code=1)


@pytest.mark.parametrize(
    "line",
    [
        'script {"shuffle 1":["S1"]}',
        'script {"shuffle 1":5}',
        'script {"shuffle 1":["XX"]}',
        'script {"roll 1":["a"]}',
        'script {"roll 1":[1,2,3]}',
        'script {"dealer 0":"a"}',
        'script {"dealer 0":99}',
        "script []",
        "script 5",
        'hand-seed 1 "other"',
        "hand-seed 1",
        'hand-seed x "other"',
        "hand-seed",
    ],
)
def test_a_script_or_seed_that_was_not_there_is_found_out(inside: Inside, line: str) -> None:
    seed = next(one for one in head_of(FULL) if one.startswith("seed"))
    refused(inside("verify", "-", stdin=with_head(FULL, "seed", seed, line)), "line", code=1)


BEGINNINGS: list[dict[str, object]] = [
    {"stacks": []},
    {"stacks": [1]},
    {"dealt_in": [99]},
    {"dealt_in": []},
    {"button": 99},
    {"sides": ["left"]},
    {"stacks": [-5, -5, -5]},
    {"dealt_in": [0, 0, 0]},
    {"dealt_in": [-1, 0]},
]


@pytest.mark.parametrize("changes", BEGINNINGS, ids=str)
@pytest.mark.parametrize("kind", ["full", "seat"])
def test_a_hand_that_can_not_begin_so_is_found_out(inside: Inside, kind: str, changes: dict[str, object]) -> None:
    text = FULL_HAND if kind == "full" else SEAT_HAND
    untrue(inside, forged(text, change("hand-started", **changes)))


@pytest.mark.parametrize("changes", BEGINNINGS, ids=str)
@pytest.mark.parametrize("kind", ["full", "seat"])
def test_a_hand_that_can_not_begin_so_is_told_or_refused(inside: Inside, kind: str, changes: dict[str, object]) -> None:
    text = FULL_HAND if kind == "full" else SEAT_HAND
    told_or_refused(inside, forged(text, change("hand-started", **changes)))


# ---- a seat's record of a hand


def swap_cards(events: list[JsonEvent]) -> None:
    """My second card becomes my first one once more."""
    mine = [event for event in events if event["type"] == "dealt" and event.get("card")]
    mine[1]["card"] = mine[0]["card"]


def richer_winner(events: list[JsonEvent]) -> None:
    """The winner wins ten more, and the end says so too."""
    won = first(events, "won")
    won["amount"] += 10
    ended = first(events, "hand-ended")
    ended["stacks"][won["seat"]] += 10


def poorer_pot(events: list[JsonEvent]) -> None:
    """Ten of the hand pot go to the sabacc pot, against all rules."""
    won = first(events, "won")
    won["amount"] -= 1
    ended = first(events, "hand-ended")
    ended["stacks"][won["seat"]] -= 1
    ended["sabacc_pot"] += 1
    events.insert(events.index(ended), {"type": "swept", "amount": 1, "pot": 0, "clause": "H10"})


def no_penalty(events: list[JsonEvent]) -> None:
    """Ana bombed out and does not pay."""
    paid = events.pop(place_of(events, "paid", why="bomb-out"))
    ended = first(events, "hand-ended")
    ended["stacks"][paid["seat"]] += paid["amount"]
    ended["sabacc_pot"] -= paid["amount"]


def twice(kind: str) -> Forge:
    """The first event of a kind happens twice."""

    def forge(events: list[JsonEvent]) -> None:
        at = place_of(events, kind)
        events.insert(at, copy.deepcopy(events[at]))

    return forge


def never(kind: str) -> Forge:
    """The first event of a kind does not happen."""
    return lambda events: events.pop(place_of(events, kind))


HAND_FORGERIES: dict[str, Forge] = {
    "a card twice": swap_cards,
    "a card that does not exist": change("dealt", card="S16"),
    "a card from no shuffle": change("dealt", shuffle=9),
    "a card from a shuffle below nothing": change("dealt", shuffle=-1),
    "a card from no position": change("dealt", position=500),
    "a card to nobody": change("dealt", seat=99),
    "a shuffle of too few cards": change("shuffled", size=3),
    "a shuffle of far too many cards": change("shuffled", size=100_000),
    "a shuffle of nothing known": change("shuffled", zones=["nowhere"]),
    "a shuffle to nowhere": change("shuffled", to="nowhere"),
    "a shuffle of another number": change("shuffled", number=3),
    "credits from nowhere": richer_winner,
    "credits to the wrong pot": poorer_pot,
    "a payment below nothing": change("paid", amount=-5),
    "a payment by nobody": change("paid", seat=99),
    "a payment to no pot": change("paid", pot="nowhere"),
    "a turn of nobody": change("turn", seat=99),
    "an action of nobody": change("acted", seat=99),
    "a shown hand with another's card": lambda events: first(events, "shown", seat=1).update(cards=["C9", "BA"]),
    "a shown hand with another total": lambda events: first(events, "shown", seat=1).update(total=-8, name="Total -8"),
    "my own hand shown otherwise": lambda events: first(events, "shown", seat=0).update(cards=["C9", "C14"]),
    "a bomb-out that costs nothing": no_penalty,
    "doubles without a shift": change("rolled", dice=[3, 3]),
    "another caller": change("called", seat=0),
    "dice with seven spots": change("rolled", dice=[7, 7]),
    "a third die": change("rolled", dice=[1, 2, 3]),
    "a shift of no kind": insert(30, type="shifted", kind="sideways"),
    "a drop out of an empty hand": insert(1, type="dropped", seat=1, to="junk"),
    "a take out of an empty hand": insert(1, type="taken", seat=1),
    "a field card out of nothing": insert(1, type="placed", seat=1, card="S1"),
    "a card back out of nothing": insert(30, type="took-back", seat=1, card="S1"),
    "a discard out of nothing": insert(30, type="pile-taken", seat=1, card="S1"),
    "a total before there are cards": insert(1, type="total-declared", seat=1, total=5),
    "somebody who walks away from nowhere": insert(30, type="walked-away", seat=99),
    "a second beginning": twice("hand-started"),
    "a shuffle twice": twice("shuffled"),
    "a deal twice": twice("dealt"),
    "no shuffle": never("shuffled"),
    "no deal": never("dealt"),
    "no beginning": never("hand-started"),
    "an end with other stacks": change("hand-ended", stacks=[5, 5]),
}


@pytest.mark.parametrize("forgery", HAND_FORGERIES)
def test_a_seats_record_of_a_hand_that_can_not_be_is_found_out(inside: Inside, forgery: str) -> None:
    untrue(inside, forged(SEAT_HAND, HAND_FORGERIES[forgery]))


@pytest.mark.parametrize("forgery", HAND_FORGERIES)
def test_a_seats_record_of_a_hand_that_can_not_be_is_told_or_refused(inside: Inside, forgery: str) -> None:
    told_or_refused(inside, forged(SEAT_HAND, HAND_FORGERIES[forgery]))


@pytest.mark.parametrize("line", ["seat 99", "seat -1", 'seat "x"', "seat 1.5", "seat true", "seat []"])
def test_a_seats_record_of_another_seat_is_found_out(inside: Inside, line: str) -> None:
    untrue(inside, with_head(SEAT_HAND, "seat", line))


def test_a_seats_record_with_a_seed_is_refused(inside: Inside) -> None:
    untrue(inside, with_head(SEAT_HAND, "seat", "seat 0", 'seed "game"'))


@pytest.mark.parametrize(
    "names", ["names []", 'names ["Ana"]', 'names ["Ana","Ben","Cy"]', 'names ["Ana","Ana"]', 'names ["",""]']
)
def test_a_seats_record_of_a_hand_names_its_players(inside: Inside, names: str) -> None:
    untrue(inside, with_head(SEAT_HAND, "names", names))


@pytest.mark.parametrize(
    "rules", ['{"preset":"force"}', '{"preset":"cloud-city"}', '{"preset":"classic","ante":6}', '{"preset":"corellian-house"}']
)  # fmt: skip
def test_a_hand_played_by_other_rules_is_found_out(inside: Inside, rules: str) -> None:
    untrue(inside, with_head(SEAT_HAND, "rules", f"rules {rules}"))


# ---- a seat's record of a game: what happens between the hands


def renumbered(events: list[JsonEvent]) -> None:
    """The first hand is number 7."""
    for event in events:
        if event["type"] == "hand-started":
            event["number"] += 6


TABLE_FORGERIES: dict[str, Forge] = {
    "a rebuy by nobody": insert(-1, type="rebought", seat=99, amount=5),
    "a rebuy below nothing": insert(-1, type="rebought", seat=0, amount=-5),
    "a leaver who was not there": insert(-1, type="left", seat=99, took=5),
    "a leaver from a seat below nothing": insert(-1, type="left", seat=-1, took=0),
    "a leaver with too much": insert(-1, type="left", seat=0, took=10**6),
    "somebody in a ninth seat": insert(-1, type="sat", seat=8, name="Zed", stack=5),
    "somebody on another's lap": insert(-1, type="sat", seat=0, name="Zed", stack=5),
    "somebody with a taken name": insert(-1, type="sat", seat=3, name="Ana", stack=5),
    "somebody without a name": insert(-1, type="sat", seat=3, name="", stack=5),
    "somebody with debts": insert(-1, type="sat", seat=3, name="Zed", stack=-5),
    "nobody sits out": insert(-1, type="sat-out", seat=99),
    "nobody comes back": insert(-1, type="came-back", seat=99),
    "somebody comes back who was there": insert(-1, type="came-back", seat=0),
    "rules that are none": insert(-1, type="rules-changed", rules={"preset": "nope"}),
    "rules without a preset": insert(-1, type="rules-changed", rules={}),
    "rules of another game": insert(-1, type="rules-changed", rules={"preset": "force"}),
    "a share for nobody": insert(-1, type="closed", shares=[[99, 50]]),
    "a turn outside a hand": insert(-1, type="turn", seat=0, round=1),
    "a win outside a hand": insert(-1, type="won", seat=0, amount=50, pot=0, clause="H4"),
    "a card outside a hand": insert(-1, type="dealt", seat=0, shuffle=1, position=0, card="S1"),
    "a hand that begins with number 7": renumbered,
    "a hand with another sabacc pot": change("hand-started", sabacc_pot=5),
    "a hand with other stacks": change("hand-started", stacks=[999, 1000, 1001]),
}


@pytest.mark.parametrize("forgery", TABLE_FORGERIES)
def test_a_seats_record_of_a_table_that_can_not_be_is_found_out(inside: Inside, forgery: str) -> None:
    untrue(inside, forged(SEAT, TABLE_FORGERIES[forgery]))


@pytest.mark.parametrize("forgery", TABLE_FORGERIES)
def test_a_seats_record_of_a_table_that_can_not_be_is_told_or_refused(inside: Inside, forgery: str) -> None:
    told_or_refused(inside, forged(SEAT, TABLE_FORGERIES[forgery]))


def test_t3_a_sabacc_pot_shared_otherwise_is_found_out(inside: Inside) -> None:
    text = record_game(next(game for game in map(closed_game, "abcdefgh") if shared_by(game) > 1), 0)

    def all_to_me(events: list[JsonEvent]) -> None:
        shares = events[-1]["shares"]
        events[-1]["shares"] = [[0, sum(share for _, share in shares)]]

    untrue(inside, forged(text, all_to_me))


def closed_game(seed: str) -> Game:
    """A game that was closed after a hand."""
    game = played_game(hands=1, seed=seed)
    game.close()
    return game


def shared_by(game: Game) -> int:
    """How many got something of the sabacc pot."""
    closed = game.events[-1]
    assert isinstance(closed, Closed)
    return len(closed.shares)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "rebought", "seat": 0, "amount": 5},
        {"type": "sat", "seat": 3, "name": "Zed", "stack": 5},
        {"type": "closed", "shares": []},
    ],
    ids=lambda event: str(event["type"]),
)
def test_nothing_happens_after_a_table_has_closed(inside: Inside, event: JsonEvent) -> None:
    untrue(inside, forged(record_game(CLOSED_GAME, 0), lambda events: events.append(event)))


@pytest.mark.clause("T2")
def test_t2_a_button_that_skips_a_seat_is_found_out(inside: Inside) -> None:
    def skip(game: Game, number: int) -> None:
        if number == 2:
            game.button = (game.button + 1) % 3

    untrue(inside, record_game(played_game(between=skip), 0))


@pytest.mark.clause("T12")
def test_t12_a_player_left_out_without_a_reason_is_found_out(inside: Inside) -> None:
    def leave_out(game: Game, number: int) -> None:
        if number == 2:
            game.sitting_out[2] = True

    untrue(inside, record_game(played_game(between=leave_out), 0))


@pytest.mark.clause("FO1")
def test_fo1_a_player_who_changes_sides_in_secret_is_found_out(inside: Inside) -> None:
    turned: list[str | None] = []

    def turn_coat(game: Game, number: int) -> None:
        if number == 2:
            turned[:] = game.sides
            game.sides = [OTHER_SIDE[side] if side else None for side in game.sides]

    for seed in "abcdefgh":  # a special hand, and all choose anew (T11)
        game = played_game("force", seed=seed, between=turn_coat)
        if any(turned):
            untrue(inside, record_game(game, 0))
            return
    raise AssertionError("every game ended with its first hand")


# ---- anything at all


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_seat_far_away_takes_no_memory(command: str) -> None:
    """A record is a few lines of somebody else's text; it must not eat the machine."""

    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

    text = forged(SEAT, insert(3, type="sat", seat=10**8, name="Zed", stack=5))
    ran = subprocess.run(
        [SABACC, command, "-"],
        input=text.encode(),
        capture_output=True,
        timeout=LONGEST,
        env=environment(),
        preexec_fn=little_memory,
        check=False,
    )
    assert b"Traceback" not in ran.stderr
    assert ran.returncode in (1, 2)


def mutated(event: JsonEvent, luck: random.Random) -> JsonEvent:
    """The event with one of its values changed to another of the same sort."""
    event = copy.deepcopy(event)
    key = luck.choice([key for key in event if key != "type"])
    event[key] = _other(event[key], luck)
    return event


def _other(value: object, luck: random.Random) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return luck.choice([value + 1, value - 1, -1, 7, 99])
    if isinstance(value, str):
        return luck.choice(["", "foo", "S1", "ID", "deck", "hand", "light", "clock"])
    if isinstance(value, list):
        return luck.choice([[], [*value, *value], value[1:], [_other(one, luck) for one in value]])
    if isinstance(value, dict):
        return {key: one if key == "type" else _other(one, luck) for key, one in value.items()} | {
            "type": luck.choice(["check", "fold", "gain", "stand", "pass", "call-hand", "match"])
        }
    return luck.choice([0, "S1", None])


@pytest.mark.parametrize("number", range(40 if SOAK else 4))
def test_no_small_change_of_a_seats_record_breaks_anything(inside: Inside, number: int) -> None:
    luck = random.Random(f"small change {number}")
    events = events_of(SEAT_HAND)[:20]  # a hand still in play, which is quick to check
    at = luck.randrange(len(events))
    kind = luck.choice(["change", "change", "change", "leave out", "repeat", "swap"])
    if kind == "change":
        events[at] = mutated(events[at], luck)
    elif kind == "leave out":
        del events[at]
    elif kind == "repeat":
        events.insert(luck.randrange(len(events)), copy.deepcopy(events[at]))
    else:
        other = luck.randrange(len(events))
        events[at], events[other] = events[other], events[at]
    text = with_digests(head_of(SEAT_HAND), events)
    assert inside("verify", "-", stdin=text).code in (0, 1)
    assert inside("replay", "-", stdin=text).code in (0, 2)
