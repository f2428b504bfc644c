import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { checkOut } from './pool.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

const mark = '/* prepared */';

/**
 * Begins a statement that runs again and again: each connection prepares it once, and PostgreSQL parses and plans
 * it no more. Its text must be the same every time, all that differs a parameter: each text stays for as long as
 * the connection.
 */
export const prepared: RawBuilder<unknown> = sql.raw(`${mark} `);

/** The same for a statement that comes as text. */
export function preparedText(text: string): string {
  return `${mark} ${text}`;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * A connection plans anew after so many runs: PostgreSQL itself keeps a plan until the table's statistics change, and
 * one that was made for a small table reads all of it when it has grown.
 */
const runsOfPlan = 200;

/** Gives marked statements their names, by which the connection finds what it has prepared. */
function namingStatements(client: pg.PoolClient & { processID?: number }): PostgresPoolClient {
  let runs = 0;
  async function query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (!text.startsWith(mark)) return client.query({ text, values: [...values] });
    runs += 1;
    if (runs % runsOfPlan === 0) await client.query('discard plans');
    return client.query({ text, values: [...values], name: nameOf(text) });
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
    processID: client.processID,
  };
}

/**
 * A pool whose connections prepare the statements that are marked with {@link prepared}.
 *
 * @param usable false as long as nobody may use the database
 */
export function preparingPool(pool: pg.Pool, usable: () => boolean = () => true): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      if (!usable()) throw new DatabaseUnavailableError('the database is not prepared yet');
      const client = await checkOut(pool);
      const connection = connections.get(client) ?? namingStatements(client);
      connections.set(client, connection);
      return connection;
    },
    end: () => pool.end(),
  };
}
