"""Judgement in the 76-card family: how far one is ahead, what a draw makes of it, when to call, what to protect."""

from __future__ import annotations

from typing import Final

from sabacc.bots.judges.base import SABACC_POT_LOSS, Judge, JudgeHabits, JudgeSpec, Outlook, fold_cost, with_call
from sabacc.bots.judges.classic_careers import (
    ARRAY_LEVEL,
    BOMBED_LEVEL,
    LEVELS,
    NEGATIVE_PURE_LEVEL,
    OFFSET,
    Careers,
    careers_of,
)
from sabacc.bots.spot import Spot
from sabacc.cards import Card
from sabacc.game.actions import (
    CALL_HAND,
    FOLD,
    GAIN,
    PASS,
    STAND,
    Action,
    Place,
    TakeDiscard,
    Trade,
)
from sabacc.game.combinations import without
from sabacc.hands.classic import ARRAY_KEY, scale_of
from sabacc.hands.sides import DARK, LIGHT
from sabacc.rules import Rules, find_preset
from sabacc.variants.family76.shifts import pulse_odds

# How often a shift comes before one is next asked, by what brings it.
SHIFT_RATES: Final = {
    "none": 0.0,
    "doubles": 1 / 6,
    "double-spikes": 1 / 36,
    "d12": 1 / 12,
    "d20": 1 / 20,
    "d6-low": 1 / 2,
    "randomiser": 1 / 10,
    "pulse": 4 / 5,  # of the rounds that have one
}
SINGLE_CARD_SHIFTS: Final = ("one-card", "rim")  # kinds that change one card of a hand
CALL_RATE: Final = 0.35  # how often somebody calls before one's next draw, once they may
PROTECT_MARGIN: Final = 0.12  # what a hand must be ahead of the average, for its cards to be protected


class Standing:
    """What a hand is worth against certain opponents, in pots: by level as it is, and by total after one more card."""

    __slots__ = ("careers", "drawn", "extra", "extra_drawn", "win", "win_drawn", "worth")

    def __init__(self, careers: Careers, win: list[float], special: float, bomb: float) -> None:
        self.careers = careers
        self.win = win
        self.extra = [0.0] * LEVELS
        self.extra[BOMBED_LEVEL] = -bomb
        for level in range(NEGATIVE_PURE_LEVEL, LEVELS):
            self.extra[level] = special * win[level]
        self.win[BOMBED_LEVEL] = 0.0
        self.worth = [self.win[level] + self.extra[level] for level in range(LEVELS)]
        self.drawn: dict[int, float] = {}  # the worth of one more card, by total
        self.win_drawn: dict[int, float] = {}
        self.extra_drawn: dict[int, float] = {}

    def worth_drawn(self, total: int) -> float:
        """What one more card makes of a total (counted from OFFSET)."""
        found = self.drawn.get(total)
        if found is None:
            wins = extras = 0.0
            careers = self.careers
            for value in careers.kinds:
                level = careers.levels[total + value]
                count = careers.counts[value + OFFSET]
                wins += count * self.win[level]
                extras += count * self.extra[level]
            size = len(careers.deck)
            self.win_drawn[total] = wins / size
            self.extra_drawn[total] = extras / size
            found = self.drawn[total] = (wins + extras) / size
        return found


