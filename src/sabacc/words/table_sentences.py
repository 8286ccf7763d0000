"""What players do and pay, and how a hand goes on, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.game import events as ev
from sabacc.game.actions import Check, ChooseSide, Fold, GoOn, Match, Raise, Stand, TakeDiscard
from sabacc.game.types import VoidReason
from sabacc.messages import Message
from sabacc.rules import OPTIONS, Rules, family_of, plays_for_rounds, read_rules, write_rules
from sabacc.words.family_words import FamilyWords, pot_of, signed
from sabacc.words.hand_memory import HandMemory
from sabacc.words.voice import Voice

FEES = {
    "ante": "event.pays-ante",
    "fold-fee": "event.pays-fold-fee",
    "discard-fee": "event.pays-discard-fee",
    "bomb-out": "event.pays-bomb-out",
    "caller": "event.pays-caller",
    "big-blind": "event.pays-big-blind",
    "small-blind": "event.pays-small-blind",
    "board-card": "event.pays-board-card",
}
MISSED = {  # T12
    "ante": "event.makes-up-ante",
    "big-blind": "event.makes-up-big-blind",
    "small-blind": "event.makes-up-small-blind",
}
VOID: dict[VoidReason, str] = {
    "older-behaviour": "event.void-older-behaviour",
    "restored": "event.void-restored",
}
PLAIN: dict[type, str] = {
    Fold: "event.folds",
    GoOn: "event.goes-on",
    ChooseSide: "event.chooses-side",
}


class TableSentences:
    """One sentence for each kind of event that is not about cards."""

    def __init__(self, voice: Voice, words: FamilyWords, memory: HandMemory, rules: Rules | None) -> None:
        self.voice = voice
        self.says = voice.says
        self.tells = voice.tells
        self.words = words
        self.memory = memory
        self.rules = rules
        self.has_sabacc_pot = rules is None or family_of(rules).has_sabacc_pot
        self.for_credits = rules is None or not plays_for_rounds(rules)  # CS13

    def sat(self, event: ev.Sat) -> str:
        if not self.for_credits:
            return self.tells(event.seat, "event.sits")
        return self.tells(event.seat, "event.sits-with", stack=event.stack)

    def left(self, event: ev.Left) -> str:
        if not self.for_credits:
            return self.tells(event.seat, "event.leaves")
        return self.tells(event.seat, "event.leaves-with", took=event.took)

    def rebought(self, event: ev.Rebought) -> str:
        return self.tells(event.seat, "event.rebuys", amount=event.amount)

    def sat_out(self, event: ev.SatOut) -> str:
        return self.tells(event.seat, "event.sits-out")

    def came_back(self, event: ev.CameBack) -> str:
        return self.tells(event.seat, "event.comes-back")

    def rules_changed(self, event: ev.RulesChanged) -> str:
        changes = changed_rules(read_rules(event.rules))
        if not changes:
            return self.says("event.rules-as-printed")
        return self.says("event.rules-change", changes=", ".join(one.text(self.voice.language) for one in changes))

    def closed(self, event: ev.Closed) -> str:
        shares = [self.tells(seat, "event.gets-sabacc-share", amount=share) for seat, share in event.shares]
        return " ".join([self.says("event.closes"), *shares])

    def started(self, event: ev.HandStarted) -> str:
        key = "event.hand"
        if self.rules is not None and self.rules.house_dealer:  # what the token says where the house deals (T8)
            is_first = event.dealt_in[0] == event.button
            key = "event.hand-house-first" if is_first else "event.hand-house-button"
        sentence = self.tells(event.button, key, kind=self.words.kind, number=event.number)
        if not self.has_sabacc_pot:
            return sentence
        return f"{sentence} {self.says('event.sabacc-pot-holds', amount=event.sabacc_pot)}"

    def voided(self, event: ev.HandVoided) -> str:
        sentences = [self.says(VOID[event.reason], kind=self.words.kind, number=event.number)]
        if self.for_credits:
            sentences.append(self.says("event.stakes-back"))
        sentences += [self.tells(seat, "event.item-back", item=item) for seat, item in event.items]
        return " ".join(sentences)

    def turn(self, event: ev.TurnStarted) -> str:
        if self.memory.alternates_play_and_betting:
            return self.tells(event.seat, "event.turn")
        return self.tells(event.seat, "event.turn-in-round", round=event.round)

    def acted(self, event: ev.Acted) -> str:
        """What was done, where its consequences don't say it all."""
        action, seat = event.action, event.seat
        called = getattr(action, "and_call", False)
        late = event.by
        if isinstance(action, Raise):
            key = "event.raises" if self.memory.standing else "event.bets"
            return self.tells(seat, key, to=action.to, called=called, late=late)
        if isinstance(action, Match) and called:
            return self.tells(seat, "event.matches-and-calls", late=late)
        if isinstance(action, TakeDiscard):
            return self.tells(seat, "event.trades-for-discard", card=action.card, late=late)
        if isinstance(action, Stand):
            return self.tells(seat, self.words.stands, late=late)
        if isinstance(action, Check):
            return self.tells(seat, "event.checks", called=called, late=late)
        if type(action) in PLAIN:
            return self.tells(seat, PLAIN[type(action)], late=late)
        return self.tells(seat, "event.out-of-time") if event.by == "clock" else ""

    def walked_away(self, event: ev.WalkedAway) -> str:
        return self.tells(event.seat, "event.walks-away")

    def called(self, event: ev.Called) -> str:
        if event.seat is None:
            return self.says("event.table-calls")
        if self.memory.called_with_a_bet:
            return ""
        return self.tells(event.seat, "event.calls")

    def quiet(self, event: ev.QuietRounds) -> str:
        most = 0 if self.rules is None else self.rules.quiet_rounds
        if event.left >= most:
            return ""
        return self.says("event.quiet-round", left=event.left) if event.left else self.says("event.quiet-for-long")

    def spilled(self, event: ev.Spilled) -> str:
        return self.says("event.spills", amount=event.amount, pot=self.words.hand_pot)

    def paid(self, event: ev.Paid) -> str:
        all_in = bool(self.memory.stacks) and not self.memory.stacks[event.seat]
        if event.why == "bet":
            if self.memory.last_action == "raise":
                return self.tells(event.seat, "event.all-in") if all_in else ""
            key = "event.matches" if self.memory.last_action == "match" else "event.puts-in"
            return self.tells(event.seat, key, amount=event.amount, all_in=all_in)
        key = (MISSED if event.clause == "T12" else FEES).get(event.why, "event.pays")
        return self.tells(event.seat, key, amount=event.amount, pot=pot_of(self.words, event.pot), all_in=all_in)

    def refunded(self, event: ev.Refunded) -> str:
        return self.tells(event.seat, "event.takes-back", amount=event.amount)

    def _pot(self, pot: int) -> dict[str, str | int]:
        """How messages know a pot by its number: −1 is the sabacc pot, 0 the hand pot."""
        return {"pot": {-1: "sabacc", 0: self.words.hand_pot}.get(pot, "side"), "number": pot}

    def _alone(self) -> str:
        """Said first where nobody had to show a hand."""
        return f"{self.says('event.alone')} " if self.memory.alone else ""

    def won(self, event: ev.Won) -> str:
        if event.shared:
            return self.tells(event.seat, "event.gets-share", amount=event.amount, **self._pot(event.pot))
        sentence = self.tells(event.seat, "event.wins", amount=event.amount, **self._pot(event.pot))
        return sentence if event.pot else self._alone() + sentence

    def swept(self, event: ev.Swept) -> str:
        return self.says("event.swept", amount=event.amount, **self._pot(event.pot))

    def side(self, event: ev.SideDeclared) -> str:
        return self.tells(event.seat, "event.takes-side", side=event.side)

    def total(self, event: ev.TotalDeclared) -> str:
        return self.tells(event.seat, "event.declares", total=event.total)

    def round_started(self, event: ev.RoundStarted) -> str:
        return self.says("event.round", round=event.round)

    def betting(self, event: ev.BettingStarted) -> str:
        return self.says("event.betting") if self.memory.alternates_play_and_betting else ""

    def clock_struck(self, event: ev.ClockStruck) -> str:
        return self.says("event.randomiser")

    def round_won(self, event: ev.RoundWon) -> str:
        return self._alone() + self.tells(event.seat, "event.wins-round")

    def game_won(self, event: ev.GameWon) -> str:
        return self.tells(event.seat, "event.wins-game", rounds=event.rounds[event.seat])

    def level_set(self, event: ev.LevelSet) -> str:
        small, big = event.blinds
        return self.says("event.level", level=event.level, small=small, big=big, price=event.board_price)

    def item_staked(self, event: ev.ItemStaked) -> str:
        return self.tells(event.seat, "event.stakes-item", item=event.item, value=event.value)

    def item_taken(self, event: ev.ItemTaken) -> str:
        return self.tells(event.seat, "event.takes-item", item=event.item, price=event.price)

    def item_declined(self, event: ev.ItemDeclined) -> str:
        return self.tells(event.seat, "event.leaves-item", item=event.item)

    def target(self, event: ev.TargetSet) -> str:
        return self.says("event.target", gold=signed(event.gold), shape=event.silver)


