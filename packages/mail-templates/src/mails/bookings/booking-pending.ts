import { formatPaise } from '@meridian/contracts/checkout/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { payer, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, toPayer } from '../../parts/schemas.ts';
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
  }),
  samples: { 'a payment': { ...payer, batch: sampleBatch, seats: 1, totalPaise: 2_241_882 } },
  render(data) {
    const course = courseOf(data.batch);
    return {
      subject: `Payment received: ${course}`,
      preheader: 'Your payment arrived. Your booking is being confirmed; there is nothing you have to do.',
      body: [
        heading('We have your payment'),
        paragraph(greeting(data.firstName)),
        paragraph(
          'Your payment arrived. Confirming your booking takes longer than usual; please do not pay again. ' +
            'We write to you as soon as it is confirmed.',
        ),
        facts('Your order', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Paid', `${formatPaise(data.totalPaise)} with GST`],
          ['Order', oneLine(data.orderNumber, 60)],
        ]),
        button('See where it stands', data.receiptUrl),
      ],
      reason: 'You get this mail because you paid for a course with us.',
    };
  },
});
