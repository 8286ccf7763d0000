"""The lessons of games in turns: cloud-city, classic and force."""

from __future__ import annotations

from sabacc.variants.lessons import do, make_lesson, tell, watch

CLOUD_CITY = make_lesson(
    ("S9 C6", "F12 T7", "EN T11"),
    "F3 C11 S2 C10 T6",
    (
        tell("lesson.cloud-city.goal", "cards"),
        tell("lesson.cloud-city.total", "total"),
        tell("lesson.both-pots", "pots"),
        do("raise 2", "lesson.cloud-city.bet"),
        watch("1 match, 2 match", "lesson.cloud-city.matched"),
        do("gain", "lesson.cloud-city.draw"),
        tell("lesson.cloud-city.drawn", "total"),
        watch("1 check", "lesson.cloud-city.checked"),
        tell("lesson.cloud-city.shift", "cards"),
        watch("1 gain, 2 raise 1", "lesson.cloud-city.others"),
        do("match", "lesson.cloud-city.match"),
        watch("1 match, 2 stand", "lesson.cloud-city.stands"),
        do("check", "lesson.cloud-city.check"),
        do("stand", "lesson.cloud-city.stand"),
        watch("1 check", "lesson.cloud-city.checked-again"),
        do("call-hand", "lesson.cloud-city.call"),
        tell("lesson.cloud-city.showdown", "result"),
        tell("lesson.cloud-city.end"),
    ),
    rolls=((5,), (2,), (6,), (4,), (5,)),
    picks=("C6", "T7", "EN"),
)

CLASSIC = make_lesson(
    ("C14 F5", "S10 T3", "F8 QA"),
    "S9 F12 S8 T2 C6 C12 C7",
    (
        tell("lesson.classic.goal", "cards"),
        tell("lesson.classic.total", "total"),
        tell("lesson.both-pots", "pots"),
        do("place C14", "lesson.classic.place", "cards"),
        do("raise 4", "lesson.classic.bet"),
        do("stand", "lesson.classic.stand"),
        watch("1 match", "lesson.classic.matched"),
        tell("lesson.classic.shift", "field"),
        watch("1 gain, 2 match, 2 gain", "lesson.classic.others"),
        do("raise 10", "lesson.classic.raise"),
        do("stand", "lesson.classic.stand-again"),
        watch("1 match", "lesson.classic.paid"),
        do("call-hand", "lesson.classic.call"),
        watch("2 match", "lesson.classic.behind"),
        tell("lesson.classic.showdown", "result"),
        tell("lesson.classic.end"),
    ),
    rolls=((2, 5), (3, 3), (1, 6), (2, 4), (4, 5)),
)

FORCE = make_lesson(
    ("F9 T6", "S12 C6", "S7 C4"),
    "T8 F4 S13 S5 T10 C5 C3 F2",
    (
        tell("lesson.force.goal"),
        do("choose-side dark", "lesson.force.side"),
        watch("1 choose-side light, 2 choose-side light", "lesson.force.others-choose"),
        tell("lesson.force.total", "total"),
        tell("lesson.both-pots", "pots"),
        do("place F9", "lesson.force.place", "cards"),
        do("raise 2", "lesson.force.bet"),
        do("gain", "lesson.force.draw"),
        tell("lesson.force.drawn", "total"),
        watch("1 match", "lesson.force.matched"),
        tell("lesson.force.shift", "field"),
        watch("1 stand, 2 match, 2 gain", "lesson.force.others"),
        do("raise 8", "lesson.force.raise"),
        do("stand", "lesson.force.stand"),
        watch("1 match", "lesson.force.paid"),
        do("call-hand", "lesson.force.call"),
        watch("2 fold", "lesson.force.behind"),
        tell("lesson.force.showdown", "result"),
        tell("lesson.force.end"),
    ),
    rolls=((1, 4), (3, 3), (2, 6), (5, 3), (6, 1)),
)

TURN_LESSONS = {"cloud-city": CLOUD_CITY, "classic": CLASSIC, "force": FORCE}
