-- For whoever has work to be done: runs, contents, jobs.
SET LOCAL search_path = croupier_queue, pg_temp;

-- A new run, or the one of this key where it is the same; nothing where it is another.
CREATE OR REPLACE FUNCTION begin_run(_key TEXT, _version TEXT, _rules TEXT, _spec BYTEA)
RETURNS SETOF BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    INSERT INTO runs (key, version, rules, spec) VALUES (_key, _version, _rules, _spec)
    ON CONFLICT (key) DO NOTHING;
    RETURN QUERY SELECT id FROM runs
    WHERE key = _key AND version = _version AND rules = _rules AND spec = _spec;
END $$;

-- Keeps contents for a run. Without bytes: whether they were there.
CREATE OR REPLACE FUNCTION store_content(_run BIGINT, _hash TEXT, _for_all BOOLEAN, _bytes BYTEA)
RETURNS BOOLEAN
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    -- Contents that nobody needs go: not between a look and the word that somebody does.
    LOCK TABLE run_contents IN SHARE ROW EXCLUSIVE MODE;
    IF _bytes IS NOT NULL THEN
        INSERT INTO contents VALUES (_hash, _bytes) ON CONFLICT DO NOTHING;
    ELSIF NOT EXISTS (SELECT FROM contents WHERE hash = _hash) THEN
        RETURN FALSE;
    END IF;
    INSERT INTO run_contents VALUES (_run, _hash, _for_all)
    ON CONFLICT (run, hash) DO UPDATE SET for_all = run_contents.for_all OR excluded.for_all;
    RETURN TRUE;
END $$;

-- What a run does not need any more.
CREATE OR REPLACE FUNCTION drop_content(_run BIGINT, _hash TEXT) RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    LOCK TABLE run_contents IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM run_contents WHERE run = _run AND hash = _hash;
    DELETE FROM contents c WHERE c.hash = _hash
        AND NOT EXISTS (SELECT FROM run_contents r WHERE r.hash = c.hash);
END $$;

-- Puts jobs; their numbers, in order. The second job of an owner gets a later turn than the first one of
-- everyone who waits.
CREATE OR REPLACE FUNCTION put(
    _run BIGINT, _classes SMALLINT[], _owners TEXT[], _contests BIGINT[], _lanes BIGINT[], _firsts BIGINT[],
    _counts BIGINT[], _needs TEXT[], _contents TEXT[], _payloads BYTEA[]
) RETURNS SETOF BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    ids BIGINT[];
BEGIN
    PERFORM FROM runs WHERE id = _run FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the queue has no run %', _run USING ERRCODE = 'CQ004';
    END IF;
    SELECT array_agg(id ORDER BY id) INTO ids
    FROM pgmq.send_batch('croupier', array_fill('{}'::JSONB, ARRAY[cardinality(_classes)])) AS sent(id);
    INSERT INTO groups (run, class, contest, needs, lane)
    SELECT DISTINCT _run, n.class, n.contest, string_to_array(n.needs, E'\x1f'), n.lane
    FROM unnest(_classes, _contests, _needs, _lanes) AS n(class, contest, needs, lane)
    ON CONFLICT DO NOTHING;
    INSERT INTO jobs
        (id, "group", run, class, owner, contest, turn, lane, first, count, contents, payload)
    WITH new AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY class, owner ORDER BY id) - 1 AS later
        FROM unnest(ids, _classes, _owners, _contests, _lanes, _firsts, _counts, _needs, _contents, _payloads)
            AS n(id, class, owner, contest, lane, first, count, needs, contents, payload)
    ), turns AS MATERIALIZED (
        SELECT class, owner, COALESCE(
            (SELECT MAX(j.turn) + 1 FROM jobs j WHERE j.class = o.class AND j.owner = o.owner),
            (SELECT MIN(j.turn) FROM jobs j WHERE j.class = o.class), 0) AS turn
        FROM (SELECT DISTINCT class, owner FROM new) o
    )
    SELECT n.id, g.id, _run, n.class, n.owner, n.contest, t.turn + n.later, n.lane, n.first, n.count,
        string_to_array(n.contents, E'\x1f'), n.payload
    FROM new n JOIN turns t USING (class, owner)
    JOIN groups g ON g.run = _run AND g.class = n.class AND g.contest = n.contest
        AND g.needs = string_to_array(n.needs, E'\x1f') AND COALESCE(g.lane, -1) = COALESCE(n.lane, -1);
    PERFORM pg_notify('croupier_jobs', '');
    RETURN QUERY SELECT unnest(ids);
