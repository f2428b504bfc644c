import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { payer, sampleBatch, site } from '../../parts/sample-data.ts';
import { mailBatch, statedSentences, toPayer } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, link, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

export const seatsUnavailable = defineMail({
  kind: 'seats_unavailable',
  isComposed: true,
  data: z.object({
    ...toPayer,
    batch: mailBatch,
    seats: z.number(),
    /**
     * True if no seats were left when the payment arrived; false if the booking was dropped for another
     * reason.
     */
    seatsGone: z.boolean(),
    sentences: statedSentences,
    /** URL of the course's batches on the site. */
    scheduleUrl: z.string().nullable(),
  }),
  samples: {
    'a full batch': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      seatsGone: true,
      sentences: [
        '₹44,837.64 is being refunded. It can take five to seven working days to reach your account.',
      ],
      scheduleUrl: `${site}/schedule`,
    },
    'a booking that was refused': {
      ...payer,
      batch: sampleBatch,
      seats: 1,
      seatsGone: false,
      sentences: ['₹22,418.82 was refunded. It can take five to seven working days to reach your account.'],
      scheduleUrl: null,
    },
  },
  render(data) {
    const reason = data.seatsGone
      ? 'when your payment arrived, the batch had no seats left.'
      : 'your booking was not accepted.';
    return {
      subject: bookingSubject(
        data.seatsGone ? 'No seats left' : 'Booking not made',
        data.batch,
        data.bookingNumber,
      ),
      preheader: data.sentences.join(' '),
      body: [
        heading(data.seatsGone ? 'No seats were left' : 'Your booking was not made'),
        paragraph(greeting(data.firstName)),
        paragraph(`We are sorry: ${reason}`),
        ...data.sentences.map((sentence) => paragraph(sentence)),
        facts('Your order', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Booking number', oneLine(data.bookingNumber, 60)],
        ]),
        data.scheduleUrl !== null && button('See other dates', data.scheduleUrl),
        paragraph('You can track the refund on ', link('your booking page', data.receiptUrl), '.'),
      ],
      reason: 'You receive this email because you paid for a course with us.',
    };
  },
});
