import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay, formatDays, formatHours } from '../../format.ts';
import { batchFacts, whereOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { joiningParts } from '../../parts/joining.ts';
import { bookingNumber, evenings, joining, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, payersOrder } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const schema = z.object({
  name: z.string(),
  from: mailBatch,
  to: mailBatch,
  joining: z.string().nullable(),
  /** True if the booking moved to another batch; false if its batch has changed. */
  isOtherBatch: z.boolean(),
  order: z.object(payersOrder).nullable(),
  /** Refund because the other batch is cheaper, in paise. */
  refundPaise: z.number().optional(),
});
type Data = z.output<typeof schema>;

const sessionsOf = ({ sessions = [] }: Data['from']) =>
  sessions.map((session) => `${session.date} ${formatHours(session)}`).join();
const datesOf = (batch: Data['from']) =>
  [formatDays(batch), formatHours(batch)].filter((part) => part !== '').join(', ');
const hasSameDates = ({ from, to }: Data) =>
  datesOf(from) === datesOf(to) && sessionsOf(from) === sessionsOf(to);
const daysOf = (batch: Data['from']) =>
  [formatDays(batch), ...(batch.sessions ?? []).map(({ date }) => date)].join();
const changedNoun = ({ from, to }: Data) => (daysOf(from) === daysOf(to) ? 'hours' : 'dates');

interface Words {
  subject: string;
  heading: string;
  sentence: string;
  facts: string;
  before: string;
}

function wordsOf(data: Data): Words {
  const { from, to, order } = data;
  if (data.isOtherBatch)
    return {
      subject: 'Moved',
      heading: order ? 'Your booking has been moved' : 'Your seat has been moved',
      facts: 'The new batch',
      sentence: `${order ? 'Your booking' : 'Your seat'} has moved to another batch of the course. These dates replace the earlier ones:`,
      before: datesOf(from),
    };
  if (!hasSameDates(data)) {
    const noun = changedNoun(data);
    return {
      subject: `New ${noun}`,
      heading: `Your course has new ${noun}`,
      facts: `The new ${noun}`,
      sentence: `The earlier ${noun} are no longer valid. The new ${noun} are:`,
      before: datesOf(from),
    };
  }
  const before = [
    ...(whereOf(from) === whereOf(to) ? [] : [whereOf(from)]),
    ...(from.instructor_name === to.instructor_name ? [] : [from.instructor_name]),
  ]
    .filter((part) => part !== '')
    .join(', ');
  return {
    subject: 'Changed',
    heading: 'Your course has changed',
    facts: 'Your course',
    sentence: `The dates have not changed: your course still starts on ${formatDay(to.start_date)}. The changes are below.`,
    before,
  };
}

const hasNewDates = (data: Data) => !data.isOtherBatch && !hasSameDates(data);

const choiceOf = (data: Data) =>
  `If these ${changedNoun(data)} suit you, you do not need to do anything. If not, choose another date or cancel for a full refund on your booking page before the course starts.`;

const refundOf = (paise: number) =>
  `The new dates cost less: ${formatPaise(paise)} is being refunded. It can take five to seven working days to reach your account.`;

/**
 * Sent when a booking moves to another batch or its batch changes: to the payer, and with `order: null` to
 * each attendee.
 */
export const bookingMoved = defineMail({
  kind: 'booking_moved',
  data: schema,
  samples: {
    'to another batch': {
      name: 'Asha',
      from: sampleBatch,
      to: evenings,
      isOtherBatch: true,
      joining: null,
      order: { number: bookingNumber, receiptUrl },
    },
    'to a cheaper batch': {
      name: 'Asha',
      from: sampleBatch,
      to: evenings,
      isOtherBatch: true,
      joining: null,
      order: { number: bookingNumber, receiptUrl },
      refundPaise: 236_000,
    },
    'to other days of the batch': {
      name: 'Asha',
      from: sampleBatch,
      to: { ...sampleBatch, start_date: '2026-12-19', end_date: '2026-12-20' },
      isOtherBatch: false,
      joining: null,
      order: { number: bookingNumber, receiptUrl },
    },
    'for an attendee': {
      name: 'Ravi Menon',
      from: sampleBatch,
      to: evenings,
      isOtherBatch: true,
      joining,
      order: null,
    },
    'to another room': {
      name: 'Asha',
      from: evenings,
      isOtherBatch: false,
      joining,
      order: { number: bookingNumber, receiptUrl },
      to: { ...evenings, online_class_room: 'Classroom 5, Temple Road' },
    },
  },
  render(data) {
    const { name, to, joining, order, refundPaise = 0 } = data;
    const start = formatDay(to.start_date);
    const words = wordsOf(data);
    return {
      subject: bookingSubject(words.subject, to, order?.number),
      preheader: `Your course starts on ${start}. The attached file updates the course in your calendar.`,
      body: [
        heading(words.heading),
        paragraph(greeting(name)),
        paragraph(words.sentence),
        facts(words.facts, [
          ...batchFacts(to),
          ['Previously', oneLine(words.before)],
          ['Booking number', order ? oneLine(order.number, 60) : ''],
        ]),
        order && hasNewDates(data) && paragraph(choiceOf(data)),
        order && refundPaise > 0 && paragraph(refundOf(refundPaise)),
        order && button('Open your booking', order.receiptUrl),
        ...joiningParts(joining),
        paragraph('The attached calendar file updates the course in your calendar.'),
      ],
      reason: order
        ? 'You receive this email because you booked this course with us.'
        : 'You receive this email because you were named as an attendee of this course.',
    };
  },
  event: ({ to: batch, joining, name, order }) => ({
    method: 'REQUEST',
    batch,
    joining,
    name,
    ...(order && { url: order.receiptUrl }),
  }),
});
