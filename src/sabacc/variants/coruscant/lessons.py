"""The lesson of Coruscant Shift."""

from __future__ import annotations

from sabacc.variants.lessons import do, make_lesson, tell, watch

CORUSCANT_SHIFT = make_lesson(
    ("+9c -4t 0 +2s -7c", "+10s -3c +6t -8t +1c", "+8s +7s +10c -2c +5s"),
    "+3t 0 -1t -3t +1t +6c -9s",
    (
        tell("lesson.coruscant-shift.target", "target"),
        tell("lesson.coruscant-shift.cards", "cards"),
        do("select +9c -4t 0", "lesson.coruscant-shift.select", "cards"),
        watch("1 select +10s -3c +6t -8t, 2 select +5s", "lesson.coruscant-shift.others-select"),
        do("go-on", "lesson.coruscant-shift.go-on"),
        watch("1 go-on, 2 go-on", "lesson.coruscant-shift.both-go-on"),
        tell("lesson.coruscant-shift.shift", "cards"),
        do("go-on", "lesson.coruscant-shift.go-on-again"),
        watch("1 go-on, 2 go-on", "lesson.coruscant-shift.both-go-on-again"),
        do("improve +3t -3t", "lesson.coruscant-shift.improve", "cards"),
        watch("1 improve 0, 2 improve -1t +1t", "lesson.coruscant-shift.others-improve"),
        tell("lesson.coruscant-shift.showdown", "result"),
        tell("lesson.coruscant-shift.end"),
    ),
    rolls=((3, 3),),
)

LESSONS = {"coruscant-shift": CORUSCANT_SHIFT}
