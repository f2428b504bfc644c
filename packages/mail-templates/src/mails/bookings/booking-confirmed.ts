import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay, formatSeats } from '../../format.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { documentParts } from '../../parts/document.ts';
import { facts } from '../../parts/facts.ts';
import { joiningParts } from '../../parts/joining.ts';
import { evenings, joining, payer, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, mailDocument, statedSentences, toPayer } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const namedAttendee = z.object({ name: z.string(), email: z.string() });

const schema = z.object({
  ...toPayer,
  batch: mailBatch,
  seats: z.number(),
  totalPaise: z.number(),
  sentences: statedSentences,
  /** Joining instructions, set by an operator or the upstream: links, address, what to bring. */
  joining: z.string().nullable(),
  /** Invoice or receipt voucher. Null if invoices are not issued. */
  document: mailDocument.nullable(),
  attendees: z.array(namedAttendee).readonly(),
});
type Data = z.output<typeof schema>;

function peopleText({ attendees, seats }: Data): string {
  const missing = seats - attendees.length;
  if (seats === 1 && missing === 1)
    return 'If someone else attends in your place, name that person on your booking page. The person then gets an email with the dates.';
  if (missing <= 0) return 'Attendees other than you get an email with the dates.';
  const open = missing === 1 ? 'One seat has no attendee yet' : `${missing} seats have no attendee yet`;
  return `${open}. Name the attendees on your booking page. Attendees other than you get an email with the dates.`;
}

/** Sent to the payer. The outbox attaches the calendar file. */
export const bookingConfirmed = defineMail({
  kind: 'booking_confirmed',
  isComposed: true,
  data: schema,
  samples: {
    'with an attached invoice': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      totalPaise: 4_483_764,
      sentences: ['Your payment has been received and your 2 seats are booked.'],
      joining,
      document: { state: 'attached', number: 'MA/2627/000123' },
      attendees: [
        { name: 'Ravi Menon', email: 'ravi@example.com' },
        { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' },
      ],
    },
    'without names, instructions and invoice': {
      ...payer,
      batch: evenings,
      seats: 3,
      totalPaise: 12_345_678,
      sentences: ['Your payment has been received and your 3 seats are booked.'],
      joining: null,
      document: { state: 'later' },
      attendees: [],
    },
  },
  render(data) {
    const start = formatDay(data.batch.start_date);
    return {
      subject: bookingSubject('Booked', data.batch, data.bookingNumber),
      preheader: `${formatSeats(data.seats)} booked; the course starts on ${start}. This email has the link to your booking and the calendar file.`,
      body: [
        heading('Your booking is confirmed'),
        paragraph(greeting(data.firstName)),
        paragraph(`Thank you. ${data.sentences.join(' ')}`),
        facts('Your booking', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Paid', `${formatPaise(data.totalPaise)} with GST`],
          ['Attendees', data.attendees.map(({ name }) => oneLine(name, 60)).join(', ')],
          ['Booking number', oneLine(data.bookingNumber, 60)],
        ]),
        button('Open your booking', data.receiptUrl),
        paragraph(peopleText(data)),
        paragraph(
          'To move or cancel your booking, open it. The page shows what is possible and what is refunded.',
        ),
        ...documentParts('Your tax document', data.document),
        ...joiningParts(data.joining),
        paragraph('The attached calendar file adds the course to your calendar.'),
      ],
      reason: 'You receive this email because you booked a course with us.',
    };
  },
  event: ({ batch, joining, firstName: name, receiptUrl: url }) => ({
    method: 'REQUEST',
    batch,
    joining,
    name,
    url,
  }),
});
