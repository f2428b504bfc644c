import type { Heads } from '../../routing/head.ts';

export const checkoutHeads: Heads = {
  '/checkout': () => ({
    title: 'Checkout',
    description: 'Your seats, your details and a secure payment.',
    canonical: '/checkout',
  }),
  '/thankyou': () => ({
    title: 'Thank You',
    description: 'Your registration has reached us.',
    canonical: '/thankyou',
  }),
  // Without the address, which is the permission to read the receipt.
  '/receipt/:token': () => ({
    title: 'Your booking',
    description: 'A booking with its receipt.',
    canonical: '/',
  }),
};
