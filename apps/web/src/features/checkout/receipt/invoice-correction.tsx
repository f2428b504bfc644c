import { formatDay } from '@meridian/contracts/format-time';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { NoScriptNotice } from '../../leads/public.ts';
import { Collapsible } from '../attendees/collapsible.tsx';

const CorrectionForm = lazyPart(
  async () => (await import('./correction-form.tsx')).CorrectionForm,
  <Loading />,
);

export interface InvoiceCorrectionProps {
  token: string;
  /** Last day for a request, `YYYY-MM-DD`. */
  until: string;
  asked: boolean;
  asksAddress: boolean;
  name: { first_name: string; last_name: string };
}

/** Section to request another name or address on the invoice. After a request, it says so. */
export function InvoiceCorrection({
  token,
  until,
  asked: requested,
  asksAddress,
  name,
}: InvoiceCorrectionProps) {
  const [opened, setOpened] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <>
      <p role="status" className="mt-3 font-semibold text-brand-strong empty:hidden print:hidden">
        {requested || done
          ? 'You have asked for a correction. We will check it, and the new invoice appears here.'
          : null}
      </p>
      <Collapsible
        title="Is the name or address on the invoice wrong?"
        note={`You can ask for a correction until ${formatDay(until)}.`}
        onOpen={() => setOpened(true)}
      >
        <NoScriptNotice>To ask for a correction, please turn on JavaScript in your browser.</NoScriptNotice>
        {opened ? (
          <CorrectionForm
            token={token}
            asksAddress={asksAddress}
            name={name}
            onRequested={() => setDone(true)}
          />
        ) : null}
      </Collapsible>
    </>
  );
}
