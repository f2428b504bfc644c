import { formatDay } from '@meridian/contracts/format-time';
/** Moves a booking to another batch of the same course. */
import type { MoveChoice, OrderPage } from '@meridian/contracts/operators/console/orders';
import { Loading } from '@meridian/ui/notice';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { Choice, textOf } from '../../parts/form-fields.tsx';

function seatsNote({ seats_left: left }: MoveChoice): string {
  return left === null ? '' : `, ${plural(left, 'seat')} free`;
}

export function MoveDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const { data: choices, error } = api.useMoveChoicesQuery(order.id);
  const [batch, setBatch] = useState<number>();
  const asked =
    batch === undefined ? skipToken : { name: 'orders.move' as const, input: { id: order.id, batch } };
  const { currentData: preview, error: refusal } = api.useActionPreviewQuery(asked);
  const left = order.seats - order.cancelled_seats;
  const possible = choices?.batches.filter(({ can_move: canMove }) => canMove) ?? [];
  const others = choices?.batches.filter(({ can_move: canMove }) => !canMove) ?? [];
  return (
    <ActionDialog
      action="orders.move"
      title="Move to another batch"
      label={`Move ${plural(left, 'seat')}`}
      inputOf={(form) => ({
        id: order.id,
        batch: batch ?? 0,
        note: textOf(form, 'note') ?? '',
        confirm: preview?.confirm ?? '',
      })}
      asksWhy
      disabled={!preview}
      onClose={onClose}
      consequences={[
        preview?.done ??
          `${left === 1 ? 'The remaining seat leaves' : `All ${left} remaining seats leave`} the batch of ${formatDay(order.batch.start_date)}.`,
        choices?.upstream_notified === false
          ? 'The upstream does not support changes, so a case opens. Move the booking there, then close the case.'
          : 'The move is requested from the upstream. Until the upstream confirms it, the booking remains in its batch and the seats count in both.',
        'After the move, the payer and all attendees get an email with the new dates.',
        ...(preview
          ? [
              preview.plan.refund_paise > 0
                ? 'When the move is made, the refund is requested. If an invoice was issued, a credit note is issued.'
                : 'Nothing is refunded, and the invoice does not change.',
            ]
          : []),
      ]}
    >
      {choices ? (
        <fieldset className={possible.length > 0 ? 'grid max-h-64 overflow-auto' : 'grid'}>
          <legend className="font-semibold">Batches of {order.batch.course}</legend>
          {possible.map((choice) => (
            <Choice
              key={choice.course_schedule_id}
              name="batch"
              checked={batch === choice.course_schedule_id}
              onChange={() => setBatch(choice.course_schedule_id)}
              label={`${formatDay(choice.start_date)} to ${formatDay(choice.end_date)}, ${choice.start_time} to ${choice.end_time}${seatsNote(choice)} (${choice.course_schedule_id})`}
            />
          ))}
          {possible.length === 0 ? (
            <p className="text-ink-soft">
              {others.length > 0
                ? 'No other batch of this course in this place has enough free seats at this price or less.'
                : 'Either no other batch of this course has enough free seats, or the upstream does not answer.'}
            </p>
          ) : null}
          {others.length > 0 ? (
            <p className="text-ink-soft">
              At a higher price or in another place:{' '}
              {others.map((choice) => formatDay(choice.start_date)).join('; ')}. The payer can move to a
              higher price on the booking page. For another place, ask the payer to book again, then cancel
              these seats.
            </p>
          ) : null}
        </fieldset>
      ) : error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : (
        <Loading />
      )}
      {refusal ? (
        <p role="alert" className="font-semibold text-alert-strong">
          {messageOf(refusal)}
        </p>
      ) : null}
    </ActionDialog>
  );
}
