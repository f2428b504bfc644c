import type { Heads } from '../../routing/head.ts';

const payHead = () => ({
  title: 'Payment',
  description: 'Seats, total and payment.',
  canonical: '/checkout',
});

/** The canonical address omits the receipt's path, because the secret path gives access to the receipt. */
const receiptHead = () => ({
  title: 'Your booking',
  description: 'A booking with its receipt.',
  canonical: '/',
});

export const checkoutHeads: Heads = {
  '/checkout': () => ({
    title: 'Checkout',
    description: 'Your seats, your details and a secure payment.',
    canonical: '/checkout',
  }),
  '/checkout/pay': payHead,
  '/checkout/pay/:attempt': payHead,
  '/checkout/pay/:attempt/:returned': payHead,
  '/thankyou': () => ({
    title: 'Thank You',
    description: 'Your registration has reached us.',
    canonical: '/thankyou',
  }),
  '/receipt/:token': receiptHead,
  '/receipt/:token/change': receiptHead,
};
