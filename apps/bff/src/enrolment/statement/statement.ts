/**
 * The statement of an order: status, sentences and amounts. All pages, emails, lists and commands render it.
 */
import type { BookingStatus, PendingPart } from '@meridian/contracts/enrolment/receipt';
import type { Order } from '../orders/order.ts';
import { type Cancellation, cancellationOf, type Money, moneyByRole, moneyOf } from './money.ts';
import { noRows, type StatementRows } from './statement-rows.ts';
import { statusOf } from './status.ts';
import { type TimelineRow, timelineOf } from './timeline.ts';
import { operatorHeadline, payerHeadline, payerSentences, type StatedFacts } from './wording.ts';

export interface Statement {
  status: BookingStatus;
  /** True if seats are booked in a batch that does not take place, and the payer has not chosen yet. */
  isCalledOff: boolean;
  pending: PendingPart[];
  /** For operators it contains the amounts, for payers it does not. */
  headline: string;
  /** For the payer. */
  sentences: string[];
  money: Money;
  cancellation: Cancellation | undefined;
  seats: { booked: number; cancelled: number };
  /** Oldest first. */
  timeline: TimelineRow[];
  calendar: { sequence: number; method: 'PUBLISH' | 'CANCEL' };
}

function seatsOf({ price, cancelledSeats }: Order, status: BookingStatus): Statement['seats'] {
  const isBooked = status === 'booked' || status === 'partly_cancelled';
  return { booked: isBooked ? price.seats - cancelledSeats : 0, cancelled: cancelledSeats };
}

/**
 * @returns when the last payment with this role is refunded without a decision; null without such a deadline
 */
function autoRefundOf({ payments }: Order, role: 'pays' | 'unmatched'): Date | null {
  const times = payments.flatMap((payment) =>
    payment.role === role && payment.autoRefundAt ? [payment.autoRefundAt.getTime()] : [],
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * @returns our change of the batch since the booking was last moved, after which a payer may choose another
 * date or a refund
 */
function batchChangeOf({ movedAt, terms }: Order, { times }: StatementRows): StatedFacts['batchChange'] {
  const isSince = (event: string) => (times.get(event) ?? new Date(0)) > (movedAt ?? new Date(0));
  if (isSince('batch_called_off')) return 'called_off';
  return isSince('batch_changed') && terms.minPercent === 100 ? 'moved' : null;
}

function pendingOf({ owedPaise, returningPaise, failedPaise }: Money, rows: StatementRows): PendingPart[] {
  return [
    ...(rows.isMovePending ? (['move'] as const) : []),
    ...(owedPaise + returningPaise + failedPaise > 0 ? (['refund'] as const) : []),
    ...(rows.areDocumentsPending ? (['documents'] as const) : []),
  ];
}

/**
 * @param rows rows of other tables about the order; omit it if neither the timeline nor pending parts are
 * shown
 * @returns the statement of an order; pure
 */
export function statementOf(
  order: Order,
  audience: 'payer' | 'operator',
  rows: StatementRows = noRows,
): Statement {
  const status = statusOf(order);
  const money = moneyOf(order);
  const cancellation = cancellationOf(order);
  const seats = seatsOf(order, status);
  const facts = {
    order,
    status,
    money,
    cancellation,
    seats,
    paying: moneyByRole(order, 'pays'),
    other: moneyByRole(order, 'unmatched'),
    isMovePending: rows.isMovePending,
    batchChange: batchChangeOf(order, rows),
    autoRefundAt: { pays: autoRefundOf(order, 'pays'), unmatched: autoRefundOf(order, 'unmatched') },
  };
  const isCalledOff = seats.booked > 0 && facts.batchChange === 'called_off';
  const isGone =
    isCalledOff || status === 'cancelled' || (status === 'not_booked' && money.capturedPaise > 0);
  return {
    status,
    isCalledOff,
    pending: pendingOf(money, rows),
    headline: audience === 'operator' ? operatorHeadline(facts) : payerHeadline(facts),
    sentences: audience === 'operator' ? [] : payerSentences(facts),
    money,
    cancellation,
    seats,
    timeline: timelineOf(order, cancellation, rows),
    calendar: { sequence: order.version, method: isGone ? 'CANCEL' : 'PUBLISH' },
  };
}
