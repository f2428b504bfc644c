/** Compares the sandbox's payments, the stored orders and the upstream's bookings. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import pg from 'pg';
import type { ProductClient } from './client.ts';

interface OrderRow {
  provider_order_id: string | null;
  payment_id: string | null;
  state: string;
}

export async function ordersIn(databaseUrl: string): Promise<OrderRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<OrderRow>('select provider_order_id, payment_id, state from orders');
    return rows;
  } finally {
    await client.end();
  }
}

export interface Reconciliation {
  captured: number;
  booked: number;
  /** One line per mismatch; empty if each captured payment has exactly one booking. */
  faults: string[];
}

/** @returns the mismatches of payments, orders and bookings */
export async function reconcile(client: ProductClient, databaseUrl: string): Promise<Reconciliation> {
  const [payments, bookings, orders] = await Promise.all([
    client.payments(),
    client.bookings(),
    ordersIn(databaseUrl),
  ]);
  const orderOf = new Map(orders.map((order) => [order.provider_order_id, order]));
  const faults: string[] = [];
  const captured = payments.filter(({ status }) => status === 'captured');
  for (const { id, order_id: orderId, amount } of captured) {
    const made = bookings.filter((booking) => booking.transaction_id === id);
    if (made.length !== 1) faults.push(`${id} was captured and booked ${made.length} times`);
    for (const { total_fee: total } of made)
      if (paiseOf(total) !== amount)
        faults.push(`${id}: ${amount} paise were captured for a booking of ₹${total}`);
    const order = orderOf.get(orderId);
    if (order?.state !== 'booked' || order.payment_id !== id)
      faults.push(`${id} was captured, and its order is ${order?.state ?? 'unknown'}`);
  }
  const capturedIds = new Set(captured.map(({ id }) => id));
  for (const { transaction_id: id } of bookings)
    if (!capturedIds.has(id)) faults.push(`${id} is booked and was not captured`);
  for (const { status, id } of payments)
    if (status === 'authorized') faults.push(`${id} is still waiting to be captured`);
  for (const { state, payment_id: id } of orders) {
    if (state === 'booked' && (id === null || !capturedIds.has(id)))
      faults.push(`an order is booked without a captured payment`);
    if (!['created', 'attempted', 'booked'].includes(state))
      faults.push(`an order remains in the state ${state}`);
  }
  return { captured: captured.length, booked: bookings.length, faults };
}
