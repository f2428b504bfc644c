import type { Heads } from '../../routing/head.ts';

export const waitlistHeads: Heads = {
  // The canonical address omits the path, because the secret path gives access to the offer.
  '/waitlist/:token': () => ({
    title: 'Your seats',
    description: 'Seats that are held for you.',
    canonical: '/',
  }),
};
