import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { facts } from '../../parts/facts.ts';
import { joiningParts } from '../../parts/joining.ts';
import { joining, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting } from '../../safe-text.ts';

export const joiningChanged = defineMail({
  kind: 'joining_changed',
  isComposed: true,
  data: z.object({ name: z.string(), batch: mailBatch, joining: z.string() }),
  samples: { 'a new link': { name: 'Ravi Menon', batch: sampleBatch, joining } },
  render({ name, batch, joining }) {
    return {
      subject: `How to join: ${courseOf(batch)}, ${formatDay(batch.start_date)}`,
      preheader: 'These instructions replace earlier ones.',
      body: [
        heading('How to join your course'),
        paragraph(greeting(name)),
        paragraph(
          'Please use these instructions: they replace any earlier ones. The dates have not changed.',
        ),
        ...joiningParts(joining),
        facts('Your course', batchFacts(batch)),
      ],
      reason: 'You receive this email because you booked this course or have a seat in it.',
    };
  },
  event: ({ batch, joining, name }) => ({ method: 'REQUEST', batch, joining, name }),
});
