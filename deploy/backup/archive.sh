#!/bin/sh
# PostgreSQL's archive_command: keeps one finished WAL segment, so that it is there whole or not at all.
#   archive_command = 'sh /deploy/backup/archive.sh "%p" "%f"'
# In: BACKUP_DIR. A segment that is kept already is taken as done if it is the same, and never overwritten.
set -eu
folder="${BACKUP_DIR:?}/wal"
mkdir -p "$folder"
if [ -e "$folder/$2" ]; then
  exec cmp -s "$1" "$folder/$2"
fi
cp "$1" "$folder/$2.part"
sync "$folder/$2.part"
mv "$folder/$2.part" "$folder/$2"
sync "$folder"
