import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { resumeBookings, showMissingCases, showOverdueBookings } from './reconcile-bookings.ts';
import { ReconciliationRun } from './reconciliation-run.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url, { maxConnections: 1 });
beforeAll(() => migrate(database));
afterAll(() => database.destroy());

test.each([resumeBookings, showOverdueBookings, showMissingCases])(
  '22 the reconciler finds what is stuck by indexes, however many orders there are: %o',
  async (part) => {
    await database.transaction().execute(async (transaction) => {
      // An empty table is read whole where it may be.
      await sql`set local enable_seqscan = off`.execute(transaction);
      const deps = { database: transaction } as unknown as CheckoutDependencies;
      await part(new ReconciliationRun(deps, false));
      const { rows } = await sql`
        select seq_scan::integer as scans from pg_stat_xact_user_tables where relname = 'orders'`.execute(
        transaction,
      );
      expect(rows).toEqual([{ scans: 0 }]);
    });
  },
);
