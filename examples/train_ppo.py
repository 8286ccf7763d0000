"""Learns to play Sabacc from nothing in ten minutes: PPO against itself, on one core, with NumPy alone.

    python examples/train_ppo.py classic --minutes 10

It plays thousands of hands side by side (`sabacc.envs.batch_env`), learns from what they brought, and in the end plays the
arena's matches against `droid` and `miner`. What has learnt is kept in a file; `--play FILE` plays the matches again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabacc import Bot
from sabacc.arena import play_match
from sabacc.envs.batch_env import BatchEnv
from sabacc.envs.player_space import PlayerSpace
from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.rules import PRESETS, Rules, deck_of, effective_ante

HANDS, STEPS = 512, 32  # side by side, and decisions in each before the network learns from them
HIDDEN = 128
BATCH, EPOCHS = 2048, 2
RATE, CLIP, ENTROPY, VALUE = 1e-3, 0.2, 0.01, 0.5
MOST_TOTAL = 30  # totals beyond are all alike

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


class Features:
    """What the network is shown: the row that the environment gives, scaled, and the total of one's own cards."""

    def __init__(self, rules: Rules, players: int) -> None:
        space = PlayerSpace(rules, players)
        zeros = np.zeros(space.observations, np.float32)
        shapes = space.table.parts_of(np.arange(space.observations, dtype=np.float32))
        values = deck_of(rules).values
        worth = np.array([values[card] for card in space.table.faces], np.float32)
        self.values = zeros.copy()
        for cards in (shapes["own_cards"], *([shapes["fields"][0]] if "fields" in shapes else [])):
            self.values[cards.astype(np.int64)] = worth
        self.scale = np.ones_like(zeros)
        unit = 1 / (30 * effective_ante(rules))
        amounts = [*shapes["seats"][:, :3].ravel(), *shapes["bets"][:5]]
        self.scale[np.array(amounts, np.int64)] = unit
        self.scale[np.array([shapes["bets"][5], *shapes["seats"][:, 3]], np.int64)] = 0.2
        self.size = space.observations + 2 * MOST_TOTAL + 1

    def __call__(self, rows: Floats) -> Floats:
        totals = np.clip(rows @ self.values, -MOST_TOTAL, MOST_TOTAL).astype(np.int64) + MOST_TOTAL
        return np.concatenate([rows * self.scale, np.eye(2 * MOST_TOTAL + 1, dtype=np.float32)[totals]], axis=1)


class Network:
    """Two hidden layers; out of the second come the odds of all actions, and what the hand is worth."""

    def __init__(self, inputs: int, actions: int, luck: np.random.Generator) -> None:
        sizes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions + 1)]
        self.layers = [luck.normal(0, np.sqrt(2 / rows), (rows, columns)).astype(np.float32) for rows, columns in sizes]
        self.layers[-1] *= 0.01
        self.layers += [np.zeros(columns, np.float32) for _, columns in sizes]
        self.moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in self.layers]
        self.updates = 0

    def forward(self, inputs: Floats, mask: Mask) -> tuple[Floats, Floats, Floats, Floats]:
        """The hidden layers, the logarithms of the odds of legal actions, and the values."""
        first, second, out, *biases = self.layers
        one = np.maximum(inputs @ first + biases[0], 0)
        two = np.maximum(one @ second + biases[1], 0)
        ends = two @ out + biases[2]
        logits = np.where(mask, ends[:, :-1], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        return one, two, logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), ends[:, -1]

    def backward(self, inputs: Floats, one: Floats, two: Floats, out_slopes: Floats) -> list[Floats]:
        """The slopes of all layers, from those of what comes out."""
        _, second, out, *_ = self.layers
        two_slopes = (out_slopes @ out.T) * (two > 0)
        one_slopes = (two_slopes @ second.T) * (one > 0)
        weights = [inputs.T @ one_slopes, one.T @ two_slopes, two.T @ out_slopes]
        return [*weights, *(slopes.sum(axis=0) for slopes in (one_slopes, two_slopes, out_slopes))]

    def update(self, slopes: Sequence[Floats], rate: float) -> None:
        """A step of Adam, with slopes of a length of one half at most."""
        self.updates += 1
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes)))
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for layer, slope, (mean, square) in zip(self.layers, slopes, self.moments, strict=True):
            short = slope * min(1.0, 0.5 / (length + 1e-8))
            mean += 0.1 * (short - mean)
            square += 0.001 * (short**2 - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-8)


class Samples(NamedTuple):
    """Decisions: what was seen, legal, done, how likely that was, by whom in which hand, and what the hand brought."""

    rows: Floats
    masks: Mask
    actions: NDArray[np.int64]
    logs: Floats
    hands: NDArray[np.int64]
    seats: NDArray[np.int64]
    gains: Floats


