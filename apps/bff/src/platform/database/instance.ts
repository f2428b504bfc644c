/** Records the `APP_ENV` of a database, and digests of the settings of the server that started last. */
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Env } from '../settings/env.ts';
import { databaseNow } from './clock.ts';
import { UnsuitableDatabaseError } from './connection/unsuitable.ts';
import type { Database } from './database.ts';
import { storedColumn } from './stored-column.ts';

export interface Instance {
  appEnv: string;
  /** Digests by setting name, of the server that started last. */
  digests: Record<string, string>;
  startedAt: Date;
}

const digestsColumn = storedColumn('instance.settings', z.record(z.string(), z.string()));

/**
 * Records the settings of a starting server. The first start sets the database's `APP_ENV`.
 * @throws UnsuitableDatabaseError if the database has another `APP_ENV`
 */
export async function stampInstance(
  database: Kysely<Database>,
  { appEnv, digests }: Pick<Env, 'appEnv' | 'digests'>,
): Promise<void> {
  const settings = JSON.stringify(digests);
  const stamped = await database
    .insertInto('instance')
    .values({ app_env: appEnv, settings, started_at: databaseNow })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ settings, started_at: databaseNow })
        .where('instance.app_env', '=', appEnv),
    )
    .returning('id')
    .executeTakeFirst();
  if (stamped) return;
  const known = await readInstance(database);
  throw new UnsuitableDatabaseError(
    `The database belongs to APP_ENV=${known?.appEnv}, and APP_ENV here is ${appEnv}: databases of different environments must not be mixed. Use a different, empty database, or correct APP_ENV`,
  );
}

/** @returns undefined if no server has started on the database yet */
export async function readInstance(database: Kysely<Database>): Promise<Instance | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('public.instance')::text as name`.execute(database);
  if (!rows[0]?.name) return undefined;
  const row = await database.selectFrom('instance').selectAll().executeTakeFirst();
  return (
    row && {
      appEnv: row.app_env,
      digests: digestsColumn.parse(row.settings, String(row.id)),
      startedAt: row.started_at,
    }
  );
}

/**
 * @returns names of settings that differ from those of the server that started last; settings that only one
 * of the two versions knows are left out
 */
export function otherSettings(instance: Instance | undefined, digests: Env['digests']): string[] {
  const known = instance?.digests ?? {};
  return Object.keys(digests).filter((name) => known[name] !== undefined && known[name] !== digests[name]);
}

/**
 * @returns a key that only the servers on this database know, for values that one server signs and another
 * verifies. Each start of a server changes the key
 */
export async function readSharedKey(database: Kysely<Database>): Promise<string> {
  const { key } = await database
    .selectFrom('instance')
    .select(sql<string>`settings::text || started_at::text`.as('key'))
    .executeTakeFirstOrThrow();
  return key;
}
