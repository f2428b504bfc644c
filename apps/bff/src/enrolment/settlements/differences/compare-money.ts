/** Compares payments and refunds with the provider's account. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { PaymentProvider } from '../../../partners/payments/provider.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { idsOfProviderOrders } from '../../orders/store/order-queries.ts';
import { originOfOurs } from '../../reconciler/unknown-orders.ts';
import type { Finding } from '../findings.ts';
import type { PaymentRow, RefundRow } from '../match.ts';
import { monthInIndia } from '../months.ts';
import { lookBackMs } from '../nightly.ts';
import { type ReconciliationDependencies, reconcileMonth } from '../reconcile-month.ts';
import type { Compared, Difference } from './difference-store.ts';

export interface MoneyDependencies extends ReconciliationDependencies {
  provider: ReconciliationDependencies['provider'] & Pick<PaymentProvider, 'fetchOrder' | 'title'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const differing: ReadonlySet<Finding> = new Set([
  'missing_here',
  'missing_at_provider',
  'different_sum',
  'different_state',
]);
const differs = ({ findings }: PaymentRow | RefundRow) => findings.some((one) => differing.has(one));

/** @returns this month, the one before where it was not long ago, and the months of open differences */
async function monthsToCompare(database: Kysely<Database>, now: Date): Promise<Set<string>> {
  const open = await database
    .selectFrom('differences')
    .select('found_at')
    .where('kind', 'in', ['refund', 'payment'])
    .execute();
  const moments = [now, ...open.map(({ found_at: at }) => at)];
  return new Set(moments.flatMap((at) => [new Date(at.getTime() - lookBackMs), at].map(monthInIndia)));
}

const unknownHere = 'not known here';
const unknownThere = 'not known there';

async function paymentDifference(
  { database, provider }: MoneyDependencies,
  row: PaymentRow,
): Promise<Difference | undefined> {
  let { orderId } = row;
  if (orderId === null && row.providerOrderId !== null) {
    orderId = (await idsOfProviderOrders(database, [row.providerOrderId])).get(row.providerOrderId) ?? null;
    // Others may use the provider's account as well.
    if (orderId === null && !(await originOfOurs(provider, row.providerOrderId))) return undefined;
  } else if (orderId === null) return undefined;
  const ours = await database
    .selectFrom('order_payments')
    .select('amount_paise')
    .where('payment_id', '=', row.id)
    .where('role', '!=', 'tried')
    .executeTakeFirst();
  const captured = row.capturedPaise > 0 ? `${formatPaise(row.capturedPaise)} captured` : 'not captured';
  return {
    kind: 'payment',
    subject: row.id,
    title: `Payment ${row.id}`,
    orderId,
    batchId: null,
    ours: ours ? `${formatPaise(Number(ours.amount_paise))} captured here` : unknownHere,
    theirs: `${provider.title}: ${row.findings.includes('missing_at_provider') ? unknownThere : captured}`,
  };
}

async function refundDifference(
  { database, provider }: MoneyDependencies,
  row: RefundRow,
): Promise<Difference | undefined> {
  if (row.orderId === null) return undefined;
  const ours = await database
    .selectFrom('refunds')
    .select(['amount_paise', 'state'])
    .where('razorpay_refund_id', '=', row.id)
    .executeTakeFirst();
  const theirs = row.state === 'failed' ? 'failed' : `${formatPaise(row.amountPaise)} ${row.state}`;
  return {
    kind: 'refund',
    subject: row.id,
    title: `Refund ${row.id}`,
    orderId: row.orderId,
    batchId: null,
    ours: ours ? `${formatPaise(Number(ours.amount_paise))} ${ours.state} here` : unknownHere,
    theirs: `${provider.title}: ${row.findings.includes('missing_at_provider') ? unknownThere : theirs}`,
  };
}

/** @returns undefined where the provider shows no account, or does not answer: nothing is compared then */
export async function compareMoney(deps: MoneyDependencies): Promise<Compared | undefined> {
  if (!deps.provider.account) return undefined;
  // By id: a refund may be of two months.
  const found = new Map<string, Difference | undefined>();
  try {
    for (const month of await monthsToCompare(deps.database, deps.now())) {
      const { payments, refunds } = await reconcileMonth(deps, month);
      for (const row of payments.filter(differs)) found.set(row.id, await paymentDifference(deps, row));
      for (const row of refunds.filter(differs)) found.set(row.id, await refundDifference(deps, row));
    }
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ code: error.code }, "the provider's account could not be compared");
    return undefined;
  }
  return { found: [...found.values()].filter((one) => one !== undefined), unknown: [] };
}
