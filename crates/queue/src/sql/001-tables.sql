-- Tables beside those of a site, and a queue of PGMQ's. A job's number is that of its message; the message is
-- what is leased (its number of reads, and until when it cannot be seen), and changes; a job never changes.
CREATE SCHEMA croupier_queue;
SET LOCAL search_path = croupier_queue, pg_temp;

CREATE TABLE step (number INTEGER NOT NULL);
INSERT INTO step VALUES (0);

-- Has no rows: whoever leases locks it, so that one after the other looks what is in hand. An advisory lock
-- would do as well, but any role may take those and keep them.
CREATE TABLE gate ();

-- A tournament, or a site.
CREATE TABLE runs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    rules TEXT NOT NULL,
    spec BYTEA NOT NULL,
    begun TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

-- Jobs that are alike in all but their turn: whether a worker may have one is asked once for all of them.
CREATE TABLE groups (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE,
    class SMALLINT NOT NULL CHECK (class BETWEEN 0 AND 3),
    contest BIGINT NOT NULL,
    needs TEXT[] NOT NULL,
    lane INTEGER
);
CREATE UNIQUE INDEX groups_alike ON groups (run, class, contest, needs, COALESCE(lane, -1));

-- What is alike in its group stands here again where it is asked for by job.
CREATE TABLE jobs (
    id BIGINT PRIMARY KEY,
    "group" BIGINT NOT NULL,
    run BIGINT NOT NULL,
    class SMALLINT NOT NULL,
    owner TEXT NOT NULL,
    contest BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    lane INTEGER,
    first BIGINT NOT NULL,
    count BIGINT NOT NULL,
    contents TEXT[] NOT NULL,
    payload BYTEA NOT NULL,
    put TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX jobs_in_turn ON jobs ("group", turn, id);
CREATE INDEX jobs_of_owner ON jobs (class, owner, turn);
CREATE INDEX jobs_of_class ON jobs (class, turn);
CREATE INDEX jobs_of_run ON jobs (run, lane, id);

CREATE TABLE workers (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- What it shows at every call, and nobody else can read.
    key BYTEA NOT NULL UNIQUE,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    rules TEXT NOT NULL,
    speed DOUBLE PRECISION NOT NULL,
    slots INTEGER NOT NULL,
    languages TEXT[] NOT NULL,
    cell TEXT NOT NULL,
    can TEXT[] NOT NULL DEFAULT '{}',
    came TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    -- When it last said something, to a second: a row for every word would be in the way of all that follow.
    seen TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    -- How long it may say nothing, and until when.
    term INTERVAL NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    -- In results that were kept.
    jobs BIGINT NOT NULL DEFAULT 0,
    pieces BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    failures_in_a_row INTEGER NOT NULL DEFAULT 0,
    rests_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity'
);

-- Roles that were admitted as workers.
CREATE TABLE admitted (role TEXT PRIMARY KEY);

-- All leases of jobs that are not over: the one of the message's number of reads is the current one. One that
-- was handed back is gone, so these are the times that a job was tried.
CREATE TABLE leases (
    job BIGINT NOT NULL,
    read INTEGER NOT NULL,
    worker BIGINT NOT NULL,
    -- Which try of the job it is.
    nth SMALLINT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    -- Why it ended without a result; nothing where it has not ended.
    why TEXT,
    PRIMARY KEY (job, read)
);
CREATE INDEX leases_last ON leases (job) WHERE nth >= 3;
CREATE INDEX leases_open ON leases (worker) WHERE why IS NULL;

-- Who has a lane, and whether it goes on.
CREATE TABLE lanes (
    run BIGINT NOT NULL,
    lane INTEGER NOT NULL,
    worker BIGINT,
    stopped BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (run, lane)
);

CREATE TABLE results (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run BIGINT NOT NULL,
    job BIGINT NOT NULL,
    class SMALLINT NOT NULL,
    lane INTEGER,
    first BIGINT NOT NULL,
    count BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    worker BIGINT NOT NULL,
    worker_name TEXT NOT NULL,
    took_ms BIGINT NOT NULL,
    reads INTEGER NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    kept BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX results_to_keep ON results (run, id) WHERE NOT kept;
CREATE UNIQUE INDEX results_of_lane ON results (run, lane, first) WHERE lane IS NOT NULL;

-- Compressed by whoever puts them; kept so that a piece can be read without the others.
CREATE TABLE contents (hash TEXT PRIMARY KEY, bytes BYTEA NOT NULL);
ALTER TABLE contents ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE results ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE jobs ALTER COLUMN payload SET STORAGE EXTERNAL;

CREATE TABLE run_contents (
    run BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES contents,
    -- Whether every job needs it, or those that name it.
    for_all BOOLEAN NOT NULL,
    PRIMARY KEY (run, hash)
);
CREATE INDEX run_contents_by_hash ON run_contents (hash);

CREATE TABLE dead_letters (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job BIGINT NOT NULL UNIQUE,
    run BIGINT NOT NULL,
    class SMALLINT NOT NULL,
    owner TEXT NOT NULL,
    contest BIGINT NOT NULL,
    lane INTEGER,
    first BIGINT NOT NULL,
    count BIGINT NOT NULL,
    payload BYTEA NOT NULL,
    why TEXT NOT NULL,
    workers TEXT[] NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX dead_letters_of_run ON dead_letters (run);

SELECT pgmq.create('croupier');

-- Every lease leaves a dead row and a dead entry of an index: they are to go before there are many.
ALTER TABLE pgmq.q_croupier SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.2);
ALTER TABLE jobs SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0);
ALTER TABLE leases SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0);
ALTER TABLE workers SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE results SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0);
