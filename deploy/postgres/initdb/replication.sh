#!/bin/sh
# Base backups are taken from another container; the image allows replication from its own machine alone.
echo 'host replication meridian samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
