/** The tables of the checkout; made by `schema.sql`. Columns that are named after a provider hold the ids of whichever provider there is. */

import type { Schema } from '../../../platform/database/schema.ts';

/** Who made a refund: an operator here, somebody in the provider's dashboard, or the provider automatically. */
export type RefundSource = 'operator' | 'dashboard' | 'automatic';

export type RefundTable = Schema['refunds'];

export type DisputeTable = Schema['disputes'];

export type WebhookRecord = 'taken' | 'ignored' | 'set_aside';

/**
 * A change of a booking to be sent to the upstream, as the resulting state; null fields stay as they are.
 */
export type BookingChangeTable = Schema['booking_changes'];
