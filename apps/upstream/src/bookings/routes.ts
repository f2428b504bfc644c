import { callPath } from '@meridian/contracts/calls';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { firstIssue } from '../http/first-issue.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import { dateOf } from '../schedule/calendar.ts';
import { bookingSchema } from './booking-schema.ts';
import { recordBooking } from './record.ts';

export interface BookingServices {
  content: () => Content;
  database: Database;
  /** Returns the current date in India as a day number. */
  today: () => number;
}

/**
 * `POST /booking`: records a paid booking. The course and the batch must exist, and the batch must have
 * enough seats. Amounts are stored as sent, because they were paid.
 */
export function bookingRoute(app: FastifyInstance, { content, database, today }: BookingServices): void {
  app.post(callPath('booking'), { config: { call: 'booking' } }, async (request) => {
    const parsed = bookingSchema.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    const booking = parsed.data;
    const course = content().courseById.get(booking.course_id);
    if (!course) return refuse('There is no such course.');

    const outcome = await recordBooking(database, booking, idempotencyKeyOf(request), dateOf(today()));
    switch (outcome.kind) {
      case 'booked':
        return succeed({ booking_id: outcome.bookingId }, 'Your seat is booked. See you in class!');
      case 'key-reused':
        return refuse(keyReusedMessage);
      case 'payment-booked':
        return refuse('This payment was used for another booking.');
      case 'no-batch':
        return refuse('The course has no such batch.');
      case 'full':
        return refuse('This batch does not have enough seats left.');
    }
  });
}
