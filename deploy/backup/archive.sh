#!/bin/sh
# PostgreSQL's archive_command: stores one finished WAL segment, completely or not at all.
#   archive_command = 'sh /deploy/backup/archive.sh "%p" "%f"'
# Input: BACKUP_DIR. Never overwrites a stored segment. If a segment with this name is stored, the exit status is 0 if both
# are equal, otherwise 1.
# Compresses the segment, because it has 16 MB even if archive_timeout ended it when it was nearly empty.
set -eu
folder="${BACKUP_DIR:?}/wal"
mkdir -p "$folder"
if [ -e "$folder/$2.gz" ]; then
  gunzip -c "$folder/$2.gz" | cmp -s - "$1"
  exit
fi
gzip -c "$1" > "$folder/$2.part"
sync "$folder/$2.part"
mv "$folder/$2.part" "$folder/$2.gz"
sync "$folder"
