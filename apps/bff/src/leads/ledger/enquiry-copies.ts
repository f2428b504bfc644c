/** Copies of enquiries to their senders: a setting, off by default. Found in the ledger, so that no lead waits for a mail. */
import { formOf } from '@meridian/contracts/leads/forms';
import { type Kysely, sql } from 'kysely';
import { enqueueMails, type NewMail } from '../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../platform/database/database.ts';
import { minIdSince } from '../../platform/database/id-at.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { leadForm } from './store/tables.ts';

const windowMinutes = 60;
const batchSize = 500;

/**
 * Enqueues copies for accepted leads of the last hour: none for suspects, for records of other systems, and for what the
 * upstream refused. A copy carries nothing that was typed: the address may be a stranger's.
 * @returns how many are new
 */
export async function enqueueEnquiryCopies(database: Kysely<Database>): Promise<number> {
  const leads = await database
    .selectFrom('leads')
    .select(['id', 'form', 'email', 'received_at', 'sent_from'])
    .where('id', '>', minIdSince(sql`now() - make_interval(mins => ${windowMinutes})`))
    .where('received_at', '>', sql<Date>`now() - make_interval(mins => ${windowMinutes})`)
    .where('endpoint', '=', 'form')
    .where('forward_state', '=', 'saved')
    .where('email', '<>', '')
    .where('erased_at', 'is', null)
    .where(sql<boolean>`not exists (select from mails where mails.cause = 'enquiry_copy:' || leads.id)`)
    // Keeps to the range of ids: without an order the planner hopes to fill the limit from all leads.
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const mails = leads.flatMap(({ id, form: stored, email, received_at, sent_from }): NewMail[] => {
    const form = leadForm.tryParse(stored);
    // A form of a later version: its copy is made there.
    if (form === undefined) return [];
    const facts = {
      formTitle: formOf(form).title,
      courseName: null,
      receivedAt: received_at.toISOString(),
    };
    const requestedFrom = sent_from ?? undefined;
    return [
      {
        kind: 'enquiry_copy',
        cause: `enquiry_copy:${id}`,
        leadId: id,
        recipient: email,
        facts,
        requestedFrom,
      },
    ];
  });
  return transact(database, (transaction) => enqueueMails(transaction, mails));
}

const copySeconds = 30;

/** To be called if this process works on jobs, and copies are wanted. */
export async function startEnquiryCopies(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await deps.jobs.every('copy-enquiries', copySeconds, async () => {
    await enqueueEnquiryCopies(deps.database);
  });
}
