/**
 * Offers free seats to waiting-list entries in the sequence in which they joined. An entry that waits for
 * more seats than are free is passed over.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { lockFree, type SeatLedger } from '../seats/check-seats.ts';
import { readSales, requireOpenSales } from '../seats/sales.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { readBatches, type ScheduleReader, type WaitedBatch } from './find-batch.ts';
import { enqueueOffer } from './offer-mail.ts';
import { isInOrder } from './offered-seats.ts';

export interface OfferDependencies extends ScheduleReader {
  /** Counts the seats that orders and offers reserve here. */
  ledger: SeatLedger;
  offerMs: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Maximum number of entries of a batch that one run reads. */
const maxOfBatch = 1_000;
const tokenBytes = 20;

/** Makes an offer to an entry that is still waiting, and enqueues the mail. */
async function offerTo(
  { offerMs }: Pick<OfferDependencies, 'offerMs'>,
  transaction: Transaction<Database>,
  entryId: string,
  { batch }: WaitedBatch,
): Promise<void> {
  await transaction
    .updateTable('waitlist_entries')
    .set({
      state: 'offered',
      token: randomBytes(tokenBytes).toString('hex'),
      batch: JSON.stringify(batch),
      offered_at: databaseNow,
      offer_ends_at: sql<Date>`clock_timestamp() + ${offerMs} * interval '1 millisecond'`,
      updated_at: databaseNow,
    })
    .where('lead_id', '=', entryId)
    .where('state', '=', 'waiting')
    .execute();
  await enqueueOffer(transaction, entryId);
}

/**
 * Makes the offers of a batch. Runs under the batch's lock, so that concurrent replicas see each other's
 * offers.
 */
async function offerBatch(
  deps: OfferDependencies,
  transaction: Transaction<Database>,
  waited: WaitedBatch,
): Promise<string[]> {
  // If the upstream no longer counts seats, no offer is needed: everyone can book immediately.
  let free = await lockFree(transaction, deps.ledger, waited.read);
  if (free === undefined || free === 0) return [];
  const entries = await transaction
    .selectFrom('waitlist_entries')
    .select(['lead_id', 'seats'])
    .where('batch_id', '=', String(waited.read.batchId))
    .where('state', '=', 'waiting')
    .orderBy('joined_at')
    .orderBy('lead_id')
    .limit(maxOfBatch)
    .forUpdate()
    .execute();
  const offered: string[] = [];
  for (const { lead_id: id, seats } of entries) {
    if (free === 0) break;
    if (seats > free) {
      await transaction
        .updateTable('waitlist_entries')
        .set({ passed_over_at: databaseNow, passed_over_seats: free })
        .where('lead_id', '=', id)
        .where('passed_over_at', 'is', null)
        .execute();
      continue;
    }
    await offerTo(deps, transaction, id, waited);
    free -= seats;
    offered.push(id);
  }
  return offered;
}

/**
 * Sets the state of entries that have ended: `taken` if the offered seats were paid, `closed` if the person
 * was erased, `lapsed` if the offer expired.
 */
async function closeFinishedEntries(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('waitlist_entries')
    .set({ state: 'taken', updated_at: databaseNow })
    .where('state', 'in', ['offered', 'lapsed'])
    .where(isInOrder)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'waitlist_entries.order_id')
          .where('orders.payment_id', 'is not', null),
      ),
    )
    .execute();
  await database
    .updateTable('waitlist_entries')
    .set({ state: 'closed', note: 'the person was erased', updated_at: databaseNow })
    .where('state', 'in', ['waiting', 'offered'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('leads')
          .select('leads.id')
          .whereRef('leads.id', '=', 'waitlist_entries.lead_id')
          .where('leads.erased_at', 'is not', null),
      ),
    )
    .execute();
  await database
    .updateTable('waitlist_entries')
    .set({ state: 'lapsed', updated_at: databaseNow })
    .where('state', '=', 'offered')
    .where('offer_ends_at', '<=', sql<Date>`clock_timestamp()`)
    .execute();
}

async function closeBatch({ database }: OfferDependencies, batchId: number): Promise<void> {
  await database
    .updateTable('waitlist_entries')
    .set({ state: 'closed', note: 'the batch is no longer available', updated_at: databaseNow })
    .where('batch_id', '=', String(batchId))
    .where('state', '=', 'waiting')
    .execute();
}

async function offerCourse(
  deps: OfferDependencies,
  courseId: number,
  batchIds: readonly number[],
): Promise<string[]> {
  const batches = await readBatches(deps, courseId);
  // An unknown course may be listed again, so its entries stay. A batch that is missing from the schedule of
  // a known course has begun or was removed.
  if (!batches) return [];
  const offered: string[] = [];
  for (const batchId of batchIds) {
    const waited = batches.get(batchId);
    if (!waited) await closeBatch(deps, batchId);
    else
      offered.push(
        ...(await transact(deps.database, (transaction) => offerBatch(deps, transaction, waited))),
      );
  }
  return offered;
}

