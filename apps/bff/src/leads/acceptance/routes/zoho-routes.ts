import { randomUUIDv7 } from 'node:crypto';
import type { FormName } from '@meridian/contracts/calls';
import { success } from '@meridian/contracts/envelope';
import { crmForwardFields } from '@meridian/contracts/leads/crm-record';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { checkedBody } from '../../../platform/http/checked-body.ts';
import { senderKey } from '../../../platform/http/network-address.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { LeadAnswer } from '../../ledger/answers.ts';
import { insertRecord } from '../../ledger/store/insert-leads.ts';
import { type LeadValues, leadValues } from '../../ledger/store/tables.ts';
import { bodyHash } from '../body-hash.ts';
import { pageUrlOf } from '../page-url.ts';
import { suspicionOf } from '../spam-check.ts';
import { courseKeyOf, isSameCourse } from './course-key.ts';
import { zohoCall } from './lead-calls.ts';

/**
 * Records and leads of the same form, email, course and network address within this time are one lead. The
 * network address is included so that a stranger's record does not suppress another person's lead.
 */
export const repetitionMinutes = 15;

const accepted: LeadAnswer = { status: success, message: 'The lead was accepted.' };

export interface ZohoRoutesDependencies {
  database: Kysely<Database>;
  jobs: Jobs;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'info'>;
}

interface ForwardedLead {
  form: FormName;
  requestId: string;
  values: LeadValues;
  email: string;
  pageUrl: string;
  honeypot: string;
  filledInMs: number | undefined;
  sentFrom: string;
}

async function isRepetition(transaction: Transaction<Database>, lead: ForwardedLead): Promise<boolean> {
  // Held until commit: serialises concurrent duplicates.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${lead.form} ${lead.email}`}, 0))`.execute(
    transaction,
  );
  const earlier = await transaction
    .selectFrom('leads')
    .select(['values', 'page_url'])
    .where('email', '=', lead.email)
    .where('form', '=', lead.form)
    .where('sent_from', '=', lead.sentFrom)
    .where('forward_state', 'not in', ['refused', 'withdrawn'])
    .where('received_at', '>', sql<Date>`now() - make_interval(mins => ${repetitionMinutes})`)
    .execute();
  const course = courseKeyOf({ ...lead, page_url: lead.pageUrl });
  return earlier.some(({ values: stored, page_url }) => {
    // A lead with unreadable values is not a duplicate.
    const values = leadValues.tryParse(stored);
    return values !== undefined && isSameCourse(courseKeyOf({ form: lead.form, values, page_url }), course);
  });
}

/** Accepts a record that goes only to the CRM: its client has saved the lead elsewhere. */
async function acceptRecord(
  lead: ForwardedLead,
  { database, jobs, log }: ZohoRoutesDependencies,
): Promise<void> {
  const taken = await transact(database, async (transaction) => {
    if (await isRepetition(transaction, lead)) return undefined;
    const id = randomUUIDv7();
    const hash = bodyHash(lead.form, lead.values);
    const spamReason = await suspicionOf(transaction, lead);
    await insertRecord(transaction, jobs, { ...lead, id, bodyHash: hash, spamReason, answer: accepted });
    return { leadId: id, outcome: spamReason === null ? 'received' : 'quarantined' };
  });
  const logged = taken ?? { outcome: 'repeated' };
  log.info({ reqId: lead.requestId, form: lead.form, ...logged }, 'record for the CRM accepted');
}

const refused = { message: 'The record is not valid.' };

/** `POST /api/zoho/<form>` (specification, section 7). */
export function zohoRoutes(app: FastifyInstance, parts: ZohoRoutesDependencies): void {
  for (const form of formNames) {
    const path = `/api/zoho/${formOf(form).crm.form}`;
    const options = {
      ...checkedBody(refused),
      schema: zohoCall(form),
      config: { bodyFields: crmForwardFields },
    };
    app.withTypeProvider<ZodTypeProvider>().post(path, options, async (request) => {
      const [record] = request.body.data;
      if (!record) throw new Refusal('invalid', 'record_missing', 'Exactly one record is expected.');
      const values: LeadValues = Object.fromEntries(
        Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const { publicUrl } = parts;
      const { referer } = request.headers;
      const pageUrl =
        pageUrlOf({ values: { page_url: record.Page_URL ?? '' }, referer, publicUrl }) ?? publicUrl;
      const email = record.Email.toLowerCase();
      const { website: honeypot = '', filled_in_ms: filledInMs } = request.body;
      const sentFrom = senderKey(request.ip);
      const lead = { form, requestId: request.id, values, email, pageUrl, honeypot, filledInMs, sentFrom };
      await acceptRecord(lead, parts);
      return accepted;
    });
  }
}
