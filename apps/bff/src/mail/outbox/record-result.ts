/** Stores the results of attempts to send emails. */
import { type Kysely, sql } from 'kysely';
import type { SmtpOutcome } from '../../partners/smtp/smtp-outcome.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { stepOf } from './mail-state.ts';
import { suppress } from './suppressions.ts';
import type { LeasedMail } from './take-mails.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Greylisting servers accept after minutes; an unavailable server usually returns within hours. */
const delaysMs = [15_000, minuteMs, 4 * minuteMs, 15 * minuteMs, hourMs] as const;
const maxDelayMs = 4 * hourMs;
const jitter = 0.1;

/**
 * After this time an email is a dead letter. RFC 5321 (4.5.4.1) suggests four to five days. The limit is
 * shorter here, because people wait for these emails.
 */
export const giveUpAfterMs = 72 * hourMs;

/**
 * @param attempt from 1
 * @returns delay after a failed attempt, in milliseconds
 */
export function retryDelayMs(attempt: number, random: number = Math.random()): number {
  const delayMs = delaysMs[attempt - 1] ?? maxDelayMs;
  return Math.round(delayMs * (1 + jitter * (2 * random - 1)));
}

const accepted = stepOf('accepted');
const refused = stepOf('refused');
const deferred = stepOf('deferred');

/**
 * Records accepted emails, without waiting for the flush of the write-ahead log: after a crash of the
 * database an email may be sent twice, as after a crash of the sender. An attempt with an expired lease is
 * also recorded, because its email was sent.
 */
export async function recordAcceptedMails(database: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await sql`
    with quick as (select set_config('synchronous_commit', 'off', true))
    update mails set state = ${accepted.to}, sent_at = now(), updated_at = now(), busy_until = null,
      reason = null
    from quick
    where id = any(${[...ids]}::uuid[]) and state = any(${[...accepted.from]}::text[])`.execute(database);
}

/**
 * Records a refused or failed attempt, unless the attempt has lost its lease. Suppresses an address that does
 * not exist.
 */
export async function recordFailure(
  database: Kysely<Database>,
  mail: LeasedMail,
  outcome: Exclude<SmtpOutcome, { kind: 'accepted' }>,
): Promise<void> {
  await transact(database, async (transaction) => {
    const isOver = outcome.kind === 'refused';
    const { from } = isOver ? refused : deferred;
    await transaction
      .updateTable('mails')
      .set({
        state: isOver
          ? refused.to
          : sql`case when due_since < now() - ${giveUpAfterMs} * interval '1 millisecond'
              then ${refused.to} else ${deferred.to} end`,
        next_try_at: sql<Date>`now() + ${retryDelayMs(mail.attempt)} * interval '1 millisecond'`,
        reason: outcome.reason,
        busy_until: null,
        updated_at: databaseNow,
      })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempt)
      .where('state', 'in', [...from])
      .execute();
    if (outcome.kind === 'refused' && outcome.addressIsWrong)
      await suppress(transaction, mail.recipient, { source: 'smtp', reason: outcome.reason });
  });
}

/** Releases the leases of emails that were not attempted, and makes them due after `delayMs`. */
export async function releaseMails(
  database: Kysely<Database>,
  mails: readonly LeasedMail[],
  delayMs: number,
): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    update mails set busy_until = null, attempts = mails.attempts - 1,
      next_try_at = now() + ${delayMs} * interval '1 millisecond'
    from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ attempt }) => attempt)}::integer[])
      as taken (id, attempt)
    where mails.id = taken.id and mails.attempts = taken.attempt and state = 'due'`.execute(database);
}
