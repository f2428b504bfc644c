import { attendee } from '@meridian/contracts/enrolment/attendees';
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import {
  emailSchema,
  firstName,
  lastName,
  maxLengths,
  phoneNumber,
  requiredText,
} from '@meridian/contracts/leads/fields';
import { readNumber } from '@meridian/contracts/lenient';
import { requestId } from '@meridian/contracts/requests';
import { z } from 'zod';

const maxRupees = 1_000_000_000;

/** Rupees as a number or text, converted to integer paise. */
const amount = z.preprocess(
  (value) => readNumber(value) ?? value,
  z.number().min(0).max(maxRupees).transform(paiseOf),
);

const seats = z.preprocess((value) => readNumber(value) ?? value, z.int().min(1).max(10_000));

/** The booking call (specification, section 3). Amounts are converted to integer paise. */
export const bookingSchema = z.object({
  course_id: requestId,
  course_schedule_id: requestId,
  fee: amount,
  number_of_course: seats,
  gst_total: amount,
  sub_total: amount,
  total_fee: amount,
  transaction_id: requiredText('Transaction id', maxLengths.name),
  first_name: firstName.schema,
  last_name: lastName.schema,
  email: emailSchema,
  phone_number: phoneNumber.schema,
  /**
   * The specification does not have this field. An invalid list is ignored, because the payer has already
   * paid.
   */
  attendees: z.array(attendee).optional().catch(undefined),
});
export type Booking = z.output<typeof bookingSchema>;
