/** Stores emails in the transaction of their cause. The sender renders and sends them later. */
import { randomUUIDv7 } from 'node:crypto';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import { type ComposedKind, kindsWith, type MailData, type MailKind } from '@meridian/mail-templates/kinds';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface Envelope {
  /**
   * Idempotency key, for example `booking_confirmed:<order id>`: a second email with the same cause is not
   * stored.
   */
  cause: string;
  /** Empty for operators, whose address is a setting. */
  recipient: string;
  orderId?: string;
  leadId?: string;
  /** Delay until the first attempt. */
  delayMs?: number;
  /** The email is dropped after this time. */
  expiresAt?: Date;
  /**
   * `senderKey` of the visitor who requests the email, for the daily limit; absent for emails that no visitor
   * requests.
   */
  requestedFrom?: string | undefined;
}

/**
 * The composer adds the data when the email is sent. `facts` has the data that the composer needs and no
 * table has.
 */
type ComposedMail = Envelope & { kind: ComposedKind; facts?: Record<string, unknown> };

/** `sequence` is the sequence of the calendar file. */
type StatedMail = {
  [Kind in Exclude<MailKind, ComposedKind>]: Envelope & {
    kind: Kind;
    /** All data of the email. */
    facts: MailData[Kind] & { sequence?: number };
  };
}[Exclude<MailKind, ComposedKind>];

export type NewMail = ComposedMail | StatedMail;

const limited: ReadonlySet<string> = new Set(kindsWith('isLimitedPerDay'));
/**
 * Max emails of a kind to an address in a day, per requester, so that a stranger does not use up the owner's
 * limit.
 */
const maxPerRequester = 3;
/**
 * Max emails of a kind to an address in a day from all requesters, against a flood from many network
 * addresses.
 */
const maxPerDay = 20;

/**
 * Counts the email.
 * @returns true if the recipient has already had the maximum of this kind on this day (in India), from this
 * requester or from all
 */
async function isOverLimit(
  database: Kysely<Database>,
  { kind, recipient, requestedFrom = '' }: NewMail,
): Promise<boolean> {
  const key = sql`encode(sha256(convert_to(person_key(${recipient}), 'UTF8')), 'hex')`;
  const day = sql<string>`(now() at time zone ${sql.lit(indiaTimeZone)})::date`;
  const { rows } = await sql`
    insert into mail_daily_counts (address_key, day, kind, requested_from, mails)
    select ${key}, ${day}, ${kind}, ${requestedFrom}, 1
    where (
      select coalesce(sum(mails), 0) from mail_daily_counts
      where address_key = ${key} and day = ${day} and kind = ${kind}) < ${maxPerDay}
    on conflict (day, address_key, kind, requested_from) do update set mails = mail_daily_counts.mails + 1
      where mail_daily_counts.mails < ${maxPerRequester}
    returning mails`.execute(database);
  return rows.length === 0;
}

function rowOf(mail: NewMail) {
  const { kind, cause, recipient, orderId, leadId, facts = {}, delayMs = 0, expiresAt } = mail;
  return {
    id: randomUUIDv7(),
    cause,
    kind,
    recipient,
    state: 'due' as const,
    order_id: orderId ?? null,
    lead_id: leadId ?? null,
    facts: JSON.stringify(facts),
    next_try_at: fromNow(delayMs),
    due_since: databaseNow,
    expires_at: expiresAt ?? null,
    created_at: databaseNow,
    updated_at: databaseNow,
  };
}

/**
 * @param jobs wakes the sender when the transaction commits; if absent, the sender finds the email by polling
 * @returns how many of the emails are new
 */
export async function enqueueMails(
  transaction: Transaction<Database>,
  mails: readonly NewMail[],
  jobs?: Pick<Jobs, 'enqueue'>,
): Promise<number> {
  if (mails.length === 0) return 0;
  const made = await transaction
    .insertInto('mails')
    .values(mails.map(rowOf))
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning(['id', 'cause'])
    .execute();
  const requested = new Map(mails.map((mail) => [mail.cause, mail]));
  for (const { id, cause } of made) {
    const mail = requested.get(cause);
    if (mail && limited.has(mail.kind) && (await isOverLimit(transaction, mail)))
      await transaction
        .updateTable('mails')
        .set({ state: 'dropped', reason: 'daily_limit', recipient: '', facts: '{}', erased_at: databaseNow })
        .where('id', '=', id)
        .execute();
  }
  const [first] = made;
  if (first && jobs && mails.some(({ delayMs = 0 }) => delayMs === 0))
    await jobs.enqueue('send-mail', [first.id], { transaction });
  return made.length;
}
