import type { ClientConfig } from 'pg';

/** Delay of the first TCP keep-alive probe. */
const keepAliveDelayMs = 5_000;

/**
 * Parses `DATABASE_URL`. Used by every connection: the pool of the tables, the pool of the job queue, and
 * the LISTEN connection.
 */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}
