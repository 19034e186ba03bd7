-- For workers: coming, being given jobs, keeping them, leaving.
SET LOCAL search_path = croupier_queue, pg_temp;

-- Words from elsewhere are short, and can be shown.
CREATE OR REPLACE FUNCTION check_words(_what TEXT, _words TEXT[], _most INTEGER) RETURNS VOID
LANGUAGE plpgsql IMMUTABLE SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    IF _words IS NULL OR cardinality(_words) > _most OR array_ndims(_words) > 1
        OR EXISTS (SELECT FROM unnest(_words) w WHERE w IS NULL OR length(w) NOT BETWEEN 1 AND 100
            OR w ~ '[[:cntrl:]]') THEN
        RAISE EXCEPTION '% must be words of 1 to 100 characters that can be shown, % at most', _what, _most
            USING ERRCODE = 'CQ004';
    END IF;
END $$;

-- A worker comes; its key.
CREATE OR REPLACE FUNCTION hello(
    _step INTEGER, _name TEXT, _version TEXT, _rules TEXT, _speed DOUBLE PRECISION, _slots INTEGER,
    _languages TEXT[], _cell TEXT
) RETURNS BYTEA
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp AS $$
DECLARE
    there INTEGER;
    my_key BYTEA := uuid_send(gen_random_uuid());
BEGIN
    SELECT number INTO there FROM step;
    -- Older workers may go on beside newer ones.
    IF NOT COALESCE(_step <= there, FALSE) THEN
        RAISE EXCEPTION 'the queue''s tables are at step %, and this program needs step %', there, _step
            USING ERRCODE = 'CQ001';
    END IF;
    PERFORM check_words('name, version, rules and cell', ARRAY[_name, _version, _rules, _cell], 4);
    PERFORM check_words('languages', _languages, 100);
    IF NOT COALESCE(_speed > 0 AND _speed < 1e12, FALSE) OR NOT COALESCE(_slots BETWEEN 1 AND 10000, FALSE) THEN
        RAISE EXCEPTION 'a worker''s speed is above 0, and it does 1 to 10000 jobs at a time'
            USING ERRCODE = 'CQ004';
    END IF;
    INSERT INTO workers (key, name, version, rules, speed, slots, languages, cell, term, until)
    VALUES (my_key, _name, _version, _rules, _speed, _slots, _languages, _cell, INTERVAL '1 minute',
        clock_timestamp() + INTERVAL '1 minute');
    RETURN my_key;
END $$;

-- How long a worker may say nothing.
CREATE OR REPLACE FUNCTION term_of(_ms BIGINT) RETURNS INTERVAL
LANGUAGE plpgsql IMMUTABLE SET search_path = croupier_queue, pg_temp AS $$
BEGIN
    IF NOT COALESCE(_ms BETWEEN 1000 AND 3600000, FALSE) THEN
        RAISE EXCEPTION 'a job is leased for a second to an hour, not for % ms', _ms USING ERRCODE = 'CQ004';
    END IF;
    RETURN make_interval(secs => _ms / 1000.0);
END $$;

-- Whether a worker that has so many lanes of a run may have one more that another has, who has so many: where
-- that one still has no fewer by its slots.
CREATE OR REPLACE FUNCTION is_even(_mine BIGINT, _my_slots INTEGER, _theirs BIGINT, _their_slots INTEGER)
RETURNS BOOLEAN
LANGUAGE sql IMMUTABLE AS $$
    SELECT (_theirs - 1) * _my_slots >= (_mine + 1) * _their_slots
$$;

