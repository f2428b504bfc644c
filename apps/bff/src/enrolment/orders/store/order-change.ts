import type { OrderEvent } from '../state/order-events.ts';
import type { DisputeDetails, RefundDetails, SeenPayment } from './order-rows.ts';
import type { EventSource } from './order-tables.ts';

/** An event of an order, with the data stored beside it. */
export interface Change {
  event: OrderEvent;
  source: EventSource;
  payment?: SeenPayment;
  refund?: RefundDetails;
  dispute?: DisputeDetails;
  /** Name of the event in the history; set if the event is recorded even without effect. */
  recordAs?: string;
  /** The reason, for operators. Never personal data. */
  note?: string;
  /** Delay of the change's jobs, because the caller is about to do their work. */
  startAfterSeconds?: number;
}
