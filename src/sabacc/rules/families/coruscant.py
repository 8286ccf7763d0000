"""The Coruscant family: coruscant-shift."""

from __future__ import annotations

from sabacc.cards import CORUSCANT
from sabacc.errors import RulesError
from sabacc.messages import Message
from sabacc.rules.derived import plays_for_rounds
from sabacc.rules.families.parts import usual_parts
from sabacc.rules.family import Family, Preset
from sabacc.rules.model import Rules


def _check(rules: Rules, preset: Preset) -> None:
    """An ante that goes with what is played for (CS13)."""
    if rules.ante is None:
        raise RulesError(Message("refusal.ante-null"), "ante")
    if rules.items and plays_for_rounds(rules):
        raise RulesError(Message("refusal.items-need-credits"), "items")
    if rules.short_antes and plays_for_rounds(rules):
        raise RulesError(Message("refusal.short-antes-need-credits"), "short_antes")


CORUSCANT_SHIFT = Preset(
    key="coruscant-shift",
    title="Coruscant Shift",
    line=Message("house.game.coruscant-shift"),
    flow="sabacc.variants.coruscant.flow:coruscant_shift",
    explain="sabacc.variants.coruscant.explain:explain_coruscant_shift",
    rules=Rules(preset="coruscant-shift", ante=0),
    players=(2, 4),
    tempo="quick",
    for_credits={"ante": 5, "max_bet": 10},
)

CORUSCANT_FAMILY = Family(
    key="coruscant",
    title=Message("rules.family.coruscant"),
    deck=CORUSCANT,
    presets=(CORUSCANT_SHIFT,),
    options=("ante", "max_bet", "max_raises", "items", "short_antes", "house_dealer"),
    least={"ante": 0},
    check=_check,
    has_target_dice=True,
    has_sabacc_pot=False,
    lays_cards_out=lambda rules: True,  # selections (CS5)
    parts={
        **usual_parts("coruscant", "coruscant"),
        "batch_game": "sabacc.batch.coruscant.kernels:GAME",
        "action_space": "sabacc.envs.coruscant.action_space:all_actions",
        "observed": "sabacc.envs.coruscant.action_space:OBSERVED",
        "length_bounds": "sabacc.envs.coruscant.bounds:most_actions",
    },
)
