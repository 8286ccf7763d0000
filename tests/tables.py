"""Tables for tests: hands with known cards and dice, and players who do as they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sabacc.chance import Chance, ScriptedChance
from sabacc.game.actions import read_action
from sabacc.game.events import Event
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.rules import dealing_order, read_rules
from sabacc.variants import new_game

E = TypeVar("E", bound=Event)

LOW_ANTE, ROUND_ANTE, ROUND_STACK = 3, 5, 200
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


def open_table(
    preset: str,
    hands: Sequence[str],
    deck: str = "",
    *,
    button: int = 0,
    stacks: int | Sequence[int] | None = None,
    rolls: Sequence[Sequence[int]] = (),
    picks: Sequence[str] = (),
    answers: Mapping[Any, Any] | None = None,
    seed: str = "test",
    **options: Any,
) -> tuple[Game, Hand]:
    """A table at which seat i is dealt `hands[i]` ("S7 C4"), with `deck` on top of what is left, and scripted dice.

    Seat `button` deals, so the seat after it is first; where the house deals, that one has the token (T8). Antes are 5 from
    stacks of 200 where the preset says 3 from 300. What no script says comes from the seed.
    """
    n = len(hands)
    rules = read_rules({"preset": preset, **options})
    if rules.ante == LOW_ANTE and not options.keys() & {"ante", "stakes"}:
        stacks = ROUND_STACK if stacks is None else stacks
        options["ante"] = ROUND_ANTE
    order = [(button + 1 + place) % n for place in range(n)]
    token = order[0] if dealing_order(rules, button, n)[0] == button else button
    cards = [hand.split() for hand in hands]
    most = max(len(hand) for hand in cards)
    top = [cards[seat][at] for at in range(most) for seat in order if at < len(cards[seat])] + deck.split()
    script: dict[Any, Any] = {("dealer", 0): token, ("shuffle", 1): top}
    script |= {("roll", number): tuple(roll) for number, roll in enumerate(rolls, 1)}
    script |= {("pick", number): card for number, card in enumerate(picks, 1)}
    chance = ScriptedChance({**script, **(answers or {})}, Chance(seed))
    game = new_game({"preset": preset, **options}, NAMES[:n], stacks=stacks, chance=chance)
    return game, game.deal()


def play(hand: Hand, *moves: str) -> list[Event]:
    """Plays moves such as "1 raise 3", "0 trade S7", "2 call-hand", "1 time-out" or "0 leave"; what happened."""
    events: list[Event] = []
    for move in moves:
        seat, action = move.split(maxsplit=1)
        if action == "time-out":
            events += hand.time_out(int(seat))
        elif action == "leave":
            events += hand.leave(int(seat))
        else:
            events += hand.act(int(seat), read_action(action))
    return events


def pass_all(hand: Hand) -> list[Event]:
    """Everybody who is asked in the present window passes."""
    kind = hand.kind
    events: list[Event] = []
    while hand.kind == kind and hand.waiting:
        events += play(hand, f"{hand.waiting[0]} pass")
    return events


def quiet_turn(hand: Hand) -> list[Event]:
    """The player on turn checks (or matches) and stands; everybody passes in both windows."""
    turn = hand.turn
    events: list[Event] = []
    while not hand.over and hand.turn == turn:
        seat = hand.waiting[0]
        move = {"bet": "match" if hand.owes(seat) else "check", "draw": "stand"}.get(hand.kind, "pass")
        events += play(hand, f"{seat} {move}")
    return events


def only(kind: type[E], events: Sequence[Event]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
