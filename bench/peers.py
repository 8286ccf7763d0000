"""The peers at the same work, in an environment of their own: PokerKit, OpenSpiel's universal_poker, eval7.

Poker is played at random with the odds of our own random play: a fold 5 times in 100, else check or call and raise alike.
"""

from __future__ import annotations

import copy
import importlib.metadata
import json
import random
import sys
import time
from typing import Any

from bench.clock import bytes_each, pages_each, rate

PLAYERS = 6
STACK = 200
FOLDS = 0.05
PASSES = 0.525


class PokerKit:
    """No-limit hold'em."""

    def new_hand(self) -> Any:
        from pokerkit import Automation, NoLimitTexasHoldem

        return NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, STACK, PLAYERS)

    def play(self, luck: random.Random) -> int:
        """A hand; how many decisions it had."""
        state = self.new_hand()
        decisions = 0
        while state.status:  # as few questions to the state as will do
            roll = luck.random()
            low = state.min_completion_betting_or_raising_to_amount if roll >= PASSES else None
            if low is not None:
                state.complete_bet_or_raise_to(luck.randint(low, state.max_completion_betting_or_raising_to_amount))
            elif roll < FOLDS and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
            decisions += 1
        return decisions

    def copy(self, state: Any) -> Any:
        return copy.deepcopy(state)


class UniversalPoker:
    """No-limit hold'em as OpenSpiel plays it: with every raise there is, or with four kinds of action (fcpa)."""

    def __init__(self, abstraction: str) -> None:
        import pyspiel

        self.game = pyspiel.load_game(
            "universal_poker",
            {
                "betting": "nolimit",
                "bettingAbstraction": abstraction,
                "numPlayers": PLAYERS,
                "numRounds": 4,
                "blind": " ".join(["1", "2", *["0"] * (PLAYERS - 2)]),
                "firstPlayer": "3 1 1 1",
                "numSuits": 4,
                "numRanks": 13,
                "numHoleCards": 2,
                "numBoardCards": "0 3 1 1",
                "stack": " ".join([str(STACK)] * PLAYERS),
            },
        )

    def new_hand(self) -> Any:
        """Dealt, and waiting for the first decision."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        return state

    def play(self, luck: random.Random) -> int:
        state = self.game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(actions[int(luck.random() * len(actions))])
                continue
            roll = luck.random()
            if roll < FOLDS and actions[0] == 0:
                state.apply_action(0)
            elif roll < PASSES or len(actions) < 3:
                state.apply_action(1)
            else:
                state.apply_action(actions[2 + int(luck.random() * (len(actions) - 2))])
            decisions += 1
        return decisions

    def copy(self, state: Any) -> Any:
        return state.clone()


def measure(peer: PokerKit | UniversalPoker, name: str, seconds: float, batch: int) -> dict[str, float]:
    """Decisions, hands and copies a CPU-second."""
    luck = random.Random(1)
    hands = 0

    def play_some() -> int:
        nonlocal hands
        hands += batch
        return sum(peer.play(luck) for _ in range(batch))

    began = time.process_time()
    decisions = rate(play_some, seconds)
    per_second = hands / (time.process_time() - began)
    state = peer.new_hand()

    def copy_some() -> int:
        for _ in range(batch):
            peer.copy(state)
        return batch

    copies = rate(copy_some, seconds / 3)
    return {f"decisions {name}": decisions, f"hands {name}": per_second, f"copies {name}": copies}


def rankers(seconds: float) -> dict[str, float]:
    """Five-card poker hands ranked by a call each, and hold'em showdowns dealt out by eval7."""
    import eval7
    import pokerkit

    luck = random.Random(1)
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = [luck.sample(deck, 5) for _ in range(1000)]
    compiled = [[eval7.Card(card) for card in hand] for hand in hands]
    texts = ["".join(hand) for hand in hands]
    mine = [eval7.Card("As"), eval7.Card("Kd")]
    theirs = eval7.HandRange("QQ")

    def with_eval7() -> int:
        for hand in compiled:
            eval7.evaluate(hand)
        return len(compiled)

    def with_pokerkit() -> int:
        for text in texts[:100]:
            pokerkit.StandardHighHand(text)
        return 100

    def deal_out() -> int:
        eval7.py_hand_vs_range_monte_carlo(mine, theirs, [], 20000)
        return 20000

    return {
        "single eval7": rate(with_eval7, seconds),
        "single PokerKit": rate(with_pokerkit, seconds),
        "showdowns eval7": rate(deal_out, seconds),
    }


def memory() -> dict[str, float]:
    """Bytes of a hand and of a copy of it."""
    kit, spiel = PokerKit(), UniversalPoker("fullgame")
    state, clone = kit.new_hand(), spiel.new_hand()
    return {
        "hand PokerKit": bytes_each(lambda _: kit.new_hand(), 300),
        "copy PokerKit": bytes_each(lambda _: kit.copy(state), 300),
        "hand OpenSpiel": pages_each(lambda _: spiel.new_hand(), 20000),
        "copy OpenSpiel": pages_each(lambda _: spiel.copy(clone), 20000),
    }


def main() -> None:
    task, seconds = sys.argv[1], float(sys.argv[2])
    if task == "memory":
        found: dict[str, Any] = memory()
    elif task == "versions":
        found = {name: importlib.metadata.version(name) for name in ("pokerkit", "open_spiel", "eval7")}
    else:
        found = {
            **measure(PokerKit(), "PokerKit", seconds, 10),
            **measure(UniversalPoker("fullgame"), "OpenSpiel", seconds, 1000),
            **measure(UniversalPoker("fcpa"), "OpenSpiel, fcpa", seconds, 1000),
            **rankers(seconds / 3),
        }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
