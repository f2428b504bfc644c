/** The upstream's call that changes a booking: seats cancelled, moved to another batch, people renamed. */
import { z } from 'zod';
import { maxLengths, requiredText } from '../leads/fields.ts';
import { requestId } from '../requests.ts';
import { attendee } from './attendees.ts';

/** Beside the table of calls, which the specification has: not every upstream takes it. */
export const bookingChangeCall = 'booking_change';
export const bookingChangePath = `/${bookingChangeCall}` as const;

/** Each field says how the booking is afterwards; what is left out stays as it is. */
export const bookingChange = z.object({
  /** Of the payment that the booking was made with. */
  transaction_id: requiredText('Transaction id', maxLengths.name),
  /** How many seats are left of it; 0 where all are cancelled. */
  seats: z.int().min(0).optional(),
  /** The batch that they are in. */
  course_schedule_id: requestId.optional(),
  attendees: z.array(attendee).optional(),
});
export type BookingChange = z.infer<typeof bookingChange>;
