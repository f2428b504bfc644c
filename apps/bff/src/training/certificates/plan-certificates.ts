/** Plans the certificates of a batch: the attendees who get one, and the others with the reason. */
import { createHash } from 'node:crypto';
import { emailKey } from '@meridian/contracts/enrolment/attendees';
import { formatDate } from '@meridian/contracts/format-time';
import { addDays } from '@meridian/contracts/india-time';
import { type Credits, formatCredits } from '@meridian/contracts/training/credits';
import type { Kysely, Transaction } from 'kysely';
import { isErased } from '../../enrolment/orders/order.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { readClass, type Seat } from '../classes/read-class.ts';
import type { NamedSeat } from '../classes/record-attendance.ts';

interface LeftOut {
  name: string;
  /** Set if an operator can include the person, else null. */
  email: string | null;
  why: string;
}

export interface CertificatePlan {
  issue: NamedSeat[];
  leftOut: LeftOut[];
  credits: Credits;
  /** Digest of the recipients and the credits. */
  confirm: string;
}

export interface PlanInput {
  batchId: number;
  /**
   * Email addresses of attendees whom the operator includes although they were not present on every day, or
   * their certificate was revoked.
   */
  also: readonly string[];
  now: Date;
  credits: Credits;
}

type Reader = Kysely<Database> | Transaction<Database>;

/**
 * @returns the end of class on the last day. If the hours of that day are unknown, the end of that day in
 * India; if not all days are known, the end of the last day of the batch
 */
function endOfClass({ days, hasAllDays, order: { batch } }: Seat): Date {
  const last = days.at(-1);
  const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`);
  if (!last || !hasAllDays) return startOf(addDays(batch.end_date || batch.start_date, 1));
  if (!last.hours) return startOf(addDays(last.day, 1));
  const { start, end } = last.hours;
  return new Date(`${end <= start ? addDays(last.day, 1) : last.day}T${end}+05:30`);
}

/** @returns the reason why attendance is incomplete; undefined if it is complete */
export function missedDays({ days, hasAllDays, present }: Seat): string | undefined {
  if (present.length === 0) return 'no attendance recorded';
  if (!hasAllDays || days.length === 0) return 'not all days of class are known';
  const missed = days.filter(({ day }) => !present.includes(day)).map(({ day }) => formatDate(day));
  return missed.length === 0 ? undefined : `not present on ${missed.join(', ')}`;
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

async function hasAllGlyphs(text: string): Promise<boolean> {
  if (isAscii(text)) return true;
  // Loaded on use: most names are in Latin letters.
  const { hasGlyphs } = await import('../../enrolment/documents/pdf/shape.ts');
  return hasGlyphs(text);
}

function certificatesOf(database: Reader, batchId: number) {
  return database
    .selectFrom('certificates')
    .select(['number', 'order_id', 'address_key', 'name', 'revoked_at'])
    .where('batch_id', '=', String(batchId))
    .orderBy('issued_at')
    .execute();
}

/**
 * @throws Refusal `nothing_booked`, `class_not_over`; `invalid` for an address without a seat
 */
export async function planCertificates(
  database: Reader,
  { batchId, also, now, credits }: PlanInput,
): Promise<CertificatePlan> {
  const { seats } = await readClass(database, batchId);
  if (seats.length === 0)
    throw new Refusal('conflict', 'nothing_booked', 'No seats are booked in this batch.');
  if (seats.some((seat) => endOfClass(seat) > now))
    throw new Refusal(
      'conflict',
      'class_not_over',
      'The class has not ended. Certificates can be issued when class ends on the last day.',
    );
  const included = new Set(also.map(emailKey));
  const known = new Set(seats.map(({ attendee }) => emailKey(attendee?.email ?? '')));
  const unknown = also.find((email) => !known.has(emailKey(email)));
  if (unknown !== undefined)
    throw invalidField('attendee_unknown', 'also', `${unknown} has no seat in this batch.`);

  const issued = await certificatesOf(database, batchId);
  const plan: Omit<CertificatePlan, 'confirm'> = { issue: [], leftOut: [], credits };
  /**
   * @returns why a person gets no certificate, with the email address if an operator can include them;
   * undefined if they get one
   */
  async function reasonAgainst({ order, attendee, ...seat }: NamedSeat) {
    const ofAddress = issued.filter((one) => one.address_key === attendee.addressKey);
    const ofSeat = ofAddress.filter((one) => one.order_id === order.id);
    const valid =
      ofSeat.find((one) => one.revoked_at === null) ??
      ofAddress.find((one) => one.revoked_at === null && one.name === attendee.name);
    if (valid)
      return valid.name === attendee.name
        ? { why: `has certificate ${valid.number}` }
        : { why: `has certificate ${valid.number} in the name of ${valid.name}: revoke it first` };
    if (
      plan.issue.some(
        (one) => one.attendee.addressKey === attendee.addressKey && one.attendee.name === attendee.name,
      )
    )
      return { why: 'has two seats, and gets one certificate' };
    if (!(await hasAllGlyphs(attendee.name)))
      return { why: 'the fonts of documents lack characters of the name: correct the name on the order' };
    if (included.has(emailKey(attendee.email))) return undefined;
    const revoked = ofSeat.at(-1);
    if (revoked) return { why: `certificate ${revoked.number} was revoked`, email: attendee.email };
    const why = missedDays({ order, attendee, ...seat });
    return why === undefined ? undefined : { why, email: attendee.email };
  }
  for (const seat of seats) {
    const { attendee, payer } = seat;
    if (!attendee || isErased(seat.order)) {
      plan.leftOut.push({
        name: `Not named yet, booked by ${payer}`,
        email: null,
        why: 'no attendee is named',
      });
      continue;
    }
    const named = { ...seat, attendee };
    const against = await reasonAgainst(named);
    if (against) plan.leftOut.push({ name: attendee.name, email: null, ...against });
    else plan.issue.push(named);
  }
  const people = plan.issue.map(({ attendee }) => attendee.person).toSorted();
  const digest = createHash('sha256').update(JSON.stringify([people, credits.pdus, credits.seus]));
  return { ...plan, confirm: digest.digest('hex').slice(0, 16) };
}

/** @returns the people with and without a certificate, in sentences */
export function describePlan({ issue, leftOut, credits }: CertificatePlan): string {
  const count = issue.length === 1 ? '1 certificate' : `${issue.length} certificates`;
  const names = issue.map(({ attendee }) => attendee.name).join(', ');
  const others = leftOut.map(({ name, why }) => `${name} (${why})`).join('; ');
  const named = formatCredits(credits);
  return [
    `${count}${names && ` for ${names}`}.`,
    named && `Each certificate states ${named}.`,
    others && `Left out: ${others}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
