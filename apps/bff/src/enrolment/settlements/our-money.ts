/** What this database knows of payments: where their money is, and what its documents say. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { RefundState } from '../orders/state/order-facts.ts';
import { periodOf } from './months.ts';

export interface OurRefund {
  id: string;
  paymentId: string;
  /** The provider's; null until it has answered. */
  providerId: string | null;
  amountPaise: number;
  state: RefundState;
}

export interface OurPayment {
  id: string;
  orderId: string;
  role: 'pays' | 'stray';
  /** Only authorized: the provider gives it back by itself. */
  uncaptured: boolean;
  amountPaise: number;
  /** How much has to go back in all. */
  duePaise: number;
  transferredPaise: number;
  /** What lost disputes took. */
  lostPaise: number;
  /** Money went back without a decision about the seats. */
  undecided: boolean;
  /** Invoices less credit notes, or vouchers where there is no invoice yet; null where nothing is issued. */
  documentPaise: number | null;
  /** Something is still to be issued. */
  awaitsDocument: boolean;
  refunds: OurRefund[];
}

/** An advance that is invoiced is on the invoice. */
const documents = sql<string | null>`(
  select case when bool_or(kind = 'invoice')
    then sum(case kind when 'invoice' then total_paise when 'credit_note' then -total_paise else 0 end)
    else sum(case kind when 'receipt_voucher' then total_paise else -total_paise end) end
  from invoices where invoices.order_id = order_payments.order_id)`;

const awaits = sql<boolean>`exists (
  select from document_requests where document_requests.order_id = order_payments.order_id
    and not document_requests.is_settled)`;

const lost = sql<string>`(
  select coalesce(sum(lost_paise), 0) from disputes where disputes.payment_id = order_payments.payment_id)`;

/** @returns the refunds of payments by payment */
async function refundsOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, OurRefund[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'razorpay_refund_id', 'amount_paise', 'state'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .execute();
  const refunds = rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    providerId: row.razorpay_refund_id,
    amountPaise: Number(row.amount_paise),
    state: row.state,
  }));
  return Map.groupBy(refunds, ({ paymentId }) => paymentId);
}

/**
 * @param month `YYYY-MM` in India
 * @param paymentIds what the provider named, of any time
 * @returns the payments that took money, among those, or first seen or given back in the month
 */
export async function ourPayments(
  database: Kysely<Database>,
  month: string,
  paymentIds: readonly string[],
): Promise<OurPayment[]> {
  const { fromSeconds, toSeconds } = periodOf(month);
  const from = new Date(fromSeconds * 1_000);
  const end = new Date((toSeconds + 1) * 1_000);
  const rows = await database
    .selectFrom('order_payments')
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(['order_payments.payment_id as id', 'order_payments.order_id', 'order_payments.role'])
    .select(['order_payments.uncaptured', 'order_payments.amount_paise', 'order_payments.due_paise'])
    .select(['order_payments.transferred_paise', 'orders.return_undecided'])
    .select([documents.as('documents'), awaits.as('awaits'), lost.as('lost')])
    .where('order_payments.role', '!=', 'tried')
    .where((where) =>
      where.or([
        where.and([where('order_payments.seen_at', '>=', from), where('order_payments.seen_at', '<', end)]),
        where('order_payments.payment_id', '=', sql<string>`any(${[...paymentIds]}::text[])`),
        where.exists(
          where
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'order_payments.payment_id')
            .where('refunds.created_at', '>=', from)
            .where('refunds.created_at', '<', end),
        ),
      ]),
    )
    .orderBy('order_payments.seen_at')
    .execute();
  const refunds = await refundsOf(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    role: row.role === 'pays' ? 'pays' : 'stray',
    uncaptured: row.uncaptured,
    amountPaise: Number(row.amount_paise),
    duePaise: Number(row.due_paise ?? 0),
    transferredPaise: Number(row.transferred_paise),
    lostPaise: Number(row.lost),
    undecided: row.role === 'pays' && row.return_undecided,
    documentPaise: row.role === 'pays' && row.documents !== null ? Number(row.documents) : null,
    awaitsDocument: row.role === 'pays' && row.awaits,
    refunds: refunds.get(row.id) ?? [],
  }));
}
