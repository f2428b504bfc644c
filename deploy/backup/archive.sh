#!/bin/sh
# PostgreSQL's archive_command: keeps one finished WAL segment, so that it is there whole or not at all.
#   archive_command = 'sh /deploy/backup/archive.sh "%p" "%f"'
# In: BACKUP_DIR. A segment that is kept already is taken as done if it is the same, and never overwritten.
# Compressed: a segment is 16 MB, and one that archive_timeout ends is nearly empty.
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
