/** Describes the content of an email for operators, as labels and readable values. */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { MailFact } from '@meridian/contracts/operators/console/desk';
import type { MailBatch } from '@meridian/mail-templates';
import { formatDay, formatDays, formatHours, formatTimestamp } from '@meridian/mail-templates/format';
import { codeLabels, labels } from './mail-labels.ts';

/**
 * Other links are hidden, because they authenticate the recipient or work once: a read-only operator could
 * use them.
 */
const shownLinks = new Set(['scheduleUrl', 'consoleUrl']);
const keptLink = 'A link for the recipient only, not shown here';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBatch = (value: Record<string, unknown>): value is Record<string, unknown> & MailBatch =>
  ['course_name', 'start_date', 'end_date', 'start_time', 'end_time'].every(
    (name) => typeof value[name] === 'string',
  );

function describeBatch(batch: MailBatch): string {
  const place = [batch.online_class_room, batch.city].filter(Boolean).join(', ');
  return [batch.course_name, formatDays(batch), formatHours(batch), place].filter(Boolean).join(' · ');
}

/**
 * @param name field name, for example `totalPaise`
 * @returns the label from the table, or the name split into words
 */
function labelOf(name: string): string {
  const spaced = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return labels[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

function describeText(name: string, text: string): string {
  if (/url$/i.test(name) && !shownLinks.has(name)) return keptLink;
  const coded = codeLabels[name]?.[text];
  if (coded !== undefined) return coded;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return formatTimestamp(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text;
}

/** Fields that are shown without a label inside another field. */
const plain = new Set(['name', 'email', 'number', 'kind', 'state', 'courseName', 'startDate', 'legalName']);

const places = new Map(Object.keys(labels).map((name, place) => [name, place]));
const placeOf = (name: string) => places.get(name) ?? places.size;

/** Sorts fields in the order of the table of labels, because `jsonb` does not keep the order of fields. */
const inOrder = (says: Readonly<Record<string, unknown>>) =>
  Object.entries(says).toSorted(([one], [other]) => placeOf(one) - placeOf(other));

/** @returns an empty text for an empty value */
function describe(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return describeText(name, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return name.endsWith('Paise') ? formatPaise(value) : value.toLocaleString('en-IN');
  if (Array.isArray(value)) return value.map((one) => describe(name, one)).join('\n');
  if (!isRecord(value)) return '';
  if (isBatch(value)) return describeBatch(value);
  return inOrder(value)
    .map(([part, partValue]) => [part, describe(part, partValue)] as const)
    .filter(([, text]) => text !== '')
    .map(([part, text]) => (plain.has(part) ? text : `${labelOf(part)}: ${text}`))
    .join(' · ');
}

/** @param says the facts and data of an email */
export function describeMail(says: Readonly<Record<string, unknown>>): MailFact[] {
  return inOrder(says)
    .filter(([name]) => name !== 'sequence')
    .map(([name, value]) => ({ label: labelOf(name), text: describe(name, value) }))
    .filter(({ text }) => text !== '');
}
