import type { EnquiryCopy } from '../mail-data.ts';
import { courseOf } from '../parts/batch-facts.ts';
import { facts } from '../parts/facts.ts';
import { heading, note, paragraph } from '../parts/text.ts';
import { oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { momentInWords } from '../words.ts';

export function enquiryCopy({ formTitle, courseName, receivedAt }: EnquiryCopy): Template {
  const title = oneLine(formTitle, 80);
  return {
    subject: 'We have your enquiry',
    preheader: 'It arrived, and somebody will answer it.',
    body: [
      heading('We have your enquiry'),
      paragraph('Hello,'),
      paragraph('Thank you for writing to us. Your enquiry arrived, and somebody will answer it.'),
      facts('Your enquiry', [
        ['Form', title],
        ['Course', courseName === null ? '' : courseOf({ course_name: courseName })],
        ['Received', momentInWords(receivedAt)],
      ]),
      note('If you did not write to us, somebody entered this address by mistake; you need not do anything.'),
    ],
    reason: 'You get this mail because this address was entered in a form of our site.',
  };
}
