import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatSeats } from '../../format.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { type Fact, facts } from '../../parts/facts.ts';
import { bookingNumber, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, payersOrder, statedSentences } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const schema = z.object({
  name: z.string(),
  batch: mailBatch,
  order: z
    .object({
      ...payersOrder,
      seatsCancelled: z.number(),
      seatsLeft: z.number(),
      sentences: statedSentences,
    })
    .nullable(),
});
type Data = z.output<typeof schema>;

type Order = NonNullable<Data['order']>;

function orderFacts({ seatsCancelled, seatsLeft, number }: Order): Fact[] {
  return [
    ['Cancelled', formatSeats(seatsCancelled)],
    ['Still booked', seatsLeft > 0 ? formatSeats(seatsLeft) : ''],
    ['Booking number', oneLine(number, 60)],
  ];
}

/**
 * Sent when seats are cancelled: to the payer, and with `order: null` to each attendee who loses the seat.
 */
export const bookingCancelled = defineMail({
  kind: 'booking_cancelled',
  isComposed: true,
  data: schema,
  samples: {
    'all seats': {
      name: 'Asha',
      batch: sampleBatch,
      order: {
        number: bookingNumber,
        receiptUrl,
        seatsCancelled: 2,
        seatsLeft: 0,
        sentences: [
          'Your 2 seats are cancelled.',
          '₹44,837.64 is being refunded. It can take five to seven working days to reach your account.',
        ],
      },
    },
    'one of three': {
      name: 'Asha',
      batch: sampleBatch,
      order: {
        number: bookingNumber,
        receiptUrl,
        seatsCancelled: 1,
        seatsLeft: 2,
        sentences: [
          '2 seats are booked, for Ravi Menon and 1 person not named yet; 1 seat is cancelled.',
          'Nothing is refunded: ₹22,418.82 is kept under the refund policy.',
        ],
      },
    },
    'for an attendee': { name: 'Ravi Menon', batch: sampleBatch, order: null },
  },
  render({ name, batch, order }) {
    const inPart = order !== null && order.seatsLeft > 0;
    const title = inPart ? 'Part of your booking is cancelled' : 'Your booking is cancelled';
    const calendar = 'The attached calendar file removes the course from your calendar.';
    const sentences = order?.sentences ?? ['Your seat in this course is cancelled.'];
    return {
      subject: bookingSubject(inPart ? 'Seats cancelled' : 'Cancelled', batch, order?.number),
      preheader: sentences.join(' '),
      body: [
        heading(order ? title : 'Your seat is cancelled'),
        paragraph(greeting(name)),
        ...sentences.map((sentence) => paragraph(sentence)),
        facts('Cancellation', [...batchFacts(batch), ...(order ? orderFacts(order) : [])]),
        order && button('Open your booking', order.receiptUrl),
        !inPart && paragraph(calendar),
      ],
      reason: order
        ? 'You receive this email because you booked this course with us.'
        : 'You receive this email because you were named as an attendee of this course.',
    };
  },
  /** The payer's event stays in the calendar while the order has seats left. */
  event: ({ batch, name, order }) =>
    (order?.seatsLeft ?? 0) === 0 ? { method: 'CANCEL', batch, joining: null, name } : undefined,
});
