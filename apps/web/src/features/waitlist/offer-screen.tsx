import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { messageOf } from '../../api/call-query.ts';
import { contact } from '../../content/contact.ts';
import { usePageParams } from '../../routing/page-params.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { NoScriptNotice } from '../leads/public.ts';
import { offerApi } from './offer-api.ts';
import { OfferCard } from './offer-card.tsx';

/**
 * An offer of the waiting list, at its secret address. It is loaded after mount, because it must not be
 * cached.
 */
export function OfferScreen() {
  const { token = '' } = usePageParams();
  const { data: offer, error, isFetching, refetch } = offerApi.endpoints.offer.useQuery(token);
  const [send, declined] = offerApi.endpoints.answerOffer.useMutation();
  // The offer may be erased while the page shows it.
  const isMissing = [error, declined.error].some((one) => one && 'kind' in one && one.kind === 'missing');
  const failure = isMissing ? undefined : messageOf(error);
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      {offer && !isMissing ? (
        <OfferCard
          offer={offer}
          fault={messageOf(declined.error)}
          busy={declined.isLoading}
          onAnswer={(answer) => void send({ token, answer })}
        />
      ) : (
        <>
          <h1 className="mb-5 text-3xl">Your seats</h1>
          {error || isMissing ? null : <Loading />}
          <NoScriptNotice>
            To see, accept or decline the seats that we are holding for you, please turn on JavaScript in your
            browser. An offer without an answer expires automatically.
          </NoScriptNotice>
          {isMissing ? (
            <>
              <Notice>This offer does not exist.</Notice>
              <p className="mt-4 max-w-text text-ink-soft">
                Please check that the address is complete. If it is, call {contact().phone} or write to{' '}
                {contact().email}.
              </p>
            </>
          ) : null}
          {failure !== undefined ? (
            <>
              <Notice>{failure}</Notice>
              <Button className="mt-6" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          ) : null}
          {isMissing ? (
            <ButtonLink to="/" className="mt-6">
              Back to Home
            </ButtonLink>
          ) : null}
        </>
      )}
    </Container>
  );
}
