"""All hands there are, counted: nothing is sampled (CH26).

>>> from sabacc.odds import count
>>> hands = count("classic").cards[2]
>>> hands.hands, hands.pure, hands.bomb_out
(2850, 64, 313)
>>> count("corellian-house").cards[5].ranks["Rhylet Neat"]
18
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.odds.classic_counts import ClassicCounts, count_classic
from sabacc.odds.corellian_counts import CorellianCounts, count_corellian
from sabacc.odds.coruscant_counts import CoruscantCounts, count_coruscant
from sabacc.odds.known import check_side
from sabacc.rules import Rules, find_preset, read_rules

Counts = ClassicCounts | CorellianCounts | CoruscantCounts


def count(rules: str | Mapping[str, Any] | Rules, side: str | None = None) -> Counts:
    """Every hand of the preset's deck by what it is worth; with sides, to a player of that side."""
    rules = read_rules(rules)
    check_side(rules, side)
    family = find_preset(rules.preset).family
    if family == "76":
        return count_classic(rules, side)
    return count_corellian(rules) if family == "corellian" else count_coruscant(rules)


def as_json(odds: msgspec.Struct) -> dict[str, Any]:
    """Counts or chances as plain JSON values, all keys texts."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(odds))
    return plain
