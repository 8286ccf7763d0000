"""Events as sentences.

>>> from sabacc.game.events import Rolled, Won
>>> tell(Rolled(0, (3, 3), 6), ["Ana", "Ben"])
'Ana rolls 3 and 3.'
>>> tell(Won(1, 40, 0, "H4"), ["Ana", "Ben"], me=1)
'You win the hand pot: 40.'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sabacc.cards import SHAPES
from sabacc.game import events as ev
from sabacc.game.actions import Check, ChooseSide, Fold, GoOn, Match, Raise, Stand, TakeDiscard, kind_of
from sabacc.rules import OPTIONS, Rules
from sabacc.words.card_stories import CardStories
from sabacc.words.voice import said

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


class Teller(CardStories):
    """Tells one event after the other to a listener, who is called "you". It remembers as much as it takes to say
    "bets" or "raises", "all-in", and "everybody else has folded"."""

    def tell(self, event: ev.Event) -> str:
        """One sentence, or nothing for an event that goes without saying."""
        self.remember(event)
        telling = _TELL.get(type(event))
        return telling(self, event) if telling is not None else ""

    def remember(self, event: ev.Event) -> None:
        """What later sentences need."""
        if isinstance(event, ev.HandStarted):
            self.stacks = list(event.stacks)
            self.standing = 0
            self.bets = {}
            self.in_rounds = self.shown_any = False
        elif isinstance(event, ev.BettingStarted):
            self.standing = event.standing
            self.bets = {}
        elif isinstance(event, ev.RoundStarted):
            self.in_rounds = True
        elif isinstance(event, ev.Shown):
            self.shown_any = True
        elif isinstance(event, ev.Paid) and self.stacks:
            self.stacks[event.seat] -= event.amount

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
        changes = [f"{OPTIONS[name].title} {said(value)}" for name, value in event.rules.items() if name in OPTIONS]
        return f"The house rules change: {', '.join(changes) or 'as printed'}."

    def closed(self, event: ev.Closed) -> str:
        shares = "".join(f" {self.says(seat, 'gets')} {share} of the sabacc pot." for seat, share in event.shares)
        return f"The table closes.{shares}"

    def started(self, event: ev.HandStarted) -> str:
        who = self.says(event.button, "deals")
        if self.rules is not None and self.rules.house_dealer:
            who = f"The house deals, {self.names[event.button]} has the button"
        if self.family == "coruscant":
            return f"Round {event.number}. {who}."
        return f"Hand {event.number}. {who}. The sabacc pot holds {event.sabacc_pot}."

    def turn(self, event: ev.TurnStarted) -> str:
        whose = "Your" if event.seat == self.me else f"{self.names[event.seat]}'s"
        return f"{whose} turn." if self.in_rounds else f"{whose} turn, round {event.round}."

    def acted(self, event: ev.Acted) -> str:
        self.deed = kind_of(event.action)
        said = self.deed_of(event)
        late = {"clock": " (out of time)", "table": " (gone)"}.get(event.by, "")
        if not said:
            return f"{self.says(event.seat, 'runs')} out of time." if event.by == "clock" else ""
        return f"{self.says(event.seat, said)}{late}."

    def deed_of(self, event: ev.Acted) -> str:
        """What an action is called, where its consequences don't say it all."""
        action = event.action
        called = " and calls the hand with it" if getattr(action, "and_call", False) else ""
        if isinstance(action, Raise):
            return f"{'raises to' if self.standing else 'bets'} {action.to}{called}"
        if isinstance(action, Match):
            return f"matches{called}" if called else ""
        if isinstance(action, TakeDiscard):
            return f"trades {action.card} for the discard"
        if isinstance(action, Stand) and self.family == "corellian":
            return "stays"
        return DEEDS.get(type(action), "") + (called if isinstance(action, Check) else "")

    def walked_away(self, event: ev.WalkedAway) -> str:
        return f"{self.says(event.seat, 'walks')} away from the table."

    def called(self, event: ev.Called) -> str:
        if event.seat is None:
            return "The table calls the hand."
        return f"{self.says(event.seat, 'calls')} the hand."

    def paid(self, event: ev.Paid) -> str:
        all_in = " and is all-in" if self.stacks and not self.stacks[event.seat] else ""
        if event.why in ("bet", "big-blind"):
            self.bets[event.seat] = self.bets.get(event.seat, 0) + event.amount
            self.standing = max(self.standing, self.bets[event.seat])
        if event.why == "bet":
            if self.deed == "raise":
                return f"{self.says(event.seat, 'is')} all-in." if all_in else ""
            verb = "matches" if self.deed == "match" else "puts in"
            return f"{self.says(event.seat, verb)} {event.amount}{all_in}."
        pattern = FEES.get(event.why, "pays {n} to the {pot}")
        return f"{self.says(event.seat, pattern.format(n=event.amount, pot=self.pot(event.pot)))}{all_in}."

    def refunded(self, event: ev.Refunded) -> str:
        return f"{self.says(event.seat, 'takes')} back {event.amount} that nobody matched."

    def won(self, event: ev.Won) -> str:
        pot = {-1: "the sabacc pot", 0: f"the {self.pot('hand')}"}.get(event.pot, f"side pot {event.pot}")
        alone = "" if self.shown_any or not self.stacks or event.pot else "Everybody else has folded. "
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
        return "Betting." if self.in_rounds else ""

    def clock_struck(self, event: ev.ClockStruck) -> str:
        return "The randomiser goes off."

    def round_won(self, event: ev.RoundWon) -> str:
        alone = "" if self.shown_any or not self.stacks else "Everybody else has folded. "
        return f"{alone}{self.says(event.seat, 'wins')} the round."

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


