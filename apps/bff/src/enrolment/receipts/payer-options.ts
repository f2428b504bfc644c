/** The changes that the payer of an order can make now, with their deadlines, as sentences. */
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { formatTimestamp } from '@meridian/contracts/format-time';
import { addDays } from '@meridian/contracts/india-time';
import { formatDay } from '@meridian/mail-templates/format';
import type { Order } from '../orders/order.ts';
import { percentOf } from '../orders/terms.ts';
import { allowedChanges, lastDayToMove } from './self-service/allowed-changes.ts';

const hourMs = 3_600_000;

/** @returns the time this many hours before a day (`YYYY-MM-DD`) begins in India */
const hoursBefore = (day: string, hours: number) =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) - hours * hourMs);

const written = (timestamp: Date) => formatTimestamp(timestamp.toISOString());

interface RefundPart {
  percent: number;
  /** Exclusive; undefined for the last part. */
  until?: Date;
}

/** @returns the refunds from now on, the next deadline first */
export function refundParts(order: Pick<Order, 'terms' | 'paidAt'>, now: Date): RefundPart[] {
  const { refundSteps, startsOn } = order.terms;
  const ends = refundSteps.flatMap(({ until_hours_before: hours, within_hours_of_payment: within }) => [
    hoursBefore(startsOn, hours),
    // The deadline is inclusive, so one millisecond is added.
    ...(within !== undefined && order.paidAt ? [new Date(order.paidAt.getTime() + within * hourMs + 1)] : []),
  ]);
  const changes = ends.filter((end) => end > now).toSorted((one, other) => one.getTime() - other.getTime());
  const parts: RefundPart[] = [{ percent: percentOf(order, now) }];
  for (const end of changes) {
    const percent = percentOf(order, end);
    const last = parts.at(-1);
    if (last?.percent === percent) continue;
    if (last) last.until = end;
    parts.push({ percent });
  }
  return parts;
}

function cancelText(order: Order, now: Date): string {
  const parts = refundParts(order, now);
  const [first, ...later] = parts;
  const amount = (percent: number) => (percent === 0 ? 'nothing' : `${percent}%`);
  const texts = [first, ...later].flatMap((part) => {
    if (!part) return [];
    const ending = part.until ? ` until ${written(part.until)}` : '';
    return [`${amount(part.percent)}${ending}`];
  });
  return `Cancel seats. Refund of their price with GST: ${texts.join(', then ')}.`;
}

function moveText(order: Order, now: Date): string {
  const { moves, lateMoves } = order.terms;
  const start = order.batch.start_date;
  const earlyEnd = hoursBefore(start, moves.early.untilHoursBefore);
  const day = formatDay(lastDayToMove(order, now) ?? start);
  const isEarly = now < earlyEnd;
  const to = `to another batch of this course that begins by ${day}`;
  if (!isEarly) return `Move the booking ${to}, until it begins.`;
  const left = moves.late.times - lateMoves;
  const later =
    left > 0
      ? ` After that, ${left === 1 ? 'once' : `${left} times`}, to a batch that begins by ${formatDay(addDays(start, moves.late.withinDays))}.`
      : '';
  return `Move the booking ${to}, until ${written(earlyEnd)}.${later}`;
}

function attendeesText({ terms, batch }: Order): string {
  const end = hoursBefore(batch.start_date, terms.attendeesUntilHoursBefore);
  return `Replace attendees until ${written(end)}.`;
}

const texts = { attendees: attendeesText, move: moveText, cancel: cancelText };

/** @returns a sentence for each change that the payer can make now */
export function payerOptions(order: Order, now: Date): NonNullable<ReceiptData['options']> {
  return allowedChanges(order, now).map((change) => ({ change, text: texts[change](order, now) }));
}
