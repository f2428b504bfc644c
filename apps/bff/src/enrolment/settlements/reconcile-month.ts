/** Reconciles a month: each captured, returned, charged and settled amount is in a row. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { Kysely } from 'kysely';
import type {
  AccountApi,
  AccountPayment,
  PaymentProvider,
  SettledEntry,
  Unreadable,
} from '../../partners/payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { paymentsOfCheckOrders } from '../orders/check-orders.ts';
import { type PaymentRow, paymentRow, type RefundRow, refundRow } from './match.ts';
import { monthInIndia } from './months.ts';
import { type EarlierMoney, earlierMoney, type OurPayment, ourPayments } from './our-money.ts';
import { type AccountMonth, readAccount } from './read-account.ts';
import { keepSettled } from './settled-entries.ts';

/** A transfer to the bank account. */
export interface SettlementRow {
  id: string;
  utr: string | null;
  day: string;
  creditPaise: number;
  debitPaise: number;
  entries: number;
}

export interface MonthReconciliation {
  month: string;
  payments: PaymentRow[];
  refunds: RefundRow[];
  /** Settlements of the month, by the day of the transfer. */
  settlements: SettlementRow[];
  /** Other entries of the month's settlements, for example a lost dispute. */
  others: SettledEntry[];
  unreadable: Unreadable[];
  earlier: EarlierMoney;
}

export interface ReconciliationDependencies {
  database: Kysely<Database>;
  provider: Pick<PaymentProvider, 'fetchPayment' | 'refundsOfPayment'> & { account?: AccountApi };
  now: () => Date;
  /** Delay before the second attempt at a page. */
  pauseMs?: number;
}

/**
 * A payment that began in one month and was reported here in the next has its row in the first month.
 *
 * @returns true if the payment provider has the payment
 */
async function isAtProvider({ provider }: ReconciliationDependencies, { id }: OurPayment): Promise<boolean> {
  try {
    await provider.fetchPayment(id);
    return true;
  } catch (error) {
    if (isRemoteError(error, 'payments') && error.code === 'refused') return false;
    throw error;
  }
}

async function paymentRows(
  deps: ReconciliationDependencies,
  account: AccountMonth,
  ours: ReadonlyMap<string, OurPayment>,
): Promise<PaymentRow[]> {
  const entries = new Map(account.settled.map((entry) => [entry.id, entry]));
  const now = deps.now();
  const listed = account.payments
    .filter(({ id, captured }) => captured || ours.get(id)?.uncaptured === false)
    .toReversed();
  const rows = listed.map((theirs) => paymentRow(theirs, ours.get(theirs.id), entries.get(theirs.id), now));
  const known = new Set(account.payments.map(({ id }) => id));
  const elsewhere = new Set(account.refunds.map(({ paymentId }) => paymentId));
  for (const payment of ours.values())
    if (!known.has(payment.id) && !elsewhere.has(payment.id) && !payment.uncaptured)
      if (!(await isAtProvider(deps, payment))) rows.push(paymentRow(undefined, payment, undefined, now));
  return rows;
}

async function refundRows(
  deps: ReconciliationDependencies,
  account: AccountMonth,
  ours: ReadonlyMap<string, OurPayment>,
): Promise<RefundRow[]> {
  const entries = new Map(account.settled.map((entry) => [entry.id, entry]));
  const payments = new Map<string, AccountPayment>(account.payments.map((payment) => [payment.id, payment]));
  const now = deps.now();
  const refunds = [...ours.values()].flatMap((payment) => payment.refunds);
  const byId = new Map(refunds.map((refund) => [refund.id, refund]));
  const byProviderId = new Map(refunds.map((refund) => [refund.providerId ?? '', refund]));
  const matched = new Set<string>();
  const facts = (paymentId: string, id: string) => {
    const payment = ours.get(paymentId);
    const ofCaptured = payments.get(paymentId)?.captured ?? !(payment?.uncaptured ?? false);
    return { orderId: payment?.orderId ?? null, ofCaptured, entry: entries.get(id), now };
  };
  const rows = account.refunds.toReversed().map((theirs) => {
    const mine = byProviderId.get(theirs.id) ?? byId.get(theirs.requestId ?? '');
    if (mine) matched.add(mine.id);
    return refundRow(theirs, mine, facts(theirs.paymentId, theirs.id));
  });
  for (const refund of refunds) {
    if (matched.has(refund.id) || refund.providerId === null) continue;
    // The refund belongs to another month, or does not exist at the payment provider.
    const { items } = await deps.provider.refundsOfPayment(refund.paymentId);
    if (!items.some(({ id }) => id === refund.providerId))
      rows.push(refundRow(undefined, refund, facts(refund.paymentId, refund.providerId)));
  }
  return rows;
}

function settlementRows(entries: readonly SettledEntry[]): SettlementRow[] {
  const groups = Map.groupBy(entries, ({ settlementId }) => settlementId);
  return [...groups].map(([id, group]) => ({
    id,
    utr: group[0]?.utr ?? null,
    day: dayInIndia(group[0]?.settledAt ?? new Date(0)),
    creditPaise: group.reduce((sum, { creditPaise }) => sum + creditPaise, 0),
    debitPaise: group.reduce((sum, { debitPaise }) => sum + debitPaise, 0),
    entries: group.length,
  }));
}

/** Leaves out check orders: they are not revenue, and their money is refunded. */
async function withoutCheckOrders(database: Kysely<Database>, account: AccountMonth): Promise<AccountMonth> {
  const ids = [...account.payments.map(({ id }) => id), ...account.refunds.map(({ paymentId }) => paymentId)];
  const checks = await paymentsOfCheckOrders(database, ids);
  return {
    ...account,
    payments: account.payments.filter(({ id }) => !checks.has(id)),
    refunds: account.refunds.filter(({ paymentId }) => !checks.has(paymentId)),
  };
}

/** Thrown if the payment provider has no account to read. */
export class NoAccountError extends Error {
  readonly code = 'no_books';
  readonly retry = false;
}

/**
 * Reconciles a month, and stores the settled entries that it reads.
 *
 * @param month `YYYY-MM` in India
 * @throws NoAccountError, RemoteError if the payment provider does not answer; there are no partial reports
 */
export async function reconcileMonth(
  deps: ReconciliationDependencies,
  month: string,
): Promise<MonthReconciliation> {
  const { database, provider, now, pauseMs } = deps;
  if (!provider.account) throw new NoAccountError('This payment provider does not report its settlements');
  const options = { now: now(), ...(pauseMs !== undefined && { pauseMs }) };
  const account = await withoutCheckOrders(database, await readAccount(provider.account, month, options));
  await keepSettled(database, account.settled);
  const named = [
    ...account.payments.map(({ id }) => id),
    ...account.refunds.map(({ paymentId }) => paymentId),
  ];
  const ours = new Map((await ourPayments(database, month, named)).map((one) => [one.id, one]));
  const ofMonth = account.settled.filter(({ settledAt }) => monthInIndia(settledAt) === month);
  const payments = await paymentRows(deps, account, ours);
  return {
    month,
    payments,
    refunds: await refundRows(deps, account, ours),
    settlements: settlementRows(ofMonth),
    others: ofMonth.filter(({ kind }) => kind === 'other'),
    unreadable: account.unreadable,
    earlier: await earlierMoney(
      database,
      month,
      payments.map(({ id }) => id),
    ),
  };
}
