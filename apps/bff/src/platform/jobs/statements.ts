import { type RawBuilder, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { QueueName } from './queues.ts';

/** Converts a statement of the queue to an expression of the query builder. */
function toRaw(text: string, values: readonly unknown[] = []): RawBuilder<unknown> {
  // Odd elements are parameter numbers.
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql`${values[Number(piece) - 1]}`)),
    sql``,
  );
}

/** @returns the insert of one job; its text is constant */
export async function insertStatement(
  boss: PgBoss,
  name: QueueName,
  id: string,
): Promise<RawBuilder<unknown>> {
  let statement: RawBuilder<unknown> | undefined;
  const db = {
    // Captures the queue's statement, so that the caller can run it.
    async executeSql(text: string, values?: unknown[]) {
      statement = toRaw(text, values);
      return { rows: [] };
    },
  };
  await boss.insert(name, [{ data: { id } }], { db });
  if (!statement) throw new TypeError('The queue made no statement');
  return statement;
}
