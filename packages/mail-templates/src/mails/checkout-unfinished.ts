import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CheckoutUnfinished } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { heading, note, paragraph } from '../parts/text.ts';
import { greeting } from '../safe-text.ts';
import type { Template } from '../template.ts';

export function checkoutUnfinished(data: CheckoutUnfinished): Template {
  const total = formatPaise(data.totalPaise);
  const price = data.priceStands
    ? `The price that you saw still stands: ${total} with GST.`
    : `The price has changed since: it was ${total} with GST, and the page shows what it is now.`;
  return {
    subject: `Your order is not paid yet: ${courseOf(data.batch)}`,
    preheader: 'Nothing was charged. The link goes on where you stopped.',
    body: [
      heading('Your order is not paid yet'),
      paragraph(greeting(data.firstName)),
      paragraph('You began to book this course and did not pay. Nothing was charged.'),
      facts('Your order', [...batchFacts(data.batch), ['Seats', String(data.seats)]]),
      paragraph(price),
      button('Go on to the payment', data.resumeUrl),
      note('Seats are not kept for you. We send two of these mails at most, and none once you paid.'),
    ],
    reason: 'You get this mail because you gave this address when you began to book.',
    unsubscribeUrl: data.unsubscribeUrl,
  };
}
