import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { sampleBatch, site } from '../../parts/sample-data.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { greeting } from '../../safe-text.ts';

/** Sent to each attendee on the day after the class. */
export const feedbackRequest = defineMail({
  kind: 'feedback_request',
  canUnsubscribe: true,
  data: z.object({
    firstName: z.string(),
    courseName: z.string(),
    feedbackUrl: z.string(),
    /** Unsubscribe page, and one-click unsubscribe URL (RFC 8058). */
    unsubscribeUrl: z.string(),
  }),
  samples: {
    'an attendee': {
      firstName: 'Ravi',
      courseName: sampleBatch.course_name,
      feedbackUrl: `${site}/feedback/0123456789abcdef0123456789abcdef01234567`,
      unsubscribeUrl: `${site}/unsubscribe/abc`,
    },
  },
  render({ firstName, courseName, feedbackUrl: url, unsubscribeUrl }) {
    const course = courseOf({ course_name: courseName });
    return {
      subject: `How was your class? ${course}`,
      preheader: 'Three questions, two minutes.',
      body: [
        heading('How was your class?'),
        paragraph(greeting(firstName)),
        paragraph(`${course} has ended. Please answer three questions about it. We read every answer.`),
        button('Answer three questions', url),
        note(
          'We publish nothing unless you allow it on that page. The link is only for you. We send this email once.',
        ),
      ],
      reason: 'You receive this email because you had a seat in this course.',
      unsubscribeUrl,
    };
  },
});
