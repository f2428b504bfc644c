import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { checkOut } from './connection/pool.ts';
import type { Pooling } from './connection/pooling.ts';
import { DatabaseUnavailableError } from './connection/unavailable.ts';

const mark = '/* prepared */';

/**
 * Marks a statement as prepared. PostgreSQL parses it once per connection, and seldom plans it. The text of
 * the statement must be constant, with all values as parameters, because each text stays in memory as long as
 * the connection. For statements that run for each lead and order. Without this mark, planning took 1.7 ms
 * per commit of new leads, 4.3 ms per commit of saved leads, and half of PostgreSQL's time for an order.
 */
export const prepared: RawBuilder<unknown> = sql.raw(`${mark} `);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * Number of runs of prepared statements after which a connection discards its plans. PostgreSQL keeps a
 * generic plan until the statistics change; a plan made for a small table would still scan the table after it
 * has grown.
 */
const runsOfPlan = 200;

/** Gives marked statements a name, so that the driver prepares them. */
function namingStatements(
  client: pg.PoolClient & { processID?: number },
  isShared: () => boolean,
  around: AroundStatement,
): PostgresPoolClient {
  let runs = 0;
  async function ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (!text.startsWith(mark) || isShared()) return client.query({ text, values: [...values] });
    runs += 1;
    if (runs % runsOfPlan === 0) await client.query('discard plans');
    return client.query({ text, values: [...values], name: nameOf(text) });
  }
  const query: typeof ask = (text, values) => around(text, () => ask(text, values));
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
    processID: client.processID,
  };
}

export type AroundStatement = <Result>(text: string, run: () => Promise<Result>) => Promise<Result>;

export interface PreparingOptions {
  /** Returns false until the database may be used. */
  usable?: () => boolean;
  /** Wraps each statement, for traces. */
  around?: AroundStatement;
  /** Statements are not prepared if a pooler shares sessions. */
  pooling?: Pooling;
}

/** @returns a pool that prepares statements marked with {@link prepared} */
export function preparingPool(pool: pg.Pool, options: PreparingOptions = {}): PostgresPool {
  const { usable = () => true, pooling, around = (_text, run) => run() } = options;
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      if (!usable()) throw new DatabaseUnavailableError('the database is not prepared yet');
      const client = await checkOut(pool);
      const isShared = () => pooling?.mode === 'transaction';
      const connection = connections.get(client) ?? namingStatements(client, isShared, around);
      connections.set(client, connection);
      return connection;
    },
    end: () => pool.end(),
  };
}
