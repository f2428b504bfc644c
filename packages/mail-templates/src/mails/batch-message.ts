import type { BatchMessage } from '../mail-data.ts';
import { batchFacts } from '../parts/batch-facts.ts';
import { facts } from '../parts/facts.ts';
import { heading, paragraph, writtenText } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';

const longestPreheader = 120;

export function batchMessage({ name, batch, subject, text }: BatchMessage): Template {
  return {
    subject,
    preheader: oneLine(text, longestPreheader),
    body: [
      heading(oneLine(subject, 150)),
      paragraph(greeting(name)),
      writtenText(text),
      facts('Your course', batchFacts(batch)),
    ],
    reason: 'You get this mail because you have a seat in this course.',
  };
}
