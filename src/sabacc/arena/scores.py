"""What has come of a match so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sabacc.arena.bot_seat import Clock
from sabacc.arena.intervals import LEVEL, Estimate, estimate
from sabacc.arena.match import Match, Pair
from sabacc.arena.play_stats import PlayStats
from sabacc.arena.ratings import Rating, rate
from sabacc.arena.session import Session
from sabacc.errors import SabaccError
from sabacc.rules import write_rules

DIGITS = 6  # in JSON: far more than any sampling is good for


class Scores:
    """The sessions of a match that were played, in whatever order they came, and what they add up to."""

    def __init__(self, match: Match, sessions: Iterable[Session] = ()) -> None:
        self.match = match
        self._by_pair: dict[Pair, dict[int, Session]] = {pair: {} for pair in match.pairs}
        for session in sessions:
            self.add(session)

    def __len__(self) -> int:
        """How many sessions were played."""
        return sum(map(len, self._by_pair.values()))

    def __contains__(self, key: object) -> bool:
        """Whether a pair's session of some number was played."""
        return isinstance(key, tuple) and key[1] in self._by_pair[key[0]]

    def __iter__(self) -> Iterator[Session]:
        return (session for pair in self.match.pairs for session in self.of(pair))

    def add(self, session: Session) -> None:
        """One more."""
        self._by_pair[session.pair][session.number] = session

    def of(self, pair: Pair) -> list[Session]:
        """A pair's sessions, by number."""
        sessions = self._by_pair[pair]
        return [sessions[number] for number in sorted(sessions)]

    def samples(self, pair: Pair) -> list[float]:
        """What the first bot of a pair won in each session, in antes a hand and seat."""
        unit = self.match.ante * self.match.seats_per_session
        return [session.total / unit for session in self.of(pair)]

    def estimate(self, pair: Pair, level: float = LEVEL) -> Estimate | None:
        """The same as a mean with its interval; None before the first session."""
        samples = self.samples(pair)
        return estimate(samples, level) if samples else None

    def between(self, one: str, other: str, level: float = LEVEL) -> Estimate | None:
        """What a bot wins against another, by their names."""
        first, second = self._index(one), self._index(other)
        if first == second:
            raise SabaccError(f"{one} does not play against itself: name two bots.")
        found = self.estimate((min(first, second), max(first, second)), level)
        return found if found is None or first < second else found.mirrored()

    def hands(self, pair: Pair) -> int:
        """How many hands a pair has played."""
        return len(self._by_pair[pair]) * self.match.hands_per_session

    def stats(self, name: str) -> PlayStats:
        """How a bot has played, against all the others."""
        stats = PlayStats()
        for session, side in self._sessions_of(name):
            stats.add(session.stats[side])
        return stats

    def clock(self, name: str) -> Clock:
        """How long it thought."""
        clock = Clock()
        for session, side in self._sessions_of(name):
            clock.add(session.clocks[side])
        return clock

    def ratings(self) -> dict[str, Rating]:
        """The bots' ratings, best first."""
        names = self.match.names
        ratings = rate(names, ((names[s.pair[0]], names[s.pair[1]], s) for s in self))
        return dict(sorted(ratings.items(), key=lambda entry: -entry[1].mu))

    def report(self) -> dict[str, Any]:
        """All of it, ready for JSON; only what is under `timing` differs from run to run."""
        match = self.match
        ratings = self.ratings()
        return {
            "preset": match.rules.preset,
            "rules": write_rules(match.rules),
            "players": match.players,
            "seed": match.seed,
            "session": match.session,
            "stack": match.stack,
            "ante": match.ante,
            "pairs": [self._pair_report(pair) for pair in match.pairs],
            "bots": [
                {
                    "bot": name,
                    "rating": {"mu": round(rating.mu, DIGITS), "sigma": round(rating.sigma, DIGITS)},
                    "habits": msgspec.to_builtins(self.stats(name)),
                }
                for name, rating in ratings.items()
            ],
            "timing": {name: _seconds(self.clock(name)) for name in ratings},
        }

    def _pair_report(self, pair: Pair) -> dict[str, Any]:
        found = self.estimate(pair)
        return {
            "bots": [self.match.names[place] for place in pair],
            "sessions": len(self._by_pair[pair]),
            "hands": self.hands(pair),
            "antes_a_hand": _rounded(found.mean) if found else None,
            "low": _rounded(found.low) if found else None,
            "high": _rounded(found.high) if found else None,
        }

    def _sessions_of(self, name: str) -> Iterable[tuple[Session, int]]:
        place = self._index(name)
        return ((one, one.pair.index(place)) for one in self if place in one.pair)

    def _index(self, name: str) -> int:
        if name not in self.match.names:
            raise SabaccError(f"there is no {name} in this match; the bots are {', '.join(self.match.names)}.")
        return self.match.names.index(name)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0  # no minus zero


def _seconds(clock: Clock) -> dict[str, float]:
    return {
        "decisions": clock.decisions,
        "mean_ms": round(1000 * clock.seconds / max(clock.decisions, 1), 4),
        "slowest_ms": round(1000 * clock.slowest, 4),
        "cut_short": clock.cut_short,
    }
