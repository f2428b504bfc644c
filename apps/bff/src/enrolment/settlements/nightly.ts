/**
 * Stores settled entries and checks the ledger each night. Entries are stored, because the payment provider
 * shows old settlements only in reports.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { checkLedger } from './check-ledger.ts';
import { monthInIndia } from './months.ts';
import { readSettled } from './read-account.ts';
import type { ReconciliationDependencies } from './reconcile-month.ts';
import { keepSettled } from './settled-entries.ts';

/** A month that ended longer ago is not read again, because its payments are settled. */
export const lookBackMs = 10 * 86_400_000;

/**
 * Stores the entries settled in this month, and in the last month if it ended within `lookBackMs`.
 *
 * @returns the number of these entries; 0 if the payment provider does not report settlements
 */
export async function keepRecentSettlements(deps: ReconciliationDependencies): Promise<number> {
  const { database, provider, now, pauseMs } = deps;
  if (!provider.account) return 0;
  const present = now();
  const months = new Set([monthInIndia(new Date(present.getTime() - lookBackMs)), monthInIndia(present)]);
  let entries = 0;
  for (const month of months) {
    const settled = await readSettled(provider.account, month, pauseMs);
    await keepSettled(database, settled);
    entries += settled.length;
  }
  return entries;
}

/** Starts the nightly jobs. Call it only in a process that runs jobs. */
export async function startReconciliationWorkers(
  deps: ReconciliationDependencies & {
    jobs: Pick<Jobs, 'every'>;
    log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  },
): Promise<void> {
  await deps.jobs.every('keep-settlements', '10 4 * * *', async () => {
    deps.log.info({ entries: await keepRecentSettlements(deps) }, 'settlements stored');
  });
  await deps.jobs.every('check-ledger', '30 4 * * *', async () => {
    const differences = await checkLedger(deps.database);
    if (differences > 0) deps.log.error({ differences }, 'amounts differ from the ledger');
    else deps.log.info('the ledger agrees with payments and documents');
  });
}
