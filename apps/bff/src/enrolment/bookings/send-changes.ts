/** Sends changes of bookings to the upstream: one call at a time, repeated under its idempotency key until answered. */

import { bookingChangeCall } from '@meridian/contracts/checkout/booking-change';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { type RawBuilder, sql } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import { transact } from '../../platform/database/transact.ts';
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { caseDescriptions } from '../orders/cases/case-kinds.ts';
import { openFoundCase } from '../orders/cases/case-store.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';
import type { BookingServices, ChangeSettings } from './booking-services.ts';
import {
  acquireChange,
  finishChange,
  type LeasedChange,
  refuseChange,
  releaseChange,
} from './change-lease.ts';

/** @returns the answer; `retry` if there was none */
async function send(deps: BookingServices, change: LeasedChange): Promise<Envelope | 'retry'> {
  const { id, orderId, body } = change;
  try {
    const options = { idempotencyKey: id, timeoutMs: deps.settings.bookingTimeoutMs };
    return await deps.upstream.submit(bookingChangeCall, { ...body }, options);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    deps.log.warn({ orderId, changeId: id, code: error.code }, 'booking change was not answered');
    if (error.retry) return 'retry';
    return { status: 0, message: error.message };
  }
}

/**
 * Sends all pending changes of an order. Idempotent and safe to run concurrently: a call carries the resulting state of
 * the booking, so repeating it changes nothing.
 *
 * @returns `retry` if it has to be called again later
 */
export async function sendChanges(deps: BookingServices, orderId: string): Promise<WorkResult> {
  if (!deps.settings.upstreamBookingChanges) return 'done';
  for (;;) {
    const change = await acquireChange(deps, orderId);
    if (change === 'nothing_to_send') return 'done';
    if (change === 'busy') return 'retry';
    const answer = await send(deps, change);
    if (answer === 'retry') {
      await releaseChange(deps.database, change);
      return 'retry';
    }
    if (answer.status === success) {
      await finishChange(deps, change);
      deps.log.info({ orderId, changeId: change.id }, 'booking change told');
      continue;
    }
    const reason = `The upstream refused the change: ${answer.message.slice(0, 500) || 'no reason given'}`;
    await refuseChange(deps.database, change, reason);
    deps.log.warn({ orderId, changeId: change.id }, 'booking change was refused and waits for the operator');
  }
}

type ResumeServices = OrderWriter & { settings: ChangeSettings };

const stuckMs = 2 * 60_000;
const maxResumed = 500;

/** Excludes orders with an equal change that was refused. @param same compares a change with its order */
const notRefused = (same: string) => sql<boolean>`not exists (
  select 1 from booking_changes
  where booking_changes.order_id = orders.id and booking_changes.state = 'refused' and ${sql.raw(same)})`;

/** Opens a case, once for each version of the list, for attendees that no call will report. */
async function openAttendeeCases(deps: ResumeServices, since: RawBuilder<Date>): Promise<void> {
  const sameAttendees = 'booking_changes.attendees_version = orders.attendees_version';
  const untold = await deps.database
    .selectFrom('orders')
    .select(['id', 'attendees_version'])
    .where('booking', '=', 'booked')
    .whereRef('attendees_version', '>', 'attendees_told')
    .where('updated_at', '<=', since)
    .where(
      sql<boolean>`not exists (select 1 from cases where kind = 'attendees_to_tell'
        and subject = orders.id || ' ' || orders.attendees_version)`,
    )
    .$if(deps.settings.upstreamBookingChanges, (query) =>
      query.where(sql<boolean>`not ${notRefused(sameAttendees)}`),
    )
    .orderBy('updated_at')
    .limit(maxResumed)
    .execute();
  for (const { id, attendees_version: version } of untold)
    await openFoundCase(deps.database, {
      kind: 'attendees_to_tell',
      subject: `${id} ${version}`,
      orderId: id,
      reason: caseDescriptions.attendees_to_tell,
    });
}

/** Enqueues changes whose job was lost or gave up, and orders with unreported cancelled seats or attendees. */
export async function resumeChanges(deps: ResumeServices, options: { all: boolean }): Promise<number> {
  const since = ago(options.all ? 0 : stuckMs);
  await openAttendeeCases(deps, since);
  if (!deps.settings.upstreamBookingChanges) return 0;
  const due = await deps.database
    .selectFrom('booking_changes')
    .select('order_id as id')
    .where('state', '=', 'due')
    .where('updated_at', '<=', since)
    .where((where) => where.or([where('busy_until', 'is', null), where('busy_until', '<', databaseNow)]))
    .orderBy('updated_at')
    .limit(maxResumed)
    .execute();
  const untold = await deps.database
    .selectFrom('orders')
    .select('id')
    .where('booking', '=', 'booked')
    .where('updated_at', '<=', since)
    .where((order) =>
      order.or([
        order.and([
          order('cancelled_seats', '>', order.ref('told_seats')),
          notRefused('booking_changes.seats = orders.seats - orders.cancelled_seats'),
        ]),
        order.and([
          order('attendees_version', '>', order.ref('attendees_told')),
          notRefused('booking_changes.attendees_version = orders.attendees_version'),
        ]),
      ]),
    )
    .orderBy('updated_at')
    .limit(maxResumed)
    .execute();
  const ids = [...new Set([...due, ...untold].map(({ id }) => id))];
  if (ids.length > 0)
    await transact(deps.database, (transaction) => deps.jobs.enqueue('change-booking', ids, { transaction }));
  return ids.length;
}
