/**
 * Finds faults because of which a batch is not saved. Only new and changed values are checked, because a row
 * may be older than a check.
 */

import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { isState } from '@meridian/contracts/enrolment/states';
import { formatDay } from '@meridian/contracts/format-time';
import type { BatchFault, BatchFields } from '@meridian/contracts/site/schedule/batch-editing';
import type { Content } from '../content/content.ts';
import { findBusy, type TaughtBatch } from './busy-trainers.ts';
import type { Draft } from './draft.ts';

export interface FaultContext {
  content: Content;
  /** `YYYY-MM-DD` */
  today: string;
  /** Batches on sale that the request does not change. */
  others: readonly TaughtBatch[];
  unusualPrices: boolean;
  postpones: boolean;
}

type Fault = Omit<BatchFault, 'index'>;
type Check = (draft: Draft, context: FaultContext) => Fault[];

const changesAny = ({ changed }: Draft, ...fields: (keyof BatchFields)[]) =>
  fields.some((field) => changed.has(field));

const checkCourse: Check = ({ courseId, stored }, { content }) =>
  stored || content.courseById.has(courseId)
    ? []
    : [
        {
          field: 'course_id',
          code: 'course_unknown',
          message: `There is no course ${courseId}. Choose a course of the catalogue.`,
        },
      ];

const checkTrainer: Check = ({ changed, fields: { trainer } }, { content }) =>
  !changed.has('trainer') || content.portraits.has(trainer)
    ? []
    : [
        {
          field: 'trainer',
          code: 'trainer_unknown',
          message: `${trainer} is not a trainer in the content. Choose another trainer, or add this one to the content first.`,
        },
      ];

const checkTimes: Check = (draft, { today }) => {
  const { class_days: days, start_time: start, end_time: end } = draft.fields;
  const faults: Fault[] = [];
  if (changesAny(draft, 'start_time', 'end_time') && end <= start)
    faults.push({ field: 'end_time', code: 'invalid', message: 'Enter an end that is after the start.' });
  const before = new Set(draft.stored?.row.class_days);
  const past = days.filter((day) => day < today && !before.has(day));
  if (past.length > 0)
    faults.push({
      field: 'class_days',
      code: 'in_past',
      message: `${past.map(formatDay).join(', ')}: in the past. Choose today or later days.`,
    });
  return faults;
};

const checkPrice: Check = (draft, { content, unusualPrices }) => {
  if (!changesAny(draft, 'fee', 'discount_fee')) return [];
  const { fee, discount_fee: price } = draft.fields;
  const fault = (code: Fault['code'], message: string): Fault => ({ field: 'discount_fee', code, message });
  const faults: Fault[] = [];
  if (price > fee)
    faults.push(
      fault(
        'price_above_fee',
        `The price ${formatRupees(price)} is above the price before the discount, ${formatRupees(fee)}. Lower it, or raise the other.`,
      ),
    );
  const usual = content.courseById.get(draft.courseId)?.card.discount_fee;
  if (price === 0) faults.push(fault('price_zero', 'The price is zero. Enter what a seat costs.'));
  else if (usual && !unusualPrices && (price < usual / 2 || price > usual * 2))
    faults.push(
      fault(
        'price_unusual',
        `${formatRupees(price)} is far from the usual price of the course, ${formatRupees(usual)}. Correct it, or confirm that it is meant.`,
      ),
    );
  return faults;
};

const checkVenue: Check = (draft) => {
  if (!changesAny(draft, 'mode', 'city', 'venue_state')) return [];
  const { mode, city, venue_state: state } = draft.fields;
  const fault = (field: string, message: string): Fault => ({ field, code: 'venue_missing', message });
  if (mode === 'online')
    return [
      ...(city === null
        ? []
        : [fault('city', 'An online batch has no city. Clear it, or choose a classroom.')]),
      ...(state === null
        ? []
        : [fault('venue_state', 'An online batch has no state. Clear it, or choose a classroom.')]),
    ];
  return [
    ...(city ? [] : [fault('city', 'Enter the city of the classroom.')]),
    ...(state !== null && isState(state)
      ? []
      : [fault('venue_state', 'Enter the state of the classroom: it is the place of supply.')]),
  ];
};

const checkSeats: Check = ({ stored, changed, fields: { seats } }) => {
  const taken = stored ? stored.booked + stored.row.sold_elsewhere : 0;
  if (!changed.has('seats') || seats === null || seats >= taken) return [];
  const message = `${taken} seats are booked or sold elsewhere. Enter ${taken} or more.`;
  return [{ field: 'seats', code: 'seats_taken', message }];
};

const checkFrozen: Check = ({ stored, changed }, { postpones }) => {
  if (!stored || stored.booked === 0) return [];
  const places = (['mode', 'city', 'venue_state'] as const).filter((field) => changed.has(field));
  const times = (['class_days', 'start_time', 'end_time'] as const).filter(
    (field) => changed.has(field) && !postpones,
  );
  return [
    ...places.map(
      (field): Fault => ({
        field,
        code: 'frozen',
        message: 'Seats are booked, and their tax depends on the place. Create another batch.',
      }),
    ),
    ...times.map(
      (field): Fault => ({
        field,
        code: 'frozen',
        message: 'Seats are booked for these days and times. Change them by postponing the batch.',
      }),
    ),
  ];
};

const checks = [checkCourse, checkTrainer, checkTimes, checkPrice, checkVenue, checkSeats, checkFrozen];

/** @returns all faults of all drafts, in the order of the request */
export function findFaults(drafts: readonly Draft[], context: FaultContext): BatchFault[] {
  const busy = findBusy(drafts, context.others, context.content);
  return drafts.flatMap((draft) => {
    const faults = checks.flatMap((check) => check(draft, context));
    const taught = busy.get(draft);
    return [...faults, ...(taught ? [taught] : [])].map((fault) => ({ index: draft.index, ...fault }));
  });
}
