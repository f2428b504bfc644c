import type { PayerState } from '@meridian/contracts/checkout/receipt';
import { forgetLastReceipt, keepLastReceipt, lastReceipt } from './last-receipt.ts';
import { forgetSelection } from './selection.ts';
import { forgetStartedOrder, startedOrder } from './started-order.ts';

/**
 * What this browser keeps of its own payment, once the receipt was seen: the way back to it while it is being
 * confirmed, and nothing once that is over. Receipts of others leave no trace.
 */
export function noteStanding(receiptPath: string, state: PayerState): void {
  const started = startedOrder();
  const isStarted = started?.receipt_path === receiptPath;
  if (state === 'paid' && isStarted) keepLastReceipt(receiptPath);
  if (state === 'paid' || state === 'booked') {
    if (isStarted) {
      forgetStartedOrder();
      forgetSelection();
    }
  }
  const isOver = state === 'booked' || state === 'refunded';
  if (isOver && lastReceipt() === receiptPath) forgetLastReceipt();
}
