#!/bin/sh
# The restore drill of compose.production.yml: fetches the newest backup from object storage, restores it into a server
# beside the running one, and checks it with "ops doctor --data". Changes nothing in the running product except the
# record of the drill. Run as root.
set -eu
cd "$(dirname "$0")/../.."
port=5433
name=restore-drill
folder=/var/lib/postgresql/drill
clean() {
  docker rm --force "$name" > /dev/null 2>&1 || true
  docker compose run --rm --no-deps --entrypoint rm backup -rf "$folder"
}
clean
trap clean EXIT
docker compose run --detach --no-deps --name "$name" --env BACKUP_DIR="$folder/backup" backup \
  -c "sh /deploy/backup/fetch.sh && exec sh /deploy/backup/restore.sh $folder/data $port"
until docker exec "$name" psql --host=127.0.0.1 --port="$port" --username=meridian --dbname=bff --tuples-only --no-align \
  --command='select pg_is_in_recovery()' 2> /dev/null | grep -q f; do
  [ "$(docker inspect --format '{{.State.Running}}' "$name")" = true ] || { docker logs "$name" >&2; exit 1; }
  sleep 1
done
restored() { sed "s/@postgres:5432/@$name:$port/" "secrets/$1"; }
DATABASE_URL="$(restored database_url)"
DATABASE_OWNER_URL="$(restored database_owner_url)"
DATABASE_CONSOLE_URL="$(restored database_console_url)"
export DATABASE_URL DATABASE_OWNER_URL DATABASE_CONSOLE_URL
docker compose run --rm --no-deps --env DATABASE_URL --env DATABASE_OWNER_URL --env DATABASE_CONSOLE_URL \
  --env DATABASE_URL_FILE= --env DATABASE_OWNER_URL_FILE= --env DATABASE_CONSOLE_URL_FILE= bff ./ops doctor --data
docker compose exec -T postgres psql --username=meridian --dbname=bff --quiet --command="insert into schedule_runs (name, succeeded_at)
  values ('restore-drill', now()) on conflict (name) do update set succeeded_at = now()"
