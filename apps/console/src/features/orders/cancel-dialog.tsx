/** Cancelling seats: what it would do is said first, in the sums that the server will commit. */

import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CancellationPreview, OrderPage } from '@meridian/contracts/console/answers';
import { Button } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { Loading } from '@meridian/ui/notice';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { useDeed } from '../../parts/proof.tsx';

const seatsText = (seats: number) => `${seats} ${seats === 1 ? 'seat' : 'seats'}`;

function Consequences({ preview, byPolicy }: { preview: CancellationPreview; byPolicy: boolean }) {
  const back = byPolicy ? preview.policy_refund_paise : preview.price_paise;
  return (
    <ul aria-label="What happens" className="grid list-disc gap-1 rounded-md bg-sand/60 p-3 pl-8">
      <li>
        {seatsText(preview.seats)} cancelled; booked after that: {seatsText(preview.seats_left_after)}.
      </li>
      <li>
        <strong>{formatPaise(back)}</strong> goes back to the payer, the way it was paid.
        {byPolicy && preview.policy_retained_paise > 0
          ? ` ${formatPaise(preview.policy_retained_paise)} is kept, as the refund policy says.`
          : ''}
      </li>
      <li>
        {preview.upstream_told
          ? 'The upstream is told by itself, and the seats come free once it has it.'
          : 'A case opens: somebody has to tell the upstream.'}
      </li>
      {preview.issues_documents ? <li>A credit note is issued.</li> : null}
      <li>A refund that was sent cannot be called back.</li>
    </ul>
  );
}

function Choice({
  name,
  checked,
  onChange,
  label,
}: {
  name: string;
  checked: boolean;
  onChange(): void;
  label: string;
}) {
  return (
    <label className="flex min-h-10 items-center gap-3">
      <input type="radio" name={name} checked={checked} onChange={onChange} className="size-5 accent-brand" />
      {label}
    </label>
  );
}

export function CancelDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const left = order.seats - order.cancelled_seats;
  const [seats, setSeats] = useState(1);
  const [byPolicy, setByPolicy] = useState(false);
  const { currentData: preview, error: noPreview } = api.useCancellationQuery({ id: order.id, seats });
  const [cancel, { isLoading, error }] = api.useCancelSeatsMutation();
  const run = useDeed();

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    const { data } = await run(() => cancel({ id: order.id, seats, by_policy: byPolicy, note }));
    if (!data) return;
    toasts.success(data.done);
    onClose();
  }
  return (
    <Dialog title="Cancel seats and give money back" open staticBackdrop onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="grid gap-4">
        <label htmlFor="cancel-seats" className="grid gap-1 font-semibold">
          Seats to cancel, of {left}
          <select
            id="cancel-seats"
            value={seats}
            onChange={(event) => setSeats(Number(event.target.value))}
            className="h-12 rounded-md border border-line-strong bg-surface px-3 font-normal"
          >
            {Array.from({ length: left }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1 === left ? `all ${left}` : index + 1}
              </option>
            ))}
          </select>
        </label>
        {preview ? (
          <>
            <fieldset>
              <legend className="font-semibold">How much goes back</legend>
              <Choice
                name="share"
                checked={!byPolicy}
                onChange={() => setByPolicy(false)}
                label={`All of it: ${formatPaise(preview.price_paise)}`}
              />
              <Choice
                name="share"
                checked={byPolicy}
                onChange={() => setByPolicy(true)}
                label={`What the policy says now, ${preview.policy_percent} %: ${formatPaise(preview.policy_refund_paise)}`}
              />
            </fieldset>
            <Consequences preview={preview} byPolicy={byPolicy} />
          </>
        ) : noPreview ? (
          <p role="alert">{messageOf(noPreview)}</p>
        ) : (
          <Loading />
        )}
        <TextField
          id="cancel-note"
          name="note"
          label="Why; stays in the order's history"
          maxLength={500}
          required
        />
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {error ? messageOf(error) : ''}
        </p>
        <Button type="submit" busy={isLoading} disabled={!preview}>
          Cancel {seatsText(seats)}
        </Button>
      </form>
    </Dialog>
  );
}
