"""How a hand of a 76-card game ends, explained: the table's call, the showdown, ties and side pots."""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules, find_preset
from sabacc.variants.family76.explain_play import has_dice, has_shifts
from sabacc.variants.passages import Passage, passage


def explain_table_call(rules: Rules) -> Passage:
    """When the table itself calls the hand (E1)."""
    quiet = has_quiet_rounds(rules)
    return passage(
        "table-calls",
        Message("rules-76.no-player-calls"),
        Message("rules-76.table-calls", quiet=rules.quiet_rounds if quiet else 0, turns=rules.max_rounds),
        Message("rules-76.quiet-round", field=rules.static_field != "none") if quiet else None,
        Message("rules-76.shift-delays") if quiet and has_shifts(rules) else None,
        *_how_the_table_calls(rules, quiet),
        Message("rules-76.no-caller") if rules.caller_penalty else None,
    )


def has_quiet_rounds(rules: Rules) -> bool:
    """Whether quiet rounds can end a hand before it has had all its rounds (E1)."""
    return 0 < rules.quiet_rounds < rules.max_rounds - rules.pot_building_rounds


def _how_the_table_calls(rules: Rules, quiet: bool) -> list[Message]:
    preset = find_preset(rules.preset)
    if not preset.alternates_play_and_betting:
        called = Message("rules-76.table-call-of-turn", dice=has_dice(rules), quiet=quiet)
        return [called, Message("rules-76.table-call-match")] if preset.standing_bet else [called]
    if rules.preset == "pagat":
        return [Message("rules-76.table-call-last-betting", quiet=quiet)]
    return [Message("rules-76.table-call-before-round")]


def explain_showdown(rules: Rules) -> list[Passage]:
    """What is paid and won, ties, side pots, and what else the table allows."""
    items = [passage("items", Message("rules.items", round=False))] if rules.items else []
    return [_payout(rules), _tie(rules), _side_pots(rules), *items]


def _payout(rules: Rules) -> Passage:
    return passage("showdown", Message("rules-76.show"), *_penalties(rules), Message("rules-76.best-wins"))


def _penalties(rules: Rules) -> list[Message]:
    if not rules.bomb_out_penalty:
        return [Message("rules-76.bomb-free")]
    caller = [Message("rules-76.caller-pays")] if rules.caller_penalty else []
    pays = Message("rules-76.bomb-pays", penalty=rules.bomb_out_penalty)
    return [pays, *caller, Message("rules-76.then-won")]


def _tie(rules: Rules) -> Passage:
    out = Message("rules-76.tie-none")
    if rules.preset == "cloud-city":
        out = Message("rules-76.tie-nearest", sides=rules.sides)
    return passage(
        "tie",
        Message("rules-76.tie", sides=rules.sides),
        Message("rules-76.tie-caller") if rules.caller_penalty else None,
        out,
        Message("rules-76.new-deck", shift=has_shifts(rules)),
    )


def _side_pots(rules: Rules) -> Passage:
    return passage(
        "side-pots",
        Message("rules-76.side-pots"),
        Message("rules-76.side-pots-penalty") if rules.bomb_out_penalty == "pot" else None,
        Message("rules-76.side-pots-caller") if rules.caller_penalty else None,
    )
