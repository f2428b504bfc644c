/** Records, acknowledges and closes complaints for operators. */
import { randomUUIDv7 } from 'node:crypto';
import type {
  ComplaintOutcome,
  ComplaintRow,
  NewComplaint,
} from '@meridian/contracts/operators/actions/complaints';
import { parseUuid } from '@meridian/contracts/uuid';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';

export type Complaint = Selectable<Schema['complaints']>;

/** The number of a complaint, which is sent to the person. */
export const referenceOf = ({ number }: Pick<Complaint, 'number'>) => `C-${number}`;

/** @returns the complaint without its text and personal data */
export const toComplaintRow = ({ id, channel, outcome, ...complaint }: Complaint): ComplaintRow => ({
  id,
  reference: referenceOf(complaint),
  channel,
  received_at: complaint.received_at.toISOString(),
  acknowledge_by: complaint.acknowledge_by.toISOString(),
  redress_by: complaint.redress_by.toISOString(),
  acknowledged_at: complaint.acknowledged_at?.toISOString() ?? null,
  closed_at: complaint.closed_at?.toISOString() ?? null,
  outcome,
});

/**
 * Deadlines of the Consumer Protection (E-Commerce) Rules, 2020, rule 4(5): 48 hours, and one month by
 * India's calendar.
 */
const acknowledgeBy = (received: Date | null) =>
  sql<Date>`coalesce(${received}::timestamptz, now()) + interval '48 hours'`;
const redressBy = (received: Date | null) =>
  sql<Date>`(coalesce(${received}::timestamptz, now()) at time zone 'Asia/Kolkata' + interval '1 month')
    at time zone 'Asia/Kolkata'`;

/**
 * @param order booking number or id of an order
 * @returns the order's id
 */
async function checkComplaint(
  transaction: Transaction<Database>,
  order: string | undefined,
  received: Date | null,
): Promise<string | null> {
  const { rows } = await sql<{ isFuture: boolean; orderId: string | null }>`select
    coalesce(${received}::timestamptz > now(), false) as "isFuture",
    (select id from orders where booking_number = upper(${order ?? null}::text)
      or id = ${parseUuid(order ?? '') ?? null}::uuid) as "orderId"`.execute(transaction);
  const [found] = rows;
  const refuse = (code: string, field: string, message: string) =>
    new Refusal('conflict', code, message, { errors: { [field]: [message] } });
  if (found?.isFuture) throw refuse('received_later', 'received', 'The time of receipt is in the future');
  const orderId = found?.orderId ?? null;
  if (order !== undefined && orderId === null) throw refuse('order_unknown', 'order', 'Order not found');
  return orderId;
}

/** Records a complaint; its deadlines are counted from the receipt. @throws Refusal */
export async function recordComplaint(
  transaction: Transaction<Database>,
  { channel, matter, name = '', email = '', phone = '', order, received }: NewComplaint,
): Promise<Complaint> {
  const receivedAt = received === undefined ? null : new Date(received);
  const orderId = await checkComplaint(transaction, order, receivedAt);
  // The lock prevents gaps and duplicates in the numbers.
  await sql`lock table complaints in share row exclusive mode`.execute(transaction);
  return transaction
    .insertInto('complaints')
    .values({
      id: randomUUIDv7(),
      number: sql<number>`(select coalesce(max(number), 0) + 1 from complaints)`,
      channel,
      matter,
      name,
      phone,
      email: email.toLowerCase(),
      order_id: orderId,
      outcome: null,
      answer: null,
      received_at: sql<Date>`coalesce(${receivedAt}::timestamptz, now())`,
      recorded_at: databaseNow,
      acknowledge_by: acknowledgeBy(receivedAt),
      redress_by: redressBy(receivedAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The next deadline: the earlier of both deadlines until the acknowledgement, then the deadline of the
 * answer.
 */
const dueNow = sql<Date>`case when acknowledged_at is null then least(acknowledge_by, redress_by) else redress_by end`;

/** @returns open complaints, the most urgent first; with `all`, closed ones follow, newest first */
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

/** @throws Refusal if the complaint is unknown or closed */
async function lockOpen(transaction: Transaction<Database>, id: string): Promise<Complaint> {
  const complaint = await transaction
    .selectFrom('complaints')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!complaint) throw new Refusal('not_found', 'complaint_unknown', 'Complaint not found.');
  if (complaint.closed_at) throw new Refusal('conflict', 'complaint_closed', 'The complaint is closed.');
  return complaint;
}

/** Records that the person was sent the complaint's number. @throws Refusal */
export async function acknowledgeComplaint(
  transaction: Transaction<Database>,
  id: string,
): Promise<Complaint> {
  const { acknowledged_at: acknowledged } = await lockOpen(transaction, id);
  if (acknowledged)
    throw new Refusal('conflict', 'complaint_acknowledged', 'The complaint is already acknowledged.');
  return transaction
    .updateTable('complaints')
    .set({ acknowledged_at: databaseNow })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Closes a complaint with its answer, which also acknowledges it. @throws Refusal */
export async function closeComplaint(
  transaction: Transaction<Database>,
  id: string,
  { outcome, answer }: { outcome: ComplaintOutcome; answer: string },
): Promise<Complaint> {
  await lockOpen(transaction, id);
  return transaction
    .updateTable('complaints')
    .set({
      outcome,
      answer,
      closed_at: databaseNow,
      acknowledged_at: sql<Date>`coalesce(acknowledged_at, now())`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
