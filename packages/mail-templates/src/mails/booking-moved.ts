import type { BookingMoved } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, hoursInWords, spanInWords } from '../words.ts';

const datesOf = (batch: BookingMoved['from']) =>
  [spanInWords(batch), hoursInWords(batch)].filter((part) => part !== '').join(', ');

export function bookingMoved({ name, from, to, joining, order }: BookingMoved): Template {
  const start = dayInWords(to.start_date);
  return {
    subject: `New dates: ${courseOf(to)}, ${start}`,
    preheader: `Your course now starts on ${start}. The attached file changes your calendar.`,
    body: [
      heading('Your course has new dates'),
      paragraph(greeting(name)),
      paragraph('The dates that you had before no longer hold. These do:'),
      facts('The new dates', [
        ...batchFacts(to),
        ['Before', datesOf(from)],
        ['Order', order ? oneLine(order.number, 60) : ''],
      ]),
      order && button('Open your receipt', order.receiptUrl),
      ...joiningParts(joining),
      paragraph('The attached calendar file replaces the old dates in your calendar.'),
    ],
    reason: order
      ? 'You get this mail because you booked this course with us.'
      : 'You get this mail because you were named as an attendee of this course.',
  };
}
