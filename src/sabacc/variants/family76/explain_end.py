"""How a hand of a 76-card game ends, explained: the table's call, the showdown, ties and side pots."""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules, find_preset, fold_fee_due
from sabacc.variants.family76.explain_play import has_dice, has_shifts
from sabacc.variants.passages import Passage, passage


def explain_table_call(rules: Rules) -> Passage:
    """When the table itself calls the hand (E1)."""
    quiet = has_quiet_rounds(rules)
    return passage(
        "table-calls",
        Message("rules-76.no-player-calls"),
        Message("rules-76.table-calls", quiet=rules.quiet_rounds if quiet else 0, turns=rules.max_rounds),
        *(_quiet_rounds(rules) if quiet else []),
        *_how_the_table_calls(rules, quiet),
        Message("rules-76.no-caller") if rules.caller_penalty else None,
        Message("rules-76.shift-delays", game=_how_calls_are_offered(rules)) if quiet and has_shifts(rules) else None,
    )


def has_quiet_rounds(rules: Rules) -> bool:
    """Whether quiet rounds can end a hand before it has had all its rounds (E1)."""
    return 0 < rules.quiet_rounds < rules.max_rounds - rules.pot_building_rounds


def _quiet_rounds(rules: Rules) -> list[Message]:
    quiet = Message("rules-76.quiet-round", field=rules.static_field != "none")
    return [quiet, Message("rules-76.quiet-turns")] if _how_calls_are_offered(rules) == "turns" else [quiet]


def _how_calls_are_offered(rules: Rules) -> str:
    """On each other's turns, while betting, or on one's own turn to play."""
    if not find_preset(rules.preset).alternates_play_and_betting:
        return "turns"
    return "betting" if rules.preset == "pagat" else "play"


def _how_the_table_calls(rules: Rules, quiet: bool) -> list[Message]:
    preset = find_preset(rules.preset)
    if not preset.alternates_play_and_betting:
        called = Message("rules-76.table-call-of-turn", dice=has_dice(rules), quiet=quiet)
        return [called, Message("rules-76.table-call-match")] if preset.standing_bet else [called]
    if rules.preset == "pagat":
        return [Message("rules-76.table-call-last-betting", quiet=quiet, turns=rules.max_rounds)]
    return [Message("rules-76.table-call-before-round", pulse=rules.shift_trigger == "pulse")]


def first_call_with_a_bet(rules: Rules) -> int | None:
    """The first betting round in which players may call with their bets; none, if the table is always sooner (HR13)."""
    first = rules.pot_building_rounds + 1
    return first if first < rules.max_rounds else None


def explain_showdown(rules: Rules) -> list[Passage]:
    """What is paid and won, ties, side pots, and what else the table allows."""
    items = [passage("items", Message("rules.items", round=False))] if rules.items else []
    return [_payout(rules), _tie(rules), _side_pots(rules), _time(rules), *items]


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
    with_bets = _how_calls_are_offered(rules) == "betting"
    first = first_call_with_a_bet(rules) if with_bets else None
    return passage(
        "side-pots",
        Message("rules-76.side-pots", calls=not with_bets or first is not None),
        None if first is None else Message("rules-76.side-pots-asked", first=first),
        Message("rules-76.side-pots-penalty") if rules.bomb_out_penalty == "pot" else None,
        Message("rules-76.side-pots-caller") if rules.caller_penalty else None,
        Message("rules-76.side-pots-fee") if _has_fees_to_hand_pot(rules) else None,
    )


def _has_fees_to_hand_pot(rules: Rules) -> bool:
    folds = rules.fold_fee_to == "hand" and fold_fee_due(rules) > 0
    return folds or isinstance(rules.discard_pile, int)


def _time(rules: Rules) -> Passage:
    """What is done for a player whose time has run out (T10)."""
    windows = _how_calls_are_offered(rules) == "turns"
    return passage("time", Message("rules-76.time", windows=windows, sides=rules.sides))
