import type { WaitingRow } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperator } from '../session/session-context.ts';
import { ActionButton, ActionDialog } from './act.tsx';
import { plural } from './count.ts';
import { textOf } from './form-fields.tsx';
import { Timestamp } from './timestamp.tsx';

function CloseDialog({ entry, onClose }: { entry: WaitingRow; onClose(): void }) {
  const isOffered = entry.state === 'offered';
  return (
    <ActionDialog
      action="waitlist.close"
      title="Remove from the waiting list"
      label="Remove from the list"
      consequences={[
        `${entry.name} no longer gets offers`,
        ...(isOffered ? ['The open offer ends and its seats become free'] : []),
        'No email is sent',
      ]}
      inputOf={(form) => ({ id: entry.id, note: textOf(form, 'note') ?? '' })}
      asksWhy
      onClose={onClose}
    />
  );
}

function Entry({ entry, onClose }: { entry: WaitingRow; onClose(): void }) {
  const { may } = useOperator();
  return (
    <li className="grid gap-1 border-b border-line py-3 last:border-b-0">
      <Link to={`/leads/${entry.id}`} className="font-semibold text-ink">
        {entry.name}
      </Link>
      <span className="text-xs text-ink-soft">
        {plural(entry.seats, 'seat')}, since <Timestamp iso={entry.joined_at} />
        {entry.state === 'offered' && entry.offer_ends_at ? (
          <>
            , offered until <Timestamp iso={entry.offer_ends_at} />
          </>
        ) : null}
      </span>
      {may('desk') ? (
        <span className="flex flex-wrap items-start gap-2">
          {entry.state === 'waiting' ? (
            <ActionButton action="waitlist.offer" input={{ id: entry.id }}>
              Offer now
            </ActionButton>
          ) : null}
          <Button size="sm" tone="quiet" onClick={onClose}>
            Remove from the list
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** The entries, in the order of the list. */
export function WaitingList({ entries }: { entries: readonly WaitingRow[] }) {
  const [closing, setClosing] = useState<WaitingRow>();
  if (entries.length === 0) return <p>No entries on the waiting list.</p>;
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onClose={() => setClosing(entry)} />
        ))}
      </ul>
      {closing ? <CloseDialog entry={closing} onClose={() => setClosing(undefined)} /> : null}
    </>
  );
}
