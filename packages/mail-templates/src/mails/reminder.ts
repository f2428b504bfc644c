import type { Reminder } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { isKnown, joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords, timeInWords } from '../words.ts';

/** True whenever it is read: a mail may wait for hours at a mail server, and the first goes out until a day before. */
function whenOf({ batch, before }: Pick<Reminder, 'batch' | 'before'>): string {
  const day = `on ${dayInWords(batch.start_date)}`;
  if (before === '7_days' || batch.start_time.trim() === '') return day;
  const time = `${timeInWords(batch.start_time)} IST`;
  return before === '1_day' ? `${day}, ${time}` : `at ${time}`;
}

export function reminder({ name, batch, before, joining, receiptUrl }: Reminder): Template {
  const when = whenOf({ batch, before });
  return {
    subject: `Starts ${when}: ${courseOf(batch)}`,
    preheader: `${dayInWords(batch.start_date)}.${isKnown(joining) ? ' How to join is inside.' : ''}`,
    body: [
      heading(`It starts ${when}`),
      paragraph(greeting(name)),
      paragraph(`Your course starts ${when}.`),
      facts('Your course', batchFacts(batch)),
      ...joiningParts(joining, before !== '7_days'),
      receiptUrl !== null && button('Open your receipt', receiptUrl),
    ],
    reason: receiptUrl
      ? 'You get this mail because you booked this course with us.'
      : 'You get this mail because you were named as an attendee of this course.',
  };
}
