/** The payments in this database: where their money is, and the amounts of their documents. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { debitOf, type Flows, transferredPaise } from '../orders/state/ledger.ts';
import {
  creditedPaise,
  type DisputePart,
  inProgressPaise,
  lostPaise,
  newPart,
  type RefundState,
  returnedPaise,
  shortfallPaise,
  undecidedPaise,
} from '../orders/state/order-facts.ts';
import { daysOf, periodOf } from './months.ts';

export interface OurRefund {
  id: string;
  paymentId: string;
  /** The payment provider's id; null until it has answered. */
  providerId: string | null;
  amountPaise: number;
  state: RefundState;
}

export interface OurPayment {
  id: string;
  orderId: string;
  role: 'pays' | 'unmatched';
  /** True if only authorized: the payment provider refunds it automatically. */
  uncaptured: boolean;
  amountPaise: number;
  /** To be returned, or being returned. */
  owedPaise: number;
  /** The part of `owedPaise` that is not requested at the payment provider. */
  unsentPaise: number;
  transferredPaise: number;
  /** Amount lost in disputes. */
  lostPaise: number;
  /** Returned without a decision here. */
  undecidedPaise: number;
  /** The amount that the documents should have: the sale less its reductions. */
  soldPaise: number;
  /** Invoices less credit notes, or vouchers if there is no invoice yet; null if nothing is issued. */
  documentPaise: number | null;
  /** True if a document is still to be issued. */
  awaitsDocument: boolean;
  refunds: OurRefund[];
  /** Money as of the end of the month. Changes in later months count in the later months. */
  atMonthEnd: MoneyAtMonthEnd;
}

export interface MoneyAtMonthEnd {
  /** Processed refunds, transfers and lost disputes. */
  returnedPaise: number;
  owedPaise: number;
  undecidedPaise: number;
  /** Returned without reducing the sale: goodwill and lost disputes about supplied services. */
  givenPaise: number;
  documentPaise: number;
}

/**
 * The documented total of an order. Vouchers count only until there is an invoice.
 *
 * @param lastDay last day of the documents that count; all if null
 */
const documentsUntil = (lastDay: string | null) => sql<string | null>`(
  select case when bool_or(kind = 'invoice')
    then sum(case kind when 'invoice' then total_paise when 'credit_note' then -total_paise else 0 end)
    else sum(case kind when 'receipt_voucher' then total_paise else -total_paise end) end
  from invoices where invoices.order_id = order_payments.order_id
    and (${lastDay}::date is null or issued_on <= ${lastDay}::date))`;

const awaits = sql<boolean>`exists (
  select from document_requests where document_requests.order_id = order_payments.order_id
    and not document_requests.is_settled)`;

/**
 * @param lastDay last day of the entries that count; all if null
 * @returns the sums of the ledger's entries by payment id
 */
async function flowsOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
  lastDay: string | null,
): Promise<Map<string, Flows>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('ledger_entries')
    .select(['payment_id', 'debit', 'credit', (select) => select.fn.sum<string>('paise').as('paise')])
    .where('payment_id', 'in', paymentIds)
    .$if(lastDay !== null, (query) => query.where(sql<boolean>`day <= ${lastDay}::date`))
    .groupBy(['payment_id', 'debit', 'credit'])
    .execute();
  const found = new Map<string, Flows>();
  for (const { payment_id: id, debit, credit, paise } of rows)
    if (id !== null) found.set(id, { ...found.get(id), [`${debit}/${credit}`]: Number(paise) });
  return found;
}

/**
 * @param end only disputes that last changed before this time; all if null
 * @returns the disputes by payment id
 */
async function disputesOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
  end: Date | null,
): Promise<Map<string, Record<string, DisputePart>>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'state', 'lost_paise'])
    .where('payment_id', 'in', paymentIds)
    .$if(end !== null, (query) => query.where('updated_at', '<', end))
    .execute();
  const found = new Map<string, Record<string, DisputePart>>();
  for (const { id, payment_id: paymentId, state, lost_paise: lost } of rows)
    found.set(paymentId, { ...found.get(paymentId), [id]: { state, lostPaise: Number(lost) } });
  return found;
}

/** @returns the refunds by payment id */
async function refundsOf(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, OurRefund[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_refund_id', 'amount_paise', 'state'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .execute();
  const refunds = rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    providerId: row.provider_refund_id,
    amountPaise: Number(row.amount_paise),
    state: row.state,
  }));
  return Map.groupBy(refunds, ({ paymentId }) => paymentId);
}

