/**
 * Form of the waiting list. It is stored as a lead, but not sent to the upstream, and is not one of the
 * twelve forms of the specification.
 */
import { seatCount } from '../enrolment/seat-count.ts';
import { requestId } from '../requests.ts';
import { contextAddress, contextText } from './context.ts';
import { email, type Field, fullName, maxLengths, phoneNumber } from './fields.ts';
import type { Form } from './form.ts';

/**
 * Maximum number of seats per entry. A network address can hold at most this many unpaid seats of a batch, so
 * more seats could not be ordered when they are offered.
 */
const maxWaitingSeats = 10;

const seatsField = {
  name: 'number_of_course',
  label: 'Seats',
  type: 'number',
  schema: seatCount(
    maxWaitingSeats,
    `At most ${maxWaitingSeats} seats are possible. For more, please call us`,
  ),
} as const satisfies Field;

export const waitlistForm = {
  title: 'Join the waiting list',
  action: 'Join the waiting list',
  fields: [fullName, email, phoneNumber, seatsField],
  // Both ids are required, because they identify the batch for which the visitor waits.
  context: { course_id: requestId, course_schedule_id: requestId },
  crmContext: { course_name: contextText(300), page_url: contextAddress(maxLengths.url) },
  confirmation: 'toast',
  crm: {
    form: 'waitlist',
    source: 'Direct',
    trigger: ['approval', 'workflow', 'blueprint'],
    formName: 'Waitlist',
    courseName: 'course_name',
  },
} as const satisfies Form;
