import { Kysely, PostgresDialect } from 'kysely';
import { backgroundDeadlines, type Deadlines } from './connection/deadlines.ts';
import { openPool, type PoolOptions } from './connection/pool.ts';
import type { Pooling } from './connection/pooling.ts';
import { type AroundStatement, preparingPool } from './prepared.ts';
import type { Schema } from './schema.ts';

/** Row types of all tables. JSON columns are read with `storedColumn`. */
export type Database = Schema;

export interface DatabaseOptions {
  /** Max connections per replica. */
  maxConnections?: number;
  /** Deadlines of statements without `withDeadlines`. Default: `backgroundDeadlines`. */
  deadlines?: Deadlines;
  /** Returns false until the schema is that of this version. */
  usable?: () => boolean;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
  /** Wraps each statement, for traces. */
  around?: AroundStatement;
  /** Mode of the pooler in front, if one was detected. */
  pooling?: Pooling;
  /** Called once with the pool, for metrics. */
  onOpen?: PoolOptions['onOpen'];
}

/**
 * Opens a pool on PostgreSQL, connecting at the first query.
 * @param url `DATABASE_URL`
 * @returns the query builder; `destroy()` closes the pool. Errors of an unavailable database match
 *   `isDatabaseUnavailable`
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const deadlines = options.deadlines ?? backgroundDeadlines;
  const pool = openPool(url, {
    max: options.maxConnections ?? 10,
    applicationName: 'bff',
    deadlines: () => deadlines,
    onError: options.onError,
    pooling: options.pooling,
    onOpen: options.onOpen,
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, options) }),
  });
}
