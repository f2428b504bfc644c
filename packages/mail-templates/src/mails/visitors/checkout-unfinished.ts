import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { sampleBatch, site } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { greeting } from '../../safe-text.ts';

export const checkoutUnfinished = defineMail({
  kind: 'checkout_unfinished',
  isComposed: true,
  isLimitedPerDay: true,
  canUnsubscribe: true,
  data: z.object({
    firstName: z.string(),
    batch: mailBatch,
    seats: z.number(),
    totalPaise: z.number(),
    /** True if the payer can still pay the total shown. */
    priceStands: z.boolean(),
    resumeUrl: z.string(),
    /** Unsubscribe page, and one-click unsubscribe URL (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
  samples: {
    'at the same price': {
      firstName: 'Asha',
      batch: sampleBatch,
      seats: 2,
      totalPaise: 4_483_764,
      priceStands: true,
      resumeUrl: `${site}/checkout?resume=abc`,
      unsubscribeUrl: `${site}/unsubscribe/abc`,
    },
  },
  render(data) {
    const total = formatPaise(data.totalPaise);
    const price = data.priceStands
      ? `The price has not changed: ${total} with GST.`
      : `The price has changed: it was ${total} with GST. The page shows the current price.`;
    return {
      subject: bookingSubject('Your order is not paid yet', data.batch),
      preheader: 'Nothing was charged. The link takes you back to your order.',
      body: [
        heading('Your order is not paid yet'),
        paragraph(greeting(data.firstName)),
        paragraph('You started to book this course and have not paid. Nothing was charged.'),
        facts('Your order', [...batchFacts(data.batch), ['Seats', String(data.seats)]]),
        paragraph(price),
        button('Continue to payment', data.resumeUrl),
        note(
          'We are not holding seats for you. We send at most two of these emails, and none after you have paid.',
        ),
      ],
      reason: 'You receive this email because you gave this address when you started to book.',
      unsubscribeUrl: data.unsubscribeUrl,
    };
  },
});
