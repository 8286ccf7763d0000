"""Whole tournaments of bots in one process, with a clock that is counted and not waited for."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from sabacc.arena.bot_seat import BotSeat
from sabacc.arena.session import Contestant
from sabacc.chance import Chance
from sabacc.game.events import GameWon
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.types import Side
from sabacc.policy import SeatViews
from sabacc.tournament.bracket import Bracket
from sabacc.tournament.director import Director
from sabacc.tournament.events import HandPlayed
from sabacc.tournament.payouts import prizes, shared_prizes
from sabacc.tournament.places import Place, places
from sabacc.tournament.settings import TournamentSettings
from sabacc.tournament.state import Tournament
from sabacc.variants import flow_of, new_game

HAND_SECONDS = 20  # of shuffling and dealing, as the counted clock has it
DECISION_SECONDS = 3


class TournamentProgress(NamedTuple):
    """How far a tournament has come."""

    left: int  # players
    level: int
    hands: int


class PlaceTaken(msgspec.Struct, frozen=True):
    """Where a bot came, and what it won."""

    place: int
    name: str
    bot: str
    won: int


class TournamentReport(msgspec.Struct, frozen=True):
    """What came of a tournament."""

    entries: int
    hands: int
    moves: int
    tables_broken: int
    levels: int
    chips_in: int
    chips_out: int
    places: list[PlaceTaken]


class HandsOver(NamedTuple):
    """A hand that is being played, and when it will be over."""

    at: int
    table: int
    played: HandPlayed


def play_tournament(
    settings: TournamentSettings,
    bots: Sequence[Contestant],
    players: int,
    seed: str,
    report: Callable[[TournamentProgress], None] = lambda _: None,
) -> TournamentReport:
    """Plays a tournament of bots, which take turns in the list; the same seed gives the same tournament."""
    field = BotField(bots, players, seed)
    if settings.for_rounds:
        return _play_bracket(settings, field, report)
    return OfflineTournament(settings, field).play(report)


class BotField:
    """The bots of a tournament, by player."""

    def __init__(self, bots: Sequence[Contestant], players: int, seed: str) -> None:
        self.seed = seed
        self.texts = {f"p{number}": bots[number % len(bots)].text for number in range(players)}
        self.names = {f"p{number}": f"{bots[number % len(bots)].text} {number + 1}" for number in range(players)}
        self._bots = {f"p{number}": bots[number % len(bots)] for number in range(players)}
        self._seats: dict[str, BotSeat] = {}

    def seat(self, player: str) -> BotSeat:
        """A bot, sitting down the first time that it is asked for."""
        if player not in self._seats:
            own = hashlib.sha256(f"{self.seed}/bot {player}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
            self._seats[player] = BotSeat(self._bots[player].bot(own))
        return self._seats[player]

    def play(self, hand: Hand, seats: Sequence[str]) -> int:
        """Plays a hand to its end; how many decisions there were."""
        views = SeatViews(hand)
        decisions = 0
        while not hand.over:
            seat = hand.waiting[0]
            self.seat(seats[seat]).play(views, seat)
            decisions += 1
        return decisions

    def places(self, found: Sequence[Place]) -> list[PlaceTaken]:
        """Places as a report names them."""
        return [PlaceTaken(one.place, self.names[one.player], self.texts[one.player], one.won) for one in found]


class OfflineTournament:
    """A tournament with chips: every table plays as soon as it may, and the clock goes on from hand to hand."""

    def __init__(self, settings: TournamentSettings, field: BotField) -> None:
        self.settings = settings
        self.field = field
        self.chance = Chance(field.seed)
        self.state = Tournament(settings)
        self.director = Director(self.state, self.chance.derive("seats"))
        self.sides: dict[str, Side | None] = {}  # where players declare one for a whole game (FO1)
        self.now = 0  # seconds
        self.level_ends = settings.level_minutes * 60
        self.under_way: list[HandsOver] = []

    def play(self, report: Callable[[TournamentProgress], None]) -> TournamentReport:
        """To its end."""
        for player, name in self.field.names.items():
            self.director.enter(player, name, self.field.texts[player])
        self.director.start()
        while self.state.phase == "running":
            self._carry_out()
            self._deal()
            self._next_hand_over()
            report(TournamentProgress(len(self.state.alive), self.state.level, self.state.hands))
        return self._report()

    def _carry_out(self) -> None:
        """Moves whoever can be moved."""
        while self.director.ready_moves() or self.director.ready_pots():
            for move in self.director.ready_moves():
                self.director.arrived(move.number)
            for source, table in self.director.ready_pots():
                self.director.pot_arrived(source, table)

    def _deal(self) -> None:
        for table in list(self.state.tables):
            if self.director.may_deal(table):
                self.director.deal(table)
                heapq.heappush(self.under_way, self._play_hand(table))

    def _next_hand_over(self) -> None:
        """The clock goes on to the end of the next hand, or of the break."""
        if not self.under_way:
            assert self.state.on_break, "all tables wait for nothing"
            self.now += self.settings.break_minutes * 60
            self.level_ends += self.settings.break_minutes * 60
            self.director.end_break()
            return
        over = heapq.heappop(self.under_way)
        self.now = over.at
        self.director.hand_played(over.played, over.played.stacks)
        if not self.settings.level_hands and self.now >= self.level_ends:
            self.level_ends += self.settings.level_minutes * 60
            self.director.next_level()

    def _play_hand(self, number: int) -> HandsOver:
        """A hand at a table, and when it is over."""
        here = self.state.tables[number]
        game = self._game(number)
        hand = game.deal()
        decisions = self.field.play(hand, here.seats)
        for seat, player in enumerate(here.seats):
            self.sides[player] = game.sides[seat]
        stacks = {player: game.stacks[seat] for seat, player in enumerate(here.seats) if player}
        result = hand.result
        winners = tuple(here.seats[seat] for seat in result.winners) if result is not None else ()
        played = HandPlayed(number, game.number, game.button, stacks, game.sabacc_pot, winners)
        return HandsOver(self.now + HAND_SECONDS + decisions * DECISION_SECONDS, number, played)

    def _game(self, number: int) -> Game:
        """A table as it stands, with the rules of the present level."""
        here = self.state.tables[number]
        chance = self.chance.derive(f"table {number}")
        game = Game(self.settings.rules_at(self.state.level), (), (), chance, flow_of)
        names = [self.field.names[player] if player else "" for player in here.seats]
        stacks = [self.state.players[player].stack if player else 0 for player in here.seats]
        game.restore(names, stacks, here.sabacc_pot)
        game.credits_in = sum(stacks) + here.sabacc_pot
        game.sides = [self.sides.get(player) if player else None for player in here.seats]
        game.number, game.button = here.hands, here.button
        return game

    def _report(self) -> TournamentReport:
        state = self.state
        return TournamentReport(
            entries=state.entries,
            hands=state.hands,
            moves=state.moved,
            tables_broken=state.tables_broken,
            levels=state.level,
            chips_in=state.chips_in,
            chips_out=state.chips(),
            places=self.field.places(places(state)),
        )


def _play_bracket(
    settings: TournamentSettings, field: BotField, report: Callable[[TournamentProgress], None]
) -> TournamentReport:
    """A knock-out, table by table (TN3)."""
    chance = Chance(field.seed)
    bracket = Bracket(list(field.names), settings.seats, chance.derive("seats"))
    hands = 0
    rounds = 0
    while bracket.champion is None:
        rounds = bracket.round
        for number, table in enumerate(list(bracket.tables)):
            won, played = _play_for_rounds(settings, field, table, f"{field.seed}/round {rounds}/table {number}")
            hands += played
            winner = max(table, key=lambda player: won[player])
            bracket.table_won(number, winner, won)
        report(TournamentProgress(sum(map(len, bracket.tables)), rounds, hands))
    groups = bracket.places()
    amounts = prizes(len(field.names) * settings.buy_in, len(field.names), settings.payouts)
    won_by = shared_prizes(groups, amounts)
    found: list[Place] = []
    for group in groups:
        first = len(found) + 1
        found += [Place(first, player, won_by[player]) for player in group]
    return TournamentReport(len(field.names), hands, 0, 0, rounds, 0, 0, field.places(found))


def _play_for_rounds(
    settings: TournamentSettings, field: BotField, table: list[str], seed: str
) -> tuple[dict[str, int], int]:
    """A game at one table: how many rounds each has won, the winner the most, and how many there were."""
    game = new_game(settings.game, [field.names[player] for player in table], stacks=0, seed=seed)
    while True:
        field.play(game.deal(), table)
        for event in game.take_news():
            if isinstance(event, GameWon):
                won = {player: event.rounds[seat] for seat, player in enumerate(table)}
                return won, game.number
