"""Random valid rules, for property tests."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from sabacc.cards import CLASSIC
from sabacc.errors import RulesError
from sabacc.rules import OPTIONS, PRESETS, Rules, find_preset, options_of, read_rules
from sabacc.rules.options import DICE_KINDS

SOAK = bool(os.environ.get("SABACC_SOAK"))
STEADY = bool(os.environ.get("CI")) and not SOAK  # the same examples in every run of CI; elsewhere new ones each time
AMOUNTS = st.integers(1, 12)
MOST_HOLD = 16  # cards, two for each of eight players

_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "ante": AMOUNTS,
    "max_bet": AMOUNTS | st.none(),
    "max_raises": st.integers(0, 4) | st.none(),
    "fold_fee": st.integers(0, 5) | st.just("ante"),
    "sabacc_pot_cap": st.integers(1, 40) | st.none(),
    "quiet_rounds": st.integers(0, 4),
    "bomb_out_penalty": st.just("pot") | st.integers(0, 30),
    "pot_building_rounds": st.integers(0, 5),
    "max_rounds": st.integers(1, 9),
    "discard_pile": st.sampled_from(["off", "free"]) | st.integers(1, 4),
    "shift_trigger": st.sampled_from(
        ["doubles", "double-spikes", "d6-low", "d12:3", "d20:20", "randomiser", "pulse", "none"]
    ),
    "shift_by_dice": st.lists(st.sampled_from(DICE_KINDS), min_size=6, max_size=6),
    "deck": st.integers(MOST_HOLD, len(CLASSIC)).flatmap(lambda n: st.permutations(CLASSIC.cards).map(lambda c: c[:n])),
    "blinds": st.tuples(st.integers(0, 5), st.integers(5, 12)).map(list),
    "board_price": st.integers(0, 9),
    "schedule": st.just([[1, 2, 1], [5, 10, 3]]),
    "level_minutes": st.integers(0, 30),
    "level_hands": st.integers(0, 9),
}


def _value(name: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[name]
    if name in _VALUES:
        return _VALUES[name]
    if option.kind == "switch":
        return st.booleans()
    return st.sampled_from(list(option.choices))


@st.composite
def house_rules(draw: st.DrawFn, presets: tuple[str, ...] = tuple(PRESETS), most: int = 6) -> Rules:
    """A preset with some valid house rules."""
    key = draw(st.sampled_from(list(presets)))
    names = draw(st.lists(st.sampled_from(options_of(find_preset(key))), unique=True, max_size=most))
    chosen = {name: draw(_value(name)) for name in names}
    try:
        return read_rules({"preset": key, **chosen})
    except RulesError:
        assume(False)
        raise
