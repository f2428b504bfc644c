import type { OrderEvent } from '../state/order-events.ts';
import type { DisputeDetails, RefundDetails, SeenPayment } from './order-rows.ts';
import type { EventSource } from './order-tables.ts';

/** An event of an order, with what is stored beside it. */
export interface Change {
  event: OrderEvent;
  source: EventSource;
  payment?: SeenPayment;
  refund?: RefundDetails;
  dispute?: DisputeDetails;
  /** Event name for the history, if the event is recorded even if it changes nothing. */
  recordAs?: string;
  /** The reason, for the operator; never personal data. */
  note?: string;
  /** Delay of the change's jobs: the caller is about to do their work. */
  startAfterSeconds?: number;
}
