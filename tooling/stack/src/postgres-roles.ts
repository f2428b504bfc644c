import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

/** The SQL files that `docker-compose.yml` uses too. */
const statements = resolve(import.meta.dirname, '../../../deploy/postgres');
const readStatements = (name: string) => readFileSync(join(statements, name), 'utf8');

export type Login = { user: string; password: string };

/** Name and password of a database's role. The password is derived one-way from that of the superuser. */
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
 * Makes an unprivileged role the owner of a database, including objects that the superuser created.
 * Idempotent.
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
