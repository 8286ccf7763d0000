"""The lessons of games in rounds: pagat and galactic."""

from __future__ import annotations

from sabacc.variants.lessons import do, make_lesson, tell, watch

PAGAT = make_lesson(
    ("S13 C4", "T10 ST", "F9 C2"),
    "F8 T9 C1 C7 S6 T12 F11 BA S8",
    (
        tell("lesson.pagat.goal", "cards"),
        tell("lesson.pagat.total", "total"),
        tell("lesson.both-pots", "pots"),
        tell("lesson.pagat.rounds"),
        do("place S13", "lesson.pagat.place", "cards"),
        do("stand", "lesson.pagat.stand"),
        watch("1 trade ST", "lesson.pagat.traded"),
        tell("lesson.pagat.shift", "field"),
        watch("2 place T12, 2 stand", "lesson.pagat.placed"),
        do("raise 3", "lesson.pagat.bet"),
        watch("1 match, 2 match", "lesson.pagat.matched"),
        tell("lesson.pagat.quick"),
        watch("0 stand, 1 gain, 2 stand, 0 check, 1 check, 2 check", "lesson.pagat.second-round"),
        watch("0 stand, 1 stand, 2 stand, 0 check, 1 check, 2 check", "lesson.pagat.third-round"),
        do("stand", "lesson.pagat.stand-again"),
        watch("1 stand, 2 stand", "lesson.pagat.others-stand"),
        do("raise 4 and call", "lesson.pagat.call"),
        watch("1 fold, 2 match", "lesson.pagat.last-bets"),
        tell("lesson.pagat.showdown", "result"),
        tell("lesson.pagat.sabacc-pot", "result"),
        tell("lesson.pagat.end"),
    ),
    rolls=((2, 3), (4, 4), (1, 5), *((2, 5),) * 9, (6, 3)),
)

GALACTIC = make_lesson(
    ("C8 T7", "ID S4", "F15 EN"),
    "T5 F2 C6 S11 C9 F12 S6 C15 T4",
    (
        tell("lesson.galactic.goal", "cards"),
        tell("lesson.galactic.total", "total"),
        tell("lesson.both-pots", "pots"),
        tell("lesson.galactic.rounds"),
        do("gain", "lesson.galactic.draw"),
        tell("lesson.galactic.drawn", "total"),
        watch("1 gain, 2 trade EN", "lesson.galactic.others"),
        do("raise 4", "lesson.galactic.bet"),
        watch("1 match, 2 match", "lesson.galactic.matched"),
        do("place C8", "lesson.galactic.place", "cards"),
        do("stand", "lesson.galactic.stand"),
        watch("1 trade S4, 2 stand", "lesson.galactic.traded"),
        tell("lesson.galactic.pulse", "field"),
        watch("0 check, 1 check, 2 check", "lesson.galactic.no-bets"),
        tell("lesson.galactic.quick"),
        watch("0 stand, 1 gain, 2 stand, 0 check, 1 check, 2 check", "lesson.galactic.third-round"),
        watch("0 stand, 1 stand, 2 stand, 0 check, 1 check, 2 check", "lesson.galactic.fourth-round"),
        do("call-hand", "lesson.galactic.call"),
        do("raise 6", "lesson.galactic.last-bet"),
        watch("1 match, 2 fold", "lesson.galactic.matched-again"),
        tell("lesson.galactic.showdown", "result"),
        tell("lesson.galactic.end"),
    ),
    house_deals=True,
    answers={
        ("shuffle", 2): ["T5", "S11", "T6", "T10", "F3", "S3", "C2", "C9"],
        ("pulse", 1): 8,
        ("pulse", 2): 2,
        **{("pulse", number): 20 for number in (3, 4, 5)},
    },
)

ROUND_LESSONS = {"pagat": PAGAT, "galactic": GALACTIC}
