/**
 * The switch that opens and closes sales. While sales are closed, the site accepts enquiries, and no orders
 * except exchanges of bookings.
 */
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface SalesState {
  isOpen: boolean;
  since: Date;
  /** Email of the operator; null until an operator has changed the switch. */
  changedBy: string | null;
}

/**
 * Opens sales unless an operator has opened or closed them before. A demo installation has no set-up to
 * complete.
 */
export async function openDemoSales(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('sales')
    .set({ is_open: true, changed_at: databaseNow })
    .where('changed_by', 'is', null)
    .where('is_open', '=', false)
    .execute();
}

export async function readSales(database: Kysely<Database>): Promise<SalesState> {
  const row = await database.selectFrom('sales').selectAll().executeTakeFirstOrThrow();
  return { isOpen: row.is_open, since: row.changed_at, changedBy: row.changed_by };
}

/** @returns false if sales were already in the requested state */
export async function setSales(
  database: Kysely<Database>,
  isOpen: boolean,
  changedBy: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('sales')
    .set({ is_open: isOpen, changed_at: databaseNow, changed_by: changedBy })
    .where('is_open', '<>', isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const closed = 'Enrolment is not open at present. Nothing was charged. Please send us an enquiry instead.';

/** @throws Refusal `conflict`, with `errors.sales`, while sales are closed */
export async function requireOpenSales(database: Kysely<Database>): Promise<void> {
  if ((await readSales(database)).isOpen) return;
  throw new Refusal('conflict', 'sales_closed', closed, { errors: { sales: [closed] } });
}
