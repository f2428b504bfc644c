#!/bin/sh
# Run once by PostgreSQL's image, when its volume is empty: each server has a database of its own.
set -eu
for name in bff upstream; do
  createdb --username "$POSTGRES_USER" "$name"
done
