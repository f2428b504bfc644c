/** Requests a change of a booking from the upstream, in the transaction that decides the change. */
import { randomUUID } from 'node:crypto';
import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { orderBatch, type SoldBatch } from '../store/order-tables.ts';

/** The state of one part of the booking after the change. */
export type RequestedChange =
  | { part: 'seats'; remainingSeats: number }
  | { part: 'attendees'; attendees: readonly Attendee[]; attendeesVersion: number }
  | {
      part: 'batch';
      batch: SoldBatch;
      requestedBy: 'payer' | 'operator';
      /** Price of a seat in the new batch, if it is cheaper. */
      cheaperPaise: number | null;
    };

function columnsOf(change: RequestedChange) {
  switch (change.part) {
    case 'seats':
      return { seats: change.remainingSeats };
    case 'attendees':
      return {
        attendees: JSON.stringify(change.attendees),
        attendees_version: change.attendeesVersion,
      };
    case 'batch':
      return {
        batch: JSON.stringify(change.batch),
        requested_by: change.requestedBy,
        unit_paise: change.cheaperPaise,
      };
  }
}

/**
 * Stores a change and enqueues its job. Changes of an order are sent in the sequence of these calls, one at a
 * time.
 *
 * @param orderId id of an order locked by the caller
 */
export async function requestChange(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  orderId: string,
  change: RequestedChange,
): Promise<void> {
  await transaction
    .insertInto('booking_changes')
    .values({
      id: randomUUID(),
      order_id: orderId,
      state: 'due',
      created_at: databaseNow,
      updated_at: databaseNow,
      ...columnsOf(change),
    })
    .execute();
  await jobs.enqueue('change-booking', [orderId], { transaction });
}

export interface OpenMove {
  /**
   * `refused`: by the upstream, so an operator decides; `requested`: the upstream or an operator will make
   * it.
   */
  state: 'requested' | 'refused';
  batch: SoldBatch;
}

/** @returns the order's move that the upstream has not accepted yet */
export async function findOpenMove(
  database: Kysely<Database> | Transaction<Database>,
  orderId: string,
): Promise<OpenMove | undefined> {
  const row = await database
    .selectFrom('booking_changes')
    .select(['id', 'state', 'batch'])
    .where('order_id', '=', orderId)
    .where('batch', 'is not', null)
    .where('state', 'in', ['due', 'refused', 'by_hand'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    state: row.state === 'refused' ? 'refused' : 'requested',
    batch: orderBatch.parse(row.batch, row.id),
  };
}
