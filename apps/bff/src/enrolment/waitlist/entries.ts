/** Reads, declines and closes entries of the waiting list. */

import type { OfferData, OfferState } from '@meridian/contracts/enrolment/waitlist/offer';
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isInOrder } from './offered-seats.ts';
import { entryBatch, type OfferedBatch, type StoredEntry } from './tables.ts';

const isOver = sql<boolean>`coalesce(offer_ends_at <= clock_timestamp(), false)`;

type OfferedEntry = StoredEntry & { in_order: boolean; over: boolean };

function stateOf({ state, in_order: inOrder, over }: OfferedEntry): OfferState {
  if (state === 'offered' || state === 'lapsed') {
    if (inOrder) return 'ordered';
    return over || state === 'lapsed' ? 'lapsed' : 'open';
  }
  return state === 'waiting' ? 'closed' : state;
}

function checkoutPath(entry: OfferedEntry, batch: OfferedBatch): string {
  const query = new URLSearchParams({
    course_id: String(entry.course_id),
    course_name: batch.course_name,
    course_schedule_id: String(entry.batch_id),
    course_fee: String(batch.fee ?? 0),
    course_qty: String(entry.seats),
    offer: entry.token ?? '',
  });
  return `/checkout?${query}`;
}

/** @returns the offer with this token, for its holder; undefined if no offer has the token */
export async function readOffer(database: Kysely<Database>, token: string): Promise<OfferData | undefined> {
  const entry = await database
    .selectFrom('waitlist_entries')
    .selectAll()
    .select([isInOrder.as('in_order'), isOver.as('over')])
    .where('token', '=', token)
    .executeTakeFirst();
  if (!entry?.offer_ends_at) return undefined;
  const batch = entryBatch.parse(entry.batch, entry.lead_id);
  if (batch === null) return undefined;
  const state = stateOf(entry);
  const { course_name, start_date, end_date, start_time, end_time } = batch;
  return {
    state,
    course_id: Number(entry.course_id),
    course_schedule_id: Number(entry.batch_id),
    course_name,
    start_date,
    end_date,
    start_time,
    end_time,
    number_of_course: entry.seats,
    ends_at: entry.offer_ends_at.toISOString(),
    ...((state === 'open' || state === 'ordered') && { checkout_path: checkoutPath(entry, batch) }),
  };
}

/**
 * Declines an offer, unless it has ended or its seats are in an order. The seats become free.
 *
 * @returns false if the offer was not open
 */
export async function declineOffer(database: Kysely<Database>, token: string): Promise<boolean> {
  const declined = await database
    .updateTable('waitlist_entries')
    .set({ state: 'declined', updated_at: databaseNow })
    .where('token', '=', token)
    .where('state', '=', 'offered')
    .where(sql<boolean>`not ${isInOrder} and not ${isOver}`)
    .returning('lead_id')
    .executeTakeFirst();
  return declined !== undefined;
}

/**
 * Closes an entry, even with an open offer.
 *
 * @throws Refusal `conflict` if the entry does not exist, is neither waiting nor offered, or its seats are in
 * an order
 */
export async function closeEntry(database: Kysely<Database>, entryId: string, note: string): Promise<void> {
  const closed = await database
    .updateTable('waitlist_entries')
    .set({ state: 'closed', note, updated_at: databaseNow })
    .where('lead_id', '=', entryId)
    .where('state', 'in', ['waiting', 'offered'])
    .where(sql<boolean>`not ${isInOrder}`)
    .returning('lead_id')
    .executeTakeFirst();
  if (!closed)
    throw new Refusal('conflict', 'entry_closed', 'Waiting entry not found, or its seats are in an order.');
}

/** An entry in a list. `batch` is null before the offer, or if the stored batch cannot be parsed. */
export type ListedEntry = StoredEntry & { batch: OfferedBatch | null };

/**
 * @returns the entries by batch, then in the sequence in which they get offers; only waiting and offered
 * entries, unless `all` or `entryId` is set
 */
export async function listEntries(
  database: Kysely<Database>,
  options: { all?: boolean; batchId?: number; entryId?: string; limit: number },
): Promise<ListedEntry[]> {
  const { all = false, batchId, entryId, limit } = options;
  let query = database
    .selectFrom('waitlist_entries')
    .selectAll()
    .orderBy('batch_id')
    .orderBy('joined_at')
    .orderBy('lead_id')
    .limit(limit);
  if (!all && entryId === undefined) query = query.where('state', 'in', ['waiting', 'offered']);
  if (batchId !== undefined) query = query.where('batch_id', '=', String(batchId));
  if (entryId !== undefined) query = query.where('lead_id', '=', entryId);
  const entries = await query.execute();
  return entries.map((entry) => ({ ...entry, batch: entryBatch.tryParse(entry.batch) ?? null }));
}
