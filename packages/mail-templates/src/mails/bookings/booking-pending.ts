import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { payer, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, statedSentences, toPayer } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

export const bookingPending = defineMail({
  kind: 'booking_pending',
  isComposed: true,
  data: z.object({
    ...toPayer,
    batch: mailBatch,
    seats: z.number(),
    totalPaise: z.number(),
    headline: z.string(),
    sentences: statedSentences,
  }),
  samples: {
    'a payment': {
      ...payer,
      batch: sampleBatch,
      seats: 1,
      totalPaise: 2_241_882,
      headline: 'Payment received, booking being confirmed',
      sentences: [
        'We have received your payment. Your booking page will show the booking as soon as it is confirmed.',
      ],
    },
  },
  render(data) {
    return {
      subject: bookingSubject(data.headline, data.batch, data.bookingNumber),
      preheader: `${data.sentences.join(' ')} You do not have to do anything.`,
      body: [
        heading('Payment received'),
        paragraph(greeting(data.firstName)),
        ...data.sentences.map((sentence) => paragraph(sentence)),
        paragraph('This is taking longer than usual. Please do not pay again: we will email you the result.'),
        facts('Your order', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Paid', `${formatPaise(data.totalPaise)} with GST`],
          ['Booking number', oneLine(data.bookingNumber, 60)],
        ]),
        button('View booking status', data.receiptUrl),
      ],
      reason: 'You receive this email because you paid for a course with us.',
    };
  },
});
