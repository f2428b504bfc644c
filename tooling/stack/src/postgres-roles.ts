import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

/** The same statements that `docker-compose.yml` runs. */
const statements = resolve(import.meta.dirname, '../../../deploy/postgres');
const readStatements = (name: string) => readFileSync(join(statements, name), 'utf8');

export type Login = { user: string; password: string };

/** The login of one server. Its password follows from the superuser's and does not lead back to it. */
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
 * Hands a database to a role of its own, which is no superuser and reaches no other. What a former version made in it
 * under the superuser is handed over too. May be repeated.
 *
 * @param superuserUrl the connection string of the superuser, for a database of the server
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
