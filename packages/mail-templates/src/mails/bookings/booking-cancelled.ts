import { formatPaise } from '@meridian/contracts/checkout/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { type Fact, facts } from '../../parts/facts.ts';
import { orderNumber, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, payersOrder } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';
import { dayInWords, seatsInWords } from '../../words.ts';

const schema = z.object({
  name: z.string(),
  batch: mailBatch,
  order: z
    .object({
      ...payersOrder,
      seatsCancelled: z.number(),
      seatsLeft: z.number(),
      /** 0 where the policy gives nothing back. */
      refundPaise: z.number(),
    })
    .nullable(),
});
type Data = z.output<typeof schema>;

type Order = NonNullable<Data['order']>;

function refundText({ refundPaise }: Order): string {
  if (refundPaise === 0) return 'By the refund policy nothing is given back for these seats.';
  return `${formatPaise(refundPaise)} goes back the way you paid. Banks take five to seven working days.`;
}

function orderFacts({ seatsCancelled, seatsLeft, refundPaise, number }: Order): Fact[] {
  return [
    ['Cancelled', seatsInWords(seatsCancelled)],
    ['Still booked', seatsLeft > 0 ? seatsInWords(seatsLeft) : ''],
    ['Refund', formatPaise(refundPaise)],
    ['Order', oneLine(number, 60)],
  ];
}

/** To the payer, and (`order: null`) to each attendee whose seat is gone. */
export const bookingCancelled = defineMail({
  kind: 'booking_cancelled',
  isComposed: true,
  data: schema,
  samples: {
    'all seats': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: orderNumber, receiptUrl, seatsCancelled: 2, seatsLeft: 0, refundPaise: 4_483_764 },
    },
    'one of three': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: orderNumber, receiptUrl, seatsCancelled: 1, seatsLeft: 2, refundPaise: 0 },
    },
    'for an attendee': { name: 'Ravi Menon', batch: sampleBatch, order: null },
  },
  render({ name, batch, order }) {
    const inPart = order !== null && order.seatsLeft > 0;
    const title = inPart ? 'Part of your booking is cancelled' : 'Your booking is cancelled';
    const calendar = 'The attached calendar file takes the course out of your calendar.';
    return {
      subject: `${inPart ? 'Seats cancelled' : 'Cancelled'}: ${courseOf(batch)}, ${dayInWords(batch.start_date)}`,
      preheader: order ? refundText(order) : 'Your seat in this course is cancelled.',
      body: [
        heading(order ? title : 'Your seat is cancelled'),
        paragraph(greeting(name)),
        paragraph(order ? refundText(order) : 'Your seat in this course is cancelled.'),
        facts('What is cancelled', [...batchFacts(batch), ...(order ? orderFacts(order) : [])]),
        order && button('Open your receipt', order.receiptUrl),
        !inPart && paragraph(calendar),
      ],
      reason: order
        ? 'You get this mail because you booked this course with us.'
        : 'You get this mail because you were named as an attendee of this course.',
    };
  },
  /** The event stays while seats are left. */
  event: ({ batch, name, order }) =>
    (order?.seatsLeft ?? 0) === 0 ? { method: 'CANCEL', batch, joining: null, name } : undefined,
});