-- The next jobs of these classes for a worker, in their order. Of groups that are alike in class, those go first
-- whose contest has fewest in hand, those counted that are given here.
CREATE OR REPLACE FUNCTION next_jobs(
    _me workers, _can TEXT[], _from INTEGER, _to INTEGER, _now TIMESTAMPTZ, _most INTEGER
) RETURNS SETOF jobs
LANGUAGE plpgsql SET search_path = croupier_queue, pg_temp
-- The plan is kept while tables grow, and holds for large ones whatever they were; and whatever a worker's session
-- has set.
SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET enable_nestloop = on SET enable_indexscan = on SET enable_indexonlyscan = on AS $$
BEGIN
    RETURN QUERY
    WITH held AS MATERIALIZED (
        SELECT j.class, j.owner, j.run, j.contest, j.lane
        FROM pgmq.q_croupier q
        JOIN jobs j ON j.id = q.msg_id
        WHERE q.vt > _now
    ), busy AS MATERIALIZED (
        SELECT run, contest, count(*) AS jobs FROM held WHERE class > 0 GROUP BY run, contest
    ), taken AS MATERIALIZED (
        -- Lanes that somebody else who is alive has.
        SELECT n.run, n.lane, n.worker, w.slots, count(*) OVER (PARTITION BY n.run, n.worker) AS lanes
        FROM lanes n JOIN workers w ON w.id = n.worker
        WHERE n.worker <> _me.id AND w.until > _now
    ), mine AS MATERIALIZED (
        SELECT n.run, count(*) AS lanes FROM lanes n WHERE n.worker = _me.id GROUP BY n.run
    ), open AS (
        SELECT g.id, g.class, g.run, g.contest, g.lane, COALESCE(b.jobs, 0) AS in_hand
        FROM groups g
        JOIN runs r ON r.id = g.run
        LEFT JOIN busy b ON b.run = g.run AND b.contest = g.contest
        LEFT JOIN taken t ON t.run = g.run AND t.lane = g.lane
        LEFT JOIN mine m ON m.run = g.run
        WHERE g.class BETWEEN _from AND _to AND g.needs <@ _can
            AND r.version = _me.version AND r.rules = _me.rules
            AND (g.lane IS NULL OR NOT EXISTS (
                SELECT FROM lanes n WHERE n.run = g.run AND n.lane = g.lane AND n.stopped
            ))
            -- A lane's jobs are done one after the other.
            AND (g.lane IS NULL OR NOT EXISTS (
                SELECT FROM held h WHERE h.run = g.run AND h.lane = g.lane
            ))
            -- Who has a lane keeps it, but for evenness, and unless its first job was tried there and did not end.
            AND (t.worker IS NULL
                OR is_even(COALESCE(m.lanes, 0), _me.slots, t.lanes, t.slots)
                OR EXISTS (
                    SELECT FROM (
                        SELECT j.id FROM jobs j WHERE j.run = g.run AND j.lane = g.lane ORDER BY j.id LIMIT 1
                    ) f
                    JOIN leases l ON l.job = f.id AND l.worker = t.worker
                    JOIN pgmq.q_croupier q ON q.msg_id = f.id AND q.vt <= _now
                ))
    ), first AS (
        SELECT j.*, o.in_hand
        FROM open o CROSS JOIN LATERAL (
            SELECT * FROM jobs j
            WHERE j."group" = o.id
                AND EXISTS (SELECT FROM pgmq.q_croupier q WHERE q.msg_id = j.id AND q.vt <= _now)
                AND (j.class > 1 OR NOT EXISTS (
                    SELECT FROM held h WHERE h.owner = j.owner AND h.class = j.class
                ))
                AND (j.lane IS NULL OR NOT EXISTS (
                    SELECT FROM jobs e WHERE e.run = j.run AND e.lane = j.lane AND e.id < j.id
                ))
                -- Not what was tried often enough; and whoever tried it has it again only where nobody else can.
                AND NOT EXISTS (
                    SELECT FROM leases l
                    WHERE l.job = j.id AND (l.nth >= 3 OR (l.worker = _me.id AND EXISTS (
                        SELECT FROM workers w JOIN groups g ON g.id = j."group"
                        WHERE w.id <> _me.id AND w.until > _now AND g.needs <@ w.can
                            AND w.version = _me.version AND w.rules = _me.rules AND w.rests_until <= _now
                            AND NOT EXISTS (SELECT FROM leases t WHERE t.job = j.id AND t.worker = w.id)
                    )))
                )
            ORDER BY j.turn, j.id
            LIMIT CASE WHEN o.class > 1 AND o.lane IS NULL THEN _most ELSE 1 END
        ) j
    ), ranked AS (
        SELECT f.*, f.in_hand + row_number() OVER (
            PARTITION BY f.run, f.contest ORDER BY f.class, f.turn, f.id
        ) AS place
        FROM first f
    )
    SELECT r.id, r."group", r.run, r.class, r.owner, r.contest, r.turn, r.lane, r.first, r.count, r.contents,
        r.payload, r.put
    FROM ranked r
    ORDER BY r.class, CASE WHEN r.class = 0 THEN 0 ELSE r.place END, r.turn, r.id
    LIMIT _most;
END $$;

