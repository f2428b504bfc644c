#!/bin/sh
# Restores the newest base backup and the whole archive into an empty folder, and starts a server there: for a drill, or
# permanently.
#   restore.sh FOLDER PORT [COMMAND...]
# With a command: runs the command while the server is up (PGHOST and PGPORT are set), stops the server, and exits with
# the command's status. Without a command: the server stays in the foreground. Do not run as root. Input: BACKUP_DIR;
# RESTORE_LISTEN, the listening address (default 127.0.0.1); RECOVERY_TARGET_TIME, to recover to a time before a mistake.
set -eu
folder="$1" port="$2"
shift 2
base="${BACKUP_DIR:?}/base"
newest="$(ls -1 "$base" | grep -v '\.part$' | sort | tail -n 1)"
if [ -z "$newest" ]; then
  echo "there is no base backup in $base" >&2
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
{
  echo "restore_command = 'test -f \"$BACKUP_DIR/wal/%f.gz\" && gunzip -c \"$BACKUP_DIR/wal/%f.gz\" > \"%p\"'"
  echo "archive_mode = off"
  echo "synchronous_standby_names = ''"
  if [ -n "${RECOVERY_TARGET_TIME:-}" ]; then
    echo "recovery_target_time = '$RECOVERY_TARGET_TIME'"
    echo "recovery_target_action = promote"
  fi
} >> "$folder/postgresql.auto.conf"
touch "$folder/recovery.signal"
echo "restoring the base backup $newest" >&2
set_of="-c port=$port -c unix_socket_directories=$folder -c listen_addresses=${RESTORE_LISTEN:-127.0.0.1}"
if [ "$#" -eq 0 ]; then
  # shellcheck disable=SC2086
  exec postgres -D "$folder" $set_of
fi
pg_ctl start --silent --pgdata="$folder" --wait --timeout="${RESTORE_TIMEOUT:-3600}" --log="$folder/restore.log" --options="$set_of"
trap 'pg_ctl stop --silent --pgdata="$folder" --mode=fast' EXIT
export PGHOST=127.0.0.1 PGPORT="$port"
# The server accepts connections before the recovery has ended.
until [ "$(psql --host="$folder" --no-psqlrc --tuples-only --no-align --dbname=postgres --command='select pg_is_in_recovery()')" = f ]; do
  sleep 0.2
done
"$@"