/**
 * @param month `YYYY-MM` in India
 * @param paymentIds payments that the payment provider named, of any month
 * @returns these payments, and those first seen or refunded in the month, if money was taken
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
    .select([documentsUntil(null).as('documents'), awaits.as('awaits')])
    .select(documentsUntil(daysOf(month).last).as('documents_at_end'))
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
  const flows = await flowsOf(database, ids, null);
  const disputes = await disputesOf(database, ids, null);
  const flowsAtEnd = await flowsOf(database, ids, daysOf(month).last);
  const disputesAtEnd = await disputesOf(database, ids, end);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    role: row.role === 'pays' ? 'pays' : 'unmatched',
    uncaptured: row.uncaptured,
    amountPaise: Number(row.amount_paise),
    ...moneyOf(row, flows.get(row.id) ?? {}, disputes.get(row.id) ?? {}),
    atMonthEnd: {
      ...moneyAtEnd(row, flowsAtEnd.get(row.id) ?? {}, disputesAtEnd.get(row.id) ?? {}),
      documentPaise: row.role === 'pays' ? Number(row.documents_at_end ?? 0) : 0,
    },
    documentPaise: row.role === 'pays' && row.documents !== null ? Number(row.documents) : null,
    awaitsDocument: row.role === 'pays' && row.awaits,
    refunds: refunds.get(row.id) ?? [],
  }));
}

type StoredPayment = Pick<Selectable<Schema['order_payments']>, 'role' | 'amount_paise' | 'uncaptured'>;
type Disputes = Readonly<Record<string, DisputePart>>;

const partOf = (
  { role, amount_paise: amount, uncaptured }: StoredPayment,
  flows: Flows,
  disputes: Disputes,
) => ({ ...newPart(role, Number(amount), uncaptured), flows, disputes });

/** @returns the money of a payment according to its ledger accounts */
function moneyOf(payment: StoredPayment, flows: Flows, disputes: Disputes) {
  const part = partOf(payment, flows, disputes);
  return {
    owedPaise: inProgressPaise(part) + shortfallPaise(part),
    unsentPaise: shortfallPaise(part),
    transferredPaise: transferredPaise(flows),
    lostPaise: lostPaise(part),
    undecidedPaise: undecidedPaise(part),
    soldPaise: part.amountPaise - creditedPaise(part),
  };
}

function moneyAtEnd(payment: StoredPayment, flows: Flows, disputes: Disputes) {
  const part = partOf(payment, flows, disputes);
  return {
    returnedPaise: payment.uncaptured ? 0 : returnedPaise(part),
    owedPaise: inProgressPaise(part) + shortfallPaise(part),
    undecidedPaise: undecidedPaise(part),
    givenPaise: debitOf(flows, 'goodwill') + debitOf(flows, 'bad_debt'),
  };
}

/** Movements in a month that belong to payments of other months, in paise. */
export interface EarlierMoney {
  returnedPaise: number;
  /** Invoices less credit notes. */
  documentPaise: number;
}

/** @param paymentIds payments of the month, which are excluded */
export async function earlierMoney(
  database: Kysely<Database>,
  month: string,
  paymentIds: readonly string[],
): Promise<EarlierMoney> {
  const { first, last } = daysOf(month);
  const own = sql`${[...paymentIds]}::text[]`;
  const { rows } = await sql<{ refunded: string; lost: string; documents: string }>`
    select
      (select coalesce(sum(case when credit in ('in_flight', 'bank') then paise else -paise end), 0) from ledger_entries
        where day between ${first} and ${last} and payment_id <> all(${own})
          and (debit, credit) in (('requested', 'in_flight'), ('in_flight', 'requested'), ('owed', 'bank'))) as refunded,
      (select coalesce(sum(lost_paise), 0) from disputes join order_payments using (payment_id)
        where not uncaptured and payment_id <> all(${own})
          and (disputes.updated_at at time zone 'Asia/Kolkata')::date between ${first} and ${last}) as lost,
      (select coalesce(sum(case kind when 'invoice' then total_paise else -total_paise end), 0) from invoices
        where issued_on between ${first} and ${last} and kind in ('invoice', 'credit_note') and not exists (
          select from order_payments as payment where payment.order_id = invoices.order_id
            and payment.role = 'pays' and payment.payment_id = any(${own}))) as documents`.execute(database);
  const [{ refunded, lost, documents } = { refunded: 0, lost: 0, documents: 0 }] = rows;
  return { returnedPaise: Number(refunded) + Number(lost), documentPaise: Number(documents) };
}
