/** Requests for erasure with their deadlines, for the command line and the console. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { eraseAttendee } from '../../enrolment/orders/erasure/erase-attendee.ts';
import { erasePayer } from '../../enrolment/orders/erasure/erasure.ts';
import { requestErasure } from '../../enrolment/orders/erasure/erasure-copies.ts';
import { erasePerson } from '../../leads/ledger/erasure/erasure.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { countDueNaming, eraseMailsNaming, eraseMailsTo } from '../../mail/outbox/erase-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { eraseMentions } from '../../platform/database/erase-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { eraseTraining } from '../../training/erasure/erase-training.ts';
import { eraseComplainant } from '../complaints/erasure.ts';
import { findPerson } from './find-person.ts';

export type OpenDataRequest = Selectable<Schema['data_requests']> & { days_left: number };

/** @returns open confirmed requests, the most urgent first; with `all`, closed ones follow */
export function listDataRequests(
  database: Kysely<Database>,
  { all = false, limit = 1_000 }: { all?: boolean; limit?: number } = {},
): Promise<OpenDataRequest[]> {
  return database
    .selectFrom('data_requests')
    .selectAll()
    .select(sql<number>`floor(extract(epoch from due_at - now()) / 86400)::integer`.as('days_left'))
    .where('confirmed_at', 'is not', null)
    .$if(!all, (query) => query.where('closed_at', 'is', null))
    .orderBy(sql`closed_at is not null`)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Result of one run of an erasure. */
export interface ErasureResult {
  enquiries: number;
  bookings: number;
  /** Bookings of other payers in which the person attended. */
  attended: number;
  /** Tax documents that name the person and must be kept. */
  documents: number;
  /**
   * Orders with money or a booking in progress, and open complaints: the request stays open until they are
   * settled.
   */
  waiting: string[];
  /**
   * Numbers of copies in other systems. A job deletes the CRM records (`crm`). For the others (`byHand`), a
   * case asks an operator to delete them.
   */
  copies: { crm: number; byHand: number };
}

/**
 * Erases an address. Consents are kept without personal data; the opt-out is kept as a hash, so that no
 * marketing email is sent later.
 */
async function eraseAddress(transaction: Transaction<Database>, email: string): Promise<void> {
  const key = addressKey(email);
  await transaction
    .updateTable('consents')
    .set({ withdrawn_at: databaseNow })
    .where('address_key', '=', key)
    .where('withdrawn_at', 'is', null)
    .execute();
  await transaction.deleteFrom('unsubscribe_links').where('address_key', '=', key).execute();
  await transaction
    .updateTable('opt_outs')
    .set({ email: '', crm_state: 'told', crm_due_at: null })
    .where('address_key', '=', key)
    .execute();
  await eraseMailsTo(transaction, email);
}

/** Adds the numbers of one run. @returns the sums of all runs */
function countErased(
  transaction: Transaction<Database>,
  id: string,
  { enquiries, bookings, attended, documents, copies }: ErasureResult,
) {
  return transaction
    .updateTable('data_requests')
    .set(({ eb }) => ({
      enquiries: eb('enquiries', '+', enquiries),
      bookings: eb('bookings', '+', bookings + attended),
      documents: eb('documents', '+', documents),
      copies: eb('copies', '+', copies.crm + copies.byHand),
    }))
    .where('id', '=', id)
    .returning(['enquiries', 'bookings', 'documents', 'copies'])
    .executeTakeFirstOrThrow();
}

function findOpen(transaction: Transaction<Database>, id: string) {
  return transaction
    .selectFrom('data_requests')
    .selectAll()
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

const closed = { closed_at: databaseNow, email: '' } as const;

const noRequest = () =>
  new Refusal('conflict', 'request_not_open', 'Request not found, or it has already been erased or refused.');

/**
 * Erases the person of a request: enquiries, bookings, attendance, certificates, feedback and complaints.
 * Orders in progress and open complaints are not erased. The request then stays open until an operator runs
 * the erasure again. When nothing is left in progress, the request is closed, and the person gets an email
 * with the numbers of erased records and of tax documents that must be kept.
 * @throws Refusal `request_not_open`; `mails_due` if due emails to others name the person
 */
export async function eraseRequested(
  transaction: Transaction<Database>,
  { jobs, sendsMails }: { jobs: Pick<Jobs, 'enqueue'>; sendsMails: boolean },
  id: string,
): Promise<ErasureResult> {
  const request = await findOpen(transaction, id);
  if (!request) throw noRequest();
  const { email } = request;
  const person = await findPerson(transaction, email);
  const mails = await countDueNaming(transaction, person);
  if (mails > 0)
    throw new Refusal(
      'conflict',
      'mails_due',
      `${mails === 1 ? '1 email that names the person is' : `${mails} emails that name the person are`} being sent to others. Nothing was erased: try again in an hour.`,
    );
  const leads = await erasePerson(transaction, email);
  const enquiries = leads.erased;
  const { erased, kept, documents, upstream } = await erasePayer(transaction, email);
  const attended = await eraseAttendee(transaction, jobs, person);
  await eraseTraining(transaction, email);
  const complaints = await eraseComplainant(transaction, email);
  await eraseMentions(transaction, person);
  await eraseMailsNaming(transaction, person);
  const copies = { ...leads, upstream: [...leads.upstream, ...upstream] };
  await requestErasure(transaction, jobs, copies);
  const orders = new Set([...kept, ...attended.kept].map((order) => order.id));
  const result = {
    enquiries,
    bookings: erased.length,
    attended: attended.erased.length,
    documents,
    copies: { crm: copies.crm.length, byHand: copies.crmSearch.length + copies.upstream.length },
    waiting: [...orders, ...complaints.map((reference) => `complaint ${reference}`)],
  };
  const facts = await countErased(transaction, id, result);
  if (result.waiting.length > 0) return result;
  await eraseAddress(transaction, email);
  const mail = { kind: 'data_erased' as const, cause: `data_erased:${id}`, recipient: email, facts };
  if (sendsMails) await enqueueMails(transaction, [mail]);
  await transaction
    .updateTable('data_requests')
    .set({ ...closed, outcome: 'erased' })
    .where('id', '=', id)
    .execute();
  return result;
}

/** Refuses a request, with the reason. @throws Refusal `request_not_open` */
export async function refuseRequest(
  transaction: Transaction<Database>,
  id: string,
  note: string,
): Promise<void> {
  const refused = await transaction
    .updateTable('data_requests')
    .set({ ...closed, outcome: 'refused', note })
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!refused) throw noRequest();
}
