import type { Heads } from '../../routing/head.ts';

export const waitlistHeads: Heads = {
  // Without the address, which is the permission.
  '/waitlist/:token': () => ({
    title: 'Your seats',
    description: 'Seats that are kept for you.',
    canonical: '/',
  }),
};
