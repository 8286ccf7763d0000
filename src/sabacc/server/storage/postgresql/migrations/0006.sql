-- Ratings: hands that are no part of a result yet, the log of results, and what it comes to.

CREATE TABLE rated_hands (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    hand_id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE rated_departures (
    table_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL, -- of the hand in which they left, or after which
    person TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    away INTEGER NOT NULL, -- they sat out, and may come back
    PRIMARY KEY (table_id, number, person)
);
CREATE TABLE rated_results (
    number BIGINT PRIMARY KEY, -- in the order in which they count
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    kind TEXT COLLATE "C" NOT NULL, -- 'table' or 'tournament'
    game TEXT COLLATE "C" NOT NULL, -- a preset
    title TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL, -- the table's or the tournament's id
    rated INTEGER NOT NULL,
    at BIGINT NOT NULL
);
CREATE TABLE rated_places (
    result BIGINT NOT NULL REFERENCES rated_results (number) ON DELETE CASCADE,
    spot INTEGER NOT NULL,
    player TEXT COLLATE "C" NOT NULL, -- 'person:…', 'bot:…', or 'gone:…' of who deleted their account
    place INTEGER NOT NULL,
    PRIMARY KEY (result, spot)
);
CREATE INDEX places_of ON rated_places (player, result);
CREATE TABLE ratings (
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL, -- a preset, or 'all'
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    at BIGINT NOT NULL, -- of the last one
    PRIMARY KEY (player, game)
);
CREATE INDEX ratings_by_game ON ratings (game, mu);
CREATE TABLE rating_points (
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    result BIGINT NOT NULL,
    at BIGINT NOT NULL,
    mu_before DOUBLE PRECISION NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, game, result)
);
CREATE INDEX points_by_time ON rating_points (game, at);
CREATE TABLE profiles (
    person TEXT COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    private INTEGER NOT NULL -- nobody else sees their page, and no leaderboard has them
);
CREATE TABLE profile_hands (
    token TEXT COLLATE "C" PRIMARY KEY REFERENCES shares (token) ON DELETE CASCADE -- a link that stands on its owner's page
);
