"""The judges for a table's rules: one that goes by what can be worked out, and one with habits found by playing."""

from __future__ import annotations

from sabacc.bots.classic_judge import ClassicJudge
from sabacc.bots.corellian_judge import CorellianJudge
from sabacc.bots.coruscant_judge import CoruscantJudge
from sabacc.bots.judge import Habits, Judge
from sabacc.rules import Rules, find_preset

# Without some respect for bets and those who stay in, the no-limit game and the selections are lost to whoever waits.
PLAIN = {
    "classic": Habits(calling=0.1),
    "force": Habits(calling=0.1),
    "corellian-house": Habits(2.0, 1.15, 0.5),
    "coruscant-shift": Habits(1.5, 1.2),
}
# Found by matches between judges with different habits.
SEASONED = {
    "cloud-city": Habits(1.0, 0.8, 0.0, 0.2),
    "classic": Habits(1.0, 0.7, 0.0, 0.2),
    "force": Habits(1.0, 0.7, 0.0, 0.2),
    "pagat": Habits(2.0, 0.7, 0.0, 0.1),
    "galactic": Habits(1.0, 0.6, 0.0, 0.1),
    "corellian-house": Habits(2.0, 1.15, 1.5),
    "coruscant-shift": Habits(2.5, 1.2, 0.5),
}
_JUDGES: dict[tuple[Rules, bool], Judge] = {}
_MANY = 50


def judge_of(rules: Rules, seasoned: bool = False) -> Judge:
    """Made once for each set of rules, and shared: a judge remembers tables it has worked out, and nothing about hands."""
    judge = _JUDGES.get((rules, seasoned))
    if judge is None:
        if len(_JUDGES) >= _MANY:
            _JUDGES.clear()
        habits = (SEASONED if seasoned else PLAIN).get(rules.preset, Habits())
        judge = _JUDGES[rules, seasoned] = make_judge(rules, habits)
    return judge


def make_judge(rules: Rules, habits: Habits) -> Judge:
    """A judge with habits of one's own choosing."""
    family = find_preset(rules.preset).family
    if family == "76":
        return ClassicJudge(rules, habits)
    return CorellianJudge(rules, habits) if family == "corellian" else CoruscantJudge(rules, habits)
