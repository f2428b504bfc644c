#!/bin/sh
# Reads the names of base backups, and prints the newest one: if RECOVERY_TARGET_TIME is set, the newest one that ended
# before it. A base backup is named after the time when it ended, for example 20261121T090000Z.
set -eu
limit=Z # after all names
if [ -n "${RECOVERY_TARGET_TIME:-}" ]; then
  # Only this format, because PostgreSQL and "date" differ in others: PostgreSQL takes IST for Israel's time, and
  # UTC+05:30 for a time west of Greenwich.
  printf '%s\n' "$RECOVERY_TARGET_TIME" |
    grep -Eqx '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}(:[0-9]{2})?)' || {
    echo "RECOVERY_TARGET_TIME must have the format 2026-11-21 14:30:00+05:30, with the offset from UTC" >&2
    exit 1
  }
  limit="$(date -u -d "$RECOVERY_TARGET_TIME" +%Y%m%dT%H%M%SZ)"
fi
LC_ALL=C sort | LC_ALL=C awk -v limit="$limit" '$0 < limit' | tail -n 1
