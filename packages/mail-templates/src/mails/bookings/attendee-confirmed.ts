import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { facts } from '../../parts/facts.ts';
import { joiningParts } from '../../parts/joining.ts';
import { evenings, joining } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

/** Sent to each attendee. It contains no price and no booking number. */
export const attendeeConfirmed = defineMail({
  kind: 'attendee_confirmed',
  isComposed: true,
  data: z.object({
    name: z.string(),
    /** Name of the payer. */
    bookedBy: z.string(),
    batch: mailBatch,
    joining: z.string().nullable(),
  }),
  samples: {
    'a seat': { name: 'Ravi Menon', bookedBy: 'Asha Nair', batch: evenings, joining },
  },
  render(data) {
    const course = courseOf(data.batch);
    const start = formatDay(data.batch.start_date);
    return {
      subject: `Your seat: ${course}, ${start}`,
      preheader: `A seat is booked for you in a course that starts on ${start}. The calendar file is attached.`,
      body: [
        heading('A seat is booked for you'),
        paragraph(greeting(data.name)),
        paragraph(`${oneLine(data.bookedBy, 80)} booked a seat for you in this course.`),
        facts('Your course', batchFacts(data.batch)),
        ...joiningParts(data.joining),
        paragraph('The attached calendar file adds the course to your calendar.'),
      ],
      reason: 'You receive this email because you were named as an attendee of this course.',
    };
  },
  event: ({ batch, joining, name }) => ({ method: 'REQUEST', batch, joining, name }),
});
