-- What the nodes of a cluster share. A table's shard follows from its id; a shard is played by the node that has its lease.

CREATE TABLE lease (
    shard INTEGER PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL DEFAULT '', -- a node and its start, like 'north.5f2c'; empty: nobody
    epoch BIGINT NOT NULL DEFAULT 0,            -- goes up whenever the owner changes
    until TIMESTAMPTZ NOT NULL DEFAULT 'epoch',
    behaviour INTEGER NOT NULL DEFAULT 0,       -- of the engine of the last owner
    activity DOUBLE PRECISION NOT NULL DEFAULT 0 -- entries a second
);
INSERT INTO lease (shard) SELECT generate_series(0, 255);

CREATE TABLE node (
    owner TEXT COLLATE "C" PRIMARY KEY,         -- as in `lease`
    role TEXT COLLATE "C" NOT NULL,
    behaviour INTEGER NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    until TIMESTAMPTZ NOT NULL,                 -- it is taken for dead after that
    takes_tables BOOLEAN NOT NULL,              -- it is a worker, and others can reach it
    tables INTEGER NOT NULL,
    connections INTEGER NOT NULL
);
