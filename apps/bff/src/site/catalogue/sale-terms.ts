/** Writes the terms of sale into texts of the upstream, so that a page states what the checkout enforces. */
import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';
import type { RefundPolicy, RefundStep } from '@meridian/contracts/enrolment/refund-policy';

export interface PublishedTerms {
  refundPolicy: RefundPolicy;
  changePolicy: ChangePolicy;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Whole days are counted as calendar days before the first day: until 72 hours before midnight is 4 days before. */
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

/** @returns a table of the steps of time and what each refunds, as HTML */
function refundTable(policy: RefundPolicy): string {
  const afterPayment = policy.filter((step) => step.within_hours_of_payment !== undefined);
  const general = policy
    .filter((step) => step.within_hours_of_payment === undefined)
    .toSorted((one, other) => other.until_hours_before - one.until_hours_before);
  const rows = [
    ...afterPayment.map((step) => [
      `within ${plural(step.within_hours_of_payment ?? 0, 'hour')} of paying, if the batch is more than ${plural(step.until_hours_before, 'hour')} away`,
      `${step.percent} per cent`,
    ]),
    ...general.map((step, index) => [whenOf(step, general[index - 1]), `${step.percent} per cent`]),
    [`${orLater(general.at(-1)?.until_hours_before ?? 0)}, or without a message`, 'no refund'],
  ];
  const cells = rows.map(([when, refund]) => `<tr><td>${when}</td><td>${refund}</td></tr>`).join('');
  return `<table><thead><tr><th>You tell us</th><th>You receive back</th></tr></thead><tbody>${cells}</tbody></table>`;
}

/**
 * @returns a function that replaces `{{name}}` in HTML: `refund_steps` (a table, in a separate paragraph),
 *   `early_moves_until`, `early_moves_within`, `late_moves_from`, `late_moves_times`, `late_moves_within`,
 *   `attendees_until`. A name that is not known stays, and is passed to `onUnknown`
 */
export function createTermsWriter(
  { refundPolicy, changePolicy: { moves, attendeesUntilHoursBefore } }: PublishedTerms,
  onUnknown: (name: string) => void,
) {
  const values = new Map([
    ['refund_steps', refundTable(refundPolicy)],
    ['early_moves_until', orMore(moves.early.untilHoursBefore)],
    ['early_moves_within', plural(moves.early.withinDays, 'day')],
    ['late_moves_from', orLater(moves.early.untilHoursBefore)],
    ['late_moves_times', timesOf(moves.late.times)],
    ['late_moves_within', plural(moves.late.withinDays, 'day')],
    ['attendees_until', `${plural(attendeesUntilHoursBefore, 'hour')} before the batch begins`],
  ]);
  return (html: string): string =>
    html.replaceAll(/(<p>)?\{\{([a-z_]+)\}\}(<\/p>)?/g, (found, open = '', name: string, close = '') => {
      const value = values.get(name);
      if (value === undefined) onUnknown(name);
      if (value === undefined) return found;
      return value.startsWith('<table') ? value : `${open}${value}${close}`;
    });
}
