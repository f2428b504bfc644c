import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Loading } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Container } from '../../ui/section.tsx';
import { CheckoutDesk } from './checkout-desk-loader.tsx';
import { keepSelection, keptSelection, parseSelection, type Selection } from './selection.ts';
import { type StartedOrder, startedOrder } from './started-order.ts';

export interface Visit {
  selection: Selection | undefined;
  /** An order that this browser opened before and has not seen booked. */
  earlier: StartedOrder | undefined;
}

/** Where a choice becomes a booking. What was chosen is the browser's own, so it is read after the first render. */
export function CheckoutScreen() {
  const { state } = useLocation();
  const [visit, setVisit] = useState<Visit>();

  useEffect(() => {
    const handed = parseSelection(state);
    if (handed) keepSelection(handed);
    setVisit({ selection: handed ?? keptSelection(), earlier: startedOrder() });
  }, [state]);

  return (
    <>
      <PageHeading title="Checkout" intro="Your details, your price, one secure payment." />
      <Container className="min-h-dvh py-10 sm:py-14">
        {visit ? <CheckoutDesk visit={visit} /> : <Loading />}
      </Container>
    </>
  );
}
