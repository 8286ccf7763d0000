"""The 76-card family: cloud-city, classic, force, pagat and galactic."""

from __future__ import annotations

from typing import Any

import msgspec

from sabacc.cards import CLASSIC
from sabacc.errors import RulesError
from sabacc.messages import Message, Said
from sabacc.rules.families.parts import usual_parts
from sabacc.rules.family import Family, Preset
from sabacc.rules.model import Rules

TURNS = {"pot_building_rounds": 1, "max_rounds": 3}  # E1; games in rounds may do with less (HR13)


def _check(rules: Rules, preset: Preset) -> None:
    """Options that are fine each on its own but not side by side (HR11)."""
    if not rules.ante:
        given = "null" if rules.ante is None else rules.ante
        raise RulesError(Message("refusal.ante-least", given=given, preset=preset.key), "ante")
    _check_rounds(rules, preset)
    _check_shifts(rules, preset)
    if rules.community_field and rules.static_field == "none":
        raise RulesError(
            Message("refusal.community-needs-field"),
            "community_field",
        )
    if rules.sides and rules.negative_pure:
        raise RulesError(Message("refusal.sides-pure"), "sides")


def _check_rounds(rules: Rules, preset: Preset) -> None:
    building = rules.pot_building_rounds
    if building and rules.max_rounds < building + 2:  # without any, HR13
        raise RulesError(
            Message("refusal.max-rounds-least", rounds=rules.max_rounds, building=building, least=building + 2),
            "max_rounds",
        )


def _check_shifts(rules: Rules, preset: Preset) -> None:
    if rules.shift_kind == "by-dice" and rules.shift_trigger not in ("doubles", "double-spikes"):
        raise RulesError(Message("refusal.kinds-need-doubles"), "shift_kind")
    if rules.shift_trigger in preset.refused.get("shift_trigger", ()):
        raise RulesError(
            Message("refusal.pulses-need-rounds", preset=preset.key),
            "shift_trigger",
        )


def _has_static_field(rules: Rules) -> bool:
    return rules.static_field != "none"


_CLASSIC = Rules(
    preset="classic",
    ante=3,  # document 004's low stakes (B4)
    max_bet=10,
    fold_fee=1,
    caller_penalty=True,
    negative_pure=True,
    shift_trigger="doubles",
    static_field="free",
    moderation=-13,
)
_FORCE = msgspec.structs.replace(_CLASSIC, preset="force", negative_pure=False, sides=True)
_CLOUD_CITY = Rules(
    preset="cloud-city",
    ante=1,
    max_bet=3,
    fold_fee=1,
    caller_penalty=True,
    shift_trigger="d6-low",
    shift_kind="one-card",
    missed_payments=True,
)
_PAGAT = msgspec.structs.replace(
    _CLASSIC,
    preset="pagat",
    fold_fee_to="hand",
    caller_penalty=False,
    pot_building_rounds=3,
    static_field="one-a-turn",
    declare_totals=True,
)
_GALACTIC = msgspec.structs.replace(
    _CLASSIC,
    preset="galactic",
    fold_fee=0,
    caller_penalty=False,
    pot_building_rounds=4,
    shift_trigger="pulse",
    shift_kind="pulse",
    static_field="retrievable",
    house_dealer=True,
    moderation=-14,
)


_EVERY_HAND = ("missed_payments",)  # what is paid at all is paid in every hand (CL1, PG1, GA1)
_IN_TURNS: dict[str, Any] = {
    "explain": "sabacc.variants.family76.explain:explain_turn_game",
    "least": TURNS,
    "refused": {"shift_trigger": ("pulse",)},
}
_IN_ROUNDS: dict[str, Any] = {
    "explain": "sabacc.variants.family76.explain:explain_round_game",
    "alternates_play_and_betting": True,
    "tempo": "deep",
    "stack": 300,
    "without": _EVERY_HAND,
}


def _preset(rules: Rules, title: str, line: Said, flow: str, **more: Any) -> Preset:
    where = f"sabacc.variants.family76.{flow}"
    return Preset(key=rules.preset, title=title, line=line, rules=rules, flow=where, **more)


PRESETS_76 = (
    _preset(
        _CLOUD_CITY,
        "Cloud City",
        Message("house.game.cloud-city"),
        "turns:cloud_city",
        tempo="quick",
        **_IN_TURNS,
    ),
    _preset(
        _CLASSIC,
        "Classic",
        Message("house.game.classic"),
        "turns:classic",
        stack=300,
        standing_bet=True,
        without=_EVERY_HAND,
        **_IN_TURNS,
    ),
    _preset(
        _FORCE,
        "Force",
        Message("house.game.force"),
        "turns:classic",
        stack=300,
        standing_bet=True,
        without=_EVERY_HAND,
        **_IN_TURNS,
    ),
    _preset(
        _PAGAT,
        "Pagat",
        Message("house.game.pagat"),
        "rounds:pagat",
        **_IN_ROUNDS,
    ),
    _preset(
        _GALACTIC,
        "Galactic",
        Message("house.game.galactic"),
        "rounds:galactic",
        **_IN_ROUNDS,
    ),
)

FAMILY_76 = Family(
    key="76",
    title=Message("rules.family.76"),
    deck=CLASSIC,
    presets=PRESETS_76,
    options=(
        "ante",
        "max_bet",
        "max_raises",
        "fold_fee",
        "fold_fee_to",
        "bomb_out_penalty",
        "sabacc_pot_cap",
        "caller_penalty",
        "negative_pure",
        "pot_building_rounds",
        "quiet_rounds",
        "max_rounds",
        "discard_pile",
        "shift_trigger",
        "shift_kind",
        "shift_by_dice",
        "static_field",
        "community_field",
        "items",
        "missed_payments",
        "short_antes",
        "house_dealer",
        "declare_totals",
        "sides",
        "star",
        "moderation",
        "deck",
    ),
    least={"ante": 1},
    check=_check,
    has_stakes=True,
    antes_a_stack=100,
    can_bomb_out=True,
    lays_cards_out=_has_static_field,
    parts={
        **usual_parts("classic", "family76"),
        "prices": "sabacc.variants.family76.guide:prices",
        "card_values": "sabacc.hands.classic:rule_values",
        "side_values": "sabacc.hands.classic:side_values",
        "pulse_answers": "sabacc.sampling.family76_pulses:pulse_answers",
        "blueprint_traversal": "sabacc.blueprint.family76:TRAVERSE",
        "action_space": "sabacc.envs.family76.action_space:all_actions",
        "observed": "sabacc.envs.family76.action_space:OBSERVED",
        "length_bounds": "sabacc.envs.family76.bounds:most_actions",
        "small_tables": "sabacc.envs.family76.small_tables:SMALL_TABLES",
        "batch_game": "sabacc.batch.family76.kernels:GAME",
    },
)
