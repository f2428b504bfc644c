/** The operator's command: `pnpm ops leads …`, `ops orders …`, `ops reconcile`, `ops coupons …`, `ops waitlist …`, `ops invoices …`, `ops reconciliation`, `ops requests`, `ops data-requests …`, `ops complaints …`, `ops emails …`, `ops batches …`, `ops operators …`, `ops queue …`, `ops cache …`, `ops migrate`, `ops doctor`. */
import pino from 'pino';
import { configuredProvider } from '../../partners/payments/configured.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { longDeadlines, withDeadlines } from '../../platform/database/deadlines.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readEnv } from '../../platform/settings/env.ts';
import { batchesCommand, batchesUsage } from './batches.ts';
import { cacheCommand, cacheUsage } from './cache.ts';
import { openBatches, openCheckout, openWaitlist } from './checkout-dependencies.ts';
import { complaintsCommand, complaintsUsage } from './complaints.ts';
import { couponsCommand, couponsUsage } from './coupons.ts';
import { dataRequestsCommand, dataRequestsUsage } from './data-requests.ts';
import { findDatabaseUrl } from './database-url.ts';
import { doctorCommand, doctorUsage } from './doctor.ts';
import { emailsCommand, emailsUsage } from './emails.ts';
import { invoicesCommand, invoicesUsage } from './invoices.ts';
import { leadsCommand, leadsUsage } from './leads.ts';
import { migrateCommand, migrateUsage } from './migrate.ts';
import { openActions } from './open-actions.ts';
import { operatorsCommand, operatorsUsage } from './operators.ts';
import { ordersCommand } from './orders.ts';
import { ordersUsage } from './orders-use.ts';
import { queueCommand, queueUsage } from './queue.ts';
import { reconcileCommand, reconcileUsage } from './reconcile.ts';
import { reconciliationCommand, reconciliationUsage } from './reconciliation.ts';
import { requestsCommand, requestsUsage } from './requests.ts';
import { withStackSettings } from './stack-settings.ts';
import { waitlistCommand, waitlistUsage } from './waitlist.ts';

const usage = [
  leadsUsage,
  ordersUsage,
  reconcileUsage,
  couponsUsage,
  waitlistUsage,
  invoicesUsage,
  reconciliationUsage,
  requestsUsage,
  dataRequestsUsage,
  complaintsUsage,
  emailsUsage,
  batchesUsage,
  operatorsUsage,
  queueUsage,
  cacheUsage,
  migrateUsage,
  doctorUsage,
].join('\n');

const commands = [
  'leads',
  'orders',
  'reconcile',
  'coupons',
  'waitlist',
  'invoices',
  'reconciliation',
  'requests',
  'data-requests',
  'complaints',
  'emails',
  // The name before.
  'mails',
  'batches',
  'operators',
  'queue',
  'cache',
  'migrate',
  'doctor',
];

// EPIPE (`ops … | head`): finish the work and keep its exit status.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Opens a command's dependencies, runs it and closes them. */
async function run(args: string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === undefined || !commands.includes(command)) {
    print(usage);
    return 2;
  }
  if (command === 'doctor') return doctorCommand(rest, await withStackSettings(process.env), print);
  const databaseUrl = await findDatabaseUrl(process.env);
  const log = createLog('warn', pino.destination(2));
  const database = openDatabase(databaseUrl, { maxConnections: 3 });
  let started: Jobs | undefined;
  // Lazy: most commands only read.
  const jobs = async (): Promise<Jobs> => {
    if (!started) {
      started = createJobs({ databaseUrl, log });
      await started.start();
    }
    return started;
  };
  const settings = { ...(await withStackSettings(process.env)), DATABASE_URL: databaseUrl };
  const opened = openActions(settings, { database, jobs, log });
  const { actions } = opened;
  try {
    if (command === 'migrate')
      return await migrateCommand(
        rest,
        { database, ownerUrl: process.env.DATABASE_OWNER_URL || undefined, jobs },
        print,
      );
    if (command === 'cache') return await cacheCommand(rest, actions, print);
    if (command === 'coupons') return await couponsCommand(rest, { database, actions }, print);
    if (command === 'requests') return await requestsCommand(rest, { database }, print);
    if (command === 'complaints') return await complaintsCommand(rest, { database, actions }, print);
    if (command === 'emails' || command === 'mails')
      return await emailsCommand(rest, { database, actions }, print);
    if (command === 'queue') return await queueCommand(rest, { database, actions }, print);
    if (command === 'leads') return await leadsCommand(rest, { database, actions }, print);
    if (command === 'operators') return await operatorsCommand(rest, { database, actions }, print);
    if (command === 'data-requests') return await dataRequestsCommand(rest, { database, actions }, print);
    if (command === 'waitlist') return await waitlistCommand(rest, openWaitlist(settings, opened), print);
    if (command === 'invoices')
      return await invoicesCommand(rest, { ...opened, jobs, env: () => readEnv(settings) }, print);
    if (command === 'reconciliation') {
      const provider = configuredProvider(readEnv(settings));
      return await reconciliationCommand(rest, { database, provider, now: () => new Date() }, print);
    }
    if (command === 'batches')
      return await batchesCommand(rest, openBatches(settings, { ...opened, jobs: await jobs() }), print);
    if (command === 'reconcile') return await reconcileCommand(rest, opened, print);
    const checkout = openCheckout(settings, { database, jobs: await jobs(), log });
    return await ordersCommand(rest, checkout, print);
  } finally {
    await started?.stop(1_000);
    await database.destroy();
  }
}

try {
  // Operators may wait longer than visitors, for larger work.
  process.exitCode = await withDeadlines(longDeadlines, () => run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
