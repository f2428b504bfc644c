import { randomBytes } from 'node:crypto';
import { addDays } from '@meridian/contracts/india-time';
import type { Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { databaseNow, readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashOf } from './class-list.ts';
import { readClass } from './read-class.ts';

/** Days after the last class day on which the link expires. */
const daysAfterClass = 7;

export const classPath = (token: string): string => `/class/${token}`;

/**
 * Emails a trainer the link to a batch's class list. Earlier links stop working.
 * @returns when the link expires, ISO 8601
 * @throws Refusal `nothing_booked`, `class_over`
 */
export async function sendClassList(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: { jobs: Pick<Jobs, 'enqueue'>; publicUrl: string },
  { batchId, email }: { batchId: number; email: string },
): Promise<string> {
  const { batch, seats, days } = await readClass(transaction, batchId);
  const lastDay = [batch?.end_date ?? '', ...days.map(({ day }) => day)].toSorted().at(-1);
  if (!batch || !lastDay)
    throw new Refusal('conflict', 'nothing_booked', 'No seats are booked in this batch.');
  const endsAt = new Date(`${addDays(lastDay.slice(0, 10), daysAfterClass)}T23:59:59+05:30`);
  if (endsAt <= (await readClock(transaction)))
    throw new Refusal(
      'conflict',
      'class_over',
      'The class ended more than 7 days ago. A link would already have expired.',
    );
  const token = randomBytes(20).toString('hex');
  const row = { token_hash: hashOf(token), email, sent_at: databaseNow, ends_at: endsAt };
  await transaction
    .insertInto('class_lists')
    .values({ batch_id: batchId, ...row })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet(row))
    .execute();
  const facts = {
    batch,
    seats: seats.length,
    classUrl: new URL(classPath(token), publicUrl).href,
    endsAt: endsAt.toISOString(),
  };
  const cause = `class_list:${batchId}:${row.token_hash.slice(0, 16)}`;
  await enqueueMails(transaction, [{ kind: 'class_list', cause, recipient: email, facts }], jobs);
  return endsAt.toISOString();
}
