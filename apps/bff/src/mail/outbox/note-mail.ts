/** Notes mails in the transaction of their cause. Settings, templates and servers are the sender's, later. */
import { randomUUIDv7 } from 'node:crypto';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import { type ComposedKind, kindsWith, type MailData, type MailKind } from '@meridian/mail-templates/kinds';
import { type Kysely, sql, type Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
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
const mostPerDay = 3;

/** @returns true where the address has had its mails of this day in India */
async function isOverLimit(database: Kysely<Database>, recipient: string): Promise<boolean> {
  const counted = await database
    .insertInto('mail_daily_counts')
    .values({
      address_key: addressKey(recipient),
      day: sql<string>`(now() at time zone ${sql.lit(indiaTimeZone)})::date`,
      mails: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'address_key'])
        .doUpdateSet({ mails: sql<number>`mail_daily_counts.mails + 1` })
        .where('mail_daily_counts.mails', '<', mostPerDay),
    )
    .returning('mails')
    .executeTakeFirst();
  return counted === undefined;
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
 * @param jobs wakes the sender when the transaction commits; without it the sender finds the mail by itself
 * @returns how many of the mails are new
 */
export async function noteMails(
  transaction: Transaction<Database>,
  mails: readonly NewMail[],
  jobs?: Pick<Jobs, 'enqueue'>,
): Promise<number> {
  if (mails.length === 0) return 0;
  const made = await transaction
    .insertInto('mails')
    .values(mails.map(rowOf))
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning(['id', 'kind', 'recipient'])
    .execute();
  for (const { id, kind, recipient } of made)
    if (limited.has(kind) && (await isOverLimit(transaction, recipient)))
      await transaction
        .updateTable('mails')
        .set({ state: 'dropped', reason: 'daily_limit', recipient: '', facts: '{}', erased_at: databaseNow })
        .where('id', '=', id)
        .execute();
  const [first] = made;
  if (first && jobs && mails.some(({ delayMs = 0 }) => delayMs === 0))
    await jobs.enqueue('send-mail', [first.id], { transaction });
  return made.length;
}
