import type { WaitlistOffer } from '../mail-data.ts';
import { batchFacts, courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { facts } from '../parts/facts.ts';
import { heading, note, paragraph } from '../parts/text.ts';
import { greeting } from '../safe-text.ts';
import type { Template } from '../template.ts';
import { momentInWords, seatsInWords } from '../words.ts';

export function waitlistOffer({ name, batch, seats, endsAt, offerUrl }: WaitlistOffer): Template {
  const [kept, until] = [seatsInWords(seats), momentInWords(endsAt)];
  return {
    subject: `${seats === 1 ? 'A seat is' : `${kept} are`} free for you: ${courseOf(batch)}`,
    preheader: `Kept for you until ${until}.`,
    body: [
      heading(seats === 1 ? 'A seat is free for you' : 'Seats are free for you'),
      paragraph(greeting(name)),
      paragraph(`You are on the waiting list of this batch. We keep ${kept} for you until ${until}.`),
      facts('The batch', [...batchFacts(batch), ['Seats', String(seats)], ['Kept until', until]]),
      button('See the offer', offerUrl),
      note('If you no longer need the seats, decline there: the next person on the list gets them.'),
    ],
    reason: 'You get this mail because you put yourself on the waiting list of this batch.',
  };
}
