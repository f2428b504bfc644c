/** The tables of the checkout; made by `schema.sql`. Columns that are named after a provider hold the ids of whichever provider there is. */

import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { CorrectionRequest } from '@meridian/contracts/checkout/billing';
import type { ColumnType } from 'kysely';
import type { Json, Narrow } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { CaseKind } from '../cases/case-kinds.ts';
import type { BatchTables } from './batch-tables.ts';
import type { OrderEventTable, OrderTable } from './order-tables.ts';

/** Who made a refund: an operator here, somebody in the provider's dashboard, or the provider automatically. */
export type RefundSource = 'operator' | 'dashboard' | 'automatic';

export type RefundTable = Schema['refunds'];

export type DisputeTable = Schema['disputes'];

export type CaseTable = Narrow<
  'cases',
  {
    kind: CaseKind;
  }
>;

export type WebhookRecord = 'taken' | 'ignored' | 'set_aside';

/**
 * A change of a booking to be sent to the upstream, as the resulting state; null fields stay as they are.
 */
export type BookingChangeTable = Narrow<
  'booking_changes',
  {
    attendees: ColumnType<Attendee[] | null, string | null | undefined, string | null>;
  }
>;

/** What the buyer of an order asks to have on the invoice instead. */
export type BillingCorrectionTable = Narrow<
  'billing_corrections',
  {
    billing: Json<CorrectionRequest>;
  }
>;

export interface CheckoutTables extends BatchTables {
  billing_corrections: BillingCorrectionTable;
  orders: OrderTable;
  order_events: OrderEventTable;
  cases: CaseTable;
  booking_changes: BookingChangeTable;
}

declare module '../../../platform/database/database.ts' {
  interface NarrowedTables extends CheckoutTables {}
}
