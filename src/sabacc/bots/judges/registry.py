"""The judges for a table's rules: one that goes by what can be worked out, and one with habits found by playing."""

from __future__ import annotations

from sabacc.bots.judges.base import Judge, JudgeHabits, JudgeSpec
from sabacc.bots.judges.sampling import SAMPLING
from sabacc.rules import Part, Rules, family_of

JUDGE: Part[JudgeSpec] = Part("judge", SAMPLING)
_JUDGES: dict[tuple[Rules, bool], Judge] = {}
_MANY = 50


def judge_of(rules: Rules, seasoned: bool = False) -> Judge:
    """Made once for each set of rules, and shared: a judge remembers tables it has worked out, and nothing about hands."""
    judge = _JUDGES.get((rules, seasoned))
    if judge is None:
        if len(_JUDGES) >= _MANY:
            _JUDGES.clear()
        spec = JUDGE.of(family_of(rules))
        habits = (spec.seasoned if seasoned else spec.plain).get(rules.preset, JudgeHabits())
        judge = _JUDGES[rules, seasoned] = spec.make(rules, habits)
    return judge
