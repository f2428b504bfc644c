import { Button } from '@meridian/ui/button';
import { formatTimestamp } from '@meridian/ui/dates';
import { Loading } from '@meridian/ui/notice';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { HeldDataList } from './held-data-list.tsx';
import { askErasure, readDataLink } from './self-service-calls.ts';
import { useAnswer } from './use-answer.ts';

const over = {
  used: 'This link was used already.',
  expired: 'This link is older than 15 minutes. Please ask for a fresh one.',
};
const kept =
  'Invoices, credit notes and vouchers stay as long as tax law requires. A booking that is under way is erased once it is over.';

/** What a mailed link shows. Opening it changes nothing. */
export function DataLink({ link }: { link: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const read = useCallback(() => readDataLink(link), [link]);
  const { answer, again } = useAnswer(read);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();
  useEffect(() => title.current?.focus(), []);

  async function erase(): Promise<void> {
    setBusy(true);
    const requested = await askErasure(link);
    setBusy(false);
    setSaid(
      'data' in requested
        ? {
            text: `We erase your data by ${formatTimestamp(requested.data.due_at)} at the latest, and write to you then.`,
            isFault: false,
          }
        : { text: requested.message, isFault: true },
    );
  }

  function content(): ReactNode {
    if (!answer) return <Loading />;
    if ('message' in answer)
      return (
        <>
          <p role="alert">{answer.message}</p>
          <Button tone="outline" className="mt-3" onClick={() => void again()}>
            Try again
          </Button>
        </>
      );
    const { kind, state, held } = answer.data;
    if (state !== 'open' || !held) return <p>{over[state === 'used' ? 'used' : 'expired']}</p>;
    return (
      <>
        <HeldDataList held={held} />
        {kind === 'erasure' && said?.isFault !== false ? (
          <>
            <p className="mt-6">{kept}</p>
            <Button busy={busy} className="mt-4 max-sm:w-full" onClick={() => void erase()}>
              Erase my data
            </Button>
          </>
        ) : null}
        <p
          role="status"
          className={`mt-3 font-semibold empty:hidden ${said?.isFault ? 'text-alert-strong' : 'text-brand-strong'}`}
        >
          {said?.text}
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
