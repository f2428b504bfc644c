/** What this database knows of payments: where their money is, and what its documents say. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { debitOf, type Flows, transferredPaise } from '../orders/state/ledger.ts';
import {
  creditedPaise,
  type DisputePart,
  lostPaise,
  newPart,
  type RefundState,
  returnedPaise,
  shortfallPaise,
  undecidedPaise,
  underWayPaise,
} from '../orders/state/order-facts.ts';
import type { OrderPaymentTable } from '../orders/store/order-tables.ts';
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
  /** Refunds that are processed, transfers and lost disputes. */
  returnedPaise: number;
  /** Is to be returned, or is being returned. */
  owedPaise: number;
  /** Of that: nobody has asked the provider for it. */
  unsentPaise: number;
  transferredPaise: number;
  /** What lost disputes took. */
  lostPaise: number;
  /** Left without a decision here. */
  undecidedPaise: number;
  /** Left, and the sale is not reduced by it: gifts and lost services. */
  givenPaise: number;
  /** What its documents have to say: the sale less its reductions. */
  soldPaise: number;
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

/** @returns the sums of the ledger's entries by payment */
async function flowsOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, Flows>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('ledger_entries')
    .select(['payment_id', 'debit', 'credit', (select) => select.fn.sum<string>('paise').as('paise')])
    .where('payment_id', 'in', paymentIds)
    .groupBy(['payment_id', 'debit', 'credit'])
    .execute();
  const found = new Map<string, Flows>();
  for (const { payment_id: id, debit, credit, paise } of rows)
    if (id !== null) found.set(id, { ...found.get(id), [`${debit}/${credit}`]: Number(paise) });
  return found;
}

/** @returns the disputes of payments by payment */
async function disputesOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, Record<string, DisputePart>>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'state', 'lost_paise'])
    .where('payment_id', 'in', paymentIds)
    .execute();
  const found = new Map<string, Record<string, DisputePart>>();
  for (const { id, payment_id: paymentId, state, lost_paise: lost } of rows)
    found.set(paymentId, { ...found.get(paymentId), [id]: { state, lostPaise: Number(lost) } });
  return found;
}

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
    .select(['order_payments.uncaptured', 'order_payments.amount_paise'])
    .select([documents.as('documents'), awaits.as('awaits')])
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
  const ids = rows.map(({ id }) => id);
  const refunds = await refundsOf(database, ids);
  const flows = await flowsOf(database, ids);
  const disputes = await disputesOf(database, ids);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    role: row.role === 'pays' ? 'pays' : 'stray',
    uncaptured: row.uncaptured,
    amountPaise: Number(row.amount_paise),
    ...moneyOf(row, flows.get(row.id) ?? {}, disputes.get(row.id) ?? {}),
    documentPaise: row.role === 'pays' && row.documents !== null ? Number(row.documents) : null,
    awaitsDocument: row.role === 'pays' && row.awaits,
    refunds: refunds.get(row.id) ?? [],
  }));
}

/** The money of a payment as its ledger accounts have it. */
function moneyOf(
  {
    role,
    amount_paise: amount,
    uncaptured,
  }: Pick<Selectable<OrderPaymentTable>, 'role' | 'amount_paise' | 'uncaptured'>,
  flows: Flows,
  disputes: Readonly<Record<string, DisputePart>>,
) {
  const part = { ...newPart(role, Number(amount), uncaptured), flows, disputes };
  return {
    returnedPaise: uncaptured ? 0 : returnedPaise(part),
    owedPaise: underWayPaise(part) + shortfallPaise(part),
    unsentPaise: shortfallPaise(part),
    transferredPaise: transferredPaise(flows),
    lostPaise: lostPaise(part),
    undecidedPaise: undecidedPaise(part),
    givenPaise: debitOf(flows, 'goodwill') + debitOf(flows, 'bad_debt'),
    soldPaise: part.amountPaise - creditedPaise(part),
  };
}
