/** Complaints, recorded by operators. Functions of the command and the console. */
import { randomUUIDv7 } from 'node:crypto';
import type { ComplaintOutcome, NewComplaint } from '@meridian/contracts/console/complaints';
import { type Kysely, type Selectable, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import type { ComplaintTable } from './tables.ts';

export type Complaint = Selectable<ComplaintTable>;

/** The ticket number that the person is told. */
export const referenceOf = ({ number }: Pick<Complaint, 'number'>) => `C-${number}`;

/** Consumer Protection (E-Commerce) Rules, 2020, rule 4(5): 48 hours, and one month by India's calendar. */
const acknowledgeBy = (received: Date | null) =>
  sql<Date>`coalesce(${received}::timestamptz, now()) + interval '48 hours'`;
const redressBy = (received: Date | null) =>
  sql<Date>`(coalesce(${received}::timestamptz, now()) at time zone 'Asia/Kolkata' + interval '1 month')
    at time zone 'Asia/Kolkata'`;

export type Recorded =
  | { kind: 'recorded'; complaint: Complaint }
  | { kind: 'no_order' }
  /** It cannot have been received later than now. */
  | { kind: 'in_future' };

/**
 * Records a complaint; its clock runs from the moment of receipt.
 * @param alongside commits with it
 */
export function recordComplaint(
  database: Kysely<Database>,
  { channel, matter, name, email, phone, order_id: orderId, received_at: receivedAt }: NewComplaint,
  alongside?: (complaint: Complaint) => Alongside,
): Promise<Recorded> {
  const received = receivedAt === undefined ? null : new Date(receivedAt);
  return transact(database, async (transaction): Promise<Recorded> => {
    const { rows } = await sql<{ isFuture: boolean; isOrder: boolean }>`select
      coalesce(${received}::timestamptz > now(), false) as "isFuture",
      exists (select from orders where id = ${orderId || null}::uuid) as "isOrder"`.execute(transaction);
    if (rows[0]?.isFuture) return { kind: 'in_future' };
    if (orderId !== '' && !rows[0]?.isOrder) return { kind: 'no_order' };
    const complaint = await transaction
      .insertInto('complaints')
      .values({
        id: randomUUIDv7(),
        channel,
        matter,
        name,
        phone,
        email: email.toLowerCase(),
        order_id: orderId || null,
        outcome: null,
        answer: null,
        received_at: sql<Date>`coalesce(${received}::timestamptz, now())`,
        recorded_at: databaseNow,
        acknowledge_by: acknowledgeBy(received),
        redress_by: redressBy(received),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await alongside?.(complaint)(transaction);
    return { kind: 'recorded', complaint };
  });
}

/** The day that runs now: the acknowledgement's, then the redress's. */
const dueNow = sql<Date>`case when acknowledged_at is null then least(acknowledge_by, redress_by) else redress_by end`;

/** @returns open complaints, the most urgent first; with `all` also those that are closed, newest first */
export function listComplaints(
  database: Kysely<Database>,
  { all = false, limit = 1_000 }: { all?: boolean; limit?: number } = {},
): Promise<Complaint[]> {
  return database
    .selectFrom('complaints')
    .selectAll()
    .$if(!all, (query) => query.where('closed_at', 'is', null))
    .orderBy(sql`closed_at is not null`)
    .orderBy('closed_at', 'desc')
    .orderBy(dueNow)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export function findComplaint(database: Kysely<Database>, id: string): Promise<Complaint | undefined> {
  return database.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The person was told that it arrived, with the ticket number. @returns false where that was noted before, or it is closed */
export function acknowledgeComplaint(
  database: Kysely<Database>,
  id: string,
  alongside?: Alongside,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const noted = await transaction
      .updateTable('complaints')
      .set({ acknowledged_at: databaseNow })
      .where('id', '=', id)
      .where('acknowledged_at', 'is', null)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (noted) await alongside?.(transaction);
    return noted !== undefined;
  });
}

/** Closes a complaint with its answer, which also acknowledges it. @returns false where no such complaint is open */
export function closeComplaint(
  database: Kysely<Database>,
  id: string,
  { outcome, answer }: { outcome: ComplaintOutcome; answer: string },
  alongside?: Alongside,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const closed = await transaction
      .updateTable('complaints')
      .set({
        outcome,
        answer,
        closed_at: databaseNow,
        acknowledged_at: sql<Date>`coalesce(acknowledged_at, now())`,
      })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (closed) await alongside?.(transaction);
    return closed !== undefined;
  });
}
