#!/bin/sh
# Base backups beside the WAL archive, and what the metrics know of both.
#   backup.sh once    takes a base backup now
#   backup.sh         takes one a day, and looks at the archive every minute
# In: PGHOST, PGUSER, PGPASSWORD (or PGPASSWORD_FILE) and the like of a superuser; BACKUP_DIR; BACKUP_KEEP, how many to
# keep (7); BACKUP_REMOTE, a place of rclone where copies go, such as backup: (none).
# A run is noted in the BFF's table schedule_runs: there the metric schedule_last_success_timestamp_seconds comes from.
set -eu
base="${BACKUP_DIR:?}/base"
wal="$BACKUP_DIR/wal"
keep="${BACKUP_KEEP:-7}"
database="${BACKUP_NOTED_IN:-bff}"
remote="${BACKUP_REMOTE:-}"
day=86400
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD="$(cat "$PGPASSWORD_FILE")"
  export PGPASSWORD
fi
mkdir -p "$base" "$wal"

# $1 the name of the schedule, $2 succeeded or failed
note() {
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
    insert into schedule_runs (name, $2_at) values ('$1', now())
    on conflict (name) do update set $2_at = now()" || echo "the run of $1 could not be noted" >&2
}

# Steps are joined, since "set -e" does not count within a condition.
take() {
  name="$(date -u +%Y%m%dT%H%M%SZ)"
  rm -rf "$base"/*.part
  pg_basebackup --pgdata="$base/$name.part" --checkpoint=fast --wal-method=stream --no-password &&
    # Reads every file again: a backup that cannot be read is none.
    pg_verifybackup --quiet "$base/$name.part" &&
    mv "$base/$name.part" "$base/$name" &&
    prune &&
    send_base
}

# Nothing is deleted there: a rule of the bucket does that, so that this machine needs no right to.
send_base() {
  [ -n "$remote" ] || return 0
  packed="$BACKUP_DIR/$name.tar.gz"
  if tar -C "$base" -czf "$packed" "$name" && rclone copyto "$packed" "$remote/base/$name.tar.gz"; then
    rm "$packed"
  else
    rm -f "$packed"
    return 1
  fi
}

# Sends what was archived since the last time. The file "sent" has that time.
send_wal() {
  [ -n "$remote" ] || return 0
  sent="$BACKUP_DIR/sent"
  [ -e "$sent" ] || touch -d @0 "$sent"
  touch "$sent.next"
  # A segment may be put in place in the same moment; the clock of files is coarse.
  sleep 1
  find "$wal" -type f -name '*.gz' -cnewer "$sent" -printf '%f\n' > "$sent.names" || return 1
  if [ -s "$sent.names" ]; then
    rclone copy --no-traverse --files-from "$sent.names" "$wal" "$remote/wal" || return 1
  fi
  mv "$sent.next" "$sent"
}

# Keeps the newest base backups, and the WAL from the oldest of them on.
prune() {
  ls -1 "$base" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "${base:?}/$old"; done
  oldest="$(ls -1 "$base" | sort | head -n 1)"
  first="$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$base/$oldest/backup_label")"
  pg_archivecleanup -x .gz "$wal" "$first"
}

# Nothing has waited for the archive for long, and its copy has all of it. An idle server has nothing to keep.
look() {
  if send_wal; then unsent=0; else unsent=1; fi
  waits="$(psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="
    select count(*) from pg_ls_archive_statusdir()
    where name like '%.ready' and modification < now() - interval '5 minutes'")" || return 0
  if [ "$waits" = 0 ] && [ "$unsent" = 0 ]; then note wal-archive succeeded; else note wal-archive failed; fi
}

taken() { if take; then note base-backup succeeded; else note base-backup failed; return 1; fi; }

if [ "${1:-}" = once ]; then
  taken
  look
  exit
fi
# At the first start of all there is no such table yet, and the first run could not be noted.
until psql --quiet --no-psqlrc --dbname="$database" --command='select from schedule_runs limit 0' > /dev/null; do
  sleep 5
done
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
