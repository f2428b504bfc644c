#!/bin/sh
# Base backups are taken from another container; by default the image allows replication only from its own container.
echo 'host replication meridian samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
