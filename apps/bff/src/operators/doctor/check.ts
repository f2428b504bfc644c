import type { Resolver } from 'node:dns/promises';
import type { Kysely } from 'kysely';
import type { PoolingMode } from '../../platform/database/connection/pooling.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import type { Finding } from './finding.ts';

export interface DoctorContext {
  /** @throws EnvError for settings that cannot be used */
  settings(): Env;
  /** Mode of the pooler in front of PostgreSQL, if there is one. @throws UnsuitableDatabaseError or DatabaseUnavailableError */
  pooling(): Promise<PoolingMode>;
  /** For reading only. @throws Error without an address */
  database(): Kysely<Database>;
  dns: Pick<Resolver, 'resolve4' | 'resolve6' | 'resolveTxt'>;
}

/** A precondition of a check, which an earlier check gives. */
export type Need = 'settings' | 'database' | 'tables';

/** One check, read-only. An error that it throws is a fault, with its message. */
export interface Check {
  name: string;
  needs: readonly Need[];
  /** Given by this check unless it finds a fault. */
  gives?: Need;
  /** Checks only the database, so it also works for a restored one without servers. */
  ofData?: true;
  /** Needs only settings and external services, so `ops setup` runs it before there is a server or a database. */
  beforeStart?: true;
  run(context: DoctorContext): Promise<Finding>;
}
