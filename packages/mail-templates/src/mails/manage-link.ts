import type { ManageLink } from '../mail-data.ts';
import { courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { heading, note, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { momentInWords } from '../words.ts';

export function manageLink(data: ManageLink): Template {
  const course = courseOf({ course_name: data.courseName });
  return {
    subject: `Change your booking: ${course}`,
    preheader: 'The link works once, for 15 minutes.',
    body: [
      heading('Change your booking'),
      paragraph(greeting(data.firstName)),
      paragraph('With this link you can change the booking: who attends, the dates, or cancel seats.'),
      facts('The booking', [
        ['Course', course],
        ['Order', oneLine(data.orderNumber, 60)],
        ['Works until', momentInWords(data.expiresAt)],
      ]),
      button('Change the booking', data.manageUrl),
      note('It works once. If it was not you who asked for it, leave it: nothing changes by itself.'),
    ],
    reason: 'You get this mail because the link was asked for on your receipt.',
  };
}
