import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay } from '../../format.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { bookingNumber, evenings, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, payersOrder } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

/** Sent when a batch is confirmed: to the payer, and with `order: null` to each attendee. */
export const batchConfirmed = defineMail({
  kind: 'batch_confirmed',
  data: z.object({ name: z.string(), batch: mailBatch, order: z.object(payersOrder).nullable() }),
  samples: {
    'for the payer': { name: 'Asha', batch: sampleBatch, order: { number: bookingNumber, receiptUrl } },
    'for an attendee': { name: 'Ravi Menon', batch: evenings, order: null },
  },
  render({ name, batch, order }) {
    const start = formatDay(batch.start_date);
    return {
      subject: bookingSubject('Course confirmed', batch, order?.number),
      preheader: `Your course on ${start} will take place as planned.`,
      body: [
        heading('Your course is confirmed'),
        paragraph(greeting(name)),
        paragraph('Your course will take place on these dates.'),
        facts('The course', [
          ...batchFacts(batch),
          ['Booking number', order ? oneLine(order.number, 60) : ''],
        ]),
        order && button('Open your booking', order.receiptUrl),
      ],
      reason: order
        ? 'You receive this email because you booked this course with us.'
        : 'You receive this email because you were named as an attendee of this course.',
    };
  },
});
