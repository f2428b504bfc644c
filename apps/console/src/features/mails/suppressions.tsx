/** Addresses that get no emails, with the reason. */
import type { SuppressionRow } from '@meridian/contracts/operators/console/desk';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

const sources: Readonly<Record<string, string>> = {
  smtp: 'the mail server does not know the address',
  bounce: 'an email bounced',
  complaint: 'the recipient reported an email as spam',
};

export function Suppressions() {
  const { data = [] } = deskApi.useSuppressionsQuery();
  const { may } = useOperator();
  const [open, setOpen] = useState<SuppressionRow>();
  if (data.length === 0) return null;
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="font-semibold">Suppressed addresses: {data.length}</summary>
      <ul aria-label="Suppressed addresses" className="mt-2 grid max-h-56 gap-1 overflow-auto">
        {data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3">
            <strong>{one.address}</strong>
            <span className="mr-auto text-ink-soft">
              {sources[one.source] ?? one.source}
              {one.reason ? ` (${one.reason})` : ''}, since <Timestamp iso={one.created_at} />
            </span>
            {may('desk') ? (
              <Button
                size="sm"
                tone="quiet"
                aria-label={`Remove ${one.address}`}
                onClick={() => setOpen(one)}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {open ? (
        <ActionDialog
          title={`Remove ${open.address} from the list`}
          label="Remove from the list"
          action="emails.unsuppress"
          inputOf={() => ({ address: open.id })}
          consequences={[
            'From now on, the address gets emails again. Emails that were not sent meanwhile are not resent automatically: resend each of them from its page.',
            open.source === 'complaint'
              ? 'The recipient reported an email as spam: remove the address only if they agree to get emails again.'
              : 'If the address still does not exist, the next email suppresses it again.',
          ]}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </details>
  );
}