END $$;

-- Results that are kept elsewhere by the end of this transaction.
CREATE OR REPLACE FUNCTION keep(_run BIGINT, _results BIGINT[]) RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
BEGIN
    WITH gone AS (
        DELETE FROM results WHERE run = _run AND lane IS NULL AND id = ANY (_results) RETURNING worker, count
    ), stay AS (
        UPDATE results SET kept = TRUE WHERE run = _run AND lane IS NOT NULL AND NOT kept AND id = ANY (_results)
        RETURNING worker, count
    ), done AS (
        SELECT worker, count(*) AS jobs, SUM(GREATEST(count, 0))::BIGINT AS pieces
        FROM (TABLE gone UNION ALL TABLE stay) AS both_ GROUP BY worker
    ), free AS (
        -- One that holds its own row locked makes nobody wait.
        SELECT w.id, d.jobs, d.pieces FROM workers w JOIN done d ON d.worker = w.id FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE workers w SET jobs = w.jobs + f.jobs, pieces = w.pieces + f.pieces FROM free f WHERE w.id = f.id;
END $$;

-- What came of a lane before this queue knew it.
CREATE OR REPLACE FUNCTION remember(_run BIGINT, _lane BIGINT, _first BIGINT, _count BIGINT, _bytes BYTEA)
RETURNS VOID
LANGUAGE sql SET search_path = croupier_queue, pg_temp AS $$
    INSERT INTO results (run, job, class, lane, first, count, bytes, worker, worker_name, took_ms, reads, kept)
    VALUES (_run, 0, 2, _lane, _first, _count, _bytes, 0, '', 0, 0, TRUE)
    ON CONFLICT (run, lane, first) WHERE lane IS NOT NULL DO NOTHING
$$;

-- Takes all jobs of a run back; how many there were.
CREATE OR REPLACE FUNCTION withdraw(_run BIGINT) RETURNS BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
DECLARE
    gone BIGINT;
BEGIN
    -- In the order in which everyone locks them.
    PERFORM FROM pgmq.q_croupier q JOIN jobs j ON j.id = q.msg_id WHERE j.run = _run
        ORDER BY q.msg_id FOR UPDATE OF q;
    DELETE FROM pgmq.q_croupier q USING jobs j WHERE j.run = _run AND q.msg_id = j.id;
    DELETE FROM leases l USING jobs j WHERE j.run = _run AND l.job = j.id;
    DELETE FROM jobs WHERE run = _run;
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- Forgets a run; how many of its jobs were not done.
CREATE OR REPLACE FUNCTION forget(_run BIGINT) RETURNS BIGINT
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
DECLARE
    gone BIGINT;
BEGIN
    -- Nothing is put for it from here on.
    PERFORM FROM runs WHERE id = _run FOR UPDATE;
    gone := withdraw(_run);
    LOCK TABLE run_contents IN SHARE ROW EXCLUSIVE MODE;
    -- Whoever forgets results has them: their workers have done them.
    PERFORM keep(_run, ARRAY(SELECT id FROM results WHERE run = _run AND NOT kept));
    DELETE FROM results WHERE run = _run;
    DELETE FROM dead_letters WHERE run = _run;
    DELETE FROM lanes WHERE run = _run;
    WITH dropped AS (DELETE FROM run_contents WHERE run = _run RETURNING hash)
    DELETE FROM contents c USING dropped d WHERE c.hash = d.hash
        AND NOT EXISTS (SELECT FROM run_contents r WHERE r.hash = c.hash AND r.run <> _run);
    DELETE FROM runs WHERE id = _run;
    RETURN gone;
END $$;

-- Looks after what nobody asks for.
CREATE OR REPLACE FUNCTION tidy() RETURNS VOID
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    PERFORM end_stalled('30 seconds');
    PERFORM give_up_lost();
    DELETE FROM workers w
    WHERE w.seen < clock_timestamp() - CASE WHEN w.jobs > 0 THEN INTERVAL '7 days' ELSE INTERVAL '1 day' END
        AND NOT EXISTS (SELECT FROM leases l WHERE l.worker = w.id);
END $$;
