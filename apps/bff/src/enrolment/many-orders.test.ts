import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useMigratedDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { searchOrders } from './orders/store/order-queries.ts';
import { resumeBookings, showMissingCases, showOverdueBookings } from './reconciler/reconcile-bookings.ts';
import { type ReconcilerServices, ReconciliationRun } from './reconciler/reconciliation-run.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 1 });
beforeAll(() => migrate(database));
afterAll(() => database.destroy());

type Use = (deps: { database: Kysely<Database> }) => Promise<unknown>;
const partOf =
  (part: (run: ReconciliationRun) => Promise<void>): Use =>
  (deps) =>
    part(new ReconciliationRun(deps as ReconcilerServices, false));

const uses: Record<string, Use> = {
  'the reconciler, stuck bookings': partOf(resumeBookings),
  'the reconciler, overdue bookings': partOf(showOverdueBookings),
  'the reconciler, missing cases': partOf(showMissingCases),
  'ops orders find': ({ database: reader }) => searchOrders(reader, 'nobody@visitor.example'),
  'ops orders find, a receipt number': ({ database: reader }) => searchOrders(reader, randomUUID()),
};

/**
 * The number of sequential scans of `orders` that PostgreSQL has not added to the shared statistics yet.
 * Scans of earlier transactions of this session count too.
 */
async function scansOf(transaction: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select seq_scan::integer as scans from pg_stat_xact_user_tables where relname = 'orders'`.execute(
    transaction,
  );
  return rows[0]?.scans ?? Number.NaN;
}

test.each(Object.keys(uses))('needs no sequential scan of the orders: %s', async (name) => {
  await database.transaction().execute(async (transaction) => {
    // The planner prefers a sequential scan on an empty table.
    await sql`set local enable_seqscan = off`.execute(transaction);
    const before = await scansOf(transaction);
    await uses[name]?.({ database: transaction });
    expect((await scansOf(transaction)) - before).toBe(0);
  });
});
