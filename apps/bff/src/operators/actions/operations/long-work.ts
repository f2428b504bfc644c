/** Creates the implementation of every operation. */
import type { OperationOutput } from '@meridian/contracts/operators/actions';
import type { CallOffDependencies } from '../../../enrolment/batches/calling-off/call-off.ts';
import type { UpstreamClosing } from '../../../enrolment/batches/calling-off/close-upstream.ts';
import { type CompareDependencies, compareBatches } from '../../../enrolment/batches/compare-batches.ts';
import { describeComparison } from '../../../enrolment/batches/describe-comparison.ts';
import { issueWaiting, noSupplier } from '../../../enrolment/decisions/issue-waiting.ts';
import type { IssuingDependencies } from '../../../enrolment/documents/issue-document.ts';
import { findOrder } from '../../../enrolment/orders/store/order-queries.ts';
import type { Reconciler } from '../../../enrolment/reconciler/reconciler.ts';
import type { Reconciliation } from '../../../enrolment/reconciler/reconciliation-run.ts';
import { type OfferDependencies, offerFreeSeats } from '../../../enrolment/waitlist/offer-seats.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { callOffOperation } from './call-off.ts';
import type { Counts, Operations } from './operations.ts';

export interface OperationServices {
  reconciler: Pick<Reconciler, 'reconcile' | 'reconcileOrder'>;
  comparing: CompareDependencies;
  offering: OfferDependencies;
  /** Undefined if no supplier is set. */
  issuing: IssuingDependencies | undefined;
  callingOff: CallOffDependencies & UpstreamClosing;
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function reconciled(result: Reconciliation): OperationOutput<'orders.reconcile'> {
  return {
    orders_checked: result.ordersChecked,
    payments_checked: result.paymentsChecked,
    refunds_checked: result.refundsChecked,
    orders_changed: result.ordersChanged,
    bookings_resumed: result.bookingsResumed,
    changes_resumed: result.changesResumed,
    set_aside: result.setAside,
    failed_parts: result.failures,
  };
}

const countsOf = ({ ordersChecked, paymentsChecked, refundsChecked, failures }: Reconciliation): Counts => ({
  done: ordersChecked + paymentsChecked + refundsChecked,
  failed: failures,
});

const unknownOrder = () => new Refusal('not_found', 'order_unknown', 'Order not found.');

export function createOperations(services: OperationServices): Operations {
  return {
    'orders.reconcile': {
      async begin(transaction, { id }) {
        if (!(await findOrder(transaction, 'id', id))) throw unknownOrder();
        return undefined;
      },
      audit: ({ id }) => ({ subject: { kind: 'order', id } }),
      async work({ id }) {
        const result = await services.reconciler.reconcileOrder(id);
        if (!result) throw unknownOrder();
        const { paymentsChecked, refundsChecked, ordersChanged, failures } = result;
        const compared = `${countOf(paymentsChecked, 'payment')} and ${countOf(refundsChecked, 'refund')} compared`;
        return {
          message:
            failures > 0
              ? 'The payment provider did not answer every request. Try again in a minute.'
              : `${compared}: ${ordersChanged > 0 ? 'the order has changed' : 'nothing was missing'}.`,
          output: reconciled(result),
          hasFailed: failures > 0,
        };
      },
    },
    'orders.reconcile-all': {
      audit: ({ all }) => ({ subject: { kind: 'list', id: 'orders' }, detail: { all } }),
      async work({ all }, progress) {
        const onPart = (result: Reconciliation) => progress(countsOf(result));
        const result = await services.reconciler.reconcile({ all, onPart });
        const { ordersChecked, paymentsChecked, refundsChecked, ordersChanged, failures } = result;
        const compared = `Compared ${countOf(ordersChecked, 'order')}, ${countOf(paymentsChecked, 'payment')} and ${countOf(refundsChecked, 'refund')}; ${countOf(ordersChanged, 'order has', 'orders have')} changed.`;
        return {
          message:
            failures > 0
              ? `${compared} ${countOf(failures, 'part')} failed: try again in a minute.`
              : compared,
          output: reconciled(result),
          hasFailed: failures > 0,
        };
      },
    },
    'documents.issue': {
      async begin() {
        if (!services.issuing) throw new Refusal('conflict', 'supplier_missing', noSupplier);
        return undefined;
      },
      audit: ({ order }) => ({
        subject: order === undefined ? { kind: 'list', id: 'documents' } : { kind: 'order', id: order },
      }),
      async work({ order }, progress) {
        if (!services.issuing) throw new Refusal('conflict', 'supplier_missing', noSupplier);
        const onIssued = (done: number) => progress({ done, failed: 0 });
        const numbers = await issueWaiting(services.issuing, { orderId: order, onIssued });
        const none =
          order === undefined
            ? 'No document was issued: none is due, or cases say what is missing.'
            : 'No document was issued: none of this order is due, or a case says what is missing.';
        return {
          message: numbers.length === 0 ? none : `Issued: ${numbers.join(', ')}.`,
          output: { invoices: numbers.map((number) => ({ number })) },
        };
      },
    },
    'batches.call-off': callOffOperation(() => services.callingOff),
    'batches.compare': {
      audit: () => ({ subject: { kind: 'list', id: 'batches' } }),
      async work(_input, progress) {
        const result = await compareBatches(services.comparing, ({ compared: done, unread: failed }) =>
          progress({ done, failed }),
        );
        return {
          message: `${describeComparison(result)}.${result.unread > 0 ? ' Try again once the upstream answers.' : ''}`,
          output: result,
          hasFailed: result.unread > 0,
        };
      },
    },
    'waitlist.offer-all': {
      audit: () => ({ subject: { kind: 'list', id: 'waitlist' } }),
      async work(_input, progress) {
        const offered = await offerFreeSeats(services.offering, (done) => progress({ done, failed: 0 }));
        const count = `${offered.length === 1 ? '1 offer was made. Its email is' : `${offered.length} offers were made. Their emails are`} being sent.`;
        return {
          message:
            offered.length === 0
              ? 'No offers were made. An offer needs open sales, a response of the upstream, and enough free seats for an entry that waits.'
              : count,
          output: { offered },
        };
      },
    },
  };
}
