-- Makes a role that may read how much waits at the store and nothing else, for whatever starts and stops
-- workers. It is run by the store's owner, behind `croupier workers --admit`, and again after a change:
--
--     CROUPIER_SCALER_PASSWORD=… psql "$CROUPIER_STORE" --file deploy/kubernetes/scaling.sql
\set ON_ERROR_STOP on
\set password `printf %s "$CROUPIER_SCALER_PASSWORD"`
SELECT 'DO $$ BEGIN RAISE EXCEPTION ''CROUPIER_SCALER_PASSWORD is not set; it is the role''''s''; END $$'
WHERE :'password' = '' \gexec

BEGIN;
SELECT 'CREATE ROLE croupier_scaler LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'croupier_scaler') \gexec
ALTER ROLE croupier_scaler PASSWORD :'password';
-- Whoever has the password can change these two for a session: what keeps it from writing is that it may not.
ALTER ROLE croupier_scaler SET default_transaction_read_only = on;
ALTER ROLE croupier_scaler SET statement_timeout = '5s';
GRANT CONNECT ON DATABASE :"DBNAME" TO croupier_scaler;
GRANT USAGE ON SCHEMA croupier_queue TO croupier_scaler;
-- A view reads with the rights of its owner, so the tables below it stay closed.
GRANT SELECT ON croupier_queue.what_waits TO croupier_scaler;
COMMIT;
