import type { PayerState } from '@meridian/contracts/enrolment/receipt';
import { clearSelection } from '../selection/selection.ts';
import { clearLastReceipt, lastReceipt, saveLastReceipt } from './last-receipt.ts';
import { clearStartedOrder, startedOrder } from './started-order.ts';

/**
 * Updates the order stored in this browser when its receipt has a new state. Ignores receipts of other
 * orders.
 */
export function updateOwnPayment(receiptPath: string, state: PayerState): void {
  const started = startedOrder();
  const isStarted = started?.receipt_path === receiptPath;
  if (state === 'paid' && isStarted) saveLastReceipt(receiptPath);
  if (state === 'paid' || state === 'booked') {
    if (isStarted) {
      clearStartedOrder();
      clearSelection();
    }
  }
  const isOver = state === 'booked' || state === 'refunded' || state === 'cancelled';
  if (isOver && lastReceipt() === receiptPath) clearLastReceipt();
}
