"""The Corellian family: corellian-house."""

from __future__ import annotations

from sabacc.cards import CORELLIAN
from sabacc.errors import RulesError
from sabacc.messages import Message
from sabacc.rules.families.parts import usual_parts
from sabacc.rules.family import Family, Preset
from sabacc.rules.model import SCHEDULE, Rules


def _check(rules: Rules, preset: Preset) -> None:
    """Blinds and a limit that go together."""
    small, big = rules.blinds
    if big < 1 or small > big:
        raise RulesError(Message("refusal.blinds-order"), "blinds")
    if rules.max_bet is not None and rules.max_bet < big:
        raise RulesError(Message("refusal.max-bet-blind", most=rules.max_bet, big=big), "max_bet")


CORELLIAN_HOUSE = Preset(
    key="corellian-house",
    title="Corellian House",
    line=Message("house.game.corellian-house"),
    flow="sabacc.variants.corellian.flow:corellian_house",
    explain="sabacc.variants.corellian.explain:explain_corellian_house",
    rules=Rules(
        preset="corellian-house",
        ante=None,
        missed_payments=True,
        blinds=(50, 100),
        board_price=25,
        schedule=SCHEDULE,
    ),
    stack=10_000,
    tempo="deep",
)

CORELLIAN_FAMILY = Family(
    key="corellian",
    title=Message("rules.family.corellian"),
    deck=CORELLIAN,
    presets=(CORELLIAN_HOUSE,),
    options=(
        "ante",
        "max_bet",
        "max_raises",
        "sabacc_pot_cap",
        "items",
        "missed_payments",
        "house_dealer",
        "blinds",
        "board_price",
        "schedule",
        "level_minutes",
        "level_hands",
    ),
    check=_check,
    odd_to_first=True,
    lays_cards_out=lambda rules: True,  # face up (CH6)
    parts={
        **usual_parts("corellian", "corellian"),
        "batch_game": "sabacc.batch.corellian.kernels:GAME",
        "action_space": "sabacc.envs.corellian.action_space:all_actions",
        "observed": "sabacc.envs.corellian.action_space:OBSERVED",
        "length_bounds": "sabacc.envs.corellian.bounds:most_actions",
        "prices": "sabacc.variants.corellian.guide:prices",
    },
)
