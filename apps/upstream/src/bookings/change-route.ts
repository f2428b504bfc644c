import { bookingChange, bookingChangePath } from '@meridian/contracts/enrolment/booking-change';
import type { FastifyInstance } from 'fastify';
import { refuse, succeed } from '../http/envelopes.ts';
import { firstIssue } from '../http/first-issue.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { dateOf } from '../schedule/calendar.ts';
import { type ChangeOutcome, changeBooking } from './change.ts';
import type { BookingServices } from './routes.ts';

const refusals: Record<Exclude<ChangeOutcome['kind'], 'changed'>, string> = {
  'key-reused': keyReusedMessage,
  'no-booking': 'There is no booking with this payment.',
  'no-batch': 'The course has no such batch.',
  'off-sale': 'The batch is not on sale.',
  'no-seats': 'There are not enough seats.',
};

/** `POST /booking_change`: cancels seats, moves a booking, or replaces attendees. Idempotent by key. */
export function bookingChangeRoute(
  app: FastifyInstance,
  { database, today }: Omit<BookingServices, 'content'>,
): void {
  app.post(bookingChangePath, async (request) => {
    const parsed = bookingChange.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    const outcome = await changeBooking(database, parsed.data, idempotencyKeyOf(request), dateOf(today()));
    if (outcome.kind !== 'changed') return refuse(refusals[outcome.kind]);
    return succeed({ booking_id: outcome.bookingId }, 'The booking is changed.');
  });
}
