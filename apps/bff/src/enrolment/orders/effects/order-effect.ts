import type { OrderState } from '@meridian/contracts/enrolment/orders';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Order } from '../order.ts';
import type { OrderFacts } from '../state/order-facts.ts';
import type { Change } from '../store/order-change.ts';

/** A change of an order that is stored and not committed yet. */
export interface AppliedChange {
  /** Enqueues jobs that commit with the change. */
  jobs: Pick<Jobs, 'enqueue'>;
  /** The order before the change; its row is locked. */
  order: Order;
  before: OrderFacts;
  after: OrderFacts;
  /** The order's state after the change. */
  state: OrderState;
  change: Change;
  /** The reason, for operators. */
  note: string | null;
  /** True if the change makes the booking due. */
  startsBooking: boolean;
}

/** A consequence of an order's change, applied in its transaction. */
export type OrderEffect = (transaction: Transaction<Database>, applied: AppliedChange) => Promise<void>;
