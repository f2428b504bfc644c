/** Upstream call that changes a booking: cancelled seats, another batch, other attendees. */
import { z } from 'zod';
import { maxLengths, requiredText } from '../leads/fields.ts';
import { requestId } from '../requests.ts';
import { attendee } from './attendees.ts';

/**
 * This call is not in the table of calls, because the specification does not have it. Not every upstream
 * supports it.
 */
export const bookingChangeCall = 'booking_change';
export const bookingChangePath = `/${bookingChangeCall}` as const;

/** Each field has the new value. Absent fields are not changed. */
export const bookingChange = z.object({
  /** Id of the booking's payment. */
  transaction_id: requiredText('Transaction id', maxLengths.name),
  /** Remaining seats; 0 if all are cancelled. */
  seats: z.int().min(0).optional(),
  /** Id of the new batch. */
  course_schedule_id: requestId.optional(),
  attendees: z.array(attendee).optional(),
});
export type BookingChange = z.infer<typeof bookingChange>;