class ClassicJudge(Judge):
    """Judges by one table's rules."""

    def __init__(self, rules: Rules, habits: JudgeHabits) -> None:
        super().__init__(rules, habits)
        self.scale = scale_of(rules)
        self.alternates = find_preset(rules.preset).alternates_play_and_betting
        self.shift_rate = SHIFT_RATES.get(rules.shift_trigger.partition(":")[0], 0.1)
        self.pulses = rules.shift_trigger == "pulse"
        self.single_card_shift = rules.shift_kind in SINGLE_CARD_SHIFTS
        for side in (LIGHT, DARK) if rules.sides else (None,):
            careers_of(rules, side)  # now, rather than in somebody's first turn
        self.standings: dict[tuple[object, ...], Standing] = {}

    def values(self, spot: Spot) -> list[tuple[Action, float]]:
        kind = spot.kind
        if kind == "side":
            return self._side_values(spot)
        placement = self._best_placement(spot)
        if placement is not None:
            return [(placement, float(spot.pot))]
        if kind == "draw":
            return self._draw_values(spot)
        if kind == "bet":
            return self._bet_values(spot)
        if kind == "call-window":
            return [(PASS, self._continue_value(spot)), *self._call_values(spot)]
        if kind == "fold-window":
            return [(PASS, self._continue_value(spot)), (FOLD, -fold_cost(spot))]
        return [(action, -float(at)) for at, action in enumerate(spot.options.actions) if not action.free]

    # ---- how the hand stands

    def careers(self, spot: Spot) -> Careers:
        """What one's own cards are worth."""
        return careers_of(self.rules, spot.side)

    def level(self, spot: Spot) -> int:
        """The level of one's hand as it is, with the cards of other fields where they count (HR8)."""
        careers = self.careers(spot)
        if self.rules.community_field:
            others: tuple[Card, ...] = ()
            for seat in spot.others():
                others += spot.fields[seat]
            worth = self.scale.worth(spot.loose + spot.field, spot.side, others)
            return ARRAY_LEVEL if worth.key == ARRAY_KEY else careers.levels[worth.towards + OFFSET]
        return careers.level(spot.loose + spot.field)

    def standing(self, spot: Spot, later: int) -> Standing:
        """Where every hand would stand against these opponents, after as many more draws of theirs."""
        pot = max(1.0, float(spot.pot))
        special = spot.sabacc_pot / pot
        near = 0 if special < 0.25 else 1 if special < 0.75 else 2 if special < 1.5 else 3 if special < 3 else 5
        key: list[object] = [spot.side, near, self._bomb_out_cost(spot)]
        for seat in spot.others():
            key.extend(self._signature(spot, seat, later))
        found = self.standings.get(tuple(key))
        if found is None:
            players = len(spot.others()) + 1
            bonus = near * (1 - 1 / players)
            found = Standing(self.careers(spot), self._win_by_level(spot, later), bonus, self._bomb_out_cost(spot))
            if len(self.standings) > 5000:
                self.standings.clear()
            self.standings[tuple(key)] = found
        return found

    def _bomb_out_cost(self, spot: Spot) -> float:
        """What bombing out costs, in pots, to the nearest tenth."""
        penalty = self.rules.bomb_out_penalty
        if isinstance(penalty, int):
            return round(SABACC_POT_LOSS * min(penalty, spot.stack) / max(1, spot.pot), 1)
        return SABACC_POT_LOSS if spot.stack >= spot.pot else round(SABACC_POT_LOSS * spot.stack / max(1, spot.pot), 1)

    def _signature(self, spot: Spot, seat: int, later: int) -> tuple[int, int, str | None]:
        """What is known about somebody's hand: all of it, if every card is in the field."""
        field = spot.fields[seat]
        if field and not spot.counts[seat]:
            return -1, careers_of(self.rules, spot.sides[seat]).level(field), spot.sides[seat]
        draws = spot.turns[seat] + later + (2 if field else 0)
        return spot.counts[seat] + len(field), min(draws, 3), spot.sides[seat]

    def _win_by_level(self, spot: Spot, later: int) -> list[float]:
        win = [1.0] * LEVELS
        for seat in spot.others():
            cards, draws, side = self._signature(spot, seat, later)
            if cards < 0:  # `draws` is the level that lies there for all to see
                for level in range(LEVELS):
                    win[level] *= 1.0 if level > draws else 0.5 if level == draws else 0.0
            else:
                ahead = careers_of(self.rules, side).ahead(cards, draws)
                for level in range(LEVELS):
                    win[level] *= ahead[level]
        return win

    def callable_before_draw(self, spot: Spot) -> bool:
        """Whether the hand can be called before one's next draw."""
        building = self.rules.pot_building_rounds
        if self.alternates:
            return spot.round > building
        return min([spot.turns[seat] for seat, live in enumerate(spot.live) if live]) >= building - 1

    def outlook(self, spot: Spot) -> Outlook:
        now = self.standing(spot, 0)
        level = self.level(spot)
        if spot.called:
            return Outlook(now.win[level], now.extra[level] * spot.pot)
        later = self.standing(spot, 1)
        win, extra = self._best_draw(spot, level, later)
        if self.callable_before_draw(spot):
            win += CALL_RATE * (now.win[level] - win)
            extra += CALL_RATE * (now.extra[level] - extra)
        shift_risk = self.shift_risk(spot)
        average = 1 / (len(spot.others()) + 1)
        return Outlook(win + shift_risk * (average - win), (1 - shift_risk) * extra * spot.pot)

    def shift_risk(self, spot: Spot) -> float:
        """How much of the hand's standing a shift takes, on the average."""
        if not spot.loose or not self.shift_rate:
            return 0.0
        held = len(spot.loose) + len(spot.field)
        return self._shift_rate(spot) * (0.7 / len(spot.loose) if self.single_card_shift else len(spot.loose) / held)

    def _shift_rate(self, spot: Spot) -> float:
        """The rate of the table's trigger; pulses come the more seldom the more have struck (GA4)."""
        return self.shift_rate / pulse_odds(spot.pulses) if self.pulses else self.shift_rate

    def _best_draw(self, spot: Spot, level: int, later: Standing) -> tuple[float, float]:
        """The chance to win, and what comes on top, after the draw that is best."""
        careers = self.careers(spot)
        total = OFFSET
        for card in spot.loose:
            total += careers.values[card]
        for card in spot.field:
            total += careers.values[card]
        best = later.worth[level]
        win, extra = later.win[level], later.extra[level]
        if level == ARRAY_LEVEL:
            return win, extra
        after = later.worth_drawn(total)
        drawn = -1
        if after > best:
            best, drawn = after, total
        for card in spot.loose:
            without_it = total - careers.values[card]
            after = later.worth_drawn(without_it)
            if after > best:
                best, drawn = after, without_it
        if drawn >= 0:
            return later.win_drawn[drawn], later.extra_drawn[drawn]
        return win, extra

    # ---- what may be done

    def _continue_value(self, spot: Spot) -> float:
        """What it is worth to stay in, with what is still owed paid when it is due."""
        outlook = self.outlook(spot)
        owed = max(0, spot.owed)
        win = outlook.win
        return win * spot.pot - (1 - win) * owed + outlook.extra

    def _call_values(self, spot: Spot) -> list[tuple[Action, float]]:
        return [(CALL_HAND, self._call_value(spot))] if CALL_HAND in spot.options.actions else []

    def _call_value(self, spot: Spot) -> float:
        """What it is worth to call the hand as it is."""
        level = self.level(spot)
        now = self.standing(spot, 0)
        win = now.win[level]
        owed = max(0, spot.owed)
        value = (win + self.calling) * spot.pot - (1 - win) * owed + now.extra[level] * spot.pot
        if self.rules.caller_penalty and level != BOMBED_LEVEL:
            value -= (1 - win) * SABACC_POT_LOSS * min(spot.pot + owed, spot.stack)  # H7
        return value

    def _bet_values(self, spot: Spot) -> list[tuple[Action, float]]:
        if PASS in spot.options.actions:  # all-in, and asked whether to call the hand (PG5)
            return [(PASS, self._continue_value(spot)), *self._call_values(spot)]
        outlook = self.outlook(spot)
        values = self.bet_values(spot, outlook)
        if spot.options.may_call:
            level = self.level(spot)
            now = self.standing(spot, 0)
            shift_risk = self.shift_risk(spot)
            average = 1 / (len(spot.others()) + 1)
            win = now.win[level] + shift_risk * (average - now.win[level])
            ended = Outlook(win, (1 - shift_risk) * now.extra[level] * spot.pot)
            calling = self.calling * spot.pot
            values += [
                (with_call(action), value + calling)
                for action, value in self.bet_values(spot, ended)
                if action is not FOLD
            ]
        return values

    def _draw_values(self, spot: Spot) -> list[tuple[Action, float]]:
        """Stand, gain, and trades, each with the cards that may still come."""
        careers = self.careers(spot)
        later = self.standing(spot, 1)
        worth = self._worth_in_play(spot, later)
        unseen, left = self._unseen(spot, careers)
        total = OFFSET
        for card in spot.loose:
            total += careers.values[card]
        for card in spot.field:
            total += careers.values[card]
        pot = float(spot.pot)
        level = self.level(spot)
        values: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            if action is STAND:
                values.append((action, worth[level] * pot))
            elif action is GAIN:
                value = self._mean_after_draw(careers, worth, unseen, left, total)
                value += self._array_gain(careers, spot.loose + spot.field, worth, unseen, left)
                values.append((action, value * pot))
            elif isinstance(action, Trade) and action.card is not None:
                rest = total - careers.values[action.card]
                value = self._mean_after_draw(careers, worth, unseen, left, rest)
                if len(spot.loose) + len(spot.field) == 3:
                    kept = without(spot.loose, action.card) + spot.field
                    value += self._array_gain(careers, kept, worth, unseen, left)
                values.append((action, value * pot))
            elif isinstance(action, TakeDiscard):
                cards = (*without(spot.loose, action.card), spot.pile[-1], *spot.field)
                values.append((action, worth[careers.level(cards)] * pot - spot.options.discard_fee))
            elif action is CALL_HAND:
                values.append((action, self._call_value(spot)))
        return values

    def _worth_in_play(self, spot: Spot, later: Standing) -> list[float]:
        """What each level is worth in pots as long as the hand goes on: who has bombed out may still mend it."""
        soon = CALL_RATE if self.callable_before_draw(spot) else 0.1
        worth = later.worth[:]
        mended = 0.6 / (len(spot.others()) + 1)
        for level in range(LEVELS):
            if worth[level] < mended:
                worth[level] += (1 - soon) * (mended - worth[level]) * 0.8
        return worth

    def _unseen(self, spot: Spot, careers: Careers) -> tuple[list[int], int]:
        """How many cards of each value may still come."""
        unseen = careers.counts[:]
        left = len(careers.deck)
        for card in spot.loose + spot.field + spot.seen:
            at = careers.values[card] + OFFSET
            if unseen[at]:
                unseen[at] -= 1
                left -= 1
        return unseen, left

    def _mean_after_draw(self, careers: Careers, worth: list[float], unseen: list[int], left: int, total: int) -> float:
        summed = 0.0
        levels = careers.levels
        for value in careers.kinds:
            count = unseen[value + OFFSET]
            if count:
                summed += count * worth[levels[total + value]]
        return summed / left if left else 0.0

    def _array_gain(
        self, careers: Careers, two: tuple[Card, ...], worth: list[float], unseen: list[int], left: int
    ) -> float:
        """What an Idiot's Array adds, if two cards lack just one for it (H2)."""
        if len(two) != 2 or not left:
            return 0.0
        parts = {card if card == "ID" else card[1:] for card in two}
        if len(parts) != 2 or not parts <= {"ID", "2", "3"}:
            return 0.0
        missing = next(part for part in ("ID", "2", "3") if part not in parts)
        total = OFFSET + careers.values[two[0]] + careers.values[two[1]]
        added = 0.0
        for value in (0,) if missing == "ID" else (int(missing), -int(missing)):
            ways = min(unseen[value + OFFSET], 4)
            added += ways * (worth[ARRAY_LEVEL] - worth[careers.levels[total + value]])
        return added / left

    def _best_placement(self, spot: Spot) -> Action | None:
        """The card to protect now, if the hand is worth it and a shift may come (F1)."""
        if not self.shift_rate or not spot.loose:
            return None
        placements = [action for action in spot.options.actions if isinstance(action, Place)]
        if not placements:
            return None
        level = self.level(spot)
        if level == BOMBED_LEVEL or (spot.called and not self.alternates):
            return None
        later = self.standing(spot, 1)
        win, extra = self._best_draw(spot, level, later)
        if win + extra > later.worth[level] + 0.01:  # there is something better to do than to stand
            return None
        average = 1 / (len(spot.others()) + 1)
        if later.worth[level] < average + PROTECT_MARGIN:
            return None
        values = self.careers(spot).values
        best = placements[0]
        for action in placements:
            if abs(values[action.card]) > abs(values[best.card]):
                best = action
        return best

    def _side_values(self, spot: Spot) -> list[tuple[Action, float]]:
        """The side with which one's cards stand better; without cards Light, since an exact Light 23 beats a Dark (FO4)."""
        values: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            side = getattr(action, "side", None)
            value = -1.0
            if side in ("light", "dark"):
                careers = careers_of(self.rules, side)
                value = careers.ahead(2, 1)[careers.level(spot.loose)] if len(spot.loose) > 1 else 0.0
            values.append((action, value))
        return values


JUDGE: Final = JudgeSpec(
    ClassicJudge,
    plain={
        # Who waits for the perfect moment lets others have theirs, and keeps everybody waiting.
        "cloud-city": JudgeHabits(calling=0.2),
        "classic": JudgeHabits(calling=0.2),
        "force": JudgeHabits(calling=0.2),
        "pagat": JudgeHabits(calling=0.1),
        "galactic": JudgeHabits(calling=0.1),
    },
    seasoned={
        "cloud-city": JudgeHabits(1.0, 0.8, 0.0, 0.2),
        "classic": JudgeHabits(1.0, 0.7, 0.0, 0.2),
        "force": JudgeHabits(1.0, 0.7, 0.0, 0.2),
        "pagat": JudgeHabits(2.0, 0.7, 0.0, 0.1),
        "galactic": JudgeHabits(1.0, 0.6, 0.0, 0.1),
    },
)
