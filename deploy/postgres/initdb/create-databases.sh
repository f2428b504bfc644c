#!/bin/sh
# Each server has a database and a role of its own. Run by PostgreSQL's image when its volume is empty; on a volume of
# an earlier version by hand: docker compose exec postgres sh /deploy/postgres/start.sh create-databases
set -eu
folder=/deploy/postgres

# $1 the name of role and database, $2 the variable that holds the password
provide() {
  psql --quiet --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<SQL
\getenv password $2
select set_config('provision.role', '$1', false), set_config('provision.password', :'password', false) \g /dev/null
\i $folder/role.sql
select 'create database $1' where not exists (select from pg_database where datname = '$1') \gexec
\connect $1
select set_config('provision.role', '$1', false) \g /dev/null
\i $folder/ownership.sql
\connect postgres
\i $folder/closed.sql
SQL
}

provide bff BFF_DATABASE_PASSWORD
provide upstream UPSTREAM_DATABASE_PASSWORD
