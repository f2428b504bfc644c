#!/bin/sh
# Restores a base backup and the archive into an empty folder, and starts a server there, which archives nothing: the
# newest base backup and the whole archive, or the state at RECOVERY_TARGET_TIME.
#   restore.sh FOLDER PORT [COMMAND...]    FOLDER is an absolute path
# With a command: runs the command while the server is up (PGHOST and PGPORT are set), stops the server, and exits with
# the command's status. Without a command, for a drill: the server stays in the foreground. To restore permanently, use
# the command "true", then start PostgreSQL in the usual way: it archives as postgresql.conf or its command line says.
# Do not run as root. Input: BACKUP_DIR; RESTORE_LISTEN, the listening address (default 127.0.0.1);
# RECOVERY_TARGET_TIME, to recover to a time before a mistake, from the newest base backup that ended before it.
set -eu
folder="$1" port="$2"
shift 2
base="${BACKUP_DIR:?}/base"
newest="$(ls -1 "$base" | grep -v '\.part$' | sh "$(dirname "$0")/newest.sh")"
if [ -z "$newest" ]; then
  echo "there is no base backup in $base${RECOVERY_TARGET_TIME:+ that ended before $RECOVERY_TARGET_TIME}" >&2
  exit 1
fi
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
  echo "$folder is not empty: nothing is restored over it" >&2
  exit 1
fi
mkdir -p "$folder"
chmod 700 "$folder"
cp -R "$base/$newest/." "$folder"
pg_verifybackup --quiet "$folder"
touch "$folder/recovery.signal"
echo "restoring the base backup $newest" >&2
export BACKUP_DIR
# shellcheck disable=SC2016
restore_command='test -f "$BACKUP_DIR/wal/%f.gz" && gunzip -c "$BACKUP_DIR/wal/%f.gz" > "%p"'
# Command-line options, because these settings are only for the recovery: the data folder does not keep them, and those
# that an earlier restore left in postgresql.auto.conf have no effect. A shell reads the options: see the quotes.
options="-c port=$port -c unix_socket_directories='$folder' -c listen_addresses='${RESTORE_LISTEN:-127.0.0.1}' \
-c archive_mode=off -c synchronous_standby_names= -c restore_command='$restore_command' \
-c recovery_target_time='${RECOVERY_TARGET_TIME:-}' -c recovery_target_action=promote"
if [ "$#" -eq 0 ]; then
  eval "exec postgres -D '$folder' $options"
fi
pg_ctl start --silent --pgdata="$folder" --wait --timeout="${RESTORE_TIMEOUT:-3600}" --log="$folder/restore.log" --options="$options"
trap 'pg_ctl stop --silent --pgdata="$folder" --mode=fast' EXIT
export PGHOST=127.0.0.1 PGPORT="$port"
# The server accepts connections before the recovery has ended.
until [ "$(psql --host="$folder" --no-psqlrc --tuples-only --no-align --dbname=postgres --command='select pg_is_in_recovery()')" = f ]; do
  # Ends the script if the server has stopped, for example because RECOVERY_TARGET_TIME is after the last archived change.
  pg_ctl status --pgdata="$folder" > /dev/null
  sleep 0.2
done
# With archive_mode=off, PostgreSQL does not mark the history file of the new timeline for the archive. If that file is
# not in the archive, a later restore does not find the new timeline.
for history in "$folder"/pg_wal/*.history; do
  [ -e "$history" ] || continue
  status="$folder/pg_wal/archive_status/$(basename "$history")"
  [ -e "$status.done" ] || touch "$status.ready"
done
"$@"
