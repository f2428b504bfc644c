import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Remaining seconds of the pause; 0 if there is none. */
export async function pausedSeconds(database: Kysely<Database>): Promise<number> {
  const session = await database
    .selectFrom('crm_session')
    .select(sql<number>`greatest(extract(epoch from paused_until - now()), 0)::float8`.as('seconds'))
    .executeTakeFirst();
  return session?.seconds ?? 0;
}

/** Pauses the calls of all replicas. */
export async function pause(database: Kysely<Database>, seconds: number): Promise<void> {
  await database
    .updateTable('crm_session')
    .set({ paused_until: sql<Date>`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .execute();
}
