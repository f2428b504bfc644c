/** Cancelling seats: what it would do is said first, in the sums that the server will commit. */

import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CancellationPreview, OrderPage } from '@meridian/contracts/console/orders';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { ActDialog, WhatHappens } from '../../parts/act.tsx';
import { Choice, SelectField, textOf } from '../../parts/form-fields.tsx';
import { orderTags } from './order-tags.ts';
import { TransferField } from './transfer-field.tsx';

const seatsText = (seats: number) => `${seats} ${seats === 1 ? 'seat' : 'seats'}`;

function Consequences({ preview, byPolicy }: { preview: CancellationPreview; byPolicy: boolean }) {
  const back = byPolicy ? preview.policy_refund_paise : preview.price_paise;
  return (
    <WhatHappens>
      <li>
        {seatsText(preview.seats)} cancelled; booked after that: {seatsText(preview.seats_left_after)}.
      </li>
      <li>
        <strong>{formatPaise(back)}</strong> goes back to the payer.
        {byPolicy && preview.policy_retained_paise > 0
          ? ` ${formatPaise(preview.policy_retained_paise)} is kept, as the refund policy says.`
          : ''}
      </li>
      <li>
        {preview.upstream_told
          ? 'The upstream is told by itself, and the seats come free once it has it.'
          : 'A case opens: somebody has to tell the upstream.'}
      </li>
      {preview.issues_documents ? <li>A credit note is issued and mailed.</li> : null}
      <li>The payer gets a mail. A refund that was sent cannot be called back.</li>
    </WhatHappens>
  );
}

export function CancelDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const left = order.seats - order.cancelled_seats;
  const [seats, setSeats] = useState(1);
  const [byPolicy, setByPolicy] = useState(false);
  const { currentData: preview, error: noPreview } = api.useCancellationQuery({ id: order.id, seats });
  return (
    <ActDialog
      title="Cancel seats and give money back"
      label={`Cancel ${seatsText(seats)}`}
      path={`/orders/${order.id}/cancel`}
      changes={orderTags}
      bodyOf={(form) => ({ seats, by_policy: byPolicy, transfer: textOf(form, 'transfer') })}
      disabled={!preview}
      onClose={onClose}
    >
      <SelectField
        id="cancel-seats"
        label={`Seats to cancel, of ${left}`}
        value={seats}
        onChange={(event) => setSeats(Number(event.target.value))}
      >
        {Array.from({ length: left }, (_, index) => (
          <option key={index + 1} value={index + 1}>
            {index + 1 === left ? `all ${left}` : index + 1}
          </option>
        ))}
      </SelectField>
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
          <TransferField />
          <Consequences preview={preview} byPolicy={byPolicy} />
        </>
      ) : noPreview ? (
        <p role="alert">{messageOf(noPreview)}</p>
      ) : (
        <Loading />
      )}
    </ActDialog>
  );
}
