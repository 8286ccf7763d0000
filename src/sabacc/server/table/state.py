"""The lasting state of a table: the game, who sits where, how it is run, and what is deferred to the end of the hand.

It has no clock, no connections and no chance of its own: the same entries always make the same state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import Action
from sabacc.game.events import Event, HandVoided, Left
from sabacc.game.hand import Hand
from sabacc.game.snapshot import SavedTable, load_table, save_table
from sabacc.game.table import Game
from sabacc.messages import Message
from sabacc.rules import BEHAVIOUR, LevelProgress, load_rules, refuse_newer
from sabacc.server.table import entries as en
from sabacc.server.table import item_offers, old_hands, seat_changes
from sabacc.server.table.buy_ins import Departure, Departures
from sabacc.server.table.lesson_state import LessonProgress
from sabacc.server.table.old_hands import OldHand
from sabacc.server.table.preset_answers import PRESET_CHOICES, PresetChoice, usual_choices
from sabacc.server.table.removals import Removals
from sabacc.server.table.settings import Settings
from sabacc.server.table.snapshot import ItemProposal, Owner, TableSnapshot, read_snapshot, write_snapshot
from sabacc.server.table.vault import Vault
from sabacc.variants import flow_of

MAX_DEFERRED = 64  # entries


class TableState:
    """The state of one table, which entries change."""

    def __init__(self, game: Game, settings: Settings, host: str, host_name: str) -> None:
        self.game = game
        self.settings = settings
        self.host = host
        self.host_name = host_name
        self.owners: list[Owner | None] = []
        self.avatars: dict[str, int] = {}  # by person
        self.muted: set[str] = set()
        self.removals = Removals(game.chance.seed)
        self.paused = False
        self.deferred: list[en.AnyEntry] = []  # to be applied when the hand is over
        self.proposals: list[ItemProposal] = []
        self.departures = Departures()
        self.leaving: dict[int, Departure] = {}  # by seat; what they leave with is known when the hand is over
        # By seat, for the rest of the hand. They are kept beside the log, since an entry would tell of them.
        self.preset_answers: dict[int, frozenset[PresetChoice]] = {}
        self.version = 0
        self.hand: Hand | None = None  # in play, or the last one
        self.deal: en.HandDealt | None = None
        self.level_progress = LevelProgress()  # as of the last deal, or of the level's beginning
        self.old_hand: OldHand | None = None  # in play, but dealt under an older behaviour
        self.voided: HandVoided | None = None  # what became of the last hand, if it was voided
        self.before_deal: SavedTable | None = None  # the table as it was before the hand
        self.lost_version = 0  # up to which clients may have seen versions of a past that was taken back
        self.drop_reason: str | Message = ""  # why the last deferred entry could not be applied
        self.house = False  # the table is the house's own: bots play there while somebody looks
        self.lesson: LessonProgress | None = None  # where the first hand is a lesson, and the only one
        self.tournament = ""  # whose director says who sits here, and when a hand is dealt
        self.pots_brought: list[int] = []  # the broken tables of which a part of the sabacc pot is here (TN2)

    # ---- set up

    @staticmethod
    def new(entry: en.Opened) -> TableState:
        """The state after a table's first entry."""
        refuse_newer(entry.behaviour)
        seeded = Chance(entry.seed)
        chance = entry.lesson.chance(seeded) if entry.lesson is not None else seeded
        game = Game(load_rules(entry.rules, entry.behaviour), (), (), chance, flow_of, clock=True)
        state = TableState(game, entry.settings, entry.host, entry.host_name)
        state.avatars = {entry.host: entry.host_avatar} if entry.host_avatar is not None else {}
        state.house = entry.house
        state.tournament = entry.tournament
        state.lesson = LessonProgress(entry.lesson) if entry.lesson is not None else None
        state.version = 1
        return state

    @staticmethod
    def from_snapshot(body: bytes, vault: Vault) -> TableState:
        """The state that a snapshot has."""
        stored = read_snapshot(body, vault)
        state = TableState(load_table(stored.table, flow_of), stored.settings, stored.host, stored.host_name)
        state.owners = list(stored.owners)
        state.muted = set(stored.muted)
        state.removals = Removals(state.game.chance.seed, stored.banned, stored.removed_traces)
        state.paused = stored.paused
        state.deferred = list(stored.deferred)
        state.proposals = list(stored.proposals)
        state.departures = Departures(stored.departures)
        state.version = stored.version
        state.level_progress = LevelProgress(stored.level_ms, stored.level_hands)
        state.voided = stored.voided
        state.lost_version = stored.lost_version
        state.avatars = dict(stored.avatars)
        state.lesson = stored.lesson
        state.house = stored.house
        state.tournament = stored.tournament
        state.pots_brought = list(stored.pots_brought)
        return state

    def snapshot(self, vault: Vault) -> bytes:
        """The snapshot of this state; only between hands."""
        snapshot = TableSnapshot(
            self.version,
            save_table(self.game),
            self.settings,
            self.host,
            self.host_name,
            self.owners,
            sorted(self.muted),
            sorted(self.removals.people),
            self.paused,
            self.deferred,
            self.proposals,
            *self.level_progress,
            self.voided,
            self.removals.traces,
            list(self.departures.by_person.values()),
            self.lost_version,
            {person: avatar for person, avatar in self.avatars.items() if self.seat_of(person) is not None},
            self.lesson,
            self.house,
            self.tournament,
            self.pots_brought,
        )
        return write_snapshot(snapshot, vault)

    # ---- seats

    def owner(self, seat: int) -> Owner | None:
        """Whoever has a seat, if anybody."""
        return self.owners[seat] if 0 <= seat < len(self.owners) else None

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, if they have one."""
        if person is None:
            return None
        return next((seat for seat, owner in enumerate(self.owners) if owner and owner.person == person), None)

    def person_seats(self) -> list[int]:
        """The seats that people have."""
        return [seat for seat, owner in enumerate(self.owners) if owner and owner.person is not None]

    def bot_seats(self) -> list[int]:
        """The seats that bots have."""
        return [seat for seat, owner in enumerate(self.owners) if owner and owner.bot is not None]

    def keeps_hand_of(self, owners: Sequence[Owner | None]) -> bool:
        """Whether a hand of these is kept, and counts: those of lessons don't, and those of the house's bots alone."""
        return self.lesson is None and (not self.house or any(one and one.person for one in owners))

    @property
    def in_hand(self) -> bool:
        """Whether a hand is played."""
        return self.old_hand is not None or (self.hand is not None and not self.hand.over)

    # ---- entries

    def apply(self, entry: en.Entry) -> list[Event]:
        """Applies an entry as the next version, and returns its events; raises, with nothing changed, if it can't be."""
        handlers = _APPLY if self.old_hand is None else _APPLY_IN_OLD_HAND
        events = list(handlers[type(entry)](self, entry))
        self.version += 1
        return events

    def collect_table_events(self) -> list[Event]:
        """Takes the table's own events, and clears the seats that were left; a hand's events were returned as they happened."""
        events = self.game.take_news()
        hand = self.hand
        if hand is not None and hand.over:
            hand_events = hand.events
            at = next((at for at, event in enumerate(events) if event is hand_events[0]), len(events))
            events = events[:at] + events[at + len(hand_events) :]
        for event in events:
            if isinstance(event, Left):
                self._remember(event)
        for seat, name in enumerate(self.game.names):
            if not name and seat < len(self.owners):
                self.owners[seat] = None
        self.proposals = [one for one in self.proposals if self.owner(one.seat) is not None]
        return events

    def _remember(self, event: Left) -> None:
        """What somebody left with, and owes, whose time of leaving is known."""
        leaving = self.leaving.pop(event.seat, None)
        if leaving is not None:
            owes = self.game.missed.of(event.seat, self.game.rules)
            self.departures.add(msgspec.structs.replace(leaving, credits=event.took, owes=owes))

    def finish_hand(self, events: tuple[Event, ...]) -> list[Event]:
        """A hand's events, and the table's own after them if they ended it."""
        assert self.hand is not None
        if not self.hand.over:
            return list(events)
        self.preset_answers = {}
        return [*events, *self.collect_table_events()]

    def ban(self, entry: en.GotUp, owner: Owner | None = None) -> None:
        """Whoever the host has removed may not come back."""
        person = entry.player or (owner.person if owner is not None else None)
        if entry.banned and person is not None:
            self.removals.add(person, entry.traces, entry.at)

    def is_removed(self, person: str | None) -> bool:
        """Whether the host has removed somebody, or does when the hand is over."""
        going = (one.player for one in self.deferred if isinstance(one, en.GotUp))
        return person is not None and (person in self.removals.people or person in going)

    @property
    def settings_to_come(self) -> Settings:
        """The settings as they are once the hand is over."""
        return next((one.settings for one in reversed(self.deferred) if isinstance(one, en.NewSettings)), self.settings)

    def _apply_rebought(self, entry: en.Rebought) -> list[Event]:
        amount = entry.amount
        if entry.up_to and self.owner(entry.seat) is not None:
            stack = self.game.stacks[entry.seat]
            if stack >= entry.up_to:
                raise IllegalAction(Message("refusal.rebuy-full", most=entry.up_to, stack=stack))
            amount = min(amount, entry.up_to - stack)
        self.game.rebuy(entry.seat, amount)
        return self.collect_table_events()

    def _apply_sat_out(self, entry: en.SatOut) -> list[Event]:
        self.game.sit_out(entry.seat)
        return self.collect_table_events()

    def _apply_came_back(self, entry: en.CameBack) -> list[Event]:
        self.game.come_back(entry.seat)
        return self.collect_table_events()

    def _apply_rules(self, entry: en.NewRules) -> list[Event]:
        refuse_newer(entry.behaviour)
        level = self.game.level
        self.game.change_rules(load_rules(entry.rules, entry.behaviour))
        if self.game.level != level:
            self.level_progress = LevelProgress()
        return self.collect_table_events()

    def _apply_level(self, entry: en.NewLevel) -> list[Event]:
        self.game.set_level(entry.level)
        self.level_progress = LevelProgress(entry.ms)
        return self.collect_table_events()

    def _apply_settings(self, entry: en.NewSettings) -> list[Event]:
        self.settings = entry.settings
        return []

    def _apply_host(self, entry: en.NewHost) -> list[Event]:
        self.host = entry.person
        self.host_name = entry.name
        return []

    def _apply_paused(self, entry: en.Paused) -> list[Event]:
        waiting = [one for one in self.deferred if isinstance(one, en.Paused)]
        if waiting and not entry.on:  # the pause that was to come
            self.deferred = [one for one in self.deferred if one not in waiting]
            return []
        if entry.on == self.paused:
            raise IllegalAction(Message("refusal.paused-already" if entry.on else "refusal.not-paused"))
        self.paused = entry.on
        return []

    def _apply_pot(self, entry: en.PotBrought) -> list[Event]:
        if entry.source in self.pots_brought:
            raise IllegalAction(Message("refusal.nothing-due"))
        self.game.add_to_sabacc_pot(entry.amount)
        self.pots_brought.append(entry.source)
        return self.collect_table_events()

    def _apply_muted(self, entry: en.Muted) -> list[Event]:
        (self.muted.add if entry.on else self.muted.discard)(entry.person)
        return []

    # ---- in a hand

    def _apply_deal(self, entry: en.HandDealt) -> list[Event]:
        refuse_newer(entry.behaviour)
        if entry.behaviour < BEHAVIOUR:
            if self.in_hand:
                raise IllegalAction(Message("refusal.wait-to-deal"))
            self.old_hand, self.hand, self.deal, self.voided = OldHand(), None, entry, None
            return []
        self.before_deal = save_table(self.game) if self.game.hand is None else None
        seed = entry.seed if self.lesson is None else None  # the script of a lesson is with its table's chance
        hand = self.game.deal(seed, commitment_to(entry.seed, entry.salt))
        self.hand = hand
        self.deal = entry
        self.level_progress = LevelProgress(entry.level_ms, entry.level_hands)
        self.voided = None
        usual = usual_choices(hand.flow) if self.lesson is None else frozenset[PresetChoice]()
        self.preset_answers = {seat: usual for seat in self.person_seats() if usual and seat in hand.seating.dealt_in}
        self.departures.miss(lambda seat: self.game.missed_by(seat, hand.seating.button, hand.seating.dealt_in))
        given_up = [] if hand.over else self.collect_table_events()  # a tie that could not be played out
        return [*given_up, *self.finish_hand(tuple(hand.events))]

    def _hand_in_play(self) -> Hand:
        if self.hand is None or self.hand.over:
            raise IllegalAction(Message("refusal.no-hand-played"))
        return self.hand

    def _apply_action(self, entry: en.ActionTaken) -> list[Event]:
        action: Action = entry.action
        events = self.finish_hand(self._hand_in_play().act(entry.seat, action, entry.question or None))
        if self.lesson is not None:
            self.lesson = self.lesson.after_action(entry.seat, action)
        return events

    def _apply_continued(self, entry: en.LessonContinued) -> list[Event]:
        if self.lesson is None:
            raise IllegalAction(Message("refusal.no-lesson"))
        self.lesson = self.lesson.after()
        return []

    def _apply_timeout(self, entry: en.TimedOut) -> list[Event]:
        return self.finish_hand(self._hand_in_play().time_out(entry.seat))

    def _apply_ring(self, entry: en.RandomiserRang) -> list[Event]:
        return self.finish_hand(self._hand_in_play().clock_strikes())

    def _apply_preset_answers(self, entry: en.AnswersPreset) -> list[Event]:
        self.preset(self._hand_in_play().seating.number, entry.seat, entry.choices)
        return []

    def preset(self, number: int, seat: int, choices: Sequence[str]) -> None:
        """A seat answers beforehand for the rest of a hand, if that is still played."""
        hand = self.hand
        if hand is not None and not hand.over and hand.seating.number == number:
            self.preset_answers[seat] = frozenset(one for one in PRESET_CHOICES if one in choices)

    def adopt_finished(self, hand_events: list[Event]) -> list[Event]:
        """The hand that an older behaviour dealt was played to its end: what came of it, without playing it again."""
        self.old_hand = None
        self.game.adopt_finished(hand_events)
        return self.collect_table_events()

    # ---- deferred to the end of the hand

    def _apply_deferred(self, entry: en.Deferred) -> list[Event]:
        if not self.in_hand:
            raise IllegalAction(Message("refusal.nothing-to-wait-for"))
        if len(self.deferred) >= MAX_DEFERRED:
            raise IllegalAction(Message("refusal.enough-waiting"))
        self.deferred.append(entry.entry)
        return []

    def _run_deferred(self, entry: en.DeferredRun) -> list[Event]:
        if self.in_hand or not self.deferred:
            raise IllegalAction(Message("refusal.nothing-due"))
        deferred_entry = self.deferred.pop(0)
        self.drop_reason = ""
        try:
            return list(_APPLY[type(deferred_entry)](self, deferred_entry))
        except SabaccError as error:  # the table has changed since
            self.drop_reason = error.said
            return []

    def _drop_seat_request(self, entry: en.SeatRequestDropped) -> list[Event]:
        self.deferred = [one for one in self.deferred if getattr(one, "person", None) != entry.person]
        return []

    def _apply_ended(self, entry: en.Ended) -> list[Event]:
        self.game.close()
        return self.collect_table_events()


