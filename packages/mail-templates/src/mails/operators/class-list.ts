import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay, formatSeats, formatTimestamp } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { evenings, sampleBatch, site } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, note, paragraph } from '../../parts/text.ts';

const classUrl = `${site}/class/0123456789abcdef0123456789abcdef01234567`;

/** Sent to the trainer of a batch. */
export const classList = defineMail({
  kind: 'class_list',
  data: z.object({
    batch: mailBatch,
    seats: z.int(),
    classUrl: z.string(),
    /** ISO 8601. */
    endsAt: z.string(),
  }),
  samples: {
    'a weekend': { batch: sampleBatch, seats: 12, classUrl, endsAt: '2026-12-20T18:29:59Z' },
    'three evenings': { batch: evenings, seats: 1, classUrl, endsAt: '2026-12-23T18:29:59Z' },
  },
  render({ batch, seats, classUrl: url, endsAt }) {
    return {
      subject: `Class list: ${courseOf(batch)}, ${formatDay(batch.start_date)}`,
      preheader: 'The attendees of your class, and a form to record attendance.',
      body: [
        heading('Class list'),
        paragraph('Hello,'),
        paragraph(
          'The page below lists the attendees of your class. On each day of class, tick the people who are present: certificates of attendance depend on it. Add people who come without a booking.',
        ),
        facts('Your class', [...batchFacts(batch), ['Booked', formatSeats(seats)]]),
        button('Open the class list', url),
        paragraph(`The page works until ${formatTimestamp(endsAt)}, and shows the current bookings.`),
        note('The page has names of people: do not forward the link. Earlier links no longer work.'),
      ],
      reason: 'You receive this email because you teach this class.',
    };
  },
});
