import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay, formatTime } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { isKnown, joiningParts } from '../../parts/joining.ts';
import { evenings, joining, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting } from '../../safe-text.ts';

const schema = z.object({
  name: z.string(),
  batch: mailBatch,
  before: z.enum(['7_days', '1_day', '2_hours']),
  joining: z.string().nullable(),
  receiptUrl: z.string().nullable(),
});
type Data = z.output<typeof schema>;

/** True whenever it is read: a mail may wait for hours at a mail server, and the first goes out until a day before. */
function whenOf({ batch, before }: Pick<Data, 'batch' | 'before'>): string {
  const day = `on ${formatDay(batch.start_date)}`;
  if (before === '7_days' || batch.start_time.trim() === '') return day;
  const time = `${formatTime(batch.start_time)} IST`;
  return before === '1_day' ? `${day}, ${time}` : `at ${time}`;
}

/** To payer and attendees; who attends gets no link to the order. */
export const reminder = defineMail({
  kind: 'reminder',
  isComposed: true,
  data: schema,
  samples: {
    'a week before': { name: 'Asha', batch: sampleBatch, before: '7_days', joining: null, receiptUrl },
    'a day before': { name: 'Asha', batch: sampleBatch, before: '1_day', joining, receiptUrl },
    'two hours before, for an attendee': {
      name: 'Ravi Menon',
      batch: evenings,
      before: '2_hours',
      joining,
      receiptUrl: null,
    },
  },
  render({ name, batch, before, joining, receiptUrl }) {
    const when = whenOf({ batch, before });
    return {
      subject: `Starts ${when}: ${courseOf(batch)}`,
      preheader: `${formatDay(batch.start_date)}.${isKnown(joining) ? ' How to join is inside.' : ''}`,
      body: [
        heading(`It starts ${when}`),
        paragraph(greeting(name)),
        paragraph(`Your course starts ${when}.`),
        facts('Your course', batchFacts(batch)),
        ...joiningParts(joining, before !== '7_days'),
        receiptUrl !== null && button('Open your booking', receiptUrl),
      ],
      reason: receiptUrl
        ? 'You receive this email because you booked this course with us.'
        : 'You receive this email because you were named as an attendee of this course.',
    };
  },
});
