import { Fragment, createElement as h } from 'react';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDay } from '../../format.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { type Fact, facts } from '../../parts/facts.ts';
import { bookingNumber, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { bookingNumberText } from '../../parts/schemas.ts';
import { heading, link, note, paragraph } from '../../parts/text.ts';
import { oneLine } from '../../safe-text.ts';

/**
 * Links to the paid orders of an address. Sent when a visitor requests them on the page for lost links, and
 * when an operator renews a link.
 */
export const receiptLinks = defineMail({
  kind: 'receipt_links',
  isLimitedPerDay: true,
  data: z.object({
    orders: z
      .array(
        z.object({
          bookingNumber: bookingNumberText,
          courseName: z.string(),
          startDate: z.string(),
          receiptUrl: z.string(),
        }),
      )
      .min(1)
      .readonly(),
  }),
  samples: {
    'two orders': {
      orders: [
        {
          bookingNumber,
          courseName: sampleBatch.course_name,
          startDate: '2026-12-12',
          receiptUrl,
        },
        {
          bookingNumber: 'T4WXR9',
          courseName: 'Professional Scrum Master',
          startDate: '2027-01-09',
          receiptUrl,
        },
      ],
    },
  },
  render({ orders }) {
    const rows = orders.map((order): Fact => {
      const course = courseOf({ course_name: order.courseName });
      return [
        formatDay(order.startDate),
        h(Fragment, null, link(course, order.receiptUrl), ` (booking ${oneLine(order.bookingNumber, 60)})`),
      ];
    });
    return {
      subject: 'Links to your bookings',
      preheader: 'The links to your bookings.',
      body: [
        heading('Your bookings'),
        paragraph('Here are the current links to your bookings.'),
        facts('Your bookings', rows),
        note(
          'If you did not ask for them, you do not have to do anything. Do not share the links: they open your bookings.',
        ),
      ],
      reason: 'You receive this email because this is the email address of your bookings.',
    };
  },
});
