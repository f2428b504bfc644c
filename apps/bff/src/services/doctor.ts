/** The checks of `ops doctor` in a running server, with its own settings and connections. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { findPooling } from '../database/pooling.ts';
import type { Env } from '../env.ts';
import type { DoctorContext } from '../ops/doctor/check.ts';
import type { NamedFinding } from '../ops/doctor/examine.ts';

export function openDoctor(env: Env, database: Kysely<Database>) {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseOwnerUrl: ownerUrl } = env;
  const context: DoctorContext = {
    settings: () => env,
    hasOwner: ownerUrl !== undefined,
    database: () => database,
    pooling: () => findPooling({ databaseUrl, ...(directUrl !== undefined && { directUrl }) }),
  };
  return {
    /** Loads the checks with their first use. */
    async examine(): Promise<NamedFinding[]> {
      const [{ examine }, { checks }] = await Promise.all([
        import('../ops/doctor/examine.ts'),
        import('../ops/doctor/checks.ts'),
      ]);
      return examine(context, checks);
    },
  };
}
