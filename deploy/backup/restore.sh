#!/bin/sh
# A server from the newest base backup and the whole archive, in an empty folder: for a drill, or for good.
#   restore.sh FOLDER PORT [COMMAND...]
# With a command it runs that with the server up (PGHOST and PGPORT say where), then stops it, and ends with
# the command's status. Without one it stays in the foreground. Not as root. In: BACKUP_DIR; RESTORE_LISTEN, where it
# listens (127.0.0.1); RECOVERY_TARGET_TIME, to recover to a moment before a mistake.
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
# Connections are taken before the recovery has ended.
until [ "$(psql --host="$folder" --no-psqlrc --tuples-only --no-align --dbname=postgres --command='select pg_is_in_recovery()')" = f ]; do
  sleep 0.2
done
"$@"
