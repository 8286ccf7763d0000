"""The hands that the rules pages play out, as data: cards, dice and actions; seats are Ana, Ben, Cy, Dee."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sabacc.game.events import Won
from sabacc.game.hand import Hand
from sabacc.rules import find_preset
from tests.tables import only, open_table, pass_all, play

CALM = ((2, 5),)
CHECKS = ("1 check", "2 check", "0 check")
CHECKS_OF_FOUR = ("1 check", "2 check", "3 check", "0 check")
STANDS = ("1 stand", "2 stand", "0 stand")


@dataclass(frozen=True)
class WorkedHand:
    """What is dealt and rolled, and what players do; "pass" lets everybody in a window pass."""

    hands: tuple[str, ...]
    deck: str
    moves: tuple[str, ...]
    rolls: tuple[tuple[int, ...], ...] = ()
    picks: tuple[str, ...] = ()
    answers: dict[Any, Any] = field(default_factory=dict)


@dataclass
class Replay:
    """A worked hand as the engine played it."""

    hand: Hand
    hand_pots: list[int]  # every size that it had, in order
    sabacc_pots: list[int]
    held: list[list[tuple[str, ...]]]  # by seat, all cards after the deal and after each move

    @property
    def won(self) -> list[tuple[int, int, int]]:
        """Seat, amount and pot of everything that was won."""
        return [(won.seat, won.amount, won.pot) for won in only(Won, self.hand.events)]


def all_cards(hand: Hand) -> list[tuple[str, ...]]:
    """What each seat holds."""
    return [hand.cards_of(seat) for seat in range(len(hand.live))]


def replay(preset: str, worked: WorkedHand, **options: Any) -> Replay:
    """Plays it with the preset's own options, but for some, and with its stacks."""
    own = find_preset(preset)
    _, hand = open_table(
        preset,
        worked.hands,
        worked.deck,
        stacks=own.stack,
        rolls=worked.rolls,
        picks=worked.picks,
        answers=worked.answers,
        **{"ante": own.rules.ante, **options},
    )
    played = Replay(hand, [hand.hand_pot()], [hand.sabacc_pot], [all_cards(hand)])
    for move in worked.moves:
        if move == "pass":
            pass_all(hand)
        else:
            play(hand, move)
        played.held.append(all_cards(hand))
        if hand.kind == "field" and not hand.over:
            play(hand, f"{hand.waiting[0]} done")  # no field move after the draw
        if not hand.over:
            played.hand_pots.append(hand.hand_pot())
            played.sabacc_pots.append(hand.sabacc_pot)
    played.hand_pots.append(sum(amount for _, amount, pot in played.won if pot >= 0))
    return played


WORKED_HANDS = {
    "cloud-city": WorkedHand(
        hands=("EN T11", "S9 C6", "F12 T7"),
        deck="F3 C11 S2 C10 T6",
        rolls=((5,), (2,), (6,), (4,)),
        picks=("C6", "T7", "EN"),
        moves=(
            *("1 raise 2", "2 match", "0 raise 3", "1 match", "2 match", "pass", "1 gain"),
            *("2 check", "pass", "2 gain"),
            *("0 raise 1", "1 match", "2 match", "pass", "0 stand"),
            *("1 check", "pass", "2 pass", "0 call-hand"),
        ),
    ),
    "classic": WorkedHand(
        hands=("F8 DE", "C14 F5", "S10 T3"),
        deck="S7 F12 S4 T2 C6 C7 S9 QA S2",
        rolls=((2, 5), (3, 3), (1, 6), (2, 4)),
        moves=(
            *("1 raise 4", "1 place C14", "pass", "1 stand"),
            *("2 match", "pass", "2 gain"),
            *("0 match", "pass", "0 gain"),
            *("1 raise 10", "pass", "2 call-hand", "0 fold"),
        ),
    ),
    "force": WorkedHand(
        hands=("S7 F4", "F9 T6", "S12 C6"),
        deck="T8 S5 DE",
        rolls=((1, 4), (2, 6), (5, 3), (6, 1)),
        moves=(
            *("0 choose-side light", "1 choose-side dark", "2 choose-side light"),
            *("1 raise 2", "pass", "1 gain"),
            *("2 match", "pass", "2 gain"),
            *("0 match", "pass", "0 trade F4"),
            *("1 check", "0 fold", "2 pass", "2 call-hand"),
        ),
    ),
    "pagat": WorkedHand(
        hands=("F9 C2", "S13 C4", "T10 ST"),
        deck="F8 T9 C1 C7 S6 T12 F11 BA S8",
        rolls=((2, 3), (4, 4), (1, 5), *CALM * 9, (6, 6)),
        moves=(
            *("1 place S13", "1 stand", "2 trade ST", "0 place T12", "0 stand"),
            *("1 raise 3", "2 match", "0 match"),
            *("1 stand", "2 gain", "0 stand", *CHECKS),
            *(*STANDS, *CHECKS),
            *(*STANDS, "1 raise 4 and call", "2 fold", "0 match"),
        ),
    ),
    "galactic": WorkedHand(
        hands=("S11 C13", "C8 T7", "ID S4", "F15 EN"),
        deck="T5 F2 C6 T9 C3",
        answers={
            ("shuffle", 2): ["S10", "C9", "F12", "QA", "S6", "F1", "C15", "T4"],
            **{("pulse", number): 11 for number in (1, 2, 4, 5)},  # none: with four players, 0 to 7 are its actions
            ("pulse", 3): 3,
        },
        moves=(
            *("1 gain", "2 gain", "3 trade EN", "0 trade C13", "1 raise 4", "2 match", "3 match", "0 match"),
            *("1 stand", "2 trade S4", "3 place F15", "3 stand", "0 stand", *CHECKS_OF_FOUR),
            *("1 stand", "2 stand", "2 place ID", "2 place F2", "2 place C3", "3 stand", "0 stand", *CHECKS_OF_FOUR),
            *("1 gain", "2 stand", "3 trade C9", "0 stand", *CHECKS_OF_FOUR),
            *("1 stand", "2 call-hand", "2 check", "3 check", "0 check", "1 check"),
        ),
    ),
    "corellian-house": WorkedHand(
        hands=("+7 -7 +1 -9", "+4 -6 0 +2", "-3 +8 -5 -3"),
        deck="+10 -1 +3 +2 +6 -8 +9 -10 -4 +9",
        rolls=((2, 5), (4, 4), (1, 6)),
        answers={("shuffle", 2): ["+1", "+6", "+3"]},
        moves=(
            *("0 match", "1 match", "2 check"),
            *("1 peek", "1 push-back", "2 buy 2", "0 peek", "0 keep +1"),
            *("1 protect", "2 protect -3 +8", "0 protect"),
            *("1 check", "2 raise 200", "0 match", "1 fold"),
            *("2 stand", "0 stand", "0 protect +7 -7"),
            *("2 check", "0 check"),
            *("2 buy 3 swap +8 up", "0 peek", "0 keep", "0 protect"),
            *("2 raise 400", "0 match"),
        ),
    ),
    "coruscant-shift": WorkedHand(
        hands=("+8s +7s +10c -2c +5s", "+9c -4t 0 +2s -7c", "+10s -3c +6t -8t +1c"),
        deck="+3t 0 -1t -3t +1t +6c -9s",
        rolls=((3, 3),),
        moves=(
            *("1 select +9c -4t 0", "2 select +10s -3c +6t -8t", "0 select +5s"),
            *("1 go-on", "2 go-on", "0 go-on") * 2,
            *("1 improve +3t -3t", "2 improve 0", "0 improve -1t +1t"),
        ),
    ),
}
