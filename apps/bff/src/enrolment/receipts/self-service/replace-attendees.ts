import { type Attendee, emailKey } from '@meridian/contracts/enrolment/attendees';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { invalidField } from '../../../platform/refusal.ts';
import { reportAttendees } from '../../bookings/report-attendees.ts';
import type { Order } from '../../orders/order.ts';
import { addressKey } from './address-key.ts';
import { seatsLeft } from './allowed-changes.ts';
import type { EnqueueMails } from './dependencies.ts';

interface ReplacingServices {
  jobs: Pick<Jobs, 'enqueue'>;
  enqueueMails?: EnqueueMails | undefined;
}

/**
 * Replaces the attendees of an order. Emails the removed attendees; the added attendees get the same email as
 * newly named ones.
 *
 * @param order locked by the caller
 * @param by set if an operator replaces them; omitted if the payer does
 * @throws Refusal `invalid` for an empty list, or for more people than seats
 */
export async function replaceAttendees(
  deps: ReplacingServices,
  transaction: Transaction<Database>,
  order: Order,
  people: readonly Attendee[],
  by?: { source: 'operator'; note: string },
): Promise<void> {
  const seats = seatsLeft(order);
  const problem =
    people.length === 0
      ? 'Name at least one person.'
      : people.length > seats
        ? `There are ${people.length} people for ${seats === 1 ? '1 seat' : `${seats} seats`}.`
        : undefined;
  if (problem !== undefined) throw invalidField('attendees_invalid', 'attendees', problem);
  await reportAttendees(deps, transaction, order, people, by);
  const staying = new Set(people.map(({ email }) => emailKey(email)));
  const leaving = order.attendees.filter(({ email }) => !staying.has(emailKey(email)));
  const version = order.attendeesVersion + 1;
  await deps.enqueueMails?.(
    transaction,
    leaving.map(({ name, email }) => ({
      kind: 'booking_cancelled',
      cause: `attendee_left:${order.id}:${version}:${addressKey(email)}`,
      recipient: email,
      orderId: order.id,
      facts: { attendee: { name, email }, sequence: order.version + 1 },
    })),
  );
}
