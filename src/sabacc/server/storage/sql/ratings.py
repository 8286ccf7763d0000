"""SQL about ratings: hands that are to be rated, results, and what they come to."""

from __future__ import annotations

from sabacc.server.storage.store import Dialects

# ---- hands of rated tables that are no part of a result yet

TABLES = """SELECT DISTINCT rated_hands.table_id, closed_at IS NOT NULL AS closed FROM rated_hands
    LEFT JOIN tables ON tables.id = rated_hands.table_id ORDER BY rated_hands.table_id"""
HANDS = """SELECT number, hand_id, rated_hands.at, seat, person, bot, won, took_pot FROM rated_hands
    JOIN hand_seats USING (hand_id) WHERE table_id = ?1 AND dealt_in = 1 ORDER BY number, seat"""
DEPARTURES = "SELECT number, person, away FROM rated_departures WHERE table_id = ?1 ORDER BY number, person"
GAME_OF = "SELECT preset, title FROM hands WHERE table_id = ?1 AND number = ?2"
FORGET_HANDS = "DELETE FROM rated_hands WHERE table_id = ?1 AND number <= ?2"
FORGET_DEPARTURES = "DELETE FROM rated_departures WHERE table_id = ?1 AND number < ?2"
FORGET_LOST_HANDS = "DELETE FROM rated_hands WHERE NOT EXISTS (SELECT 1 FROM hands WHERE hands.id = hand_id)"

# ---- the log of results

INSERT_RESULT = """INSERT INTO rated_results (number, id, kind, game, title, source, rated, at)
    SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM rated_results"""
RESULT = "SELECT number FROM rated_results WHERE id = ?1"
INSERT_PLACE = "INSERT INTO rated_places (result, spot, player, place) VALUES (?1, ?2, ?3, ?4)"
RESULTS_AFTER = """SELECT number, rated_results.at, game, kind, player, place FROM rated_results
    JOIN rated_places ON result = number WHERE number > ?1 AND rated = 1 ORDER BY number, spot"""
RESULTS_BETWEEN = """SELECT number, rated_results.at, game, kind, player, place FROM rated_results
    JOIN rated_places ON result = number WHERE number <= ?1 AND rated_results.at >= ?2 AND rated = 1
    ORDER BY number, spot"""

# ---- ratings

SKILLS = "SELECT player, game, mu, sigma, games, at FROM ratings ORDER BY player, game"
SKILLS_OF = "SELECT player, game, mu, sigma, games, at FROM ratings WHERE player = ?1"
SET_SKILL = """INSERT INTO ratings (player, game, mu, sigma, games, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (player, game) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, at = excluded.at"""
INSERT_POINT = """INSERT INTO rating_points (player, game, result, at, mu_before, mu, sigma)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"""
POINTS = "SELECT player, game, result, at, mu_before, mu, sigma FROM rating_points ORDER BY result, game, player"
FORGET_RATINGS = ("DELETE FROM rating_points", "DELETE FROM ratings")

# ---- who lends points to whom

HAS_RESULTS = Dialects(  # a file of an older version has none
    sqlite="SELECT 1 FROM sqlite_master WHERE name = 'rated_results'", postgresql="SELECT 1"
)
PLACES_SINCE = """SELECT number, people.id AS person, name, place FROM rated_results
    JOIN rated_places ON result = number JOIN people ON 'person:' || people.id = player
    WHERE kind = 'table' AND rated_results.at >= ?1 ORDER BY number, spot"""

# ---- who deletes their account

FORGET_PERSON = (
    "UPDATE rated_places SET player = ?2 WHERE player = ?1",
    "UPDATE ratings SET player = ?2 WHERE player = ?1",
    "UPDATE rating_points SET player = ?2 WHERE player = ?1",
)

# ---- what pages show; nobody who keeps to themselves stands on a leaderboard

_PUBLIC = """JOIN people ON 'person:' || people.id = player
    WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE person = people.id AND private = 1)"""
BEST = f"""SELECT people.id, name, avatar, mu, sigma, games FROM ratings {_PUBLIC}
    AND game = ?1 AND sigma <= ?2 ORDER BY mu DESC, name LIMIT ?3"""
GAINS = f"""SELECT people.id, name, avatar, ratings.mu, ratings.sigma, recent.games, recent.gain FROM ratings
    JOIN (SELECT player AS who, count(*) AS games, sum(mu - mu_before) AS gain FROM rating_points
        WHERE game = ?1 AND at >= ?2 GROUP BY player HAVING count(*) >= ?3) recent ON who = player {_PUBLIC}
    AND game = ?1 AND sigma <= ?4 ORDER BY recent.gain DESC, name LIMIT ?5"""
PLAYED_GAMES = "SELECT DISTINCT game FROM ratings ORDER BY game"
PERSON = """SELECT id, name, avatar, created_at, password, coalesce(private, 0) AS private FROM people
    LEFT JOIN profiles ON person = id WHERE key = ?1"""
ABOVE = f"""SELECT count(*) AS above FROM ratings {_PUBLIC} AND game = ?1 AND sigma <= ?2 AND mu > ?3"""
CURVE = "SELECT game, at, mu FROM rating_points WHERE player = ?1 ORDER BY game, result"
RESULTS_OF = """SELECT number, rated_results.at, kind, game, title, source, rated, place,
        (SELECT count(*) FROM rated_places WHERE result = number) AS players,
        (SELECT mu - mu_before FROM rating_points WHERE rating_points.player = ?1
            AND rating_points.game = rated_results.game AND result = number) AS change
    FROM rated_places JOIN rated_results ON number = result WHERE player = ?1 ORDER BY number DESC LIMIT ?2"""
TROPHIES = """SELECT rated_results.at, title, source, place,
        (SELECT count(*) FROM rated_places WHERE result = number) AS players
    FROM rated_places JOIN rated_results ON number = result
    WHERE player = ?1 AND kind = 'tournament' AND place <= 3
        AND (SELECT count(*) FROM rated_places WHERE result = number) >= ?2
    ORDER BY place, number DESC LIMIT ?3"""
FAVOURITES = """SELECT preset, count(*) AS hands FROM hand_seats WHERE person = ?1 AND dealt_in = 1
    GROUP BY preset ORDER BY count(*) DESC, preset LIMIT 3"""
SHOWN_HANDS = """SELECT profile_hands.token, preset, number, ended_at FROM profile_hands
    JOIN shares ON shares.token = profile_hands.token JOIN hands ON hands.id = hand_id
    WHERE person = ?1 ORDER BY ended_at DESC, profile_hands.token"""
PRIVATE = "SELECT private FROM profiles WHERE person = ?1"
SET_PRIVATE = """INSERT INTO profiles (person, private) VALUES (?1, ?2)
    ON CONFLICT (person) DO UPDATE SET private = excluded.private"""
OWN_SHARE = "SELECT 1 FROM shares WHERE token = ?1 AND person = ?2"
SHOW_HAND = "INSERT INTO profile_hands (token) VALUES (?1) ON CONFLICT (token) DO NOTHING"
HIDE_HAND = "DELETE FROM profile_hands WHERE token = ?1"
