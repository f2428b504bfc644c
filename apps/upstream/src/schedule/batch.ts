/** Converts rows of batches to the form of the read calls. */
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { dayOf, weekdayOf } from './calendar.ts';
import { type SeatPlan, seatPlanOf } from './seat-plan.ts';

export type BatchRow = Selectable<Tables['batches']>;

type ForAttendees = Pick<BatchOnSale, 'sessions' | 'joining'>;
type Venue = Pick<BatchOnSale, 'mode' | 'venue_state'>;

/** A batch on sale, without booked seats and without the trainer's portrait. */
export interface ScheduledBatch
  extends Omit<Batch, 'selling_fast' | 'instructor_image'>,
    ForAttendees,
    Venue {
  seatPlan: SeatPlan | undefined;
}

const saturday = 6;
const sunday = 0;

/** @param classDays `YYYY-MM-DD` */
function dayTypeOf(classDays: readonly string[]): 'weekday' | 'weekend' {
  const weekdays = classDays.map((day) => weekdayOf(dayOf(day)));
  return weekdays.every((day) => day === saturday || day === sunday) ? 'weekend' : 'weekday';
}

function timeTypeOf(startTime: string): 'morning' | 'day' | 'evening' {
  if (startTime < '12:00') return 'morning';
  return startTime < '17:00' ? 'day' : 'evening';
}

function percentOff(fee: number, discountFee: number): number {
  return fee > 0 ? Math.round(((fee - discountFee) / fee) * 100) : 0;
}

export function scheduledBatch(row: BatchRow): ScheduledBatch {
  const { start_time, end_time, class_days: classDays } = row;
  return {
    id: row.id,
    start_date: row.first_day,
    end_date: row.last_day,
    day_type: dayTypeOf(classDays),
    time_type: timeTypeOf(start_time),
    start_time,
    end_time,
    mode: row.mode,
    online_class_room: row.online_class_room,
    city: row.city ?? '',
    ...(row.venue_state !== null && { venue_state: row.venue_state }),
    instructor_name: row.trainer,
    price_off: percentOff(row.fee_paise, row.discount_fee_paise),
    fee: rupeesOf(row.fee_paise),
    discount_fee: rupeesOf(row.discount_fee_paise),
    sessions: classDays.map((date) => ({ date, start_time, end_time })),
    ...(row.joining !== null && { joining: row.joining }),
    seatPlan: seatPlanOf(row),
  };
}

/** Compares by date, time and id. */
export function compareBatches(a: ScheduledBatch, b: ScheduledBatch): number {
  return a.start_date.localeCompare(b.start_date) || a.start_time.localeCompare(b.start_time) || a.id - b.id;
}
