import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { SeatsUnavailable } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { heading, link, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';

export function seatsUnavailable(data: SeatsUnavailable): Template {
  const course = courseOf(data.batch);
  const refund = formatPaise(data.refundPaise);
  return {
    subject: `No seats left, ${refund} is on its way back: ${course}`,
    preheader: `The batch was full when your payment arrived. ${refund} goes back the way you paid.`,
    body: [
      heading('The seats were gone'),
      paragraph(greeting(data.firstName)),
      paragraph(
        'We are sorry: when your payment arrived, the batch had no seats left. ' +
          `We send back all of it, ${refund}, the way you paid. Banks take five to seven working days.`,
      ),
      facts('Your order', [
        ...batchFacts(data.batch),
        ['Seats', String(data.seats)],
        ['Refund', refund],
        ['Order', oneLine(data.orderNumber, 60)],
      ]),
      data.scheduleUrl !== null && button('See other dates', data.scheduleUrl),
      paragraph('The refund’s state is on ', link('your receipt', data.receiptUrl), '.'),
    ],
    reason: 'You get this mail because you paid for a course with us.',
  };
}
