-- Browsers that take messages while their pages are closed.

CREATE TABLE push_subscriptions (
    session TEXT COLLATE "C" PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    language TEXT COLLATE "C" NOT NULL,
    sealed TEXT COLLATE "C" NOT NULL -- where messages are sent, and the keys to encrypt them with
);
