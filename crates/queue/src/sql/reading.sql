-- What can be read: by workers through a job that they hold, by owners all of it.
SET LOCAL search_path = croupier_queue, pg_temp;

-- A piece of contents that the job needs; nothing where the lease was lost.
CREATE OR REPLACE FUNCTION content(
    _key BYTEA, _job BIGINT, _read INTEGER, _hash TEXT, _from BIGINT, _length BIGINT
) RETURNS BYTEA
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
DECLARE
    piece BYTEA;
BEGIN
    IF holder(_key, _job, _read) IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT substring(c.bytes FROM LEAST(GREATEST(_from, 0), 1 << 30)::INTEGER + 1
        FOR LEAST(GREATEST(_length, 1), 4 << 20)::INTEGER) INTO piece
    FROM jobs j JOIN run_contents r ON r.run = j.run JOIN contents c ON c.hash = r.hash
    WHERE j.id = _job AND r.hash = _hash AND (r.for_all OR r.hash = ANY (j.contents));
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the job does not need contents of this hash' USING ERRCODE = 'CQ004';
    END IF;
    RETURN piece;
END $$;

-- What is to be known of the job's run; nothing where the lease was lost.
CREATE OR REPLACE FUNCTION run_spec(_key BYTEA, _job BIGINT, _read INTEGER) RETURNS BYTEA
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
BEGIN
    IF holder(_key, _job, _read) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT r.spec FROM jobs j JOIN runs r ON r.id = j.run WHERE j.id = _job);
END $$;

-- What came of earlier jobs of the job's lane: so many at most, in order, after one; or, without a number, of
-- the last one. One row that says so where the lease was lost.
CREATE OR REPLACE FUNCTION past(_key BYTEA, _job BIGINT, _read INTEGER, _after BIGINT, _most INTEGER)
RETURNS TABLE (held BOOLEAN, first BIGINT, count BIGINT, bytes BYTEA)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    mine jobs;
BEGIN
    IF holder(_key, _job, _read) IS NULL THEN
        RETURN QUERY SELECT FALSE, NULL::BIGINT, NULL::BIGINT, NULL::BYTEA;
        RETURN;
    END IF;
    SELECT * INTO mine FROM jobs WHERE id = _job;
    IF _most IS NULL THEN
        RETURN QUERY SELECT TRUE, r.first, r.count, r.bytes FROM results r
        WHERE r.run = mine.run AND r.lane = mine.lane AND r.first < mine.first
        ORDER BY r.first DESC LIMIT 1;
    ELSE
        RETURN QUERY SELECT TRUE, s.first, s.count, s.bytes FROM (
            SELECT p.*, SUM(octet_length(p.bytes)) OVER (ORDER BY p.first) - octet_length(p.bytes) AS before
            FROM (
                SELECT r.first, r.count, r.bytes FROM results r
                WHERE r.run = mine.run AND r.lane = mine.lane AND r.first < mine.first
                    AND (_after IS NULL OR r.first > _after)
                ORDER BY r.first LIMIT GREATEST(_most, 0)
            ) p
        ) s WHERE s.before < 67108864 ORDER BY s.first;
    END IF;
END $$;

-- What workers would have to be for what waits and this one is not given for what it is.
CREATE OR REPLACE FUNCTION unsuited(_key BYTEA) RETURNS TABLE (version TEXT, rules TEXT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    me workers := worker_of(_key);
BEGIN
    RETURN QUERY SELECT DISTINCT r.version, r.rules FROM runs r
    WHERE (r.version, r.rules) <> (me.version, me.rules) AND EXISTS (SELECT FROM jobs j WHERE j.run = r.id);
END $$;

-- How far a run is: jobs that wait, jobs in hand, results to be kept, jobs given up.
CREATE OR REPLACE FUNCTION count_of(_run BIGINT)
RETURNS TABLE (waiting BIGINT, in_hand BIGINT, results BIGINT, given_up BIGINT)
LANGUAGE sql STABLE SET search_path = croupier_queue, pg_temp AS $$
    WITH held AS (
        SELECT count(*) AS jobs FROM pgmq.q_croupier q JOIN jobs j ON j.id = q.msg_id
        WHERE j.run = _run AND q.vt > clock_timestamp()
    )
    SELECT (SELECT count(*) FROM jobs j WHERE j.run = _run) - held.jobs, held.jobs,
        (SELECT count(*) FROM results r WHERE r.run = _run AND NOT r.kept),
        (SELECT count(*) FROM dead_letters d WHERE d.run = _run)
    FROM held
$$;

CREATE OR REPLACE VIEW worker_states AS
SELECT w.id, w.name, w.version, w.rules, w.speed, w.slots, w.languages, w.cell,
    ms_since(w.came) AS came_ms, ms_since(w.seen) AS seen_ms,
    w.until > clock_timestamp() AS is_alive, w.rests_until > clock_timestamp() AS is_resting,
    (SELECT count(*) FROM leases l JOIN pgmq.q_croupier q ON q.msg_id = l.job AND q.read_ct = l.read
        WHERE l.worker = w.id AND q.vt > clock_timestamp()) AS in_hand,
    w.jobs, w.pieces, w.failures
FROM workers w;

CREATE OR REPLACE VIEW what_waits AS
WITH held AS (
    SELECT j."group", count(*) AS jobs FROM pgmq.q_croupier q JOIN jobs j ON j.id = q.msg_id
    WHERE q.vt > clock_timestamp() GROUP BY j."group"
), by_group AS (
    SELECT j."group", count(*) AS jobs FROM jobs j GROUP BY j."group"
)
SELECT r.id AS run, r.key, r.version, r.rules, g.class, g.needs,
    (SUM(b.jobs) - SUM(COALESCE(h.jobs, 0)))::BIGINT AS waiting, SUM(COALESCE(h.jobs, 0))::BIGINT AS in_hand,
    (SELECT count(*) FROM workers w WHERE w.until > clock_timestamp() AND w.version = r.version
        AND w.rules = r.rules AND g.needs <@ w.can) AS workers
FROM groups g
JOIN runs r ON r.id = g.run
JOIN by_group b ON b."group" = g.id
LEFT JOIN held h ON h."group" = g.id
GROUP BY r.id, g.class, g.needs;

-- Functions are everyone's unless it is said that they are not.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA croupier_queue FROM PUBLIC;
