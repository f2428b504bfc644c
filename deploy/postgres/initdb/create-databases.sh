#!/bin/sh
# Creates a database for each server. The BFF has three roles: bff_owner owns and migrates the tables, bff is the role of
# site and workers, bff_console the role of the console and ops. PostgreSQL's image runs this when its volume is empty.
# On a volume of an earlier version, run: docker compose exec postgres sh /deploy/postgres/start.sh create-databases
set -eu
folder=/deploy/postgres

run() {
  psql --quiet --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres
}

# $1 a role, $2 the variable that holds its password
role() {
  run <<SQL
\getenv password $2
select set_config('provision.role', '$1', false), set_config('provision.password', :'password', false) \g /dev/null
\i $folder/role.sql
SQL
}

# $1 a database, $2 the role that owns it, $3 the role that owns the schema of its job queue
database() {
  run <<SQL
select 'create database $1' where not exists (select from pg_database where datname = '$1') \gexec
\connect $1
select set_config('provision.role', '$2', false), set_config('provision.queue_role', '$3', false) \g /dev/null
\i $folder/ownership.sql
\connect postgres
\i $folder/closed.sql
SQL
}

role bff_owner BFF_OWNER_PASSWORD
role bff BFF_DATABASE_PASSWORD
role bff_console BFF_CONSOLE_PASSWORD
database bff bff_owner bff
run <<SQL
grant bff to bff_console;
grant connect on database bff to bff, bff_console;
SQL
role upstream UPSTREAM_DATABASE_PASSWORD
database upstream upstream upstream
