/** The terms of a batch that a payer bought, and how two versions of them differ. */
import { formatDays, formatHours } from '@meridian/mail-templates/format';
import { classDaysOf } from '../../mail/calendar/class-days.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';

/** Names of the terms, as shown to operators. */
export type BatchTerm = 'days' | 'mode' | 'city' | 'state' | 'room' | 'instructor';

type Terms = Record<BatchTerm, string | undefined>;

const plain = (text: string | undefined) => text?.trim().replace(/\s+/g, ' ') || undefined;

/** Days and hours in a standard form, so that hours written in another format are no change. */
function daysOf(batch: SoldBatch): string {
  const days = classDaysOf(batch);
  const ends = [batch.start_date, batch.end_date];
  const isUntimed = days?.days.every(({ hours }) => hours === null) ?? true;
  return JSON.stringify([ends, days, isUntimed && [plain(batch.start_time), plain(batch.end_time)]]);
}

function termsOf(batch: SoldBatch): Terms {
  return {
    days: daysOf(batch),
    mode: batch.mode,
    city: plain(batch.city),
    state: batch.venue_state,
    room: plain(batch.online_class_room),
    instructor: plain(batch.instructor_name),
  };
}

const names = ['days', 'mode', 'city', 'state', 'room', 'instructor'] as const;

/**
 * @returns the terms that differ; a field that one of the two lacks is no difference, because older snapshots
 * have fewer fields
 */
export function differencesOf(sold: SoldBatch, current: SoldBatch): BatchTerm[] {
  const [before, now] = [termsOf(sold), termsOf(current)];
  return names.filter(
    (name) => before[name] !== undefined && now[name] !== undefined && before[name] !== now[name],
  );
}

/** @returns a batch in one line, for operators */
export function describeBatch(batch: SoldBatch): string {
  return [formatDays(batch), formatHours(batch), batch.online_class_room, batch.city, batch.instructor_name]
    .filter((part) => part)
    .join(', ');
}
