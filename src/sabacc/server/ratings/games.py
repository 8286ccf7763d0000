"""Rated games out of the hands of a rated table: who played in one, when it is over, and who came where."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

GAME_HANDS = 10
FEWEST_HANDS = 3  # of a game that just ends, and in which nobody left
STANDSTILL = 5 * 60 * 1000  # milliseconds without a hand, after which a game is over


class SeatScore(msgspec.Struct, frozen=True):
    """What a hand brought a player."""

    key: str  # the person, or a bot with its seat: two bots may be of one character
    player: str
    won: int  # credits
    took_pot: bool


class RatedHand(msgspec.Struct, frozen=True):
    """A hand of a rated table, with those who were dealt in."""

    number: int
    hand: str
    at: int  # milliseconds since 1970
    seats: list[SeatScore]


class Departure(msgspec.Struct, frozen=True):
    """Somebody left the table, or sat out, in a hand or after it."""

    number: int
    key: str
    away: bool  # they may come back


class Place(msgspec.Struct, frozen=True):
    """Where somebody came; those who share a place have the same one."""

    player: str
    place: int


class RatedGame(msgspec.Struct, frozen=True):
    """A game that is over."""

    first: int  # the number of its first hand
    last: int
    at: int
    places: list[Place]  # none where it doesn't count


def next_game(hands: Sequence[RatedHand], departures: Sequence[Departure], now: int, closed: bool) -> RatedGame | None:
    """The game that the first of these hands begins, if it is over."""
    if not hands:
        return None
    players = {seat.key: seat.player for seat in hands[0].seats}
    played = list(hands[:1])
    for hand in hands[1:GAME_HANDS]:
        if _is_deserted(players, departures, played):
            break
        played.append(hand)
    last = played[-1]
    over = len(played) == GAME_HANDS or _is_deserted(players, departures, played)
    if not over and not closed and now - last.at < STANDSTILL:
        return None
    left = {key: _left_at(key, departures, played) for key in players}
    counts = len(played) >= FEWEST_HANDS or any(at is not None for at in left.values())
    people = sum(player.startswith("person:") for player in players.values())
    places = _places(players, left, played) if counts and people and len(players) > 1 else []
    return RatedGame(played[0].number, last.number, last.at, places)


def _is_deserted(players: dict[str, str], departures: Sequence[Departure], played: Sequence[RatedHand]) -> bool:
    """Whether fewer than two are left, or bots alone."""
    last = played[-1].number
    gone = {one.key for one in departures if one.number <= last and not one.away}
    gone -= {seat.key for seat in played[-1].seats if _came_back(seat.key, departures, last)}
    left = [player for key, player in players.items() if key not in gone]
    return len(left) < 2 or not any(player.startswith("person:") for player in left)


def _came_back(key: str, departures: Sequence[Departure], last: int) -> bool:
    """Whether somebody who was dealt into the last hand had left before it, and not since."""
    return all(one.number < last for one in departures if one.key == key)


def _left_at(key: str, departures: Sequence[Departure], played: Sequence[RatedHand]) -> int | None:
    """In which hand somebody left before the end, and did not come back."""
    last = played[-1].number
    complete = len(played) == GAME_HANDS
    for one in departures:
        early = one.number < last if complete else one.number <= last
        back = any(hand.number > one.number and any(seat.key == key for seat in hand.seats) for hand in played)
        if one.key == key and early and one.number >= played[0].number and not back:
            return one.number
    return None


def _places(players: dict[str, str], left: dict[str, int | None], played: Sequence[RatedHand]) -> list[Place]:
    """By credits, or by hands won where none are played for; whoever left comes after those who stayed, the first one last."""
    won = dict.fromkeys(players, 0)
    pots = dict.fromkeys(players, 0)
    for hand in played:
        for seat in hand.seats:
            if seat.key in players:
                won[seat.key] += seat.won
                pots[seat.key] += seat.took_pot
    score = won if any(won.values()) else pots

    def merit(key: str) -> tuple[bool, int, int]:
        gone = left[key]
        return (gone is None, gone or 0, score[key])

    merits = sorted((merit(key) for key in players), reverse=True)
    return [Place(player, merits.index(merit(key)) + 1) for key, player in players.items()]
