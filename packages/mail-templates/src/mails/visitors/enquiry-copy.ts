import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatTimestamp } from '../../format.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { facts } from '../../parts/facts.ts';
import { sampleBatch } from '../../parts/sample-data.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { oneLine } from '../../safe-text.ts';

/** Sent to the person who enquired. It does not contain the text that the person typed. */
export const enquiryCopy = defineMail({
  kind: 'enquiry_copy',
  isLimitedPerDay: true,
  data: z.object({
    /** Title of the form. */
    formTitle: z.string(),
    courseName: z.string().nullable(),
    /** ISO 8601. */
    receivedAt: z.string(),
  }),
  samples: {
    'of a course': {
      formTitle: 'Talk to an advisor',
      courseName: sampleBatch.course_name,
      receivedAt: '2026-11-22T10:30:00Z',
    },
  },
  render({ formTitle, courseName, receivedAt }) {
    const title = oneLine(formTitle, 80);
    return {
      subject: 'We have your enquiry',
      preheader: 'It has arrived. Our team will answer it.',
      body: [
        heading('We have your enquiry'),
        paragraph('Hello,'),
        paragraph('Thank you for writing to us. Your enquiry has arrived. Our team will answer it.'),
        facts('Your enquiry', [
          ['Form', title],
          ['Course', courseName === null ? '' : courseOf({ course_name: courseName })],
          ['Received', formatTimestamp(receivedAt)],
        ]),
        note(
          'If you did not write to us, someone entered this address by mistake. You do not have to do anything.',
        ),
      ],
      reason: 'You receive this email because this address was entered in a form on our site.',
    };
  },
});
