#!/bin/sh
# Reads the names of base backups, and prints the newest one: if RECOVERY_TARGET_TIME is set, the newest one that ended
# before it. A base backup is named after the time when it ended, for example 20261121T090000Z.
set -eu
limit=Z # after all names
if [ -n "${RECOVERY_TARGET_TIME:-}" ]; then
  # IST is India's time for date, and Israel's for PostgreSQL.
  case "$RECOVERY_TARGET_TIME" in
    *:*Z | *:*[+-][0-9][0-9] | *:*[+-][0-9][0-9]:[0-9][0-9]) ;;
    *)
      echo "RECOVERY_TARGET_TIME must end with an offset from UTC, for example 2026-11-21 14:30:00+05:30" >&2
      exit 1
      ;;
  esac
  limit="$(date -u -d "$RECOVERY_TARGET_TIME" +%Y%m%dT%H%M%SZ)"
fi
LC_ALL=C sort | LC_ALL=C awk -v limit="$limit" '$0 < limit' | tail -n 1
