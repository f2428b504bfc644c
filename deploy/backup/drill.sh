#!/bin/sh
# The restore drill with Compose: restores the newest backup into a server beside the running one, and checks it with
# "ops doctor --data". Changes nothing in the running product except the record of the drill. Input: the variables of
# compose.yml, and the BFF's three passwords unless it is a demonstration.
set -eu
compose() { docker compose --file docker-compose.yml --file deploy/backup/compose.yml "$@"; }
port=5433
name=restore-drill
clean() {
  docker rm --force "$name" > /dev/null 2>&1 || true
  compose run --rm --no-deps --entrypoint rm backup -rf /backup/drill
}
clean
trap clean EXIT
compose run --detach --no-deps --name "$name" --entrypoint sh backup /deploy/backup/restore.sh /backup/drill "$port"
until docker exec "$name" psql --host=127.0.0.1 --port="$port" --username=meridian --dbname=bff --tuples-only --no-align \
  --command='select pg_is_in_recovery()' 2> /dev/null | grep -q f; do
  [ "$(docker inspect --format '{{.State.Running}}' "$name")" = true ] || { docker logs "$name" >&2; exit 1; }
  sleep 1
done
compose run --rm --no-deps \
  --env DATABASE_OWNER_URL="postgresql://bff_owner:${BFF_OWNER_PASSWORD:-demo-bff-owner}@postgres:$port/bff" \
  --env DATABASE_URL="postgresql://bff:${BFF_DATABASE_PASSWORD:-demo-bff}@postgres:$port/bff" \
  --env DATABASE_CONSOLE_URL="postgresql://bff_console:${BFF_CONSOLE_PASSWORD:-demo-bff-console}@postgres:$port/bff" \
  bff ./ops doctor --data
compose exec -T postgres psql --username=meridian --dbname=bff --quiet --command="insert into schedule_runs (name, succeeded_at)
  values ('restore-drill', now()) on conflict (name) do update set succeeded_at = now()"
