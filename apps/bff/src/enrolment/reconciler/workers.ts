import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Reconciler } from './reconciler.ts';

const reconcileSeconds = 5 * 60;
const claimsSeconds = 60;
const undecidedSeconds = 60;
const holdsSeconds = 15;
const checkOrdersSeconds = 60;

/** Starts the reconciler's scheduled runs. */
export async function startReconcilerWorkers(
  jobs: Pick<Jobs, 'every'>,
  reconciler: Pick<
    Reconciler,
    'reconcile' | 'confirmClaims' | 'refundUndecided' | 'releaseHolds' | 'advanceCheckOrders'
  >,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  await jobs.every('reconcile-payments', reconcileSeconds, async () => {
    log.info(await reconciler.reconcile(), 'payments reconciled');
  });
  // The schedule stores this name, so it cannot change.
  await jobs.every('settle-payment-claims', claimsSeconds, async () => {
    const result = await reconciler.confirmClaims();
    if (result.claimsChecked > 0) log.info(result, 'signed payments checked again');
  });
  await jobs.every('refund-undecided', undecidedSeconds, async () => {
    const payments = await reconciler.refundUndecided();
    if (payments > 0) log.info({ payments }, 'payments refunded after 24 hours without a decision');
  });
  await jobs.every('check-orders', checkOrdersSeconds, () => reconciler.advanceCheckOrders());
  await jobs.every('release-seats', holdsSeconds, async () => {
    const result = await reconciler.releaseHolds();
    if (result.holdsChecked > 0) log.info(result, 'expired holds of unpaid seats checked');
  });
}