def commitment_to(seed: str, salt: str) -> str:
    """The commitment to a hand's seed: SHA-256 over the salt and the seed."""
    return hashlib.sha256(f"{salt}/{seed}".encode()).hexdigest()


_APPLY: dict[type[en.Entry], Callable[[TableState, Any], list[Event]]] = {
    en.SatDown: seat_changes.sit_down,
    en.AvatarChosen: seat_changes.choose_avatar,
    en.GotUp: seat_changes.get_up,
    en.Rebought: TableState._apply_rebought,
    en.SatOut: TableState._apply_sat_out,
    en.CameBack: TableState._apply_came_back,
    en.NewRules: TableState._apply_rules,
    en.NewLevel: TableState._apply_level,
    en.NewSettings: TableState._apply_settings,
    en.NewHost: TableState._apply_host,
    en.Paused: TableState._apply_paused,
    en.Muted: TableState._apply_muted,
    en.ItemProposed: item_offers.propose,
    en.ItemValued: item_offers.set_value,
    en.ItemAgreed: item_offers.agree,
    en.ItemStaked: item_offers.stake,
    en.ItemTaken: item_offers.take,
    en.ItemDeclined: item_offers.decline,
    en.PotBrought: TableState._apply_pot,
    en.HandDealt: TableState._apply_deal,
    en.HandVoided: old_hands.void,
    en.ActionTaken: TableState._apply_action,
    en.TimedOut: TableState._apply_timeout,
    en.RandomiserRang: TableState._apply_ring,
    en.AnswersPreset: TableState._apply_preset_answers,
    en.Deferred: TableState._apply_deferred,
    en.DeferredRun: TableState._run_deferred,
    en.SeatRequestDropped: TableState._drop_seat_request,
    en.LessonContinued: TableState._apply_continued,
    en.Ended: TableState._apply_ended,
}

_APPLY_IN_OLD_HAND: dict[type[en.Entry], Callable[[TableState, Any], list[Event]]] = {
    **_APPLY,
    en.GotUp: old_hands.leave,
    en.ItemStaked: item_offers.stake_in_old_hand,
    en.ActionTaken: old_hands.pass_over,
    en.TimedOut: old_hands.pass_over,
    en.RandomiserRang: old_hands.pass_over,
    en.AnswersPreset: old_hands.pass_over,
}
