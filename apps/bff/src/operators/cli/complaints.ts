/** `ops complaints …`: what people complain about, and how long each may take. */
import {
  type ComplaintOutcome,
  complaintAnswer,
  complaintOutcomes,
  newComplaint,
} from '@meridian/contracts/console/complaints';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import {
  acknowledgeComplaint,
  type Complaint,
  closeComplaint,
  listComplaints,
  recordComplaint,
  referenceOf,
} from '../../privacy/complaints/complaints.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';
import { momentText, tableLines } from './table.ts';

export const complaintsUsage = `ops complaints [--all] [--json]
ops complaints add --channel mail|phone|letter|other --matter TEXT [--name TEXT] [--email ADDRESS] [--phone TEXT] [--order ID] [--received MOMENT] [--json]
ops complaints acknowledge ID [--json]
ops complaints close ID --outcome ${complaintOutcomes.join('|')} --answer TEXT [--json]`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  all: flag,
  json: flag,
  channel: text,
  matter: text,
  name: text,
  email: text,
  phone: text,
  order: text,
  received: text,
  outcome: text,
  answer: text,
} as const;
const verbs = {
  '': ['all', 'json'],
  add: ['channel', 'matter', 'name', 'email', 'phone', 'order', 'received', 'json'],
  acknowledge: ['json'],
  close: ['outcome', 'answer', 'json'],
} as const;
type Values = Partial<Record<Exclude<keyof typeof options, 'all' | 'json'>, string>>;

interface Result {
  data: object;
  line: string;
  status: number;
}
const failed = (reason: string): Result => ({ data: { error: reason }, line: reason, status: 1 });
const noComplaint = failed('No such complaint is open, or that was noted before');

function dataOf({ id, channel, outcome, order_id: order, matter, answer, ...complaint }: Complaint) {
  return {
    id,
    reference: referenceOf(complaint),
    channel,
    outcome,
    order,
    matter,
    answer,
    received_at: complaint.received_at.toISOString(),
    acknowledge_by: complaint.acknowledge_by.toISOString(),
    redress_by: complaint.redress_by.toISOString(),
    acknowledged_at: complaint.acknowledged_at?.toISOString() ?? null,
    closed_at: complaint.closed_at?.toISOString() ?? null,
  };
}

function rowOf(complaint: Complaint) {
  const { acknowledge_by: first, redress_by: second, acknowledged_at: acknowledged } = complaint;
  return [
    complaint.id,
    referenceOf(complaint),
    complaint.channel,
    momentText(complaint.received_at),
    acknowledged ? 'done' : momentText(first),
    complaint.outcome ?? momentText(second),
  ];
}

const optionOf: Readonly<Record<string, string>> = { order_id: 'order', received_at: 'received' };

/** Says which option is not right, and why. */
function misused({ issues: [issue] }: z.ZodError): Result {
  const field = String(issue?.path[0] ?? '');
  const reason = `--${optionOf[field] ?? field}: ${issue?.message ?? 'not valid'}`;
  return { data: { error: reason }, line: `${reason}\n${complaintsUsage}`, status: wrongUse };
}

async function add(database: Kysely<Database>, values: Values): Promise<Result> {
  const { order, received, ...given } = values;
  const parsed = newComplaint.safeParse({
    ...given,
    ...(order && { order_id: order }),
    ...(received && { received_at: received }),
  });
  if (!parsed.success) return misused(parsed.error);
  const recorded = await recordComplaint(database, parsed.data);
  if (recorded.kind === 'no_order') return failed('There is no such order');
  if (recorded.kind === 'in_future') return failed('A complaint cannot be received later than now');
  const { complaint } = recorded;
  const line = `recorded as ${referenceOf(complaint)}, to be acknowledged by ${momentText(complaint.acknowledge_by)}`;
  return { data: dataOf(complaint), line, status: 0 };
}

async function close(database: Kysely<Database>, id: string, values: Values): Promise<Result> {
  const parsed = complaintAnswer.safeParse({
    outcome: values.outcome as ComplaintOutcome,
    answer: values.answer,
  });
  if (!parsed.success) return misused(parsed.error);
  const done = await closeComplaint(database, id, parsed.data);
  return done ? { data: { closed: id }, line: 'closed', status: 0 } : noComplaint;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns undefined for wrong use */
async function run(
  database: Kysely<Database>,
  verb: string,
  rest: readonly string[],
  values: Values,
): Promise<Result | undefined> {
  const [id, ...more] = rest;
  if (verb === 'add') return id === undefined ? add(database, values) : undefined;
  if (id === undefined || !uuid.test(id) || more.length > 0) return undefined;
  if (verb === 'close') return close(database, id, values);
  const done = await acknowledgeComplaint(database, id);
  return done ? { data: { acknowledged: id }, line: 'acknowledged', status: 0 } : noComplaint;
}

/**
 * @param args what follows `ops complaints`
 * @returns exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function complaintsCommand(
  args: readonly string[],
  { database }: { database: Kysely<Database> },
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: complaintsUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  if (verb === '') {
    const complaints = await listComplaints(database, { all: values.all ?? false });
    const header = ['id', 'ticket', 'by', 'received', 'acknowledge by', 'redress by'];
    printAnswer(
      print,
      values.json,
      { complaints: complaints.map(dataOf) },
      tableLines(header, complaints.map(rowOf)),
    );
    return 0;
  }
  const result = await run(database, verb, rest, values);
  if (!result) {
    print(complaintsUsage);
    return wrongUse;
  }
  printAnswer(print, values.json, result.data, [result.line]);
  return result.status;
}
