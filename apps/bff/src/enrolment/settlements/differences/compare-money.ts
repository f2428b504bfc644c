/** Compares payments and refunds with the payment provider's account. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
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

/**
 * @returns the current month, the month in which each open difference was found, and the months `lookBackMs`
 * before these times
 */
async function monthsToCompare(database: Kysely<Database>, now: Date): Promise<Set<string>> {
  const open = await database
    .selectFrom('differences')
    .select('found_at')
    .where('kind', 'in', ['refund', 'payment'])
    .execute();
  const timestamps = [now, ...open.map(({ found_at: at }) => at)];
  return new Set(timestamps.flatMap((at) => [new Date(at.getTime() - lookBackMs), at].map(monthInIndia)));
}

interface MoneyRecord {
  state: string;
  paise: number;
}

/** @param records `ours` is undefined if the item is unknown here */
function describe(
  partner: string,
  { findings }: PaymentRow | RefundRow,
  { ours, theirs }: { ours: MoneyRecord | undefined; theirs: MoneyRecord },
): Pick<Difference, 'ours' | 'theirs'> {
  const record = ({ state, paise }: MoneyRecord) =>
    findings.includes('different_sum') ? formatPaise(paise) : state;
  return {
    ours: `Here: ${ours ? record(ours) : 'unknown'}`,
    theirs: `${partner}: ${findings.includes('missing_at_provider') ? 'unknown' : record(theirs)}`,
  };
}

async function paymentDifference(
  { database, provider }: MoneyDependencies,
  row: PaymentRow,
): Promise<Difference | undefined> {
  let { orderId } = row;
  if (orderId === null && row.providerOrderId !== null) {
    orderId = (await idsOfProviderOrders(database, [row.providerOrderId])).get(row.providerOrderId) ?? null;
    // Other shops may use the same account.
    if (orderId === null && !(await originOfOurs(provider, row.providerOrderId))) return undefined;
  } else if (orderId === null) return undefined;
  const ours = await database
    .selectFrom('order_payments')
    .select('amount_paise')
    .where('payment_id', '=', row.id)
    .where('role', '!=', 'tried')
    .executeTakeFirst();
  const oursPaise = ours && Number(ours.amount_paise);
  return {
    kind: 'payment',
    subject: row.id,
    title: `Payment of ${formatPaise(row.capturedPaise || (oursPaise ?? 0))}`,
    orderId,
    batchId: null,
    ...describe(provider.title, row, {
      ours: oursPaise === undefined ? undefined : { state: 'captured', paise: oursPaise },
      theirs: { state: row.capturedPaise > 0 ? 'captured' : 'not captured', paise: row.capturedPaise },
    }),
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
    .where('provider_refund_id', '=', row.id)
    .executeTakeFirst();
  const oursPaise = ours && Number(ours.amount_paise);
  return {
    kind: 'refund',
    subject: row.id,
    title: `Refund of ${formatPaise(row.amountPaise || (oursPaise ?? 0))}`,
    orderId: row.orderId,
    batchId: null,
    ...describe(provider.title, row, {
      ours: ours && { state: ours.state, paise: Number(ours.amount_paise) },
      theirs: { state: row.state, paise: row.amountPaise },
    }),
  };
}

/**
 * @returns undefined if the payment provider offers no account or does not answer; nothing is compared then
 */
export async function compareMoney(deps: MoneyDependencies): Promise<Compared | undefined> {
  if (!deps.provider.account) return undefined;
  // By id, because a refund may belong to two months.
  const found = new Map<string, Difference | undefined>();
  try {
    for (const month of await monthsToCompare(deps.database, deps.now())) {
      const { payments, refunds } = await reconcileMonth(deps, month);
      for (const row of payments.filter(differs)) found.set(row.id, await paymentDifference(deps, row));
      for (const row of refunds.filter(differs)) found.set(row.id, await refundDifference(deps, row));
    }
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ code: error.code }, "the payment provider's account could not be compared");
    return undefined;
  }
  return { found: [...found.values()].filter((one) => one !== undefined), unknown: [] };
}
