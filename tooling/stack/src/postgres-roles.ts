import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

/** The same SQL as in `docker-compose.yml`. */
const statements = resolve(import.meta.dirname, '../../../deploy/postgres');
const readStatements = (name: string) => readFileSync(join(statements, name), 'utf8');

export type Login = { user: string; password: string };

/** Login of one server. Its password is derived one-way from the superuser's. */
export function loginOf(name: string, superuserPassword: string): Login {
  return { user: name, password: createHmac('sha256', superuserPassword).update(name).digest('base64url') };
}

async function run(url: string, settings: Record<string, string>, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [name, value] of Object.entries(settings))
      await client.query('SELECT set_config($1, $2, false)', [`provision.${name}`, value]);
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Assigns a database to its own unprivileged role, existing objects of the superuser included. Idempotent.
 * @param superuserUrl the superuser's connection string for a database
 */
export async function handOver(
  superuserUrl: (database: string) => string,
  database: string,
  login: Login,
): Promise<void> {
  const settings = { role: login.user, password: login.password };
  await run(superuserUrl('postgres'), settings, [readStatements('role.sql'), readStatements('closed.sql')]);
  await run(superuserUrl(database), { role: login.user }, [readStatements('ownership.sql')]);
}
