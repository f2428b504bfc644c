/** Joining instructions of a batch, which confirmations and reminders contain. */
import { type BatchPage, maxJoining } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { Card } from '../../parts/facts.tsx';
import { TextAreaField, textOf } from '../../parts/form-fields.tsx';
import { useOperator } from '../../session/session-context.ts';

function JoiningDialog({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.set-joining"
      title="How to join"
      label="Set and email everyone"
      consequences={[
        'Each change sends one email with the instructions to the payers and attendees of booked orders',
        'From now on, confirmations and reminders contain these instructions instead of the upstream’s',
        'If the text is empty, the upstream’s instructions apply again; if there are none, no email is sent',
      ]}
      inputOf={(form) => ({ id: batch.id, text: textOf(form, 'joining') ?? '' })}
      onClose={onClose}
    >
      <TextAreaField
        id="joining"
        name="joining"
        label="Link, address, what to bring"
        rows={7}
        maxLength={maxJoining}
        defaultValue={batch.joining?.text ?? ''}
        optional
      />
    </ActionDialog>
  );
}

export function Joining({ batch }: { batch: BatchPage }) {
  const { may } = useOperator();
  const [open, setOpen] = useState(false);
  const { joining } = batch;
  return (
    <Card title="How to join">
      <div className="grid justify-items-start gap-3">
        {joining ? (
          <>
            <p className="break-words whitespace-pre-wrap">{joining.text}</p>
            <p className="text-xs text-ink-soft">
              {joining.from === 'operator' ? 'Set by an operator' : 'From the upstream'}
            </p>
          </>
        ) : (
          <p className="text-ink-soft">
            No instructions. Emails say that instructions will follow. Reminders in the last day before the
            start ask people to contact us instead.
          </p>
        )}
        {may('desk') ? (
          <Button size="sm" tone="outline" onClick={() => setOpen(true)}>
            {joining ? 'Change instructions' : 'Set instructions'}
          </Button>
        ) : null}
      </div>
      {open ? <JoiningDialog batch={batch} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
