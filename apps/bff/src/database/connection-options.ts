import type { ClientConfig } from 'pg';

/** The first probe of a silent connection; the kernel sends the further ones. */
const keepAliveDelayMs = 5_000;

/**
 * How `DATABASE_URL` becomes a connection. Whatever connects to the application's database goes through here: the
 * pool of the tables, the pool of the job queue, and the connection that listens.
 */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}
