import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { facts } from '../../parts/facts.ts';
import { evenings } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, paragraph, writtenText } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const maxPreheaderLength = 120;

/** A message that an operator writes to all payers and attendees of a batch. */
export const batchMessage = defineMail({
  kind: 'batch_message',
  isComposed: true,
  data: z.object({
    name: z.string(),
    batch: mailBatch,
    subject: z.string(),
    /** Plain text with line breaks. */
    text: z.string(),
  }),
  samples: {
    'a change of the room': {
      name: 'Ravi Menon',
      batch: evenings,
      subject: 'Please come to the second entrance',
      text: 'The main entrance is closed on both days.\n\nDirections: https://www.example.com/way?from=station',
    },
  },
  render({ name, batch, subject, text }) {
    return {
      subject,
      preheader: oneLine(text, maxPreheaderLength),
      body: [
        heading(oneLine(subject, 150)),
        paragraph(greeting(name)),
        writtenText(text),
        facts('Your course', batchFacts(batch)),
      ],
      reason: 'You receive this email because you booked this course or have a seat in it.',
    };
  },
});
