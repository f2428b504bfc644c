#!/bin/sh
# Starts PostgreSQL's image. Only a demonstration (APP_ENV=demo) has default passwords, which are public.
# The password X can be in a file, whose path is X_FILE.
set -eu
passwords="POSTGRES_PASSWORD BFF_OWNER_PASSWORD BFF_DATABASE_PASSWORD BFF_CONSOLE_PASSWORD UPSTREAM_DATABASE_PASSWORD"
for name in $passwords; do
  eval "file=\${${name}_FILE:-}"
  if [ -n "$file" ]; then
    value="$(cat "$file")"
    eval "$name=\$value"
    # The image refuses a password that is set in both ways.
    unset "${name}_FILE"
  fi
done
if [ "${APP_ENV:-}" = demo ]; then
  : "${POSTGRES_PASSWORD:=demo-owner}" "${BFF_DATABASE_PASSWORD:=demo-bff}"
  : "${BFF_OWNER_PASSWORD:=demo-bff-owner}" "${BFF_CONSOLE_PASSWORD:=demo-bff-console}"
  : "${UPSTREAM_DATABASE_PASSWORD:=demo-upstream}"
fi
for name in $passwords; do
  if eval "[ -z \"\${$name:-}\" ]"; then
    echo "$name is not set: choose a password before the first start. Only APP_ENV=demo has a default." >&2
    exit 1
  fi
done
# shellcheck disable=SC2086
export $passwords
if [ "${1:-}" = create-databases ]; then
  exec sh /docker-entrypoint-initdb.d/create-databases.sh
fi
exec docker-entrypoint.sh "$@"
