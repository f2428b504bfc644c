import type { Reminder } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { isKnown, joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords } from '../words.ts';

const words: Record<Reminder['before'], { when: string; sentence: string }> = {
  '7_days': { when: 'in a week', sentence: 'Your course starts in a week.' },
  '1_day': { when: 'tomorrow', sentence: 'Your course starts tomorrow.' },
  '2_hours': { when: 'in two hours', sentence: 'Your course starts in two hours.' },
};

export function reminder({ name, batch, before, joining, receiptUrl }: Reminder): Template {
  const { when, sentence } = words[before];
  return {
    subject: `Starts ${when}: ${courseOf(batch)}`,
    preheader: `${dayInWords(batch.start_date)}.${isKnown(joining) ? ' How to join is inside.' : ''}`,
    body: [
      heading(`It starts ${when}`),
      paragraph(greeting(name)),
      paragraph(sentence),
      facts('Your course', batchFacts(batch)),
      ...joiningParts(joining, before !== '7_days'),
      receiptUrl !== null && button('Open your receipt', receiptUrl),
    ],
    reason: receiptUrl
      ? 'You get this mail because you booked this course with us.'
      : 'You get this mail because you were named as an attendee of this course.',
  };
}
