/** The operation that calls a batch off. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import {
  type CallOffDependencies,
  type CallOffProgress,
  callOffOrders,
} from '../../../enrolment/batches/calling-off/call-off.ts';
import {
  type CallOffPreview,
  previewCallOff,
} from '../../../enrolment/batches/calling-off/call-off-preview.ts';
import { closeSale } from '../../../enrolment/batches/calling-off/close-sale.ts';
import {
  closeUpstream,
  type UpstreamClosing,
} from '../../../enrolment/batches/calling-off/close-upstream.ts';
import { countCalledOff } from '../../../enrolment/batches/calling-off/count-called-off.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { announcePurge } from '../../../site/purge/purge-channel.ts';
import type { Operation } from './operations.ts';

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const differs = () =>
  new Refusal(
    'conflict',
    'preview_differs',
    'The bookings changed after the preview. Nothing was saved. Please preview again.',
  );

function sentenceOf({ bookings, seats, emails, refundPaise }: CallOffPreview, outcome: string): string {
  const refunds = outcome === 'refund' ? ` ${formatPaise(refundPaise)} to be refunded.` : '';
  return `The sale ends. ${countOf(bookings.length, 'booking')} with ${countOf(seats, 'seat')}, ${countOf(emails, 'email')}.${refunds}`;
}

function describeProgress(progress: CallOffProgress, outcome: string): string {
  const { done, refunded, unanswered, waiting, failures, missingPaise } = progress;
  const sentences = [
    outcome === 'refund'
      ? `${countOf(done, 'booking')} cancelled.`
      : `${countOf(done, 'booking')}: payers get an email and choose another date or a refund.`,
    refunded > 0 && `The payment provider has accepted ${countOf(refunded, 'refund')}.`,
    unanswered > 0 &&
      `The payment provider has not answered ${countOf(unanswered, 'refund')} yet: unanswered refunds are sent again automatically.`,
    waiting > 0 &&
      `${countOf(waiting, 'paid order')} not booked yet. These orders continue automatically; an order in review has a case.`,
    failures.length > 0 && `${countOf(failures.length, 'booking')} failed: see the orders.`,
    missingPaise > 0 &&
      `Your balance at the payment provider is too low: ${formatPaise(missingPaise)} is missing. Add this amount there, or record bank transfers in the orders. Then continue.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * @param open returns the dependencies; a function, so that a command reads settings only when it needs them
 */
export function callOffOperation(
  open: () => CallOffDependencies & UpstreamClosing,
): Operation<'batches.call-off'> {
  return {
    async preview({ id, outcome }) {
      const preview = await previewCallOff(open(), id, outcome);
      return {
        done: sentenceOf(preview, outcome),
        confirm: preview.digest,
        plan: {
          seats: preview.seats,
          emails: preview.emails,
          unpaid: preview.unpaid,
          refund_paise: preview.refundPaise,
          held_paise: preview.heldPaise,
          bookings: preview.bookings.map((booking) => ({
            order_id: booking.orderId,
            booking_number: booking.bookingNumber,
            payer: booking.payer,
            seats: booking.seats,
            refund_paise: booking.refundPaise,
            problem: booking.problem,
          })),
        },
      };
    },
    async begin(transaction, { id, outcome, confirm }) {
      const preview = await previewCallOff(open(), id, outcome);
      if (preview.digest !== confirm) throw differs();
      await closeSale(transaction, id, outcome);
      await announcePurge(transaction, { target: 'courses' });
      return sentenceOf(preview, outcome);
    },
    audit: ({ id, outcome }) => ({ subject: { kind: 'batch', id: String(id) }, detail: { outcome } }),
    async work({ id: batchId, outcome }, progress) {
      const services = open();
      await closeUpstream(services, batchId).catch((error: unknown) => {
        // A scheduled job retries the call to the upstream. Sales of the batch are already closed here.
        if (!isRemoteError(error, 'upstream')) throw error;
      });
      const ended = await callOffOrders(
        services,
        { batchId, outcome },
        {
          retriesRefunds: true,
          onStep: (now) => progress({ done: now.done, failed: now.failures.length }),
        },
      );
      const total = { ...ended, ...(await countCalledOff(services.database, { batchId, outcome })) };
      const { done, refunded, unanswered, waiting, failures, missingPaise } = total;
      return {
        message: describeProgress(total, outcome),
        output: {
          bookings: done,
          refunds: refunded,
          unanswered,
          waiting,
          failures: failures.map(({ orderId, reason }) => ({ order_id: orderId, reason })),
          missing_paise: missingPaise,
        },
        hasFailed: failures.length > 0 || missingPaise > 0,
        countsAllAttempts: true,
      };
    },
  };
}
