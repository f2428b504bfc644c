/** Stores requests of payers that an operator fulfils. Each request is a row with its details, and a case. */
import { randomUUIDv7 } from 'node:crypto';
import type { ChangeKind, RequestedChange } from '@meridian/contracts/enrolment/self-service';
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { caseDescriptions } from '../../orders/cases/case-kinds.ts';
import { openFoundCase } from '../../orders/cases/case-store.ts';
import { storedChange } from './tables.ts';

/** Maximum number of open requests for one order. */
const maxOpen = 5;

/** @returns the requested change without personal data, for the case */
export function describeRequest(requested: RequestedChange | null): string {
  switch (requested?.change) {
    case undefined:
      return 'unreadable';
    case 'attendees':
      return `other attendees, ${requested.attendees.length} in all`;
    case 'cancel':
      return `cancel ${requested.seats === 1 ? '1 seat' : `${requested.seats} seats`}`;
    case 'move':
      return `move to batch ${requested.course_schedule_id}`;
  }
}

const isOpen = (database: Kysely<Database> | Transaction<Database>) =>
  database
    .selectFrom('change_requests')
    .innerJoin('cases', (join) =>
      join
        .on('cases.kind', '=', 'change_requested')
        .onRef('cases.order_id', '=', 'change_requests.order_id')
        .on('cases.closed_at', 'is', null),
    )
    .whereRef('cases.subject', '=', (select) => select.cast<string>('change_requests.id', 'text'));

/**
 * Stores a payer's request for an operator, in the caller's transaction, which has locked the order.
 *
 * @throws Refusal `limited` if five requests of the order are open
 */
export async function askOperator(
  transaction: Transaction<Database>,
  orderId: string,
  requested: RequestedChange,
): Promise<void> {
  const { waiting } = await isOpen(transaction)
    .where('change_requests.order_id', '=', orderId)
    .select((select) => select.fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= maxOpen)
    throw new Refusal(
      'limited',
      'requests_waiting',
      'We already have several of your requests. We will write to you about each.',
      {
        retryAfterSeconds: 3_600,
      },
    );
  const id = randomUUIDv7();
  await transaction
    .insertInto('change_requests')
    .values({
      id,
      order_id: orderId,
      change: requested.change,
      requested: JSON.stringify(requested),
      created_at: databaseNow,
    })
    .execute();
  const reason = `${caseDescriptions.change_requested}: ${describeRequest(requested)}`;
  await openFoundCase(transaction, { kind: 'change_requested', subject: id, orderId, reason });
}

export interface OpenRequest {
  id: string;
  order_id: string;
  change: ChangeKind;
  /** Null if the stored request is unreadable. */
  requested: RequestedChange | null;
  created_at: Date;
  case_id: string;
}

/**
 * @param orderId requests of this order only; all requests if omitted
 * @returns the requests with an open case, oldest first, each with the id of its case
 */
export async function openRequests(database: Kysely<Database>, orderId?: string): Promise<OpenRequest[]> {
  const requests = await isOpen(database)
    .$if(orderId !== undefined, (query) => query.where('change_requests.order_id', '=', orderId ?? ''))
    .selectAll('change_requests')
    .select('cases.id as case_id')
    .orderBy('change_requests.created_at')
    .limit(10_000)
    .execute();
  return requests.map((request) => ({
    ...request,
    requested: storedChange.tryParse(request.requested) ?? null,
  }));
}
