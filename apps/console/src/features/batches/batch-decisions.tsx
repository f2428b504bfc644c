/** Actions on a batch: change, confirm, postpone, call off. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { plural } from '../../parts/count.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { useOperator } from '../../session/session-context.ts';
import { EditBatch, PutOnSale, SetPrice } from './change-batches.tsx';
import { CreateBatches } from './create-batches.tsx';
import { CallOffBatch, ConfirmBatch, continueLabel, PostponeBatch, SetMinimum } from './decide-batch.tsx';
import { decisionDue } from './decision-due.ts';

type Dialog = 'publish' | 'edit' | 'copy' | 'price' | 'minimum' | 'confirm' | 'postpone' | 'call-off';

/** @returns the state of the bookings of a batch that was called off; null for other batches */
function outcomeOf({ outcome, sold }: BatchPage): string | null {
  if (outcome === null) return null;
  const seats = plural(sold, 'seat');
  if (outcome === 'choose')
    return sold > 0
      ? `Payers choose another date or a refund on their booking pages. They have not chosen for ${seats} yet.`
      : 'All booked seats are moved or cancelled.';
  return sold > 0
    ? `${seats} not cancelled yet.`
    : 'All bookings are cancelled. The orders show their refunds.';
}

function placeOf({ mode, city }: NonNullable<BatchPage['editable']>): string {
  return mode === 'classroom' ? `Classroom, ${city ?? ''}` : 'Live online';
}

/** @returns the dialogs that the state of the batch and the role allow */
function offered(batch: BatchPage, may: (role: 'desk' | 'finance') => boolean): [Dialog, string][] {
  const { state, editable, sold, held } = batch;
  const isOver = state === 'running' || state === 'done';
  const isOff = state === 'called_off';
  const isBooked = sold > 0;
  const all: [Dialog, string, boolean][] = [
    ['publish', 'Put on sale', may('desk') && editable !== null && state === 'planned'],
    ['confirm', 'Confirm', may('desk') && !isOver && !isOff && state !== 'confirmed'],
    ['edit', 'Change', may('desk') && editable !== null && !isOver && !isOff],
    ['price', 'Change price', may('finance') && editable !== null && !isOver && !isOff],
    ['minimum', 'Set minimum', may('desk') && !isOver && !isOff],
    ['copy', 'Copy', may('desk') && editable !== null],
    ['postpone', 'Postpone', may('desk') && editable !== null && isBooked && !isOver && !isOff],
    [
      'call-off',
      isOff ? continueLabel(batch) : 'Call off',
      may('finance') && !isOver && (!isOff || isBooked || held > 0),
    ],
  ];
  return all.flatMap(([dialog, label, isOffered]) => (isOffered ? [[dialog, label]] : []));
}

export function BatchDecisions({ batch }: { batch: BatchPage }) {
  const { may } = useOperator();
  const [opened, setOpened] = useState<Dialog>();
  const close = () => setOpened(undefined);
  const { editable, trainers } = batch;
  const due = decisionDue(batch, dayInIndia(new Date()));
  const dialogs: Record<Dialog, ReactNode> = {
    publish: editable && <PutOnSale batch={editable} onClose={close} />,
    edit: editable && (
      <EditBatch
        batch={editable}
        trainers={trainers}
        isFrozen={batch.sold + batch.held + batch.offered > 0}
        onClose={close}
      />
    ),
    copy: editable && <CreateBatches board={batch} draft={editable} onClose={close} />,
    price: editable && <SetPrice batches={[editable]} onClose={close} />,
    minimum: <SetMinimum batch={batch} onClose={close} />,
    confirm: <ConfirmBatch batch={batch} onClose={close} />,
    postpone: <PostponeBatch batch={batch} onClose={close} />,
    'call-off': <CallOffBatch batch={batch} onClose={close} />,
  };
  return (
    <Card title="Plan">
      <div className="grid gap-3">
        <Facts
          facts={[
            ['State', <Badge key="state" state={batch.state} />],
            ['Bookings', outcomeOf(batch)],
            ['Minimum', batch.min_seats === null ? 'none' : plural(batch.min_seats, 'seat')],
            ['Trainer', batch.trainer],
            ['Place', editable && placeOf(editable)],
            ['Price', editable && `${formatPaise(editable.discount_fee * 100)} + GST`],
            ['Paid', batch.revenue_paise > 0 ? formatPaise(batch.revenue_paise) : null],
          ]}
        />
        {due ? (
          <p className="rounded-md bg-alert-soft px-2 py-1 font-semibold text-alert-strong">{due}</p>
        ) : null}
        {batch.upstream === 'fixed' ? (
          <p className="text-ink-soft">
            The upstream does not support editing batches: change dates, price and seats there.
          </p>
        ) : null}
        {batch.upstream === 'silent' ? (
          <p className="text-ink-soft">
            The upstream does not answer: you can call the batch off, but you cannot change it.
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {offered(batch, may).map(([dialog, label]) => (
            <Button key={dialog} size="sm" tone="outline" onClick={() => setOpened(dialog)}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      {opened ? dialogs[opened] : null}
    </Card>
  );
}
