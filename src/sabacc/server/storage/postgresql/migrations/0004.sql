-- Play credits, by double entry.

CREATE TABLE ledger_accounts (
    id TEXT COLLATE "C" PRIMARY KEY,            -- 'house', 'person:…' or 'tournament:…'
    balance BIGINT NOT NULL                     -- only the house's may be below zero
);
CREATE TABLE ledger_transfers (
    id TEXT COLLATE "C" PRIMARY KEY,            -- its key: with the same one it is made once
    at BIGINT NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL
);
CREATE INDEX transfers_from ON ledger_transfers (source, at);
CREATE INDEX transfers_to ON ledger_transfers (target, at);
