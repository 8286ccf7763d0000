"""The judge for a table's rules."""

from __future__ import annotations

from sabacc.bots.classic_judge import ClassicJudge
from sabacc.bots.corellian_judge import CorellianJudge
from sabacc.bots.coruscant_judge import CoruscantJudge
from sabacc.bots.judge import Judge
from sabacc.rules import Rules, find_preset

_JUDGES: dict[Rules, Judge] = {}
_MANY = 50


def judge_of(rules: Rules) -> Judge:
    """Made once for each set of rules, and shared: a judge remembers tables it has worked out, and nothing about hands."""
    judge = _JUDGES.get(rules)
    if judge is None:
        if len(_JUDGES) >= _MANY:
            _JUDGES.clear()
        judge = _JUDGES[rules] = _make(rules)
    return judge


def _make(rules: Rules) -> Judge:
    family = find_preset(rules.preset).family
    if family == "76":
        return ClassicJudge(rules)
    return CorellianJudge(rules) if family == "corellian" else CoruscantJudge(rules)