def changed_rules(rules: Rules) -> list[Message]:
    """What is otherwise than the game's own rules say."""
    changes = {name: value for name, value in write_rules(rules).items() if name in OPTIONS}
    return [Message("event.rule", title=OPTIONS[name].title, value=_said(value)) for name, value in changes.items()]


def _said(value: object) -> str | int:
    """A rule's value."""
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


TABLE_SENTENCES: dict[type[ev.Event], Callable[[TableSentences, Any], str]] = {
    ev.Sat: TableSentences.sat,
    ev.Left: TableSentences.left,
    ev.Rebought: TableSentences.rebought,
    ev.SatOut: TableSentences.sat_out,
    ev.CameBack: TableSentences.came_back,
    ev.RulesChanged: TableSentences.rules_changed,
    ev.Closed: TableSentences.closed,
    ev.HandStarted: TableSentences.started,
    ev.HandVoided: TableSentences.voided,
    ev.TurnStarted: TableSentences.turn,
    ev.Acted: TableSentences.acted,
    ev.WalkedAway: TableSentences.walked_away,
    ev.Called: TableSentences.called,
    ev.QuietRounds: TableSentences.quiet,
    ev.Spilled: TableSentences.spilled,
    ev.Paid: TableSentences.paid,
    ev.Refunded: TableSentences.refunded,
    ev.Won: TableSentences.won,
    ev.Swept: TableSentences.swept,
    ev.SideDeclared: TableSentences.side,
    ev.TotalDeclared: TableSentences.total,
    ev.RoundStarted: TableSentences.round_started,
    ev.BettingStarted: TableSentences.betting,
    ev.ClockStruck: TableSentences.clock_struck,
    ev.RoundWon: TableSentences.round_won,
    ev.GameWon: TableSentences.game_won,
    ev.LevelSet: TableSentences.level_set,
    ev.ItemStaked: TableSentences.item_staked,
    ev.ItemTaken: TableSentences.item_taken,
    ev.ItemDeclined: TableSentences.item_declined,
    ev.TargetSet: TableSentences.target,
}
