-- For workers: keeping a job, and its ends. Each is fenced by the lease.
SET LOCAL search_path = croupier_queue, pg_temp;

-- Keeps jobs for longer; those that were lost.
CREATE OR REPLACE FUNCTION extend(_key BYTEA, _jobs BIGINT[], _reads INTEGER[], _term_ms BIGINT)
RETURNS TABLE (job BIGINT, read INTEGER)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    me workers := worker_of(_key);
    my_term INTERVAL := term_of(_term_ms);
    mine RECORD;
BEGIN
    FOR mine IN SELECT * FROM pairs(_jobs, _reads) LOOP
        -- Nobody keeps a job for ever.
        IF holder_to_change(_key, mine.job, mine.read) IS NULL OR EXISTS (
            SELECT FROM leases l
            WHERE l.job = mine.job AND l.read = mine.read AND l.at < clock_timestamp() - INTERVAL '1 day'
        ) THEN
            job := mine.job;
            read := mine.read;
            RETURN NEXT;
        ELSE
            UPDATE pgmq.q_croupier q SET vt = clock_timestamp() + my_term WHERE q.msg_id = mine.job;
        END IF;
    END LOOP;
    PERFORM heard_of(me.id, my_term);
END $$;

-- Leases as they were named, no more than a worker can have, in the order in which everyone locks them.
CREATE OR REPLACE FUNCTION pairs(_jobs BIGINT[], _reads INTEGER[])
RETURNS TABLE (job BIGINT, read INTEGER)
LANGUAGE plpgsql IMMUTABLE SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    IF COALESCE(cardinality(_jobs), 0) <> COALESCE(cardinality(_reads), 0) OR cardinality(_jobs) > 256 THEN
        RAISE EXCEPTION 'leases are named by job and number of reads, 256 at most' USING ERRCODE = 'CQ004';
    END IF;
    RETURN QUERY SELECT * FROM unnest(_jobs, _reads) AS p(job, read) ORDER BY 1, 2;
END $$;

-- Stores what came of a job and ends it; whether the lease was held.
CREATE OR REPLACE FUNCTION complete(
    _key BYTEA, _job BIGINT, _read INTEGER, _result BYTEA, _took_ms BIGINT
) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    me BIGINT;
    ended jobs;
    is_first BOOLEAN;
BEGIN
    IF _result IS NULL OR octet_length(_result) > 67108864 THEN
        RAISE EXCEPTION 'a result has 67108864 bytes at most' USING ERRCODE = 'CQ004';
    END IF;
    me := holder_to_change(_key, _job, _read);
    IF me IS NULL THEN
        RETURN FALSE;
    END IF;
    SELECT * INTO ended FROM jobs WHERE id = _job;
    is_first := NOT EXISTS (SELECT FROM results r WHERE r.run = ended.run AND NOT r.kept);
    INSERT INTO results (run, job, class, lane, first, count, bytes, worker, worker_name, took_ms, reads)
    SELECT ended.run, _job, ended.class, ended.lane, ended.first, ended.count, _result, w.id, w.name,
        GREATEST(_took_ms, 0), _read
    FROM workers w WHERE w.id = me
    -- A part of a lane that was known from elsewhere, and was done all the same.
    ON CONFLICT (run, lane, first) WHERE lane IS NOT NULL DO UPDATE SET job = excluded.job,
        class = excluded.class, count = excluded.count, bytes = excluded.bytes, worker = excluded.worker,
        worker_name = excluded.worker_name, took_ms = excluded.took_ms, reads = excluded.reads, at = excluded.at, kept = FALSE;
    DELETE FROM pgmq.q_croupier q WHERE q.msg_id = _job;
    DELETE FROM leases l WHERE l.job = _job;
    DELETE FROM jobs WHERE id = _job;
    UPDATE workers SET failures_in_a_row = 0 WHERE id = me AND failures_in_a_row > 0;
    PERFORM heard_of(me, NULL);
    -- Whoever has results to look at was told of the first one, and looks again.
    IF is_first THEN
        PERFORM pg_notify('croupier_results', ended.run::TEXT);
    END IF;
    RETURN TRUE;
END $$;

-- Makes a job wait again, as if this lease had not been.
CREATE OR REPLACE FUNCTION put_back(_job BIGINT, _read INTEGER) RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
BEGIN
    DELETE FROM leases l WHERE l.job = _job AND l.read = _read;
    UPDATE pgmq.q_croupier q SET vt = clock_timestamp() WHERE q.msg_id = _job;
    PERFORM pg_notify('croupier_jobs', '');
END $$;

-- Gives jobs back.
CREATE OR REPLACE FUNCTION hand_back(_key BYTEA, _jobs BIGINT[], _reads INTEGER[]) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    me workers := worker_of(_key);
    mine RECORD;
BEGIN
    FOR mine IN SELECT * FROM pairs(_jobs, _reads) LOOP
        IF holder_to_change(_key, mine.job, mine.read) IS NOT NULL THEN
            PERFORM put_back(mine.job, mine.read);
        END IF;
    END LOOP;
    PERFORM heard_of(me.id, NULL);
END $$;

-- A job could not be done: whether it is given up; nothing where the lease was lost. A worker that fails three
-- jobs, one behind the other, is given nothing for a minute: it is likely to be to blame.
CREATE OR REPLACE FUNCTION fail(_key BYTEA, _job BIGINT, _read INTEGER, _why TEXT) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    me BIGINT := holder_to_change(_key, _job, _read);
    in_a_row INTEGER;
    try SMALLINT;
BEGIN
    IF me IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE leases l SET why = left(COALESCE(_why, ''), 2000) WHERE l.job = _job AND l.read = _read
    RETURNING l.nth INTO try;
    in_a_row := CASE WHEN EXISTS (
        SELECT FROM leases l WHERE l.job = _job AND l.worker = me AND l.read <> _read
    ) THEN 0 ELSE 1 END;
    UPDATE workers SET failures = failures + 1, failures_in_a_row = failures_in_a_row + in_a_row,
        rests_until = CASE WHEN failures_in_a_row + in_a_row >= 3
            THEN clock_timestamp() + INTERVAL '1 minute' ELSE rests_until END
    WHERE id = me;
    PERFORM heard_of(me, NULL);
    IF try >= 3 THEN
        PERFORM give_up(_job);
        RETURN TRUE;
    END IF;
    UPDATE pgmq.q_croupier q SET vt = clock_timestamp() WHERE q.msg_id = _job;
    PERFORM pg_notify('croupier_jobs', '');
    RETURN FALSE;
END $$;

-- Lets a lane go.
CREATE OR REPLACE FUNCTION let_go(_key BYTEA, _run BIGINT, _lane BIGINT) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    me workers := worker_of(_key);
BEGIN
    UPDATE lanes SET worker = NULL WHERE run = _run AND lane = _lane AND worker = me.id;
    PERFORM pg_notify('croupier_jobs', '');
END $$;

-- A worker leaves.
CREATE OR REPLACE FUNCTION leave(_key BYTEA) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    me workers := worker_of(_key);
    mine RECORD;
BEGIN
    FOR mine IN SELECT * FROM in_hand_of(me.id) LOOP
        IF holder_to_change(_key, mine.job, mine.read) IS NOT NULL THEN
            PERFORM put_back(mine.job, mine.read);
        END IF;
    END LOOP;
    UPDATE lanes SET worker = NULL WHERE worker = me.id;
    UPDATE workers SET seen = clock_timestamp(), until = clock_timestamp() WHERE id = me.id;
    PERFORM pg_notify('croupier_jobs', '');
END $$;