DEEDS: dict[type, str] = {
    Check: "checks",
    Fold: "folds",
    Stand: "stands",
    GoOn: "goes on",
    ChooseSide: "chooses a side",
}


_TELL: dict[type[ev.Event], Callable[[Teller, Any], str]] = {
    ev.Sat: Teller.sat,
    ev.Left: Teller.left,
    ev.Rebought: Teller.rebought,
    ev.SatOut: Teller.sat_out,
    ev.CameBack: Teller.came_back,
    ev.RulesChanged: Teller.rules_changed,
    ev.Closed: Teller.closed,
    ev.HandStarted: Teller.started,
    ev.TurnStarted: Teller.turn,
    ev.Acted: Teller.acted,
    ev.WalkedAway: Teller.walked_away,
    ev.Called: Teller.called,
    ev.Paid: Teller.paid,
    ev.Refunded: Teller.refunded,
    ev.Won: Teller.won,
    ev.Swept: Teller.swept,
    ev.Shuffled: Teller.shuffled,
    ev.Dealt: Teller.dealt,
    ev.Dropped: Teller.dropped,
    ev.PileTaken: Teller.pile_taken,
    ev.Placed: Teller.placed,
    ev.TookBack: Teller.took_back,
    ev.Rolled: Teller.rolled,
    ev.Shifted: Teller.shifted,
    ev.Discarded: Teller.discarded,
    ev.Taken: Teller.taken,
    ev.SideDeclared: Teller.side,
    ev.TotalDeclared: Teller.total,
    ev.Shown: Teller.shown,
    ev.SuddenDemise: Teller.sudden_demise,
    ev.NoSuddenDemise: Teller.no_sudden_demise,
    ev.RoundStarted: Teller.round_started,
    ev.BettingStarted: Teller.betting,
    ev.ClockStruck: Teller.clock_struck,
    ev.RoundWon: Teller.round_won,
    ev.GameWon: Teller.game_won,
    ev.LevelSet: Teller.level_set,
    ev.ItemStaked: Teller.item_staked,
    ev.ItemTaken: Teller.item_taken,
    ev.ItemDeclined: Teller.item_declined,
    ev.BoardDealt: Teller.board_dealt,
    ev.BoardFilled: Teller.board_filled,
    ev.Bought: Teller.bought,
    ev.Swapped: Teller.swapped,
    ev.Peeked: Teller.peeked,
    ev.Kept: Teller.kept,
    ev.PushedBack: Teller.pushed_back,
    ev.Offered: Teller.offered,
    ev.TargetSet: Teller.target,
    ev.Selected: Teller.selected,
    ev.TieDrawn: Teller.tie_drawn,
}


def tell(event: ev.Event, names: Sequence[str], me: int | None = None, rules: Rules | None = None) -> str:
    """One sentence for an event by itself, "you" being `me`; nothing for one that goes without saying."""
    return Teller(names, me, rules).tell(event)


def explain(events: Sequence[ev.Event], names: Sequence[str], rules: Rules) -> list[str]:
    """The sentences of a settlement, each with the clause that decided the point."""
    teller = Teller(names, None, rules)
    told: list[str] = []
    for event in events:
        said = teller.tell(event)
        clause = getattr(event, "clause", "")
        if said:
            told.append(f"{said} ({clause})" if clause else said)
    return told
