#!/bin/sh
# Fetches a base backup from object storage, and the WAL since its start, for restore.sh.
# Input: BACKUP_REMOTE, the source; BACKUP_DIR, the target; RECOVERY_TARGET_TIME, to fetch the newest base backup that
# ended before that time (default: the newest).
set -eu
remote="${BACKUP_REMOTE:?is the place in the object storage}"
newest="$(rclone lsf --include '*.tar.gz' "$remote/base" | sh "$(dirname "$0")/newest.sh")"
if [ -z "$newest" ]; then
  echo "there is no base backup in $remote/base${RECOVERY_TARGET_TIME:+ that ended before $RECOVERY_TARGET_TIME}" >&2
  exit 1
fi
mkdir -p "${BACKUP_DIR:?}/base" "$BACKUP_DIR/wal"
rclone copyto "$remote/base/$newest" "$BACKUP_DIR/$newest"
tar -xzf "$BACKUP_DIR/$newest" -C "$BACKUP_DIR/base"
rm "$BACKUP_DIR/$newest"
first="$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$BACKUP_DIR/base/${newest%.tar.gz}/backup_label")"
# The name of a segment is a timeline (8 digits) and a position. All timeline history files are needed, and they are few.
rclone lsf "$remote/wal" |
  awk -v first="$first" '/history/ || substr($0, 9, 16) >= substr(first, 9)' > "$BACKUP_DIR/names"
rclone copy --files-from "$BACKUP_DIR/names" "$remote/wal" "$BACKUP_DIR/wal"
echo "fetched the base backup $newest and $(wc -l < "$BACKUP_DIR/names") files of WAL" >&2
