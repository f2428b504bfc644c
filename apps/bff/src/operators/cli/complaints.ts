/** `ops complaints …`: lists, records, acknowledges and closes complaints. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import {
  type Complaint,
  listComplaints,
  referenceOf,
  toComplaintRow,
} from '../../privacy/complaints/complaints.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const complaintsUsage = ['ops complaints [list] [--all] [--json]', ...usagesOf('complaints')].join(
  '\n',
);

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const;
const verbs = { '': ['all', 'json'], list: ['all', 'json'] } as const;
const header = ['id', 'number', 'channel', 'received', 'acknowledge by', 'redress by'];

const withText = (complaint: Complaint) => ({
  ...toComplaintRow(complaint),
  order: complaint.order_id,
  matter: complaint.matter,
  answer: complaint.answer,
});

function cellsOf(complaint: Complaint): string[] {
  const { acknowledge_by: first, redress_by: second, acknowledged_at: acknowledged } = complaint;
  return [
    complaint.id,
    referenceOf(complaint),
    complaint.channel,
    formatTimestamp(complaint.received_at),
    acknowledged ? 'done' : formatTimestamp(first),
    complaint.outcome ?? formatTimestamp(second),
  ];
}

/**
 * @param args arguments after `ops complaints`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function complaintsCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('complaints', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: complaintsUsage }, print);
  if (!read) return usageErrorStatus;
  if (read.rest.length > 0) {
    print(`Unexpected argument.\n${complaintsUsage}`);
    return usageErrorStatus;
  }
  const { all = false, json } = read.values;
  const complaints = await listComplaints(database, { all });
  const table = tableLines(header, complaints.map(cellsOf));
  printAnswer(print, json, { complaints: complaints.map(withText) }, table);
  return 0;
}
