-- Tournaments: what was decided beforehand, and the logs of their directors.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,                 -- when it was announced
    plan BYTEA NOT NULL,
    seed TEXT NOT NULL,                 -- sealed
    over_at BIGINT                      -- when it was finished or called off
);
CREATE INDEX tournaments_by_time ON tournaments (at);
CREATE TABLE tournament_log (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (tournament, number)
);
