/** Dialogs that set the minimum of a batch, confirm it, postpone it or call it off. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { ActionPreview } from '@meridian/contracts/operators/actions';
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import { useState } from 'react';
import { ActionDialog, WhatHappens } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { Choice, numberOf, TextField, textOf } from '../../parts/form-fields.tsx';
import { OperationOutcome } from '../../parts/operation.tsx';
import { TwoSteps } from '../../parts/two-steps.tsx';
import { DaysField, TimeFields } from './days-field.tsx';

function Why() {
  return (
    <TextField
      id="note"
      name="note"
      label="Reason (kept in the history; do not enter names)"
      maxLength={500}
      required
    />
  );
}

export function SetMinimum({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.set-minimum"
      title="Minimum seats"
      label="Set minimum"
      consequences={[
        'The Batches page shows a warning if fewer seats are sold. Nothing happens automatically',
      ]}
      inputOf={(form) => ({ id: batch.id, seats: numberOf(form, 'seats') ?? null })}
      onClose={onClose}
    >
      <TextField
        id="seats"
        name="seats"
        type="number"
        min={1}
        label="Minimum seats (leave empty for no minimum)"
        defaultValue={batch.min_seats ?? ''}
        optional
      />
    </ActionDialog>
  );
}

export function ConfirmBatch({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.confirm"
      title="Confirm the batch"
      label="Confirm and email everyone"
      consequences={[
        'Payers and attendees of booked orders get one email confirming that the batch will take place',
      ]}
      inputOf={() => ({ id: batch.id })}
      onClose={onClose}
    />
  );
}

export function PostponeBatch({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  const { editable } = batch;
  const [days, setDays] = useState<string[]>([...(editable?.class_days ?? [''])]);
  return (
    <TwoSteps
      action="batches.postpone"
      title="Postpone the batch"
      inputOf={(form) => ({
        id: batch.id,
        version: editable?.version ?? 0,
        class_days: days,
        start_time: textOf(form, 'start_time') ?? '',
        end_time: textOf(form, 'end_time') ?? '',
        note: textOf(form, 'note'),
      })}
      show={({ plan }) => (
        <WhatHappens>
          <li>
            {plural(plan.bookings, 'booking')} with {plural(plan.seats, 'seat')} to be moved from{' '}
            {plan.before} to {plan.after}.
          </li>
          <li>{plural(plan.emails, 'email')} with the new dates and an updated calendar file.</li>
          <li>
            Payers who do not answer keep their seats. Until the first day each payer can choose another date
            or cancel for a full refund.
          </li>
        </WhatHappens>
      )}
      labelOf={() => 'Postpone and email everyone'}
      onClose={onClose}
    >
      <DaysField days={days} onChange={setDays} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TimeFields start={editable?.start_time} end={editable?.end_time} />
      </div>
      <Why />
    </TwoSteps>
  );
}

type CallOffPlan = ActionPreview<'batches.call-off'>['plan'];

function CallOffPreview({ plan, isRefund, isOff }: { plan: CallOffPlan; isRefund: boolean; isOff: boolean }) {
  const { bookings, seats, emails, unpaid, refund_paise: refund, held_paise: held } = plan;
  return (
    <>
      <WhatHappens>
        {isOff ? null : <li>Sales stop immediately, even if the upstream does not answer.</li>}
        <li>
          {plural(bookings.length, 'booking')} with {plural(seats, 'seat')}; {plural(emails, 'email')}.
        </li>
        {isRefund ? (
          <li>
            <strong>{formatPaise(refund)}</strong> to be refunded; according to the ledger, the payment
            provider holds {formatPaise(held)} for you.
            {refund > held
              ? ' This is not enough: the operation stops when the balance is used up. Add money, then continue.'
              : ''}
          </li>
        ) : (
          <li>
            Each payer chooses another date or a full refund on the booking page. Payers keep their seats
            until then.
          </li>
        )}
        {unpaid > 0 ? (
          <li>{plural(unpaid, 'order')} not paid yet. A payment that still arrives is refunded.</li>
        ) : null}
      </WhatHappens>
      <ul aria-label="Bookings" className="grid gap-1 text-sm">
        {bookings.map((booking) => (
          <li key={booking.order_id} className="border-b border-line py-1">
            {booking.booking_number} {booking.payer}, {plural(booking.seats, 'seat')}
            {booking.refund_paise > 0 ? `, ${formatPaise(booking.refund_paise)}` : ''}
            {booking.problem ? <div className="text-alert-strong">{booking.problem}</div> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

export const continueLabel = ({ outcome }: BatchPage) =>
  outcome === 'choose' ? 'Refund the remaining bookings' : 'Continue calling off';

/** Calls off a batch. If the batch is already called off, continues with the remaining bookings. */
export function CallOffBatch({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  const [outcome, setOutcome] = useState<'refund' | 'choose'>('refund');
  // Keeps the batch as it was when the dialog opened, because the page refetches it after the action.
  const [opened] = useState(batch);
  const isOff = opened.state === 'called_off';
  return (
    <TwoSteps
      action="batches.call-off"
      title={isOff ? continueLabel(opened) : 'Call the batch off'}
      inputOf={(form) => ({ id: batch.id, outcome, note: textOf(form, 'note') })}
      show={({ plan }) => <CallOffPreview plan={plan} isRefund={outcome === 'refund'} isOff={isOff} />}
      labelOf={({ plan }) => {
        if (outcome === 'choose') return 'Call off and email everyone';
        return `${isOff ? 'Refund' : 'Call off and refund'} ${formatPaise(plan.refund_paise)}`;
      }}
      done={(result) => <OperationOutcome id={result.operation} action="batches.call-off" />}
      onClose={onClose}
    >
      {isOff ? null : (
        <fieldset>
          <legend className="font-semibold">Bookings</legend>
          <Choice
            name="outcome"
            checked={outcome === 'refund'}
            onChange={() => setOutcome('refund')}
            label="Cancel and refund all of them"
          />
          <Choice
            name="outcome"
            checked={outcome === 'choose'}
            onChange={() => setOutcome('choose')}
            label="Each payer chooses another date or a refund"
          />
        </fieldset>
      )}
      <Why />
    </TwoSteps>
  );
}
