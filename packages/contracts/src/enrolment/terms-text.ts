/** The terms of refunds and moves as sentences, used by policy pages, the console and `ops`. */
import type { ChangePolicy } from './change-policy.ts';
import type { RefundPolicy, RefundStep } from './refund-policy.ts';

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Converts a deadline in hours to the last calendar day before it. For example, a deadline 72 hours before
 * midnight ends with the day that is 4 days before the first day.
 * @returns the number of days before the first day; undefined if the hours are not whole days
 */
const lastDayBefore = (hours: number) => (hours % 24 === 0 ? hours / 24 + 1 : undefined);

const orMore = (hours: number) => {
  const days = lastDayBefore(hours);
  return days === undefined
    ? `more than ${plural(hours, 'hour')} before the first day begins`
    : `${plural(days, 'day')} or more before the batch begins`;
};

const orLater = (hours: number) => {
  const days = lastDayBefore(hours);
  if (days === undefined) return `${plural(hours, 'hour')} before the first day begins, or later`;
  return days === 1 ? 'on the first day or later' : `${plural(days - 1, 'day')} before or later`;
};

const timesOf = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`;

function whenOf({ until_hours_before: hours }: RefundStep, earlier: RefundStep | undefined): string {
  const days = lastDayBefore(hours);
  const before = earlier && lastDayBefore(earlier.until_hours_before);
  if (days === undefined || before === undefined) return orMore(hours);
  return days === before - 1 ? `${plural(days, 'day')} before` : `${days} to ${before - 1} days before`;
}

/**
 * @returns a row for each step, and a last row without a refund: when the buyer cancels, and what is refunded
 */
export function refundRows(policy: RefundPolicy): readonly (readonly [when: string, refund: string])[] {
  const afterPayment = policy.filter((step) => step.within_hours_of_payment !== undefined);
  const general = policy
    .filter((step) => step.within_hours_of_payment === undefined)
    .toSorted((one, other) => other.until_hours_before - one.until_hours_before);
  return [
    ...afterPayment.map(
      (step) =>
        [
          `within ${plural(step.within_hours_of_payment ?? 0, 'hour')} of paying, if the batch is more than ${plural(step.until_hours_before, 'hour')} away`,
          `${step.percent} per cent`,
        ] as const,
    ),
    ...general.map((step, index) => [whenOf(step, general[index - 1]), `${step.percent} per cent`] as const),
    [`${orLater(general.at(-1)?.until_hours_before ?? 0)}, or without notice`, 'no refund'],
  ];
}

/** Names of terms that texts of the upstream may use as placeholders. `refund_steps` stands for a table. */
export const termNames = [
  'refund_steps',
  'early_moves_until',
  'early_moves_within',
  'late_moves_from',
  'late_moves_times',
  'late_moves_within',
  'attendees_until',
] as const;
export type TermName = (typeof termNames)[number];

/** @returns parts of sentences about moves and attendees */
export const changeTexts = ({
  moves: { early, late },
  attendeesUntilHoursBefore,
}: ChangePolicy): Record<Exclude<TermName, 'refund_steps'>, string> => ({
  early_moves_until: orMore(early.untilHoursBefore),
  early_moves_within: plural(early.withinDays, 'day'),
  late_moves_from: orLater(early.untilHoursBefore),
  late_moves_times: timesOf(late.times),
  late_moves_within: plural(late.withinDays, 'day'),
  attendees_until: `${plural(attendeesUntilHoursBefore, 'hour')} before the batch begins`,
});

/** @returns one sentence per rule */
export function changeSentences(policy: ChangePolicy): string[] {
  const texts = changeTexts(policy);
  return [
    `Moves ${texts.early_moves_until}: any number of times, to a batch that begins within ${texts.early_moves_within} of the booked one`,
    `Moves ${texts.late_moves_from}: ${texts.late_moves_times}, to a batch that begins within ${texts.late_moves_within} of the current one`,
    `Attendees can be replaced until ${texts.attendees_until}`,
  ];
}
