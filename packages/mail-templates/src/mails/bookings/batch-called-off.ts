import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { bookingNumber, evenings, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, payersOrder } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const nextStep = ({ refundPaise }: { refundPaise: number | null }) =>
  refundPaise === null
    ? 'On your booking page you can choose another date, or cancel for a full refund.'
    : `${formatPaise(refundPaise)} is being refunded. It can take five to seven working days to reach your account.`;

/** Sent when a batch is called off: to the payer, and with `order: null` to each attendee. */
export const batchCalledOff = defineMail({
  kind: 'batch_called_off',
  data: z.object({
    name: z.string(),
    batch: mailBatch,
    order: z
      .object({
        ...payersOrder,
        /**
         * Amount that is refunded for the booking, in paise; null if the payer can choose another date or a
         * refund.
         */
        refundPaise: z.int().nullable().default(null),
      })
      .nullable(),
  }),
  samples: {
    'for the payer who chooses': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: bookingNumber, receiptUrl, refundPaise: null },
    },
    'for the payer who is refunded': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: bookingNumber, receiptUrl, refundPaise: 2_949_882 },
    },
    'for an attendee': { name: 'Ravi Menon', batch: evenings, order: null },
  },
  render({ name, batch, order }) {
    const start = formatDay(batch.start_date);
    return {
      subject: `Course called off: ${courseOf(batch)}, ${start}`,
      preheader: `The course on ${start} will not take place.${order ? ` ${nextStep(order)}` : ''}`,
      body: [
        heading('Your course will not take place'),
        paragraph(greeting(name)),
        paragraph('We are sorry: this course will not take place on these dates.'),
        facts('The course', [
          ...batchFacts(batch),
          ['Booking number', order ? oneLine(order.number, 60) : ''],
        ]),
        paragraph(
          order
            ? nextStep(order)
            : 'The person who booked your seat gets an email about other dates or a refund.',
        ),
        order && button('Open your booking', order.receiptUrl),
        paragraph('The attached calendar file removes the course from your calendar.'),
      ],
      reason: order
        ? 'You receive this email because you booked this course with us.'
        : 'You receive this email because you were named as an attendee of this course.',
    };
  },
  event: ({ batch, name }) => ({ method: 'CANCEL', batch, joining: null, name }),
});
