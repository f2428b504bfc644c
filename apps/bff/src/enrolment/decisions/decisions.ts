/** What operators and payers decide about paid orders. */
import type { Alongside } from '../../platform/database/transact.ts';
import type { Order } from '../orders/order.ts';
import { type CancellationSums, cancellationSums } from './cancellation-sums.ts';
import { type DecisionServices, decide } from './decide.ts';
import type { Decided, Decision } from './decision.ts';

export interface Decisions {
  /** Applies a decision; see `decide`. @throws Refusal; RemoteError if a refund was not answered */
  decide(
    orderId: string,
    decision: Decision,
    note: string,
    alongside?: Alongside,
    underLock?: Alongside,
  ): Promise<Decided>;
  /** @returns what a cancellation would refund now; undefined if so many seats are not booked */
  previewCancellation(order: Order, seats?: number): CancellationSums | undefined;
}

export function createDecisions(services: DecisionServices): Decisions {
  return {
    decide: (orderId, decision, note, alongside, underLock) =>
      decide(services, orderId, decision, note, alongside, underLock),
    previewCancellation: (order, seats) => cancellationSums(order, services.now(), seats),
  };
}
