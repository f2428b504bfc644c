/** Differences between a sold batch and the upstream, with buttons to confirm or ignore them. */
import type { BatchChangeRow, BatchPage } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { Card } from '../../parts/facts.tsx';
import { textOf } from '../../parts/form-fields.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

const stateNames: Record<BatchChangeRow['state'], string> = {
  open: 'waiting for a decision',
  confirmed: 'confirmed',
  dismissed: 'ignored',
  over: 'outdated: the upstream has changed again',
};

const nowText = ({ now }: BatchChangeRow) => now ?? 'no longer in the schedule';

function ConfirmDialog({ change, onClose }: { change: BatchChangeRow; onClose(): void }) {
  const isVanished = change.kind === 'vanished';
  return (
    <ActionDialog
      action="batches.confirm-change"
      title={isVanished ? 'Call the batch off' : 'Confirm the change'}
      label={isVanished ? 'Call it off and email everyone' : 'Confirm and email everyone'}
      consequences={
        isVanished
          ? [
              'The payer and the attendees of each booked order get an email that the batch is called off. Its calendar file removes the course from their calendars',
              'Nothing is refunded automatically: each payer chooses another date or a full refund on the booking page',
              'The case stays open until every paid seat is cancelled or moved',
            ]
          : [
              `Every order is updated to: ${nowText(change)}`,
              'Payers and attendees of booked orders get an email with the old and the new details, and an updated calendar file',
            ]
      }
      inputOf={() => ({ id: change.id })}
      onClose={onClose}
    />
  );
}

function DismissDialog({ change, onClose }: { change: BatchChangeRow; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.dismiss-change"
      title="Ignore difference"
      label="Ignore difference"
      consequences={[
        'Orders keep the details that were sold. No email is sent',
        'The same difference does not open another case',
      ]}
      inputOf={(form) => ({ id: change.id, note: textOf(form, 'note') ?? '' })}
      asksWhy
      onClose={onClose}
    />
  );
}

function Change({
  change,
  onDecide,
}: {
  change: BatchChangeRow;
  onDecide(run: 'confirm' | 'dismiss'): void;
}) {
  const { may } = useOperator();
  const isOpen = change.state === 'open';
  return (
    <li
      className={isOpen ? 'grid gap-1 rounded-md bg-alert-soft p-3' : 'grid gap-1 border-t border-line py-2'}
    >
      <div>
        Now: <strong className="font-semibold">{nowText(change)}</strong>
      </div>
      <div className="text-xs text-ink-soft">
        {stateNames[change.state]}
        {change.note ? `: ${change.note}` : ''}, found <Timestamp iso={change.found_at} />
      </div>
      {isOpen && may('desk') ? (
        <div className="flex flex-wrap gap-2 pt-1">
          <Button size="sm" onClick={() => onDecide('confirm')}>
            {change.kind === 'vanished' ? 'Call the batch off' : 'Confirm the change'}
          </Button>
          <Button size="sm" tone="outline" onClick={() => onDecide('dismiss')}>
            Ignore difference
          </Button>
        </div>
      ) : null}
    </li>
  );
}

export function BatchChanges({ batch }: { batch: BatchPage }) {
  const { may } = useOperator();
  const [deciding, setDeciding] = useState<{ change: BatchChangeRow; run: 'confirm' | 'dismiss' }>();
  const close = () => setDeciding(undefined);
  return (
    <Card title="Differences from the upstream">
      <div className="grid justify-items-stretch gap-3">
        <p>Sold as: {batch.sold_as}</p>
        {batch.changes.length === 0 ? (
          <p className="text-ink-soft">No differences found.</p>
        ) : (
          <ul className="grid gap-1">
            {batch.changes.map((change) => (
              <Change key={change.id} change={change} onDecide={(run) => setDeciding({ change, run })} />
            ))}
          </ul>
        )}
        {may('desk') ? (
          <div>
            <OperationButton action="batches.compare" input={{}}>
              Compare all batches now
            </OperationButton>
          </div>
        ) : null}
      </div>
      {deciding?.run === 'confirm' ? <ConfirmDialog change={deciding.change} onClose={close} /> : null}
      {deciding?.run === 'dismiss' ? <DismissDialog change={deciding.change} onClose={close} /> : null}
    </Card>
  );
}
