"""What players do and pay, and how a hand goes on, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.cards import SHAPES
from sabacc.game import events as ev
from sabacc.game.actions import Check, ChooseSide, Fold, GoOn, Match, Raise, Stand, TakeDiscard
from sabacc.game.types import VoidReason
from sabacc.rules import OPTIONS, Rules, family_of, plays_for_rounds, read_rules, write_rules
from sabacc.words.family_words import FamilyWords
from sabacc.words.hand_memory import HandMemory
from sabacc.words.voice import Voice, said

FEES = {
    "ante": "antes {n} to the {pot}",
    "fold-fee": "pays the fold fee of {n} to the {pot}",
    "discard-fee": "pays {n} to the {pot} for the discard",
    "bomb-out": "pays {n} to the {pot} for bombing out",
    "caller": "pays {n} to the {pot} for a call that did not win",
    "big-blind": "posts the big blind of {n}",
    "small-blind": "posts the small blind of {n} to the {pot}",
    "board-card": "pays {n} to the {pot} for a board card",
}
MISSED = {  # T12
    "ante": "makes up for a missed ante: {n} to the {pot}",
    "big-blind": "makes up for a missed big blind of {n}",
    "small-blind": "makes up for a missed small blind: {n} to the {pot}",
}
VOID: dict[VoidReason, str] = {
    "older-behaviour": "is void: an earlier version of sabacc dealt it, and this one can't play it on as it was begun",
    "restored": "and all after it are void: a backup of the server was put back, and everything is as it was then",
}
VERBS: dict[type, str] = {
    Check: "checks",
    Fold: "folds",
    GoOn: "goes on",
    ChooseSide: "chooses a side",
}


class TableSentences:
    """One sentence for each kind of event that is not about cards."""

    def __init__(self, voice: Voice, words: FamilyWords, memory: HandMemory, rules: Rules | None) -> None:
        self.voice = voice
        self.says = voice.says
        self.words = words
        self.memory = memory
        self.rules = rules
        self.has_sabacc_pot = rules is None or family_of(rules).has_sabacc_pot
        self.for_credits = rules is None or not plays_for_rounds(rules)  # CS13

    def pot(self, name: str) -> str:
        """What a pot is called in this game."""
        return "sabacc pot" if name == "sabacc" else self.words.hand_pot

    def sat(self, event: ev.Sat) -> str:
        if not self.for_credits:
            return f"{self.says(event.seat, 'sits')} down."
        return f"{self.says(event.seat, 'sits')} down with {event.stack}."

    def left(self, event: ev.Left) -> str:
        if not self.for_credits:
            return f"{self.says(event.seat, 'leaves')}."
        return f"{self.says(event.seat, 'leaves')} with {event.took}."

    def rebought(self, event: ev.Rebought) -> str:
        return f"{self.says(event.seat, 'rebuys')} for {event.amount}."

    def sat_out(self, event: ev.SatOut) -> str:
        return f"{self.says(event.seat, 'sits')} out."

    def came_back(self, event: ev.CameBack) -> str:
        return f"{self.says(event.seat, 'comes')} back."

    def rules_changed(self, event: ev.RulesChanged) -> str:
        differences = write_rules(read_rules(event.rules))
        changes = [f"{OPTIONS[name].title} {said(value)}" for name, value in differences.items() if name in OPTIONS]
        return f"The house rules change: {', '.join(changes) or 'as printed'}."

    def closed(self, event: ev.Closed) -> str:
        shares = "".join(f" {self.says(seat, 'gets')} {share} of the sabacc pot." for seat, share in event.shares)
        return f"The table closes.{shares}"

    def started(self, event: ev.HandStarted) -> str:
        who = self.says(event.button, "deals")
        if self.rules is not None and self.rules.house_dealer:
            who = f"The house deals, {self._first(event)}"
        pot = f" The sabacc pot holds {event.sabacc_pot}." if self.has_sabacc_pot else ""
        return f"{self.words.hand} {event.number}. {who}.{pot}"

    def _first(self, event: ev.HandStarted) -> str:
        """What the token says where the house deals (T8)."""
        if event.dealt_in[0] == event.button:
            return f"first to {'you' if event.button == self.voice.me else self.voice.names[event.button]}"
        return self.says(event.button, "has") + " the button"

    def voided(self, event: ev.HandVoided) -> str:
        back = " All stakes went back to where they came from." if self.for_credits else ""
        items = "".join(f" {self.says(seat, 'gets')} {item} back." for seat, item in event.items)
        return f"{self.words.hand} {event.number} {VOID[event.reason]}.{back}{items}"

    def turn(self, event: ev.TurnStarted) -> str:
        whose = "Your" if event.seat == self.voice.me else f"{self.voice.names[event.seat]}'s"
        return f"{whose} turn." if self.memory.alternates_play_and_betting else f"{whose} turn, round {event.round}."

    def acted(self, event: ev.Acted) -> str:
        verb = self.verb_for(event)
        late = {"clock": " (out of time)", "table": " (gone)"}.get(event.by, "")
        if not verb:
            return f"{self.says(event.seat, 'runs')} out of time." if event.by == "clock" else ""
        return f"{self.says(event.seat, verb)}{late}."

    def verb_for(self, event: ev.Acted) -> str:
        """What an action is called, where its consequences don't say it all."""
        action = event.action
        verb = "call" if event.seat == self.voice.me else "calls"
        called = f" and {verb} the hand with it" if getattr(action, "and_call", False) else ""
        if isinstance(action, Raise):
            return f"{'raises to' if self.memory.standing else 'bets'} {action.to}{called}"
        if isinstance(action, Match):
            return f"matches{called}" if called else ""
        if isinstance(action, TakeDiscard):
            return f"trades {action.card} for the discard"
        if isinstance(action, Stand):
            return self.words.stands
        return VERBS.get(type(action), "") + (called if isinstance(action, Check) else "")

    def walked_away(self, event: ev.WalkedAway) -> str:
        return f"{self.says(event.seat, 'walks')} away from the table."

    def called(self, event: ev.Called) -> str:
        if event.seat is None:
            return "The table calls the hand."
        if self.memory.called_with_a_bet:
            return ""
        return f"{self.says(event.seat, 'calls')} the hand."

    def quiet(self, event: ev.QuietRounds) -> str:
        most = 0 if self.rules is None else self.rules.quiet_rounds
        if event.left >= most:
            return ""
        if not event.left:
            return "It has been quiet for long: the table calls the hand next, unless somebody does something."
        more = "one more quiet round" if event.left == 1 else f"{event.left} more quiet rounds"
        return f"A quiet round: after {more} the table calls the hand."

    def spilled(self, event: ev.Spilled) -> str:
        return f"The sabacc pot is over its cap: {event.amount} go into the {self.pot('hand')}."

    def paid(self, event: ev.Paid) -> str:
        all_in = " and is all-in" if self.memory.stacks and not self.memory.stacks[event.seat] else ""
        if event.why == "bet":
            if self.memory.last_action == "raise":
                return f"{self.says(event.seat, 'is')} all-in." if all_in else ""
            verb = "matches" if self.memory.last_action == "match" else "puts in"
            return f"{self.says(event.seat, verb)} {event.amount}{all_in}."
        pattern = (MISSED if event.clause == "T12" else FEES).get(event.why, "pays {n} to the {pot}")
        return f"{self.says(event.seat, pattern.format(n=event.amount, pot=self.pot(event.pot)))}{all_in}."

    def refunded(self, event: ev.Refunded) -> str:
        return f"{self.says(event.seat, 'takes')} back {event.amount} that nobody matched."

    def won(self, event: ev.Won) -> str:
        pot = {-1: "the sabacc pot", 0: f"the {self.pot('hand')}"}.get(event.pot, f"side pot {event.pot}")
        alone = "" if event.pot else self.memory.alone
        if event.shared:
            return f"{self.says(event.seat, 'gets')} {event.amount} of {pot}."
        return f"{alone}{self.says(event.seat, 'wins')} {pot}: {event.amount}."

    def swept(self, event: ev.Swept) -> str:
        pot = f"the {self.pot('hand')}" if event.pot == 0 else f"side pot {event.pot}"
        return f"Nobody can win {pot}: its {event.amount} go into the sabacc pot."

    def side(self, event: ev.SideDeclared) -> str:
        return f"{self.says(event.seat, 'stands')} on the {event.side.capitalize()} side."

    def total(self, event: ev.TotalDeclared) -> str:
        return f"{self.says(event.seat, 'declares')} {said(event.total)}."

    def round_started(self, event: ev.RoundStarted) -> str:
        return f"Round {event.round}."

    def betting(self, event: ev.BettingStarted) -> str:
        return "Betting." if self.memory.alternates_play_and_betting else ""

    def clock_struck(self, event: ev.ClockStruck) -> str:
        return "The randomiser goes off."

    def round_won(self, event: ev.RoundWon) -> str:
        return f"{self.memory.alone}{self.says(event.seat, 'wins')} the round."

    def game_won(self, event: ev.GameWon) -> str:
        rounds = event.rounds[event.seat]
        return f"{self.says(event.seat, 'wins')} the game with {rounds} round{'s' if rounds != 1 else ''}."

    def level_set(self, event: ev.LevelSet) -> str:
        small, big = event.blinds
        return f"Level {event.level}: blinds {small} and {big}, board price {event.board_price}."

    def item_staked(self, event: ev.ItemStaked) -> str:
        return f"{self.says(event.seat, 'stakes')} {event.item} for {event.value}."

    def item_taken(self, event: ev.ItemTaken) -> str:
        return f"{self.says(event.seat, 'takes')} {event.item} for {event.price}."

    def item_declined(self, event: ev.ItemDeclined) -> str:
        return f"{self.says(event.seat, 'leaves')} {event.item} to the next."

    def target(self, event: ev.TargetSet) -> str:
        return f"The target is {event.gold:+d} and {SHAPES[event.silver].lower()}.".replace("+0", "0").replace("-", "−")


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
