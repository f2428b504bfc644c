import type { BookingMoved } from '../mail-data.ts';
import { batchFacts, courseOf, whereOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, hoursInWords, spanInWords } from '../words.ts';

const sessionsOf = ({ sessions = [] }: BookingMoved['from']) =>
  sessions.map((session) => `${session.date} ${hoursInWords(session)}`).join();
const datesOf = (batch: BookingMoved['from']) =>
  [spanInWords(batch), hoursInWords(batch)].filter((part) => part !== '').join(', ');
const hasSameDates = ({ from, to }: BookingMoved) =>
  datesOf(from) === datesOf(to) && sessionsOf(from) === sessionsOf(to);

interface Words {
  subject: string;
  heading: string;
  sentence: string;
  facts: string;
  before: string;
}

function wordsOf(data: BookingMoved): Words {
  const { from, to } = data;
  if (!hasSameDates(data))
    return {
      subject: 'New dates',
      heading: 'Your course has new dates',
      facts: 'The new dates',
      sentence: 'The dates that you had before no longer hold. These do:',
      before: datesOf(from),
    };
  const before = [whereOf(from), from.instructor_name].filter((part) => part !== '').join(', ');
  return {
    subject: 'Changed',
    heading: 'Your course has changed',
    facts: 'Your course',
    sentence: `The dates stay. What is new is below; it starts on ${dayInWords(to.start_date)} as before.`,
    before,
  };
}

export function bookingMoved(data: BookingMoved): Template {
  const { name, to, joining, order } = data;
  const start = dayInWords(to.start_date);
  const words = wordsOf(data);
  return {
    subject: `${words.subject}: ${courseOf(to)}, ${start}`,
    preheader: `Your course starts on ${start}. The attached file changes your calendar.`,
    body: [
      heading(words.heading),
      paragraph(greeting(name)),
      paragraph(words.sentence),
      facts(words.facts, [
        ...batchFacts(to),
        ['Before', oneLine(words.before)],
        ['Order', order ? oneLine(order.number, 60) : ''],
      ]),
      order && button('Open your receipt', order.receiptUrl),
      ...joiningParts(joining),
      paragraph('The attached calendar file replaces the earlier one in your calendar.'),
    ],
    reason: order
      ? 'You get this mail because you booked this course with us.'
      : 'You get this mail because you were named as an attendee of this course.',
  };
}
