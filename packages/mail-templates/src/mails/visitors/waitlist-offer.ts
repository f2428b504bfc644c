import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { formatSeats, formatTimestamp } from '../../format.ts';
import { batchFacts, courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { facts } from '../../parts/facts.ts';
import { sampleBatch, site } from '../../parts/sample-data.ts';
import { mailBatch } from '../../parts/schemas.ts';
import { heading, note, paragraph } from '../../parts/text.ts';
import { greeting } from '../../safe-text.ts';

export const waitlistOffer = defineMail({
  kind: 'waitlist_offer',
  isComposed: true,
  data: z.object({
    name: z.string(),
    batch: mailBatch,
    seats: z.number(),
    /** Time until which the seats are held, ISO 8601. */
    endsAt: z.string(),
    offerUrl: z.string(),
  }),
  samples: {
    'two seats': {
      name: 'Asha Nair',
      batch: sampleBatch,
      seats: 2,
      endsAt: '2026-12-02T12:30:00Z',
      offerUrl: `${site}/waitlist/0123456789abcdef0123456789abcdef01234567`,
    },
  },
  render({ name, batch, seats, endsAt, offerUrl }) {
    const [seatsText, until] = [formatSeats(seats), formatTimestamp(endsAt)];
    return {
      subject: `${seats === 1 ? 'A seat is' : `${seatsText} are`} available for you: ${courseOf(batch)}`,
      preheader: `Held for you until ${until}.`,
      body: [
        heading(seats === 1 ? 'A seat is available for you' : 'Seats are available for you'),
        paragraph(greeting(name)),
        paragraph(
          `You are on the waiting list of this batch. We are holding ${seatsText} for you until ${until}.`,
        ),
        facts('The batch', [...batchFacts(batch), ['Seats', String(seats)], ['Held until', until]]),
        button('See the offer', offerUrl),
        note(
          'If you no longer want to book, decline the offer on its page, so that we can offer the seats to others on the waiting list.',
        ),
      ],
      reason: 'You receive this email because you joined the waiting list of this batch.',
    };
  },
});
