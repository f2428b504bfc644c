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
  /**
   * `1_hour` is sent on each day of class, an hour before it begins. The other reminders are sent before the
   * first day.
   */
  before: z.enum(['7_days', '1_day', '1_hour']),
  /** Start of the class, `HH:MM` in India, if it differs from that of the batch. */
  startTime: z.string().optional(),
  joining: z.string().nullable(),
  receiptUrl: z.string().nullable(),
});
type Data = z.output<typeof schema>;

/**
 * Returns the start of the class in words. They must be correct whenever the email is read. A mail server may
 * delay an email for hours, and the 7-day reminder may be sent up to one day before the course.
 */
function whenOf({ batch, before, startTime = batch.start_time }: Data): string {
  const day = `on ${formatDay(batch.start_date)}`;
  if (startTime.trim() === '') return before === '1_hour' ? 'today' : day;
  if (before === '7_days') return day;
  const time = `${formatTime(startTime)} IST`;
  return before === '1_day' ? `${day}, ${time}` : `at ${time}`;
}

/** Sent to the payer and, without the link to the order, to the attendees. */
export const reminder = defineMail({
  kind: 'reminder',
  isComposed: true,
  data: schema,
  samples: {
    'a week before': { name: 'Asha', batch: sampleBatch, before: '7_days', joining: null, receiptUrl },
    'a day before': { name: 'Asha', batch: sampleBatch, before: '1_day', joining, receiptUrl },
    'an hour before a day of class, for an attendee': {
      name: 'Ravi Menon',
      batch: evenings,
      before: '1_hour',
      joining,
      receiptUrl: null,
    },
  },
  render(data) {
    const { name, batch, before, joining, receiptUrl } = data;
    const when = whenOf(data);
    const what = before === '1_hour' ? 'Your class' : 'Your course';
    return {
      subject: `Starts ${when}: ${courseOf(batch)}`,
      preheader: `${formatDay(batch.start_date)}.${isKnown(joining) ? ' This email tells you how to join.' : ''}`,
      body: [
        heading(`${what} starts ${when}`),
        paragraph(greeting(name)),
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
