"""The engine's behaviour: a number that goes up when the same actions would lead to other events.

Whatever is stored says under which one it was played. Rules stored under an older one are read with `old_presets`.
"""

from __future__ import annotations

from sabacc.errors import SabaccError

BEHAVIOUR = 2


class NewerBehaviour(SabaccError):
    """Something was stored by a version after this one."""


def refuse_newer(behaviour: int) -> None:
    """Refuses what was stored under a behaviour that this version has never heard of."""
    if behaviour > BEHAVIOUR:
        raise NewerBehaviour(
            f"this was played under behaviour {behaviour}, and this sabacc knows behaviours up to {BEHAVIOUR}: "
            "install a newer one."
        )