class Learner:
    """Plays against itself, and learns."""

    def __init__(self, preset: str, seed: int) -> None:
        self.env = BatchEnv(game_of(preset), players=2, hands=HANDS)
        self.features = Features(self.env.rules, 2)
        self.luck = np.random.default_rng(seed)
        self.network = Network(self.features.size, self.env.player_space.actions, self.luck)
        self.unit = 10 * effective_ante(self.env.rules)
        self.rows, info = self.env.reset(seed=seed)
        self.mask, self.seats = info["action_mask"], info["seat"]
        self.number = np.arange(HANDS)  # of the hand that is played in each place
        self.open: list[Samples] = []  # of hands that are not over
        self.played = 0

    def collect(self) -> Samples:
        """Plays on; all decisions of hands that have come to an end."""
        gains: dict[int, Floats] = {}
        for _ in range(STEPS):
            gains |= self._step()
        samples = Samples(*(np.concatenate(parts) for parts in zip(*self.open, strict=True)))
        last = int(self.number.max()) + 1
        known, brought = np.zeros(last, np.bool_), np.zeros((last, 2), np.float32)
        for hand, gain in gains.items():
            known[hand], brought[hand] = True, gain
        over = known[samples.hands]
        self.open = [Samples(*(part[~over] for part in samples))]
        done = Samples(*(part[over] for part in samples))
        return done._replace(gains=brought[done.hands, done.seats] / self.unit)

    def _step(self) -> dict[int, Floats]:
        rows, mask, seats = self.rows.copy(), self.mask, self.seats
        _, _, logs, _ = self.network.forward(self.features(rows), mask)
        actions = (logs + self.luck.gumbel(size=logs.shape)).argmax(axis=1)
        chosen = logs[np.arange(HANDS), actions]
        nothing = np.zeros(HANDS, np.float32)
        self.open.append(Samples(rows, mask, actions, chosen, self.number.copy(), seats, nothing))
        self.rows, rewards, ended, _, info = self.env.step(actions)
        self.mask, self.seats = info["action_mask"], info["seat"]
        places = np.flatnonzero(ended)
        gains = {int(self.number[place]): rewards[place] for place in places}
        self.number[places] = self.number.max() + 1 + np.arange(len(places))
        self.played += HANDS
        return gains

    def learn(self, samples: Samples, rate: float) -> None:
        """PPO: makes what brought more than expected likelier, a little at a time."""
        for _ in range(EPOCHS):
            order = self.luck.permutation(len(samples.actions))
            for first in range(0, len(order), BATCH):
                self._learn_some(Samples(*(part[order[first : first + BATCH]] for part in samples)), rate)

    def _learn_some(self, some: Samples, rate: float) -> None:
        inputs, count = self.features(some.rows), len(some.actions)
        one, two, logs, values = self.network.forward(inputs, some.masks)
        chosen = logs[np.arange(count), some.actions]
        surplus = some.gains - values
        surplus = (surplus - surplus.mean()) / (surplus.std() + 1e-6)
        ratio = np.exp(np.clip(chosen - some.logs, -5, 5))
        moves = np.where(surplus > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        odds = np.exp(logs)
        slopes = odds * (surplus * ratio * moves)[:, None]
        slopes[np.arange(count), some.actions] -= surplus * ratio * moves
        certain = (odds * np.where(some.masks, logs, 0)).sum(axis=1, keepdims=True)
        slopes += ENTROPY * odds * (np.where(some.masks, logs, 0) - certain)
        value_slopes = 2 * VALUE * np.clip(values - some.gains, -2, 2)
        out = np.concatenate([slopes, value_slopes[:, None]], axis=1).astype(np.float32) / count
        self.network.update(self.network.backward(inputs, one, two, out), rate)


class PpoBot(Bot):
    """Plays as the network does; it tosses no coin but its own."""

    def __init__(self, layers: list[Floats], seed: str) -> None:
        super().__init__(seed)
        self.luck = np.random.default_rng(list(seed.encode()))
        self.network = Network(1, 1, self.luck)
        self.network.layers = layers
        self.space: PlayerSpace | None = None

    def act(self, view: View) -> Action:
        if self.space is None:
            players = len(view.names)
            self.space, self.features = PlayerSpace(view.rules, players), Features(view.rules, players)
        legal = self.space.legal(view)
        mask = self.space.mask(view)[None, :] > 0
        _, _, logs, _ = self.network.forward(self.features(self.space.observe(view)[None, :]), mask)
        return legal[int((logs[0] + self.luck.gumbel(size=logs.shape[1])).argmax())]


class Learnt(NamedTuple):
    """What has learnt, as the arena knows it."""

    file: str
    text: str = "ppo"

    def bot(self, seed: str = "") -> Bot:
        with np.load(self.file) as kept:
            return PpoBot([kept[name] for name in kept.files], seed)


def game_of(preset: str) -> dict[str, Any]:
    """A preset, played for credits."""
    return {"preset": preset, **PRESETS[preset].for_credits}


def train(preset: str, minutes: float, seed: int, file: str) -> None:
    """Learns for so long, and keeps what it has learnt."""
    began = time.process_time()
    learner = Learner(preset, seed)
    rounds = 0
    while (gone := (time.process_time() - began) / (60 * minutes)) < 1:
        learner.learn(learner.collect(), RATE * max(0.05, 1 - gone))
        rounds += 1
        if rounds % 50 == 0:
            print(f"{gone:4.0%}  {learner.played:,} decisions", flush=True)
    np.savez(file, *learner.network.layers)
    print(f"{learner.played:,} decisions; the network is in {file}.")


def show_strength(preset: str, file: str, hands: int) -> None:
    """What it wins from our own bots, in antes a hand."""
    for name in ("droid", "miner"):
        found = play_match(preset, [Learnt(file), name], hands=hands, processes=1).between("ppo", name)
        assert found is not None
        print(f"against {name}: {found.mean:+.2f} antes a hand, from {found.low:+.2f} to {found.high:+.2f} (95 %)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("preset", nargs="?", default="classic", choices=list(PRESETS))
    parser.add_argument("--minutes", type=float, default=10, help="to learn, in time of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=4000, help="of each match")
    parser.add_argument("--file", default="ppo.npz", help="where the network is kept")
    parser.add_argument("--play", action="store_true", help="learn nothing: play with the network in the file")
    given = parser.parse_args()
    if not given.play:
        train(given.preset, given.minutes, given.seed, given.file)
    show_strength(given.preset, given.file, given.hands)


if __name__ == "__main__":
    main()
