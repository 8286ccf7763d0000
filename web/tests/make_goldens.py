"""Hands at random, as each seat saw them, with what the server's own view made of every event: the pages must make the same.

    python web/tests/make_goldens.py [FOLDER [SEED [HANDS]]]

writes a file for each case into the folder, and one about the decks; if none is named, into `web/tests/goldens`, which the
pages' own tests read.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT
from sabacc.game.events import Event
from sabacc.game.view import View
from sabacc.hands.classic import scale_of
from sabacc.policy.random_play import random_step
from sabacc.rules import Rules, read_rules, usual_stack
from sabacc.variants import new_game

CASES: dict[str, dict[str, Any]] = {
    "cloud-city": {"preset": "cloud-city"},
    "cloud-city-discards": {"preset": "cloud-city", "discard_pile": 2, "shift_kind": "wild"},
    "classic": {"preset": "classic"},
    "classic-community": {"preset": "classic", "community_field": True, "discard_pile": "free"},
    "classic-rim": {"preset": "classic", "shift_kind": "rim", "static_field": "retrievable"},
    "force": {"preset": "force"},
    "pagat": {"preset": "pagat", "pot_building_rounds": 1},
    "galactic": {"preset": "galactic", "pot_building_rounds": 1},
    "corellian-house": {"preset": "corellian-house"},
    "coruscant-shift": {"preset": "coruscant-shift"},
    "coruscant-shift-credits": {"preset": "coruscant-shift", "ante": 5},
}
DECKS = {"classic": CLASSIC, "corellian": CORELLIAN, "coruscant": CORUSCANT}
PLAYERS = 3
NOT_FOLDED = {"rules", "names", "seat", "events", "question", "options"}


def picture(view: View) -> dict[str, Any]:
    """The view's fields as JSON."""
    folded = {name: value for name, value in vars(view).items() if name not in NOT_FOLDED}
    fields: dict[str, Any] = json.loads(msgspec.json.encode(folded))
    return {**fields, "hand_pot": view.hand_pot, "standing": view.standing, "my_cards": list(view.my_cards)}


def steps(rules: Rules, events: list[Event], names: tuple[str, ...], seat: int | None) -> list[list[Any]]:
    """Each event as the seat sees it, and what it changes in the picture."""
    view = View(rules, names, seat)
    rows: list[list[Any]] = []
    before: dict[str, Any] = {}
    for event in events:
        seen = event.seen_by(seat)
        view.see(seen)
        after = picture(view)
        rows.append([json.loads(msgspec.json.encode(seen)), {k: v for k, v in after.items() if before.get(k) != v}])
        before = after
    return rows


def play(rules: dict[str, Any], seed: str, hands: int) -> list[dict[str, Any]]:
    """Some hands of one case, from every seat and from none."""
    checked = read_rules(rules)
    names = tuple(f"P{seat}" for seat in range(PLAYERS))
    game = new_game(checked, list(names), stacks=usual_stack(checked), seed=seed)
    luck = random.Random(seed)
    views = []
    for _ in range(hands):
        for seat in set(range(PLAYERS)) - set(game.able()):
            game.rebuy(seat, usual_stack(checked))
        hand = game.deal()
        while not hand.over:
            hand.act(*random_step(hand, luck))
        seats = [*range(PLAYERS), None]
        views += [
            {"names": names, "seat": seat, "steps": steps(checked, list(hand.events), names, seat)} for seat in seats
        ]
    return views


def decks() -> dict[str, Any]:
    """What the cards are called, worth, and how many there are; and what they are worth to the sides (FO2, FO3)."""
    force = scale_of(read_rules("force"))
    return {
        "decks": {
            key: [[card, deck.name(card), deck.values[card], deck.copies[card]] for card in deck.copies]
            for key, deck in DECKS.items()
        },
        "sides": {side: force.values(side) for side in ("light", "dark")},
    }


def main(folder: Path, seed: str = "golden", hands: int = 1) -> None:
    """Writes all files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rules in CASES.items():
        text = json.dumps(play(rules, f"{seed}/{name}", hands), separators=(",", ":"))
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    (folder / "decks.json").write_text(json.dumps(decks(), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    folder, seed, hands = sys.argv[1:] + ["web/tests/goldens", "golden", "1"][len(sys.argv) - 1 :]
    main(Path(folder), seed, int(hands))
