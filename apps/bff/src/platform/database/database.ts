import { Kysely, PostgresDialect } from 'kysely';
import { backgroundDeadlines, type Deadlines } from './deadlines.ts';
import { openPool, type PoolOptions } from './pool.ts';
import type { Pooling } from './pooling.ts';
import { type AroundStatement, preparingPool } from './prepared.ts';
import type { Schema } from './schema.ts';

/** A table with texts of which a room knows more than the schema says. JSON is read with `storedColumn`. */
export type Narrow<
  Table extends keyof Schema,
  Columns extends { [Column in keyof Columns]: Column extends keyof Schema[Table] ? unknown : never },
> = Omit<Schema[Table], keyof Columns> & Columns;

/** Tables that a room narrows, each in one place: its `tables.ts` merges into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge into it
export interface NarrowedTables {}

/** All tables. */
export interface Database extends Omit<Schema, keyof NarrowedTables>, NarrowedTables {}

export interface DatabaseOptions {
  /** Max connections per replica. */
  maxConnections?: number;
  /** Default statement deadlines. Default: `backgroundDeadlines`. */
  deadlines?: Deadlines;
  /** False until the schema is this version's. */
  usable?: () => boolean;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
  /** Runs each statement, for traces. */
  around?: AroundStatement;
  /** What is known of a pooler in between. */
  pooling?: Pooling;
  /** Gets the pool once, for metrics. */
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
