"""What is decided about a tournament before it begins."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules import Rules, find_preset, most_players, options_of, plays_for_rounds, read_rules, write_rules
from sabacc.tournament.structure import Level, rules_of_level, usual_levels, usual_tournament_stack

MOST_ENTRIES = 1000
HUNDRED = 100  # percent


class TournamentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Make them with `read_settings`, which checks them and fills in what is usual."""

    rules: dict[str, Any]  # a preset, and its options
    stack: int = 0
    seats: int = 0  # at a table
    levels: tuple[Level, ...] = ()
    level_minutes: int = 20
    level_hands: int = 0  # if any, levels last so many hands and no minutes
    late_until: int = 0  # the last level in which one may still enter, or enter again
    re_entries: int = 0  # how often one may enter again
    rebuys: int = 0  # how often one may buy a stack after having lost everything
    rebuy_until: int = 0  # the last level in which one may
    add_on: int = 0  # chips that everybody may buy once, after the level in which rebuys end
    break_every: int = 0  # levels
    break_minutes: int = 5
    buy_in: int = 0  # in play credits; re-entries, rebuys and add-ons cost as much
    guarantee: int = 0  # the pool is at least this
    payouts: tuple[int, ...] = ()  # by place, in percent; if none, they are computed
    most_entries: int = MOST_ENTRIES

    @property
    def game(self) -> Rules:
        """The rules of the first level."""
        return self.rules_at(1)

    @property
    def for_rounds(self) -> bool:
        """Whether rounds are played for and no chips (TN3)."""
        return plays_for_rounds(read_rules(self.rules))

    def rules_at(self, level: int) -> Rules:
        """The rules of a table at a level, counted from 1; the last one goes on."""
        rules = read_rules(self.rules)
        return rules_of_level(rules, self.levels[min(level, len(self.levels)) - 1]) if self.levels else rules


def read_settings(given: dict[str, Any]) -> TournamentSettings:
    """Checked settings, with everything that nobody has decided as it usually is."""
    try:
        settings = msgspec.convert(given, TournamentSettings)
    except msgspec.ValidationError as error:
        raise SabaccError(Message("refusal.tournament-unreadable", why=str(error))) from error
    rules = _tournament_rules(settings.rules)
    for_rounds = plays_for_rounds(rules)
    filled = msgspec.structs.replace(
        settings,
        rules=write_rules(rules),
        stack=0 if for_rounds else settings.stack or usual_tournament_stack(rules),
        seats=settings.seats or most_players(rules),
        levels=() if for_rounds else settings.levels or usual_levels(rules),
    )
    _check(filled, rules)
    return filled


def _tournament_rules(given: dict[str, Any]) -> Rules:
    """The rules of a tournament: nobody stakes items, and who can't pay the whole ante is all-in (TN1)."""
    rules = read_rules(given)
    needed = {"items": False, "short_antes": not plays_for_rounds(rules)}
    known = options_of(find_preset(rules.preset))
    return read_rules({**write_rules(rules), **{name: value for name, value in needed.items() if name in known}})


def _check(settings: TournamentSettings, rules: Rules) -> None:
    least, most = find_preset(rules.preset).players[0], most_players(rules)
    if not least <= settings.seats <= most:
        raise SabaccError(Message("refusal.tournament-seats", least=least, most=most, given=settings.seats))
    for name in _NUMBERS:
        if getattr(settings, name) < 0:
            raise SabaccError(Message("refusal.tournament-negative", option=name))
    if not 2 <= settings.most_entries <= MOST_ENTRIES:
        raise SabaccError(Message("refusal.tournament-entries", most=MOST_ENTRIES))
    if settings.payouts and (sum(settings.payouts) != HUNDRED or not _falling(settings.payouts)):
        raise SabaccError(Message("refusal.tournament-payouts"))
    if not (settings.level_hands or settings.level_minutes):
        raise SabaccError(Message("refusal.tournament-levels"))
    for level in settings.levels:
        rules_of_level(rules, level)


def _falling(payouts: tuple[int, ...]) -> bool:
    return payouts[-1] > 0 and all(first >= second for first, second in itertools.pairwise(payouts))


_NUMBERS = (
    "stack",
    "level_minutes",
    "level_hands",
    "late_until",
    "re_entries",
    "rebuys",
    "rebuy_until",
    "add_on",
    "break_every",
    "break_minutes",
    "buy_in",
    "guarantee",
)
