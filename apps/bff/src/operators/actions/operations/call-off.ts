/** The operation that calls a batch off. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { type CallOffDependencies, callOffOrders, closeSale } from '../../../enrolment/batches/call-off.ts';
import { type CallOffPreview, previewCallOff } from '../../../enrolment/batches/call-off-preview.ts';
import { closeUpstream, type UpstreamClosing } from '../../../enrolment/batches/close-upstream.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { announcePurge } from '../../../site/purge/purge-channel.ts';
import type { Operation } from './operations.ts';

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const differs = () =>
  new Refusal(
    'conflict',
    'preview_differs',
    'The bookings have changed since this was shown. Nothing was done. Please look at it again.',
  );

function sentenceOf({ bookings, seats, emails, refundPaise }: CallOffPreview, outcome: string): string {
  const refunds = outcome === 'refund' ? ` ${formatPaise(refundPaise)} to be refunded.` : '';
  return `The sale ends. ${countOf(bookings.length, 'booking')} with ${countOf(seats, 'seat')}, ${countOf(emails, 'email')}.${refunds}`;
}

/** @param open a function: a command reads its settings where it needs them */
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
        // The job repeats it; here the sale is closed already.
        if (!isRemoteError(error, 'upstream')) throw error;
      });
      const { done, waiting, failures, missingPaise } = await callOffOrders(
        services,
        { batchId, outcome },
        {
          retriesRefunds: true,
          onStep: (now) => progress({ done: now.done, failed: now.failures.length }),
        },
      );
      const what = outcome === 'refund' ? 'cancelled and refunded' : 'asked to choose';
      const sentences = [
        `${countOf(done, 'booking')} ${what}.`,
        waiting > 0 && `${countOf(waiting, 'order')} paid and not booked yet: the server refunds them.`,
        failures.length > 0 &&
          `${countOf(failures.length, 'booking')} failed: see the cases of their orders.`,
        missingPaise > 0 &&
          `The provider holds too little money: ${formatPaise(missingPaise)} are missing. Add them to the provider's account, or record bank refunds in the orders, then continue.`,
      ];
      return {
        message: sentences.filter(Boolean).join(' '),
        output: {
          bookings: done,
          waiting,
          failures: failures.map(({ orderId, reason }) => ({ order_id: orderId, reason })),
          missing_paise: missingPaise,
        },
        hasFailed: failures.length > 0 || missingPaise > 0,
      };
    },
  };
}