-- What a worker has in hand.
CREATE OR REPLACE FUNCTION in_hand_of(_worker BIGINT) RETURNS TABLE (job BIGINT, read INTEGER)
LANGUAGE sql SET search_path = croupier_queue, pg_temp SET enable_seqscan = off AS $$
    SELECT l.job, l.read FROM leases l JOIN pgmq.q_croupier q ON q.msg_id = l.job AND q.read_ct = l.read
    WHERE l.worker = _worker AND l.why IS NULL AND q.vt > clock_timestamp()
    ORDER BY l.job
$$;

-- Leases the next jobs.
CREATE OR REPLACE FUNCTION lease(
    _key BYTEA, _can TEXT[], _games_first BOOLEAN, _term_ms BIGINT, _most INTEGER
) RETURNS TABLE (
    job BIGINT, read INTEGER, run BIGINT, class SMALLINT, lane INTEGER, first BIGINT, count BIGINT,
    payload BYTEA
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier_queue, pg_temp SET lock_timeout = '3s'
SET jit = off SET enable_seqscan = off SET enable_indexscan = on SET enable_nestloop = on AS $$
#variable_conflict use_column
DECLARE
    me workers;
    now_ TIMESTAMPTZ;
    my_term INTERVAL;
    wanted INTEGER;
    before INTEGER;
    classes INT4RANGE;
    chosen jobs;
    tries SMALLINT;
    reads INTEGER;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'jobs are leased in a transaction of their own' USING ERRCODE = 'CQ004';
    END IF;
    me := worker_of(_key);
    my_term := term_of(_term_ms);
    PERFORM check_words('what a worker can do', _can, 1000);
    BEGIN
        LOCK TABLE gate IN SHARE ROW EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN
        PERFORM end_stalled('3 seconds');
        RAISE EXCEPTION 'the queue is busy' USING ERRCODE = 'CQ003';
    END;
    -- A lease that a crash of the server takes away is no loss: the gate need not be held for a disk.
    PERFORM set_config('synchronous_commit', 'off', TRUE);
    now_ := clock_timestamp();
    UPDATE workers SET can = _can WHERE id = me.id AND can <> _can;
    PERFORM heard_of(me.id, my_term);
    PERFORM give_up_lost();
    IF me.rests_until > now_ THEN
        RETURN;
    END IF;
    SELECT LEAST(COALESCE(_most, 0), 256 - count(*)) INTO wanted FROM in_hand_of(me.id);
    FOR classes IN
        SELECT c FROM unnest(ARRAY['[0,0]'::INT4RANGE, '[1,3]']) c
        ORDER BY lower(c) * CASE WHEN _games_first THEN -1 ELSE 1 END
    LOOP
        LOOP
            EXIT WHEN wanted <= 0;
            before := wanted;
            FOR chosen IN
                SELECT * FROM next_jobs(me, _can, lower(classes), upper(classes) - 1, now_, wanted)
            LOOP
                -- What was taken a moment ago may stand in the way of what comes after it.
                -- Somebody who hands it back or is late with it may have it locked.
                SELECT q.read_ct + 1 INTO reads FROM pgmq.q_croupier q
                WHERE q.msg_id = chosen.id AND q.vt <= now_ FOR UPDATE SKIP LOCKED;
                CONTINUE WHEN NOT FOUND;
                PERFORM blame(l.worker) FROM leases l WHERE l.job = chosen.id AND l.why IS NULL;
                UPDATE leases l SET why = 'said nothing any more' WHERE l.job = chosen.id AND l.why IS NULL;
                SELECT count(*) + 1 INTO tries FROM leases l WHERE l.job = chosen.id;
                UPDATE pgmq.q_croupier q SET read_ct = reads, last_read_at = now_, vt = now_ + my_term
                WHERE q.msg_id = chosen.id;
                INSERT INTO leases VALUES (chosen.id, reads, me.id, tries, now_);
                IF chosen.lane IS NOT NULL THEN
                    INSERT INTO lanes VALUES (chosen.run, chosen.lane, me.id)
                    ON CONFLICT (run, lane) DO UPDATE SET worker = excluded.worker;
                END IF;
                wanted := wanted - 1;
                job := chosen.id;
                read := reads;
                run := chosen.run;
                class := chosen.class;
                lane := chosen.lane;
                first := chosen.first;
                count := chosen.count;
                payload := chosen.payload;
                RETURN NEXT;
                -- What is next may depend on this one.
                EXIT WHEN chosen.class < 2 OR chosen.lane IS NOT NULL;
            END LOOP;
            EXIT WHEN wanted = before;
        END LOOP;
    END LOOP;
END $$;
