#!/bin/sh
# Makes the role that owns the store, and its database, when PostgreSQL starts for the first time: no
# superuser, but it may make the roles of workers. The image of PostgreSQL runs what is in
# /docker-entrypoint-initdb.d.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 <<'SQL'
\set password `printf %s "$CROUPIER_OWNER_PASSWORD"`
CREATE ROLE croupier LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE croupier OWNER croupier;
SQL
