/** `ops requests`: lists payers' open requests for changes, with their details. */
import type { RequestedChange } from '@meridian/contracts/enrolment/self-service';
import type { Kysely } from 'kysely';
import { openRequests } from '../../enrolment/receipts/self-service/change-requests.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const requestsUsage = 'ops requests [--json]';

const options = { json: { type: 'boolean' } } as const;

function describeRequest(requested: RequestedChange | null): string {
  switch (requested?.change) {
    case undefined:
      return 'unreadable';
    case 'attendees':
      return requested.attendees.map(({ name, email }) => `${name} <${email}>`).join(', ');
    case 'cancel':
      return `seats: ${requested.seats}`;
    case 'move':
      return `batch: ${requested.course_schedule_id}`;
  }
}

/**
 * @param args arguments after `ops requests`
 * @returns exit status: 0, or 2 for wrong usage
 */
export async function requestsCommand(
  args: readonly string[],
  { database }: { database: Kysely<Database> },
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs: { '': ['json'] }, usage: requestsUsage }, print);
  if (!read) return usageErrorStatus;
  const requests = await openRequests(database);
  const data = requests.map(({ id, case_id, order_id, change, requested, created_at }) => ({
    id,
    case: Number(case_id),
    order_id,
    change,
    requested,
    asked_at: created_at.toISOString(),
  }));
  const rows = requests.map(({ case_id, order_id, change, requested, created_at }) => [
    Number(case_id),
    order_id,
    formatTimestamp(created_at),
    change,
    describeRequest(requested),
  ]);
  const table = tableLines(['case', 'order', 'asked', 'change', 'details'], rows);
  printAnswer(print, read.values.json, { requests: data }, table);
  return 0;
}
