/**
 * Emails visitors a copy of their enquiry, if a setting enables it. Runs as a job, so that no lead waits for
 * an email.
 */
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
 * Enqueues copies for leads of the last hour that the upstream has saved. Suspected spam, CRM-only records
 * and leads of the waiting list get no copy. A copy contains nothing that was typed, because the address may
 * be a stranger's.
 * @returns the number of new copies
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
    // Makes the planner use the range of ids: without an order it expects to fill the limit by a scan of all
    // leads.
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const mails = leads.flatMap(({ id, form: stored, email, received_at, sent_from }): NewMail[] => {
    const form = leadForm.tryParse(stored);
    // A form of a later version. A replica of that version enqueues the copy.
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

/** Starts the scheduled job. Call in a process that runs jobs, if copies are enabled. */
export async function startEnquiryCopies(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await deps.jobs.every('copy-enquiries', copySeconds, async () => {
    await enqueueEnquiryCopies(deps.database);
  });
}
