import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Delay of the first TCP keep-alive probe. */
const keepAliveDelayMs = 5_000;

const lastRead = new Map<string, ClientConfig>();

/**
 * Parses the URL of a database. Used by every connection: for example by the pools for the tables and the job
 * queue, and the LISTEN connection. Reads the certificate files of the URL for each connection, because they
 * are renewed. If a file cannot be read, the content read last is used.
 * @throws if the URL is invalid, or a certificate cannot be read and was never read
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
