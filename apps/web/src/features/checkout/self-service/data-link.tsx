import { formatTimestamp } from '@meridian/contracts/format-time';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf } from '../../../api/call-query.ts';
import { HeldDataList } from './held-data-list.tsx';
import { selfServiceApi } from './self-service-api.ts';

const over = {
  used: 'This link has already been used.',
  expired: 'This link is older than 15 minutes. Please ask for a new one.',
};
const kept =
  'Invoices, credit notes and vouchers are kept as long as tax law requires. An active booking is erased after the course.';

/** The personal data that an emailed link shows. Opening the link changes nothing. */
export function DataLink({ link }: { link: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { heldData, requestErasure } = selfServiceApi.endpoints;
  const { currentData: answer, error, isError, refetch } = heldData.useQuery(link);
  const [erase, erasure] = requestErasure.useMutation();
  useEffect(() => title.current?.focus(), []);

  function content(): ReactNode {
    if (isError)
      return (
        <>
          <p role="alert">{messageOf(error)}</p>
          <Button tone="outline" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      );
    if (!answer) return <Loading />;
    const { kind, state, held } = answer;
    if (state !== 'open' || !held) return <p>{over[state === 'used' ? 'used' : 'expired']}</p>;
    return (
      <>
        <HeldDataList held={held} />
        {kind === 'erasure' && !erasure.isSuccess ? (
          <>
            <p className="mt-6">{kept}</p>
            <Button busy={erasure.isLoading} className="mt-4 max-sm:w-full" onClick={() => void erase(link)}>
              Erase my data
            </Button>
          </>
        ) : null}
        <p
          role="status"
          className={`mt-3 font-semibold empty:hidden ${erasure.isError ? 'text-alert-strong' : 'text-brand-strong'}`}
        >
          {erasure.data
            ? `We erase your data by ${formatTimestamp(erasure.data.due_at)} at the latest, and write to you then.`
            : messageOf(erasure.error)}
        </p>
      </>
    );
  }

  return (
    <section aria-labelledby="your-data" className="mt-10 max-w-text">
      <h2 id="your-data" ref={title} tabIndex={-1} className="mb-3 text-xl outline-none">
        What we hold about you
      </h2>
      {content()}
    </section>
  );
}
