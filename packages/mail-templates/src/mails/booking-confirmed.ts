import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { BookingConfirmed } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { documentParts } from '../parts/document.ts';
import { facts } from '../parts/facts.ts';
import { joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, seatsInWords } from '../words.ts';

function peopleText({ attendees, seats }: BookingConfirmed): string {
  const missing = seats - attendees.length;
  if (missing <= 0) return 'Everybody you named gets a mail of their own with the dates.';
  const who = missing === 1 ? 'One seat has nobody named yet' : `${missing} seats have nobody named yet`;
  return `${who}. Name who attends on your receipt: each gets a mail of their own with the dates.`;
}

export function bookingConfirmed(data: BookingConfirmed): Template {
  const course = courseOf(data.batch);
  const start = dayInWords(data.batch.start_date);
  return {
    subject: `Booked: ${course}, ${start}`,
    preheader: `${seatsInWords(data.seats)} from ${start}. Your receipt and the calendar file are inside.`,
    body: [
      heading('Your booking is confirmed'),
      paragraph(greeting(data.firstName)),
      paragraph('Thank you. Your payment arrived and your seats are booked.'),
      facts('Your booking', [
        ...batchFacts(data.batch),
        ['Seats', String(data.seats)],
        ['Paid', `${formatPaise(data.totalPaise)} with GST`],
        ['Attendees', data.attendees.map(({ name }) => oneLine(name, 60)).join(', ')],
        ['Order', oneLine(data.orderNumber, 60)],
      ]),
      button('Open your receipt', data.receiptUrl),
      paragraph(peopleText(data)),
      ...documentParts('Your invoice', data.document),
      ...joiningParts(data.joining),
      paragraph('The attached calendar file puts the course into your calendar.'),
    ],
    reason: 'You get this mail because you booked a course with us.',
  };
}
