import { lazyPart } from '../../routing/lazy-part.tsx';
import { Loading } from '../../ui/notice.tsx';
import type { Visit } from './checkout-screen.tsx';

/** The working part of the checkout; its code, with the schemas, comes after the page. */
export const CheckoutDesk = lazyPart<{ visit: Visit }>(
  async () => (await import('./checkout-desk.tsx')).CheckoutDesk,
  <Loading />,
);
