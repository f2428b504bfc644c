import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { sampleBatch, site } from '../../parts/sample-data.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

/** Sent to an attendee who was present on every day of class, or whom an operator included. */
export const certificate = defineMail({
  kind: 'certificate',
  data: z.object({
    /** As printed on the certificate. */
    name: z.string(),
    courseName: z.string(),
    number: z.string(),
    certificateUrl: z.string(),
  }),
  samples: {
    'an attendee': {
      name: 'Ravi Menon',
      courseName: sampleBatch.course_name,
      number: 'K7M3PXQ2AB',
      certificateUrl: `${site}/certificate/K7M3PXQ2AB`,
    },
  },
  render({ name, courseName, number, certificateUrl: url }) {
    const course = courseOf({ course_name: courseName });
    return {
      subject: `Your certificate of attendance: ${course}`,
      preheader: 'Download it as a PDF. Anyone can verify it by its number.',
      body: [
        heading('Your certificate of attendance'),
        paragraph(greeting(name)),
        paragraph('Open the page below to see your certificate or download it as a PDF.'),
        facts('The certificate', [
          ['Name', oneLine(name, 160)],
          ['Course', course],
          ['Certificate number', oneLine(number, 20)],
        ]),
        button('Open the certificate', url),
        paragraph(
          'Anyone to whom you give the link or the number can verify the certificate on that page, which shows your name, the course and its dates. If your name is wrong, reply to this email.',
        ),
      ],
      reason: 'You receive this email because you attended this course.',
    };
  },
});
