import { useTestDatabase } from '@meridian/stack/test-database';
import pino from 'pino';
import { openDemoSales } from '../src/enrolment/seats/sales.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createJobs } from '../src/platform/jobs/create-jobs.ts';

const log = pino({ level: 'silent' });

async function prepare(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  await migrate(database);
  await openDemoSales(database);
  await database.destroy();
  const jobs = createJobs({ databaseUrl, log });
  await jobs.start();
  await jobs.stop(1_000);
}

/**
 * Creates a database for one test file, with the tables of the product and of the job queue. Sales are open.
 */
export function useMigratedDatabase() {
  return useTestDatabase({ name: 'bff', prepare });
}
