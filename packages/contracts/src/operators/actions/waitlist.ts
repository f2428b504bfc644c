/** Entries of the waiting list. */
import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

const rights = {
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches', 'Waitlist', 'Today'],
} as const;
const result = { waitlist: z.array(z.object({ id: z.string() })) };

export const waitlistOffer = action({
  ...rights,
  name: 'waitlist.offer',
  title: 'Offered free seats to an entry of the waiting list',
  input: z.strictObject({ id: uuid }),
  result,
});

export const waitlistClose = action({
  ...rights,
  name: 'waitlist.close',
  title: 'Closed an entry of the waiting list',
  input: z.strictObject({ id: uuid, note }),
  result,
});
