import './receipt.css';
import { Button } from '@meridian/ui/button';
import { failureMessage } from '@meridian/ui/failure-messages';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { useEffect, useState } from 'react';
import { contact } from '../../../content/contact.ts';
import { codeLoad } from '../../../routing/code-load.ts';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { usePageParams } from '../../../routing/page-params.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { receiptApi } from './receipt-api.ts';
import { ReceiptCard } from './receipt-card.tsx';

const YourData = lazyPart(async () => (await import('../self-service/your-data.tsx')).YourData);
const FindBookings = lazyPart(async () => (await import('../self-service/find-bookings.tsx')).FindBookings);

/** Not in the first load, because it renders nothing. */
const ownPayment = codeLoad(async () => (await import('../payment/own-payment.ts')).updateOwnPayment);

/** Polling interval while the payment or the booking is not confirmed yet. */
const pollMs = 5_000;

/** `/receipt/lost` is the page for visitors who have lost their links. */
const lostToken = 'lost';

/** A receipt at its secret path. Its document contains the receipt and is not cached. */
export function ReceiptScreen() {
  const { token = '' } = usePageParams();
  const [waiting, setWaiting] = useState(false);
  const receipt = receiptApi.endpoints.receipt.useQuery(token, {
    pollingInterval: waiting ? pollMs : 0,
    skipPollingIfUnfocused: true,
  });
  const state = receipt.data?.state;
  const isWaiting = state === 'paid' || state === 'confirming';
  if (isWaiting !== waiting) setWaiting(isWaiting);
  useEffect(() => {
    if (!state) return;
    void ownPayment.arrival().then(() => ownPayment.code()?.(`/receipt/${token}`, state));
  }, [state, token]);

  const isLost = token === lostToken;
  const missing = (receipt.error as { kind?: string } | undefined)?.kind === 'missing';
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      {receipt.data ? (
        <ReceiptCard receipt={receipt.data} token={token} />
      ) : receipt.error ? (
        <>
          <h1 className="mb-5 text-3xl">{isLost ? 'Your bookings and your data' : 'Your booking'}</h1>
          {isLost ? null : (
            <Notice>{missing ? 'This booking page does not exist.' : failureMessage(receipt.error)}</Notice>
          )}
          {missing && !isLost ? (
            <p className="mt-4 max-w-text text-ink-soft">
              Please check that the address is complete. If it is, call {contact().phone} or write to{' '}
              {contact().email}: we can find your booking by your name.
            </p>
          ) : null}
          {missing ? <FindBookings /> : null}
          {isLost && missing ? <YourData /> : null}
          <div className="mt-6">
            {missing ? (
              <ButtonLink to="/">Back to Home</ButtonLink>
            ) : (
              <Button busy={receipt.isFetching} onClick={() => void receipt.refetch()}>
                Try again
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <h1 className="text-3xl">Your booking</h1>
          <Loading />
        </>
      )}
    </Container>
  );
}
