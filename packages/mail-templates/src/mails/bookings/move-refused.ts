import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatDays } from '../../format.ts';
import { batchFacts } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { evenings, payer, sampleBatch } from '../../parts/sample-data.ts';
import { mailBatch, toPayer } from '../../parts/schemas.ts';
import { bookingSubject } from '../../parts/subject.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

/** Sent to the payer if a requested move could not be made. */
export const moveRefused = defineMail({
  kind: 'move_refused',
  data: z.object({
    ...toPayer,
    /** The current batch of the booking. */
    batch: mailBatch,
    requested: mailBatch,
  }),
  samples: { 'a full batch': { ...payer, batch: sampleBatch, requested: evenings } },
  render: ({ firstName, batch, requested, bookingNumber, receiptUrl }) => ({
    subject: bookingSubject('We could not change your dates', batch, bookingNumber),
    preheader: 'Your booking has not changed. We will contact you about the dates.',
    body: [
      heading('We could not change your dates'),
      paragraph(greeting(firstName)),
      paragraph(
        `You asked us to move your booking to ${oneLine(formatDays(requested))}. The move was not accepted. ` +
          'Your booking has not changed. We will contact you about the dates.',
      ),
      facts('Your booking', [...batchFacts(batch), ['Booking number', oneLine(bookingNumber, 60)]]),
      button('Open your booking', receiptUrl),
    ],
    reason: 'You receive this email because you booked this course with us.',
  }),
});
