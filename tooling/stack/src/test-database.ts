import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { atEnd } from './at-end.ts';

export type TestDatabase = {
  /** Connection string of the new database. */
  url: string;
  /** Drops the database, even if in use. */
  drop: () => Promise<void>;
};

/**
 * Template from which test databases are copied. The first test that needs the template creates it, once per
 * run.
 */
export type DatabaseTemplate = {
  name: string;
  /** Fills the empty database, and leaves no connection open. */
  prepare: (url: string) => Promise<void>;
};

/** SQLSTATE `object_in_use`. */
const inUse = '55006';

async function onServer<Result>(serverUrl: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** @returns the template's name on the server, after this or another worker has created it */
async function provideTemplate(client: pg.Client, serverUrl: string, template: DatabaseTemplate) {
  const name = `${process.env.TEST_DATABASE_TEMPLATES}_${template.name}`;
  const exists = async () =>
    (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
  if (await exists()) return name;
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
  if (await exists()) return name;
  const draft = `${name}_draft`;
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(draft)}`);
  await template.prepare(urlOf(serverUrl, draft));
  await client.query(
    `ALTER DATABASE ${client.escapeIdentifier(draft)} RENAME TO ${client.escapeIdentifier(name)}`,
  );
  return name;
}

/**
 * Creates a database on the server of TEST_DATABASE_URL: empty, or a copy of a template.
 * @throws TypeError if unset: the test must run under the root `vitest.config.ts`
 */
export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl)
    throw new TypeError('TEST_DATABASE_URL is not set: run the tests with vitest from the root folder');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, async (client) => {
    const source = template && (await provideTemplate(client, serverUrl, template));
    const copied = source ? ` TEMPLATE ${client.escapeIdentifier(source)} STRATEGY FILE_COPY` : '';
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${copied}`);
  });
  return {
    url: urlOf(serverUrl, name),
    drop: async () => {
      const drop = (how: string) =>
        onServer(serverUrl, (client) => client.query(`DROP DATABASE ${client.escapeIdentifier(name)}${how}`));
      try {
        // PostgreSQL waits a few seconds for connections that are closing; `force` would make them fail.
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
 * Hooks run in reverse order, so register the `afterAll` that closes a pool after the call of this function:
 * a connection that is
 * open when the database is dropped ends with an error.
 */
export async function useTestDatabase(template?: DatabaseTemplate): Promise<Pick<TestDatabase, 'url'>> {
  const { url, drop } = await createTestDatabase(template);
  atEnd(drop);
  return { url };
}
