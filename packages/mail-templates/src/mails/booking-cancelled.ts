import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { BookingCancelled } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { type Fact, facts } from '../parts/facts.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, seatsInWords } from '../words.ts';

type Order = NonNullable<BookingCancelled['order']>;

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

export function bookingCancelled({ name, batch, order }: BookingCancelled): Template {
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
}
