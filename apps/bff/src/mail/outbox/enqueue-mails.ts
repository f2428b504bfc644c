/** Notes mails in the transaction of their cause. Settings, templates and servers are the sender's, later. */
import { randomUUIDv7 } from 'node:crypto';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import { type ComposedKind, kindsWith, type MailData, type MailKind } from '@meridian/mail-templates/kinds';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface Envelope {
  /** What it is about, such as `booking_confirmed:<order id>`: a second mail of the same cause is not made. */
  cause: string;
  /** Empty for operators, whose address is a setting. */
  recipient: string;
  orderId?: string;
  leadId?: string;
  /** Not to be sent earlier. */
  delayMs?: number;
  /** Not to be sent later. */
  expiresAt?: Date;
  /** `senderKey` of the visitor who requests it, for the daily limit; absent for emails with another cause. */
  requestedFrom?: string | undefined;
}

/** A composer says the rest when the mail is sent. `facts` are what it needs and no table keeps. */
type ComposedMail = Envelope & { kind: ComposedKind; facts?: Record<string, unknown> };

/** `sequence` is of the calendar file. */
type StatedMail = {
  [Kind in Exclude<MailKind, ComposedKind>]: Envelope & {
    kind: Kind;
    /** What the mail says. */
    facts: MailData[Kind] & { sequence?: number };
  };
}[Exclude<MailKind, ComposedKind>];

export type NewMail = ComposedMail | StatedMail;

const limited: ReadonlySet<string> = new Set(kindsWith('isLimitedPerDay'));
/** Max emails of a kind to an address in a day, by the person who requests them: a stranger uses up only their own. */
const maxPerRequester = 3;
/** By all requesters, against a flood from many network addresses. */
const maxPerDay = 20;

/** @returns true if the address has had its emails of this kind and day in India */
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
 * @param jobs wakes the sender when the transaction commits; without it the sender finds the mail automatically
 * @returns how many of the mails are new
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
