/** The timeline of an order for its payer. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { Order, OrderPayment } from '../orders/order.ts';
import { transferredPaise } from '../orders/state/ledger.ts';
import type { Cancellation } from './money.ts';
import type { StatementRows } from './statement-rows.ts';

export interface TimelineRow {
  /** Null if unknown. */
  at: Date | null;
  text: string;
}

const documentNames = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
} as const;

type Times = ReadonlyMap<string, Date>;

function refundRows({ refunds }: OrderPayment, times: Times): TimelineRow[] {
  const said = {
    requested: 'requested',
    pending: 'requested',
    processed: 'was sent to your bank',
    failed: 'failed',
  } as const;
  return refunds.map(({ id, amountPaise, state }) => ({
    at: times.get(id) ?? null,
    text: `Refund of ${formatPaise(amountPaise)} ${said[state]}`,
  }));
}

function paymentRows(order: Order, payment: OrderPayment, times: Times): TimelineRow[] {
  const { paymentId, role, amountPaise, uncaptured } = payment;
  if (role === 'tried') return [];
  const amount = formatPaise(amountPaise);
  const received = { at: times.get(paymentId) ?? null, text: `Payment of ${amount} received (${paymentId})` };
  const uncharged = { at: received.at, text: `Payment of ${amount} not charged (${paymentId})` };
  const first = role === 'pays' ? { at: order.paidAt ?? received.at, text: `Paid ${amount}` } : received;
  return [uncaptured ? uncharged : first];
}

function returnRows(payment: OrderPayment, times: Times): TimelineRow[] {
  const { uncaptured, flows, disputes } = payment;
  const transferred = transferredPaise(flows);
  if (uncaptured) return [];
  return [
    ...refundRows(payment, times),
    ...(transferred > 0
      ? [
          {
            at: times.get('operator_transfer') ?? null,
            text: `${formatPaise(transferred)} refunded by bank transfer`,
          },
        ]
      : []),
    ...disputes.flatMap(({ id, lostPaise }) =>
      lostPaise > 0
        ? [{ at: times.get(id) ?? null, text: `${formatPaise(lostPaise)} refunded by your bank` }]
        : [],
    ),
  ];
}

function cancellationRow(
  order: Order,
  { seats, refundPaise, retainedPaise }: Cancellation,
  times: Times,
): TimelineRow {
  const amounts = [
    ...(refundPaise > 0 ? [`refund of ${formatPaise(refundPaise)}`] : []),
    ...(retainedPaise > 0 ? [`${formatPaise(retainedPaise)} kept`] : []),
  ];
  const counted = `${seats} of ${order.price.seats} ${order.price.seats === 1 ? 'seat' : 'seats'} cancelled`;
  return {
    at: times.get('operator_cancel') ?? null,
    text: [counted, amounts.join(', ')].filter(Boolean).join(': '),
  };
}

function batchRows(times: Times): TimelineRow[] {
  const calledOff = times.get('batch_called_off');
  const changed = times.get('batch_changed');
  return [
    ...(changed ? [{ at: changed, text: 'Batch changed by us' }] : []),
    ...(calledOff ? [{ at: calledOff, text: 'Batch called off by us' }] : []),
  ];
}

/** @returns the rows, oldest first; rows without a time are last */
export function timelineOf(
  order: Order,
  cancellation: Cancellation | undefined,
  { times, documents }: Pick<StatementRows, 'times' | 'documents'>,
): TimelineRow[] {
  const rows = [
    ...order.payments.flatMap((payment) => paymentRows(order, payment, times)),
    ...(order.bookedAt ? [{ at: order.bookedAt, text: 'Booking confirmed' }] : []),
    ...batchRows(times),
    ...(order.movedAt ? [{ at: order.movedAt, text: 'Moved to another batch' }] : []),
    ...(cancellation ? [cancellationRow(order, cancellation, times)] : []),
    ...order.payments.flatMap((payment) => returnRows(payment, times)),
    ...documents.map(({ kind, number, totalPaise, at }) => ({
      at,
      text: `${documentNames[kind]} ${number} of ${formatPaise(totalPaise)} issued`,
    })),
  ];
  const timeOf = ({ at }: TimelineRow) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) =>
    timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0,
  );
}