/**
 * Makes the offers of every batch with a waiting list, except while sales are closed. Safe to run
 * concurrently.
 *
 * @param onCourse called after each course with the number of offers so far
 * @returns the ids of the entries that got an offer
 */
export async function offerFreeSeats(
  deps: OfferDependencies,
  onCourse?: (offers: number) => Promise<void>,
): Promise<string[]> {
  await closeFinishedEntries(deps.database);
  if (!(await readSales(deps.database)).isOpen) return [];
  const rows = await deps.database
    .selectFrom('waitlist_entries')
    .select(['course_id', 'batch_id'])
    .distinct()
    .where('state', '=', 'waiting')
    .execute();
  const offered: string[] = [];
  for (const [courseId, batches] of Map.groupBy(rows, (row) => Number(row.course_id))) {
    try {
      const batchIds = batches.map((row) => Number(row.batch_id));
      offered.push(...(await offerCourse(deps, courseId, batchIds)));
    } catch (error) {
      if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
      deps.log.warn({ code: error.code, courseId }, 'seats for the waiting list could not be read');
    }
    await onCourse?.(offered.length);
  }
  for (const entryId of offered) deps.log.info({ leadId: entryId }, 'seats offered to the waiting list');
  return offered;
}

const salesClosed = 'Sales are closed, so the payer could not order the offered seats.';
const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

/**
 * @returns the batch that an entry waits for, as the upstream returns it now; undefined if it is not for sale
 * @throws Refusal `not_found` if the entry does not exist; RemoteError, ScheduleError if the schedule cannot
 * be read
 */
export async function readBatchOf(deps: ScheduleReader, entryId: string): Promise<WaitedBatch | undefined> {
  const entry = await deps.database
    .selectFrom('waitlist_entries')
    .select(['course_id', 'batch_id'])
    .where('lead_id', '=', entryId)
    .executeTakeFirst();
  if (!entry) throw new Refusal('not_found', 'entry_unknown', 'Entry not found.');
  return (await readBatches(deps, Number(entry.course_id)))?.get(Number(entry.batch_id));
}

/**
 * Offers an entry its seats out of turn, if enough seats are free or the upstream does not count them.
 *
 * @param waited result of `readBatchOf`
 * @returns false if the entry has an open offer
 * @throws Refusal `not_found` if the entry does not exist; `conflict` if sales are closed, the entry has
 * ended, the batch is not for sale, or too few seats are free
 */
export async function offerByHand(
  transaction: Transaction<Database>,
  deps: Pick<OfferDependencies, 'ledger' | 'offerMs'>,
  entryId: string,
  waited: WaitedBatch | undefined,
): Promise<boolean> {
  if (!(await readSales(transaction)).isOpen) throw refuse('sales_closed', salesClosed);
  // Locks the batch before its entries, in the same sequence as a run over all batches.
  const free = waited && (await lockFree(transaction, deps.ledger, waited.read));
  await closeFinishedEntries(transaction);
  const entry = await transaction
    .selectFrom('waitlist_entries')
    .select(['seats', 'state'])
    .where('lead_id', '=', entryId)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new Refusal('not_found', 'entry_unknown', 'Entry not found.');
  if (entry.state === 'offered') return false;
  if (entry.state !== 'waiting')
    throw refuse('entry_closed', `The entry is ${entry.state}, so it cannot get an offer.`);
  if (!waited) throw refuse('batch_not_sold', 'This batch is no longer available.');
  if (free !== undefined && free < entry.seats)
    throw refuse('seats_short', `Free seats: ${free}. The entry waits for ${entry.seats}.`);
  await offerTo(deps, transaction, entryId, waited);
  return true;
}

const gone = 'These seats are no longer available. You can join the waiting list again on the schedule page.';

/**
 * Reopens a declined offer until its end, if its seats are still free.
 *
 * @returns false if the offer is not declined, or has ended
 * @throws Refusal `conflict` if sales are closed, the batch is not for sale or the seats are gone;
 * RemoteError, ScheduleError if the schedule cannot be read
 */
export async function undoDecline(deps: OfferDependencies, token: string): Promise<boolean> {
  await requireOpenSales(deps.database);
  const entry = await deps.database
    .selectFrom('waitlist_entries')
    .select(['lead_id', 'seats'])
    .where('token', '=', token)
    .where('state', '=', 'declined')
    .where('offer_ends_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!entry) return false;
  const waited = await readBatchOf(deps, entry.lead_id);
  if (!waited) throw refuse('batch_not_sold', 'This batch is no longer available.');
  return transact(deps.database, async (transaction) => {
    const free = await lockFree(transaction, deps.ledger, waited.read);
    if (free !== undefined && free < entry.seats) throw refuse('seats_short', gone);
    const { numUpdatedRows } = await transaction
      .updateTable('waitlist_entries')
      .set({ state: 'offered', updated_at: databaseNow })
      .where('token', '=', token)
      .where('state', '=', 'declined')
      .where('offer_ends_at', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
