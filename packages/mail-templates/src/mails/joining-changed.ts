import type { JoiningChanged } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { facts } from '../parts/facts.ts';
import { joiningParts } from '../parts/joining.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords } from '../words.ts';

export function joiningChanged({ name, batch, joining }: JoiningChanged): Template {
  return {
    subject: `How to join: ${courseOf(batch)}, ${dayInWords(batch.start_date)}`,
    preheader: 'These instructions replace earlier ones.',
    body: [
      heading('How to join your course'),
      paragraph(greeting(name)),
      paragraph('Please use these instructions; any that you had before no longer hold. The dates stay.'),
      ...joiningParts(joining),
      facts('Your course', batchFacts(batch)),
    ],
    reason: 'You get this mail because you have a seat in this course.',
  };
}
