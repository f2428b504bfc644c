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

/** Sent to the payer of a late payment for which no seats are left, while an operator decides about it. */
export const paymentLate = defineMail({
  kind: 'payment_late',
  isComposed: true,
  data: z.object({ ...toPayer, batch: mailBatch, seats: z.number(), sentences: statedSentences }),
  samples: {
    'an operator decides': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      sentences: [
        'Your payment of ₹44,837.64 arrived when your seats were no longer held, and the batch has no free seats. Our team is checking whether we can still book you. If we have not confirmed your booking by Sat 28 Nov 2026, 9:30 am IST, your money is refunded automatically.',
      ],
    },
  },
  render(data) {
    return {
      subject: bookingSubject('Payment received, batch full', data.batch, data.bookingNumber),
      preheader: data.sentences.join(' '),
      body: [
        heading('We received your payment, but the batch is full'),
        paragraph(greeting(data.firstName)),
        ...data.sentences.map((sentence) => paragraph(sentence)),
        paragraph('Please do not pay again: we will email you the result.'),
        facts('Your order', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Booking number', oneLine(data.bookingNumber, 60)],
        ]),
        button('View booking status', data.receiptUrl),
      ],
      reason: 'You receive this email because you paid for a course with us.',
    };
  },
});
