import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

export type TestDatabase = {
  /** Connection string of an empty database. */
  url: string;
  /** Drops the database, even if in use. */
  drop: () => Promise<void>;
};

/** SQLSTATE `object_in_use`. */
const inUse = '55006';

async function onServer(serverUrl: string, statement: (client: pg.Client) => string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement(client));
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty database on the server of TEST_DATABASE_URL.
 * @throws TypeError if unset: the test must run under the root `vitest.config.ts`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl)
    throw new TypeError('TEST_DATABASE_URL is not set: run the tests with vitest from the root folder');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) => `CREATE DATABASE ${client.escapeIdentifier(name)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      const drop = (how: string) =>
        onServer(serverUrl, (client) => `DROP DATABASE ${client.escapeIdentifier(name)}${how}`);
      try {
        // Waits a few seconds for closing connections, which would otherwise fail.
        await drop('');
      } catch (error) {
        if ((error as { code?: unknown }).code !== inUse) throw error;
        await drop(' WITH (FORCE)');
      }
    },
  };
}

/**
 * A database for one test file, dropped after its last test:
 *
 *     const database = await useTestDatabase();   // at the top of the file
 *     const pool = new pg.Pool({ connectionString: database.url });
 *
 * Hooks run in reverse order, so an `afterAll` that closes a pool belongs below this line: a connection that is
 * open when the database goes ends with an error.
 */
export async function useTestDatabase(): Promise<Pick<TestDatabase, 'url'>> {
  const { url, drop } = await createTestDatabase();
  afterAll(drop);
  return { url };
}
