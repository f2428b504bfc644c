import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatTimestamp } from '../../format.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { bookingNumber, sampleBatch, site } from '../../parts/sample-data.ts';
import { bookingNumberText } from '../../parts/schemas.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

export const manageLink = defineMail({
  kind: 'manage_link',
  data: z.object({
    firstName: z.string(),
    bookingNumber: bookingNumberText,
    courseName: z.string(),
    manageUrl: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  samples: {
    'a fresh link': {
      firstName: 'Asha',
      bookingNumber,
      courseName: sampleBatch.course_name,
      manageUrl: `${site}/manage/0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
  },
  render(data) {
    const course = courseOf({ course_name: data.courseName });
    return {
      subject: `Change your booking: ${course} (${oneLine(data.bookingNumber, 20)})`,
      preheader: 'You can use the link once, within 15 minutes.',
      body: [
        heading('Change your booking'),
        paragraph(greeting(data.firstName)),
        paragraph('Use this link to change the attendees or the dates of your booking, or to cancel seats.'),
        facts('The booking', [
          ['Course', course],
          ['Booking number', oneLine(data.bookingNumber, 60)],
          ['Link expires', formatTimestamp(data.expiresAt)],
        ]),
        button('Change the booking', data.manageUrl),
        note('The link can be used once. If you did not ask for it, ignore this email: nothing changes.'),
      ],
      reason: 'You receive this email because this link was requested on your booking page.',
    };
  },
});
