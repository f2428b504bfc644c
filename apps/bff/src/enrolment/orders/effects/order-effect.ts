import type { OrderState } from '@meridian/contracts/enrolment/orders';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Order } from '../order.ts';
import type { OrderFacts } from '../state/order-facts.ts';
import type { Change } from '../store/order-change.ts';

/** A change of an order that is stored, and not committed yet. */
export interface AppliedChange {
  /** For jobs that commit with the change. */
  jobs: Pick<Jobs, 'enqueue'>;
  /** As it was before the change; its row is locked. */
  order: Order;
  before: OrderFacts;
  after: OrderFacts;
  /** The state after the change. */
  state: OrderState;
  change: Change;
  /** The reason, for the operator. */
  note: string | null;
  /** The booking is to be sent from now on. */
  startsBooking: boolean;
}

/** What follows a change of an order, in its transaction. */
export type OrderEffect = (transaction: Transaction<Database>, applied: AppliedChange) => Promise<void>;
