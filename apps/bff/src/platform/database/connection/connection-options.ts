import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Delay of the first TCP keep-alive probe. */
const keepAliveDelayMs = 5_000;

const lastRead = new Map<string, ClientConfig>();

/**
 * Parses `DATABASE_URL`. Used by every connection: the pool of the tables, the pool of the job queue, and
 * the LISTEN connection. Reads the certificates that it names, again for each connection, since they are
 * renewed; while a file is missing, what was read last still holds.
 * @throws if a certificate cannot be read and never was
 */
export function connectionOptions(databaseUrl: string): ClientConfig {
  try {
    const options = {
      ...parseIntoClientConfig(databaseUrl),
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
    };
    lastRead.set(databaseUrl, options);
    return options;
  } catch (error) {
    const options = lastRead.get(databaseUrl);
    if (!options) throw error;
    return options;
  }
}
