import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { usePageParams } from '../../routing/page-params.ts';
import { contact } from '../../site-content.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { NoScriptNotice } from '../leads/public.ts';
import { OfferCard } from './offer-card.tsx';
import { useOffer } from './use-offer.ts';

/** An offer of the waiting list, by its secret address. Loaded after mount, since it must not be cached. */
export function OfferScreen() {
  const { token = '' } = usePageParams();
  const { view, busy, read, decline } = useOffer(token);
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      {view.kind === 'known' ? (
        <OfferCard offer={view.offer} fault={view.fault} busy={busy} onDecline={() => void decline()} />
      ) : (
        <>
          <h1 className="mb-5 text-3xl">Your seats</h1>
          {view.kind === 'loading' ? <Loading /> : null}
          <NoScriptNotice>
            Seats that are kept for you are shown, accepted and declined by scripts, which are off in your
            browser. An offer that nobody answers lapses by itself.
          </NoScriptNotice>
          {view.kind === 'missing' ? (
            <>
              <Notice>This offer does not exist.</Notice>
              <p className="mt-4 max-w-text text-ink-soft">
                Please check that the address is complete. If it is, call {contact.phone} or write to{' '}
                {contact.email}.
              </p>
            </>
          ) : null}
          {view.kind === 'failed' ? (
            <>
              <Notice>{view.message}</Notice>
              <Button className="mt-6" busy={busy} onClick={() => void read()}>
                Try again
              </Button>
            </>
          ) : null}
          {view.kind === 'missing' ? (
            <ButtonLink to="/" className="mt-6">
              Back to Home
            </ButtonLink>
          ) : null}
        </>
      )}
    </Container>
  );
}
