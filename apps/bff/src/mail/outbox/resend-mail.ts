/** Resends an email on an operator's request. */
import { type Selectable, sql, type Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { resendable, stepOf } from './mail-state.ts';

const sources: Readonly<Record<string, string>> = {
  smtp: 'the mail server does not know the address',
  bounce: 'an email bounced',
  complaint: 'the recipient reported an email as spam',
};

/**
 * Refuses a suppressed address, to which the email would be dropped.
 * @throws Refusal that says how to remove the suppression
 */
async function refuseSuppressed(transaction: Transaction<Database>, recipient: string): Promise<void> {
  const key = addressKey(recipient);
  const suppression = await transaction
    .selectFrom('mail_suppressions')
    .select('source')
    .where('address_key', '=', key)
    .executeTakeFirst();
  if (!suppression) return;
  const { source } = suppression;
  throw new Refusal(
    'conflict',
    'address_suppressed',
    `The address is suppressed: ${sources[source] ?? source}. To resend, first remove it from the suppressed addresses in the list of emails, or with "ops emails unsuppress ${key}".`,
  );
}

/**
 * Makes an email due again, and enqueues its job. An email that was accepted before gets a new Message-ID,
 * because mail programs hide a second copy with the same one.
 * @throws Refusal if the email is unknown, due or erased, or its address is suppressed
 */
export async function resendMail(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  mailId: string,
): Promise<Selectable<Schema['mails']>> {
  const mail = await transaction
    .selectFrom('mails')
    .select(['state', 'erased_at', 'recipient'])
    .where('id', '=', mailId)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw new Refusal('not_found', 'email_unknown', 'Email not found.');
  if (mail.erased_at)
    throw new Refusal('conflict', 'email_erased', 'The content of this email has been erased.');
  if (!resendable(mail.state))
    throw new Refusal('conflict', 'email_due', 'This email is already waiting to be sent.');
  await refuseSuppressed(transaction, mail.recipient);
  const resent = await transaction
    .updateTable('mails')
    .set({
      state: stepOf('resent').to,
      attempts: 0,
      reason: null,
      busy_until: null,
      sent_at: null,
      next_try_at: databaseNow,
      due_since: databaseNow,
      updated_at: databaseNow,
      expires_at: null,
      copy: sql<number>`case when sent_at is null then copy else copy + 1 end`,
      message_id: sql<string | null>`case when sent_at is null then message_id end`,
    })
    .where('id', '=', mailId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await jobs.enqueue('send-mail', [mailId], { transaction });
  return resent;
}
