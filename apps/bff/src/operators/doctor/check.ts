import type { Resolver } from 'node:dns/promises';
import type { Kysely } from 'kysely';
import type { PoolingMode } from '../../platform/database/connection/pooling.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import type { Finding } from './finding.ts';

export interface DoctorContext {
  /** @throws EnvError for invalid settings */
  settings(): Env;
  /**
   * Returns the mode of the pooler in front of PostgreSQL; `direct` without a pooler.
   * @throws UnsuitableDatabaseError or DatabaseUnavailableError
   */
  pooling(): Promise<PoolingMode>;
  /** Read-only. @throws Error if no database URL is set */
  database(): Kysely<Database>;
  dns: Pick<Resolver, 'resolve4' | 'resolve6' | 'resolveTxt'>;
}

/** A precondition of a check, which an earlier check establishes. */
export type Need = 'settings' | 'database' | 'tables';

/** One check, read-only. If `run` throws an error, the result is a fault with the message of the error. */
export interface Check {
  name: string;
  needs: readonly Need[];
  /** The precondition that this check establishes if it finds no fault. */
  gives?: Need;
  /** True for a check of the data, which also works for a restored database without servers. */
  ofData?: true;
  /**
   * True for a check that needs only settings and external services, which `ops setup` runs before there is a
   * server or a database.
   */
  beforeStart?: true;
  run(context: DoctorContext): Promise<Finding>;
}
