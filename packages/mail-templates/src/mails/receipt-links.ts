import { Fragment, createElement as h } from 'react';
import type { ReceiptLinks } from '../mail-data.ts';
import { courseOf } from '../parts/batch-facts.ts';
import { type Fact, facts } from '../parts/facts.ts';
import { heading, link, note, paragraph } from '../parts/text.ts';
import { oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { dayInWords } from '../words.ts';

export function receiptLinks({ orders }: ReceiptLinks): Template {
  const rows = orders.map((order): Fact => {
    const course = courseOf({ course_name: order.courseName });
    return [
      dayInWords(order.startDate),
      h(Fragment, null, link(course, order.receiptUrl), ` (order ${oneLine(order.orderNumber, 60)})`),
    ];
  });
  return {
    subject: 'Links to your bookings',
    preheader: 'The links that you asked for.',
    body: [
      heading('Your bookings'),
      paragraph('Somebody asked on our site for the links to the bookings of this address. Here they are.'),
      facts('Your bookings', rows),
      note('If it was not you, you need not do anything. Do not pass the links on: they open your bookings.'),
    ],
    reason: 'You get this mail because this address was entered on our page for lost links.',
  };
}
