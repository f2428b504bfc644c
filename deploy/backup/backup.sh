#!/bin/sh
# Base backups beside the WAL archive, and what the metrics know of both.
#   backup.sh once    takes a base backup now
#   backup.sh         takes one a day, and looks at the archive every minute
# In: PGHOST, PGUSER, PGPASSWORD and the like of a superuser; BACKUP_DIR; BACKUP_KEEP, how many to keep (7).
# A run is noted in the BFF's table schedule_runs: there the metric schedule_last_success_timestamp_seconds comes from.
set -eu
base="${BACKUP_DIR:?}/base"
wal="$BACKUP_DIR/wal"
keep="${BACKUP_KEEP:-7}"
database="${BACKUP_NOTED_IN:-bff}"
day=86400
mkdir -p "$base" "$wal"

# $1 the name of the schedule, $2 succeeded or failed
note() {
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
    insert into schedule_runs (name, $2_at) values ('$1', now())
    on conflict (name) do update set $2_at = now()" || echo "the run of $1 could not be noted" >&2
}

take() {
  name="$(date -u +%Y%m%dT%H%M%SZ)"
  rm -rf "$base"/*.part
  pg_basebackup --pgdata="$base/$name.part" --checkpoint=fast --wal-method=stream --no-password
  # Reads every file again: a backup that cannot be read is none.
  pg_verifybackup --quiet "$base/$name.part"
  mv "$base/$name.part" "$base/$name"
  prune
}

# Keeps the newest base backups, and the WAL from the oldest of them on.
prune() {
  ls -1 "$base" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "${base:?}/$old"; done
  oldest="$(ls -1 "$base" | sort | head -n 1)"
  first="$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$base/$oldest/backup_label")"
  pg_archivecleanup "$wal" "$first"
}

# Nothing has waited for the archive for long. An idle server has nothing to keep.
look() {
  waits="$(psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="
    select count(*) from pg_ls_archive_statusdir()
    where name like '%.ready' and modification < now() - interval '5 minutes'")" || return 0
  if [ "$waits" = 0 ]; then note wal-archive succeeded; else note wal-archive failed; fi
}

taken() { if take; then note base-backup succeeded; else note base-backup failed; return 1; fi; }

if [ "${1:-}" = once ]; then
  taken
  look
  exit
fi
due=0
while :; do
  now="$(date +%s)"
  if [ "$now" -ge "$due" ]; then
    # After a failure again in an hour.
    if taken; then due=$((now + day)); else due=$((now + 3600)); fi
  fi
  look
  sleep 60
done
