-- What the other functions share. Every function has its path of search fixed, and those that workers call run
-- with the rights of whoever made the queue.
SET LOCAL search_path = croupier_queue, pg_temp;

CREATE OR REPLACE FUNCTION ms_since(_at TIMESTAMPTZ) RETURNS BIGINT
LANGUAGE sql STABLE AS $$
    SELECT (EXTRACT(EPOCH FROM clock_timestamp() - _at) * 1000)::BIGINT
$$;

-- The worker of a key.
CREATE OR REPLACE FUNCTION worker_of(_key BYTEA) RETURNS workers
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
DECLARE
    me workers;
BEGIN
    SELECT * INTO me FROM workers WHERE key = _key;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the queue knows no such worker' USING ERRCODE = 'CQ002';
    END IF;
    RETURN me;
END $$;

-- The fence: the worker that holds this lease; nothing where it was lost. A lease that ran out and that nobody
-- took is held: what was worked out is as good as it was.
CREATE OR REPLACE FUNCTION holder(_key BYTEA, _job BIGINT, _read INTEGER) RETURNS BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    held_by BIGINT;
BEGIN
    SELECT w.id INTO held_by
    FROM pgmq.q_croupier q
    JOIN leases l ON l.job = q.msg_id AND l.read = q.read_ct
    JOIN workers w ON w.id = l.worker
    WHERE q.msg_id = _job AND q.read_ct = _read AND l.why IS NULL AND w.key = _key;
    RETURN held_by;
END $$;

-- The same before something is changed: the message stays locked, so the lease cannot be lost meanwhile.
CREATE OR REPLACE FUNCTION holder_to_change(_key BYTEA, _job BIGINT, _read INTEGER) RETURNS BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
BEGIN
    PERFORM FROM pgmq.q_croupier q WHERE q.msg_id = _job AND q.read_ct = _read FOR UPDATE;
    RETURN CASE WHEN FOUND THEN holder(_key, _job, _read) END;
END $$;

-- A worker was heard of; it need not say anything for its term. Not every word is written down.
CREATE OR REPLACE FUNCTION heard_of(_worker BIGINT, _term INTERVAL) RETURNS VOID
LANGUAGE sql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
    UPDATE workers SET seen = clock_timestamp(), until = clock_timestamp() + COALESCE(_term, term),
        term = COALESCE(_term, term)
    WHERE id = _worker AND (
        seen < clock_timestamp() - LEAST(COALESCE(_term, term) / 4, INTERVAL '1 second')
        OR until <= clock_timestamp() OR term <> COALESCE(_term, term)
    )
$$;

-- A worker did not end a job. One that holds its own row locked makes nobody wait.
CREATE OR REPLACE FUNCTION blame(_worker BIGINT) RETURNS VOID
LANGUAGE sql SET search_path = croupier_queue, pg_temp AS $$
    UPDATE workers SET failures = failures + 1
    WHERE id = (SELECT id FROM workers WHERE id = _worker FOR UPDATE SKIP LOCKED)
$$;

-- Ends sessions of workers that stand still within a transaction: they hold what others wait for, and what
-- they hold does not come back.
CREATE OR REPLACE FUNCTION end_stalled(_after INTERVAL) RETURNS BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
DECLARE
    ended BIGINT := 0;
    stalled INTEGER;
BEGIN
    FOR stalled IN
        SELECT DISTINCT a.pid FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
        JOIN pg_class c ON c.oid = l.relation
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND l.granted
            AND a.xact_start < clock_timestamp() - _after
            AND c.relnamespace IN ('croupier_queue'::regnamespace, 'pgmq'::regnamespace)
            AND l.mode IN ('RowShareLock', 'RowExclusiveLock', 'ShareRowExclusiveLock')
            AND a.usename IN (SELECT role FROM admitted)
    LOOP
        ended := ended + pg_terminate_backend(stalled)::INTEGER;
    END LOOP;
    RETURN ended;
END $$;

-- Gives a job up: it becomes a dead letter, its lane goes no further, and its run is told.
CREATE OR REPLACE FUNCTION give_up(_job BIGINT) RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    of_run BIGINT;
    of_lane INTEGER;
BEGIN
    UPDATE leases SET why = 'said nothing any more' WHERE job = _job AND why IS NULL;
    WITH gone AS (DELETE FROM jobs WHERE id = _job RETURNING *)
    INSERT INTO dead_letters (job, run, class, owner, contest, lane, first, count, payload, why, workers)
    SELECT id, run, class, owner, contest, lane, first, count, payload,
        (SELECT string_agg(w.name || ': ' || l.why, E'\n' ORDER BY l.read)
         FROM leases l JOIN workers w ON w.id = l.worker WHERE l.job = gone.id),
        (SELECT array_agg(w.name ORDER BY l.read)
         FROM leases l JOIN workers w ON w.id = l.worker WHERE l.job = gone.id)
    FROM gone
    RETURNING run, lane INTO of_run, of_lane;
    DELETE FROM leases WHERE job = _job;
    DELETE FROM pgmq.q_croupier WHERE msg_id = _job;
    IF of_lane IS NOT NULL THEN
        INSERT INTO lanes (run, lane, stopped) VALUES (of_run, of_lane, TRUE)
        ON CONFLICT (run, lane) DO UPDATE SET stopped = TRUE;
    END IF;
    PERFORM pg_notify('croupier_results', of_run::TEXT);
END $$;

-- Gives up all jobs whose last lease ran out.
CREATE OR REPLACE FUNCTION give_up_lost() RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    lost RECORD;
BEGIN
    FOR lost IN
        SELECT l.job, l.worker FROM leases l JOIN pgmq.q_croupier q ON q.msg_id = l.job AND q.read_ct = l.read
        WHERE l.nth >= 3 AND q.vt <= clock_timestamp() ORDER BY l.job FOR UPDATE OF q SKIP LOCKED
    LOOP
        PERFORM blame(lost.worker);
        PERFORM give_up(lost.job);
    END LOOP;
END $$;
