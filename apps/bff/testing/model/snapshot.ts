/**
 * Reads the state that the model checks: our rows, the upstream's bookings and Razorpay's payments, at one
 * moment.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Order } from '../../src/enrolment/orders/order.ts';
import { findOrders } from '../../src/enrolment/orders/store/order-queries.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { ProviderDouble } from './provider-double.ts';
import type { UpstreamBooks, UpstreamSeats } from './upstream-books.ts';

/** Tables that a refusal or a repeated report must not change. */
const tables = [
  'orders',
  'order_payments',
  'refunds',
  'disputes',
  'ledger_entries',
  'booking_changes',
  'cases',
  'mails',
  'document_requests',
  'invoices',
  'coupon_uses',
  'manage_links',
  'change_requests',
  'billing_corrections',
  'payment_claims',
] as const;
type Table = (typeof tables)[number];
/** Rows as JSON, which differ from their types: a bigint is a number, and a timestamp is text. */
export type Rows = { [Name in Table]: Selectable<Database[Name]>[] };

/** Columns that are not compared: times of the last or the next request to a partner, and `updated_at`. */
const ignored: Partial<Record<Table, string>> = {
  orders: "- 'next_check_at' - 'updated_at'",
  order_payments: "- 'refunds_checked_at' - 'updated_at'",
  payment_claims: "- 'next_check_at'",
};

const rowsOf = (table: Table) =>
  `'${table}', (select coalesce(jsonb_agg(to_jsonb(t) ${ignored[table] ?? ''} order by to_jsonb(t)::text), '[]') from ${table} t)`;

/** A function in PL/pgSQL, which keeps its plans, because the model reads all rows after each step. */
const snapshotFunction = `create function model_snapshot() returns jsonb language plpgsql as $$ begin
  return jsonb_build_object(${tables.map(rowsOf).join(', ')});
end $$`;

export async function createSnapshotFunction(database: Kysely<Database>): Promise<void> {
  await sql.raw(snapshotFunction).execute(database);
}

async function readRows(database: Kysely<Database>): Promise<Rows> {
  const { rows } = await sql<{ all: Rows }>`select model_snapshot() as all`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('a snapshot is one row');
  return row.all;
}

const orderTables = ['orders', 'order_payments', 'refunds', 'disputes'] as const;

export interface Snapshot {
  rows: Rows;
  orders: Order[];
  upstream: readonly UpstreamSeats[];
  provider: {
    payments: { id: string; orderId: string; amountPaise: number; captured: boolean }[];
    refunds: {
      id: string;
      /** Our id; null for a refund that was made in the dashboard. */
      receipt: string | null;
      paymentId: string;
      amountPaise: number;
      status: 'pending' | 'processed' | 'failed';
    }[];
    disputes: { id: string; paymentId: string; lostPaise: number; status: string }[];
    settled: {
      paymentId: string;
      /** Amount paid to the bank; negative for a deduction. */
      paidPaise: number;
      feePaise: number;
      isDispute: boolean;
    }[];
  };
}

async function readOrders(database: Kysely<Database>, rows: Rows, earlier: Snapshot | undefined) {
  const isSame = (table: Table) => JSON.stringify(rows[table]) === JSON.stringify(earlier?.rows[table]);
  if (earlier && orderTables.every(isSame)) return earlier.orders;
  const ids = rows.orders.map(({ id }) => id);
  return (await findOrders(database, ids)).orders;
}

interface Observed {
  database: Kysely<Database>;
  upstream: UpstreamBooks;
  double: ProviderDouble;
}

/** @param earlier earlier snapshot; orders whose rows are unchanged are taken from it */
export async function takeSnapshot(
  { database, upstream, double }: Observed,
  earlier?: Snapshot,
): Promise<Snapshot> {
  const rows = await readRows(database);
  const orders = await readOrders(database, rows, earlier);
  const { store } = double.razorpay;
  return {
    rows,
    orders,
    upstream: upstream.bookings().map((booking) => structuredClone(booking)),
    provider: {
      payments: [...store.payments.values()].map(({ payment: { id, order_id, amount, captured } }) => ({
        id,
        orderId: order_id,
        amountPaise: amount,
        captured,
      })),
      refunds: [...store.refunds.values()].map(({ id, receipt, payment_id, amount, status }) => ({
        id,
        receipt,
        paymentId: payment_id,
        amountPaise: amount,
        status,
      })),
      disputes: [...store.disputes.values()].map(({ id, payment_id, amount_deducted, status }) => ({
        id,
        paymentId: payment_id,
        lostPaise: amount_deducted,
        status,
      })),
      settled: store.settled.map(({ entity_id: id, payment_id: of, credit, debit, fee, dispute_id }) => ({
        paymentId: of ?? id,
        paidPaise: credit - debit,
        feePaise: fee,
        isDispute: dispute_id !== null,
      })),
    },
  };
}

/** @returns the tables whose rows differ */
export function changedTables(before: Rows, after: Rows): string[] {
  return tables.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
}
