"""The lesson of Corellian House."""

from __future__ import annotations

from sabacc.variants.lessons import do, make_lesson, tell, watch

CORELLIAN_HOUSE = make_lesson(
    ("+7 -7 +2 +4", "+5 -6 +8 -3", "-9 +1 +6 -2"),
    "+10 -1 +3 0 +6 -8 +9 -10 0",
    (
        tell("lesson.corellian-house.goal", "cards"),
        tell("lesson.corellian-house.total", "total"),
        tell("lesson.corellian-house.pots", "pots"),
        do("match", "lesson.corellian-house.match"),
        watch("1 match, 2 check", "lesson.corellian-house.matched"),
        tell("lesson.corellian-house.flower", "board"),
        watch("1 peek, 1 push-back, 2 buy 2 swap +6", "lesson.corellian-house.bought"),
        do("buy 3 swap +4 up", "lesson.corellian-house.buy", "board"),
        do("protect +7 -7", "lesson.corellian-house.protect", "cards"),
        tell("lesson.corellian-house.spike", "cards"),
        watch("1 check, 2 raise 100", "lesson.corellian-house.second-round"),
        do("match", "lesson.corellian-house.match-again"),
        watch("1 match, 1 stand, 2 stand", "lesson.corellian-house.no-draws"),
        do("peek", "lesson.corellian-house.peek"),
        do("keep -5", "lesson.corellian-house.keep", "cards"),
        tell("lesson.corellian-house.third-round", "total"),
        watch("1 check, 2 check", "lesson.corellian-house.checked"),
        do("raise 200", "lesson.corellian-house.bet"),
        watch("1 match, 2 fold, 1 stand", "lesson.corellian-house.matched-bet"),
        do("stand", "lesson.corellian-house.stay"),
        watch("1 check", "lesson.corellian-house.last-round"),
        do("raise 300", "lesson.corellian-house.bet-again"),
        watch("1 match", "lesson.corellian-house.wants-to-see"),
        tell("lesson.corellian-house.showdown", "result"),
        tell("lesson.corellian-house.end"),
    ),
    first=1,
    rolls=((4, 4), (2, 5), (1, 6)),
    answers={("shuffle", 2): ["+5", "-8", "-5", "-6", "+1", "+4", "0"]},
)

LESSONS = {"corellian-house": CORELLIAN_HOUSE}
