import { Loading } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSalesOpen } from '../../api/sales.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import { useRerender, WhileLoading } from '../../routing/load-failure.tsx';
import { NoScriptNotice } from '../leads/public.ts';
import { toAbandoned } from './abandoned/to-abandoned.ts';
import { CheckoutHeading } from './checkout-heading.tsx';
import { PaymentNotices } from './payment/payment-notices.tsx';
import { takeReturn } from './payment/returned-payment.ts';
import { saveReturnedClaim, startedOrder } from './payment/started-order.ts';
import { ChooseCourse } from './selection/choose-course.tsx';
import { parseSelection, savedSelection, saveSelection, takeSelection } from './selection/selection.ts';
import { isTyping, ServerContent, TakeOver } from './server-content.tsx';

/** Code-split, because it contains the schemas, which only a visitor with a selection needs. */
export const CheckoutFlow = lazyScreen(
  'features/checkout/checkout-flow.tsx',
  async () => (await import('./checkout-flow.tsx')).CheckoutFlow,
);

/** Code-split, because only the link in a reminder email opens it. */
export const AbandonedCheckout = lazyScreen(
  'features/checkout/abandoned/abandoned-checkout.tsx',
  async () => (await import('./abandoned/abandoned-checkout.tsx')).AbandonedCheckout,
);

const isChosen = () => takeSelection(location.search).chosen ?? savedSelection() ?? startedOrder();

// The schemas are most of the form's code. They load during hydration and are evaluated in a separate task.
if (typeof window !== 'undefined' && isChosen())
  void import('@meridian/contracts/enrolment/contact').catch(() => undefined);

/**
 * The checkout page. After hydration, it reads the selection from the address, the history entry or the
 * browser's storage.
 */
export function CheckoutScreen() {
  const { state, search, hash, key } = useLocation();
  const isOpen = useSalesOpen();
  const navigate = useNavigate();
  const [view, setView] = useState<'unknown' | 'nothing' | 'desk' | 'unfinished'>('unknown');

  const Desk = view === 'unfinished' ? AbandonedCheckout : CheckoutFlow;
  const rerender = useRerender();

  useEffect(() => {
    const returned = takeReturn(search, hash);
    if (returned) {
      if (returned.claim) saveReturnedClaim(returned.claim);
      // Removed from the address, so that a reload or a shared link does not send the payment again.
      const returnState = returned.claim ? null : { payment: returned.state };
      navigate({ pathname: '/checkout', search: returned.rest }, { replace: true, state: returnState });
      return;
    }
    if (toAbandoned(search)) return setView('unfinished');
    const { chosen, rest } = takeSelection(search);
    if (chosen) {
      // Moved from the address to the history entry, so that a reload or a shared link does not use an
      // outdated fee.
      navigate({ pathname: '/checkout', search: rest }, { replace: true, state: state ?? chosen });
      // The visitor may come from another document, which did not move the focus to the content.
      if (!isTyping()) document.getElementById('content')?.focus({ preventScroll: true });
      return;
    }
    const handed = parseSelection(state);
    if (handed) saveSelection(handed);
    setView(handed || savedSelection() || startedOrder() ? 'desk' : 'nothing');
  }, [state, search, hash, navigate]);

  return (
    <Container className="min-h-dvh py-4 sm:py-12">
      <CheckoutHeading />
      <ServerContent />
      {view === 'unknown' ? <Loading /> : null}
      <NoScriptNotice>
        {isOpen
          ? 'Please choose a date on a course page first. The checkout then works without JavaScript.'
          : 'Enrolment is not open at present.'}
      </NoScriptNotice>
      {view === 'nothing' ? (
        <>
          <TakeOver />
          <PaymentNotices />
          <ChooseCourse />
        </>
      ) : null}
      {view === 'desk' || view === 'unfinished' ? (
        <Suspense
          fallback={
            <WhileLoading load={Desk.code} onArrival={rerender}>
              <Loading />
            </WhileLoading>
          }
        >
          <Desk key={key} />
        </Suspense>
      ) : null}
    </Container>
  );
}
