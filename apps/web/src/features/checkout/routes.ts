import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

const nativePayScreen = lazyScreen(
  'features/checkout/native-pay-screen.tsx',
  async () => (await import('./native-pay-screen.tsx')).NativePayScreen,
);

const receipt: Omit<Route, 'path'> = {
  bodyClass: 'receipt-page',
  noindex: true,
  private: true,
  screen: lazyScreen(
    'features/checkout/receipt/receipt-screen.tsx',
    async () => (await import('./receipt/receipt-screen.tsx')).ReceiptScreen,
  ),
};

export const checkoutRoutes: readonly Route[] = [
  {
    path: '/checkout',
    bodyClass: 'checkout-page',
    noindex: true,
    payment: true,
    screen: lazyScreen(
      'features/checkout/checkout-screen.tsx',
      async () => (await import('./checkout-screen.tsx')).CheckoutScreen,
    ),
  },
  ...['/checkout/pay', '/checkout/pay/:attempt', '/checkout/pay/:attempt/:returned'].map(
    (path): Route => ({
      path,
      bodyClass: 'checkout-page',
      noindex: true,
      payment: true,
      screen: nativePayScreen,
    }),
  ),
  {
    path: '/thankyou',
    bodyClass: 'thank-you-page',
    noindex: true,
    screen: lazyScreen(
      'features/checkout/thank-you-screen.tsx',
      async () => (await import('./thank-you-screen.tsx')).ThankYouScreen,
    ),
  },
  { ...receipt, path: '/receipt/:token' },
  // An emailed link opens this page. The payer can change the booking here, and pay for a more expensive
  // batch.
  { ...receipt, path: '/receipt/:token/change', payment: true },
];
