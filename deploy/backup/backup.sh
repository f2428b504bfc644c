#!/bin/sh
# Takes base backups, checks the WAL archive, and records the results for the metrics.
#   backup.sh once    takes a base backup now
#   backup.sh         takes one a day, and checks the archive every minute
# Input: PGHOST, PGUSER, PGPASSWORD (or PGPASSWORD_FILE) and other libpq variables of a superuser; BACKUP_DIR;
# BACKUP_KEEP, the number of base backups to keep (default 7); BACKUP_REMOTE, the rclone remote for copies, for example
# backup: (default: no copies); BACKUP_NOTED_IN, the database of the BFF (default bff).
# Each run is recorded in the table schedule_runs of that database, which the metric
# schedule_last_success_timestamp_seconds shows.
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

# $1 the name of the run, $2 succeeded or failed
record() {
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="$database" --command="
    insert into schedule_runs (name, $2_at) values ('$1', now())
    on conflict (name) do update set $2_at = now()" || echo "the run of $1 could not be recorded" >&2
}

# Joined with "&&", because "set -e" has no effect in a condition. A base backup has the name of the time when it ended:
# restore.sh cannot recover to an earlier time from it.
back_up() {
  rm -rf "$base"/*.part
  unfinished="$base/$$.part"
  pg_basebackup --pgdata="$unfinished" --checkpoint=fast --wal-method=stream --no-password &&
    name="$(date -u +%Y%m%dT%H%M%SZ)" &&
    pg_verifybackup --quiet "$unfinished" &&
    [ ! -e "$base/$name" ] &&
    mv "$unfinished" "$base/$name" &&
    prune &&
    send_base
}

# Deletes nothing at the remote: a lifecycle rule of the bucket does, so this machine needs no permission to delete.
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

# Sends the segments that were archived since the last run. The modification time of the file "sent" is the time of that
# run.
send_wal() {
  [ -n "$remote" ] || return 0
  sent="$BACKUP_DIR/sent"
  [ -e "$sent" ] || touch -d @0 "$sent"
  touch "$sent.next"
  # File times are coarse: without the pause, a segment that is stored at this moment might never be sent.
  sleep 1
  find "$wal" -type f -name '*.gz' -cnewer "$sent" -printf '%f\n' > "$sent.names" || return 1
  if [ -s "$sent.names" ]; then
    rclone copy --no-traverse --files-from "$sent.names" "$wal" "$remote/wal" || return 1
  fi
  mv "$sent.next" "$sent"
}

# Keeps the newest base backups, and the WAL since the oldest of them.
prune() {
  ls -1 "$base" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "${base:?}/$old"; done
  oldest="$(ls -1 "$base" | sort | head -n 1)"
  first="$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$base/$oldest/backup_label")"
  pg_archivecleanup -x .gz "$wal" "$first"
}

# Records success if archive_mode is not off, no segment has waited for the archive for more than 5 minutes, and all
# archived segments are sent. An idle server also succeeds.
check_archive() {
  if send_wal; then unsent=0; else unsent=1; fi
  archived="$(psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="
    select current_setting('archive_mode') <> 'off' and count(*) = 0 from pg_ls_archive_statusdir()
    where name like '%.ready' and modification < now() - interval '5 minutes'")" || return 0
  if [ "$archived" = t ] && [ "$unsent" = 0 ]; then record wal-archive succeeded; else record wal-archive failed; fi
}

back_up_and_record() {
  if back_up; then record base-backup succeeded; else record base-backup failed; return 1; fi
}

if [ "${1:-}" = once ]; then
  back_up_and_record
  check_archive
  exit
fi
# Waits for the first migration of the BFF, which creates the table of the runs.
until psql --quiet --no-psqlrc --dbname="$database" --command='select from schedule_runs limit 0' > /dev/null; do
  sleep 5
done
due=0
while :; do
  now="$(date +%s)"
  if [ "$now" -ge "$due" ]; then
    # After a failure: retry in an hour.
    if back_up_and_record; then due=$((now + day)); else due=$((now + 3600)); fi
  fi
  check_archive
  sleep 60
done
