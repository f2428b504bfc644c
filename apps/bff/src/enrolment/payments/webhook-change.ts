import type { PaymentReport } from '../../partners/payments/provider.ts';
import type { Order } from '../orders/order.ts';
import type { Change } from '../orders/store/order-change.ts';
import { disputeChange } from './dispute-reports.ts';
import { refundChange } from './refund-reports.ts';

/**
 * @param order order of the reported payment, locked by the caller
 * @returns the change that a webhook's report causes; null for a report without effect
 */
export function webhookChange(order: Order, report: PaymentReport): Change | null {
  const source = 'webhook';
  const { id: paymentId, amountPaise, currency, status } = report.payment;
  const payment = { paymentId, status, amountPaise, currency };
  switch (report.kind) {
    case 'payment_tried':
      return { source, payment, event: { kind: 'payment_tried', paymentId } };
    case 'payment_captured':
      return { source, payment, event: { kind: 'payment_captured', paymentId, amountPaise, currency } };
    case 'refund': {
      const { refund, recordAs } = report;
      return refundChange(order, refund, report.payment, {
        fresh: false,
        source,
        ...(recordAs && { recordAs }),
      });
    }
    case 'dispute':
      return disputeChange(report.dispute, report.payment, source);
  }
}
