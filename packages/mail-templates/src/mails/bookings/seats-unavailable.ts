import { formatPaise } from '@meridian/contracts/checkout/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { payer, sampleBatch, site } from '../../parts/sample-data.ts';
import { mailBatch, toPayer } from '../../parts/schemas.ts';
import { heading, link, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

export const seatsUnavailable = defineMail({
  kind: 'seats_unavailable',
  isComposed: true,
  data: z.object({
    ...toPayer,
    batch: mailBatch,
    seats: z.number(),
    refundPaise: z.number(),
    /** The course's batches on the site. */
    scheduleUrl: z.string().nullable(),
  }),
  samples: {
    'a full batch': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      refundPaise: 4_483_764,
      scheduleUrl: `${site}/schedule`,
    },
  },
  render(data) {
    const course = courseOf(data.batch);
    const refund = formatPaise(data.refundPaise);
    return {
      subject: `No seats left, ${refund} is on its way back: ${course}`,
      preheader: `The batch was full when your payment arrived. ${refund} goes back the way you paid.`,
      body: [
        heading('The seats were gone'),
        paragraph(greeting(data.firstName)),
        paragraph(
          'We are sorry: when your payment arrived, the batch had no seats left. ' +
            `We send back all of it, ${refund}, the way you paid. Banks take five to seven working days.`,
        ),
        facts('Your order', [
          ...batchFacts(data.batch),
          ['Seats', String(data.seats)],
          ['Refund', refund],
          ['Order', oneLine(data.orderNumber, 60)],
        ]),
        data.scheduleUrl !== null && button('See other dates', data.scheduleUrl),
        paragraph('The refund’s state is on ', link('your receipt', data.receiptUrl), '.'),
      ],
      reason: 'You get this mail because you paid for a course with us.',
    };
  },
});
