"""One hand, from the deal to the payout: the machine that runs the phases it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sabacc.chance import ScriptedChance
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import FOLD, Action, ActionBase, write_action
from sabacc.game.events import Acted, Asked, Called, ClockStruck, Event, HandEnded, HandStarted, ItemStaked, WalkedAway
from sabacc.game.flow import LAST_PLAYER, Flow, Phase
from sabacc.game.options import NOTHING, Options
from sabacc.game.question import Question
from sabacc.game.result import Result, result_of
from sabacc.game.state import Log, Seating, State
from sabacc.game.types import ActedBy, Ending, PotName, QuestionKind, Side
from sabacc.game.view import View
from sabacc.messages import Message
from sabacc.rules import fold_fee_due


class Hand(State):
    """A hand in play. `pending` says who must decide, `options` what they may do, `act` does it."""

    __slots__ = (
        "called",
        "entered",
        "flow",
        "gone",
        "kind",
        "offered",
        "offered_to",
        "on_end",
        "over",
        "phase",
        "phase_index",
        "question",
        "waiting",
    )

    def __init__(
        self,
        flow: Flow,
        seating: Seating,
        stacks: list[int],
        sabacc_pot: int,
        sides: tuple[Side | None, ...],
        like: Hand | None = None,
    ) -> None:
        super().__init__(seating, stacks, sabacc_pot, sides, like)
        self.flow = flow
        self.on_end: Callable[[Hand], None] | None = None  # told once; copies tell nobody
        if like is None:
            self.phase_index = 0  # where the hand is in its flow
            self.phase: Phase = flow.phases[0]
            self.entered = False
            self.question = 0
            self.kind = ""
            self.waiting: tuple[int, ...] = ()
            self.gone: tuple[int, ...] = ()
            self.called = False
            self.over = False
            self.offered: Options | None = None
            self.offered_to = -1
            self.news.append(
                HandStarted(
                    seating.number,
                    seating.button,
                    seating.dealt_in,
                    tuple(stacks),
                    sabacc_pot,
                    sides if any(sides) else (),
                    seating.commitment,
                    seating.clock,
                    seating.owes,
                )
            )
            return
        self.phase_index = like.phase_index
        self.phase = like.phase
        self.entered = like.entered
        self.question = like.question
        self.kind = like.kind
        self.waiting = like.waiting
        self.gone = like.gone
        self.called = like.called
        self.over = like.over
        self.offered = like.offered
        self.offered_to = like.offered_to

    def copy(self) -> Hand:
        """A twin that goes its own way."""
        return Hand(self.flow, self.seating, self.stacks, self.sabacc_pot, self.sides, self)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.kind} asked of {', '.join(map(str, self.waiting))}"
        return f"<Hand {self.seating.number}: {state}>"

    # ---- for players

    @property
    def pending(self) -> Mapping[int, Question]:
        """Who must decide: the question's number and kind, and the answer T10 gives for who doesn't."""
        return {seat: Question(self.question, self.kind, self.phase.default(self, seat)) for seat in self.waiting}

    def options(self, seat: int) -> Options:
        """What a seat may do now: answer its question, or move freely."""
        if self.offered is not None and self.offered_to == seat:
            return self.offered
        if seat in self.waiting:
            options = self.phase.options(self, seat)
            if self.flow.has_freedom:
                moves = self.flow.freedom.options(self, seat)
                if moves:
                    options = options.also(moves)
        elif self.flow.has_freedom and self._may_move(seat):
            options = Options(self.flow.freedom.options(self, seat))
        else:
            options = NOTHING
        self.offered = options
        self.offered_to = seat
        return options

    def act(self, seat: int, action: Action, question: int | None = None) -> tuple[Event, ...]:
        """Does what a seat wants done, goes on to the next decision, and returns what happened.

        An action that is not legal raises `IllegalAction` and changes nothing. `question` is the number of the question
        it answers; an answer to a question that is closed is refused.
        """
        self._check(seat, action, question)
        return self._run(seat, action, "player")

    def time_out(self, seat: int) -> tuple[Event, ...]:
        """The clock answers for a seat (T10)."""
        if self.over or seat not in self.waiting:
            raise IllegalAction(f"seat {seat} has no question open, so the clock can't answer for it.")
        return self._run(seat, self.phase.default(self, seat), "clock")

    def leave(self, seat: int) -> tuple[Event, ...]:
        """A player walks away in mid-hand: played by default from now on, and folded at the first chance (T10)."""
        if self.over or seat in self.gone or not 0 <= seat < len(self.live):
            raise IllegalAction(f"seat {seat} can't leave this hand: it is over, or the seat has left already.")
        return self._run(seat, None, "player")

    def clock_strikes(self) -> tuple[Event, ...]:
        """The randomiser's clock goes off in live play (HR5)."""
        if self.over or not self.seating.clock:
            raise IllegalAction("no randomiser runs on a clock here: the hand is over, or the table has none.")
        return self._run(-1, None, "clock")

    def stake(self, seat: int, item: str, value: int) -> tuple[Event, ...]:
        """A player who is asked to bet stakes an item, and gets credits for it (HR9). The table checks the rest."""
        if seat not in self.waiting or not self.live[seat]:
            raise IllegalAction(f"seat {seat} can't stake an item now: it is not asked to pay anything.")
        self.news = [ItemStaked(seat, item, value)]
        self.stacks[seat] += value
        return self._close_act()

    def with_answer(self, key: Any, answer: Any) -> Hand:
        """A copy whose scripted chance has one more answer: the next step from a chance node (`ChanceNeeded`)."""
        chance = self.seating.chance
        if not isinstance(chance, ScriptedChance):
            raise SabaccError("only a scripted chance can be given answers.")
        twin = self.copy()
        twin.seating = self.seating.with_chance(chance.with_answer(key, answer))
        return twin

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        if seat is not None and not 0 <= seat < len(self.live):
            raise IllegalAction(Message("refusal.no-seat", seat=seat, most=len(self.live) - 1))
        view = View(self.seating.rules, self.seating.names, seat)
        for event in self.events:
            view.see(event.seen_by(seat))  # cut down before anything is made of it
        view.question = self.pending.get(seat) if seat is not None else None
        view.options = self.options(seat) if seat is not None else NOTHING
        return view

    @property
    def events(self) -> list[Event]:
        """All that has happened in this hand."""
        acts: list[tuple[Event, ...]] = []
        log: Log | None = self.log
        while log is not None:
            acts.append(log.act)
            log = log.before
        return [event for act in reversed(acts) for event in act]

    @property
    def result(self) -> Result | None:
        """None until the hand is over."""
        return result_of(self.events) if self.over else None

    # ---- for phases

    def ask(self, kind: QuestionKind, seats: tuple[int, ...]) -> None:
        """Opens a question to some seats; to none, and the phase goes on at once."""
        if seats:
            self.question += 1
            self.kind = kind
            self.waiting = seats
            self.news.append(Asked(self.question, kind, seats))

    def next(self) -> None:
        """On to the next phase of the flow."""
        self.phase_index += 1
        self.phase = self.flow.phases[self.phase_index]
        self.entered = False
        self.waiting = ()

    def go(self, name: str) -> None:
        """On to the phase of that name."""
        self.phase_index = self.flow.index[name]
        self.phase = self.flow.phases[self.phase_index]
        self.entered = False
        self.waiting = ()

    def fold_and_pay(self, seat: int, clause: str) -> None:
        """A seat folds, pays the fee, and may leave the last player alone with the pot (H5)."""
        rules = self.seating.rules
        pot: PotName = "sabacc" if rules.fold_fee_to == "sabacc" else "fees"
        self.pay(seat, fold_fee_due(rules), pot, "fold-fee", clause)
        self.fold(seat)
        self.stir()
        if self.live_count() == 1:
            self.go(LAST_PLAYER)

    def call(self, seat: int | None, clause: str) -> None:
        """The hand is called, by a seat or by the table."""
        self.called = True
        self.caller = -1 if seat is None else seat
        if self.flow.freedom.ends_at_call:
            self.field_open = False
        self.news.append(Called(seat, clause))

    def finish(self, how: Ending, special: bool) -> None:
        """The hand is over."""
        self.over = True
        self.waiting = ()
        self.paid = [0] * len(self.paid)
        self.fees = 0
        self.news.append(HandEnded(how, tuple(self.stacks), self.sabacc_pot, special))

    # ---- the machine

    def start(self) -> tuple[Event, ...]:
        """Antes, cards, and whatever comes before the first decision. Called once, by the table."""
        self._advance()
        return self._close_act()

    def _check(self, seat: int, action: Action, question: int | None) -> None:
        if self.over:
            raise IllegalAction(Message("refusal.hand-over"))
        if question is not None and question != self.question:
            raise IllegalAction(Message("refusal.question-closed", question=question, open=self.question))
        options = self.options(seat)
        if action not in options:
            said = write_action(action) if isinstance(action, ActionBase) else repr(action)
            if seat in self.waiting:
                raise IllegalAction(Message("refusal.cannot-now", seat=seat, action=said, options=options.in_words()))
            if len(options):
                raise IllegalAction(Message("refusal.nothing-asked-still", seat=seat, options=options.in_words()))
            raise IllegalAction(
                Message("refusal.nothing-now", seat=seat, question=self.kind, seats=_seats(self.waiting))
            )

    def _may_move(self, seat: int) -> bool:
        return not self.over and 0 <= seat < len(self.live) and self.live[seat] and seat not in self.gone

    def _run(self, seat: int, action: Action | None, by: ActedBy) -> tuple[Event, ...]:
        if self.seating.chance.is_open:
            self.copy()._do(seat, action, by)  # an open chance may be asked: then nothing has happened yet
        return self._do(seat, action, by)

    def _do(self, seat: int, action: Action | None, by: ActedBy) -> tuple[Event, ...]:
        self.news = []
        if by == "clock" and action is None:
            self.news.append(ClockStruck())
            self.flow.pulses.clock_strikes(self)
        elif action is None:
            self.gone += (seat,)
            self.news.append(WalkedAway(seat))
        else:
            self._take(seat, action, by)
        self._advance()
        return self._close_act()

    def _take(self, seat: int, action: Action, by: ActedBy) -> None:
        self.offered = None
        if not action.free:
            self.news.append(Acted(seat, self.question, action, by))
            waiting = self.waiting
            self.waiting = () if len(waiting) == 1 else tuple([other for other in waiting if other != seat])
            self.phase.answer(self, seat, action)
            if self.flow.has_pulses:
                self.flow.pulses.after_action(self)
        else:
            self.news.append(Acted(seat, 0, action, by))
            self.flow.freedom.move(self, seat, action)

    def _advance(self) -> None:
        """Goes on until somebody must decide or the hand is over."""
        while not self.over:
            if not self.waiting:
                if self.entered:
                    self.phase.proceed(self)
                else:
                    self.entered = True
                    self.phase.begin(self)
            elif self.gone and (absent := [seat for seat in self.waiting if seat in self.gone]):
                self.offered = None
                fold = FOLD in self.phase.options(self, absent[0])
                self._take(absent[0], FOLD if fold else self.phase.default(self, absent[0]), "table")
            else:
                return

    def _close_act(self) -> tuple[Event, ...]:
        self.offered = None
        act = tuple(self.news)
        self.log = Log(self.log, act)
        if self.over and self.on_end is not None:
            on_end, self.on_end = self.on_end, None
            on_end(self)
        return act


def _seats(seats: tuple[int, ...]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else "seats " + ", ".join(map(str, seats))
