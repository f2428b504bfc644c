/** `ops data-requests …`: erasures that people asked for, and how long each may take. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import {
  eraseRequested,
  listDataRequests,
  type OpenDataRequest,
  refuseRequest,
} from '../../privacy/data-requests/operator-queue.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';
import { momentText, tableLines } from './table.ts';

export const dataRequestsUsage = `ops data-requests [--all] [--json]
ops data-requests erase ID [--json]
ops data-requests refuse ID --note TEXT [--json]`;

const options = {
  all: { type: 'boolean' },
  note: { type: 'string' },
  json: { type: 'boolean' },
} as const;
const verbs = { '': ['all', 'json'], erase: ['json'], refuse: ['note', 'json'] } as const;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const noRequest = 'No such request waits';

export interface DataRequestsDependencies {
  database: Kysely<Database>;
  /** Whether a mail tells the person what was erased. */
  sendsMails: boolean;
}

function dataOf(request: OpenDataRequest) {
  const { id, kind, email, confirmed_at, due_at, days_left, closed_at, outcome, note } = request;
  return {
    id,
    kind,
    email,
    asked_at: confirmed_at?.toISOString() ?? null,
    days_left,
    outcome,
    note,
    due_at: due_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  };
}

function rowOf({ id, email, confirmed_at, due_at, days_left, outcome }: OpenDataRequest) {
  const moments = [confirmed_at, due_at].map((moment) => (moment ? momentText(moment) : ''));
  return [id, email, ...moments, outcome ?? (days_left < 0 ? 'overdue' : days_left)];
}

async function list({ database }: DataRequestsDependencies, all: boolean, json: boolean, print: Print) {
  const requests = await listDataRequests(database, { all });
  const table = tableLines(['id', 'address', 'asked', 'due', 'days left'], requests.map(rowOf));
  printAnswer(print, json, { data_requests: requests.map(dataOf) }, table);
  return 0;
}

async function erase(deps: DataRequestsDependencies, id: string, json: boolean, print: Print) {
  const result = await eraseRequested(deps, id);
  if (!result) {
    printAnswer(print, json, { error: noRequest }, [noRequest]);
    return 1;
  }
  const { enquiries, bookings, documents, waiting, crmIds } = result;
  const data = { enquiries, bookings, documents, waiting, crm_ids: crmIds, done: waiting.length === 0 };
  printAnswer(print, json, data, [
    `erased: ${enquiries} enquiries, ${bookings} bookings`,
    `kept by tax law: ${documents} documents`,
    ...(crmIds.length > 0 ? [`to delete in the CRM: ${crmIds.join(', ')}`] : []),
    ...(waiting.length > 0
      ? [`under way, run this again when they are over: ${waiting.join(', ')}`]
      : ['The request is closed']),
  ]);
  return waiting.length === 0 ? 0 : 1;
}

/**
 * @param args what follows `ops data-requests`
 * @returns exit status: 0 done, 1 not possible or not yet, 2 wrong use
 */
export async function dataRequestsCommand(
  args: readonly string[],
  deps: DataRequestsDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: dataRequestsUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const [id, ...more] = rest;
  const json = values.json ?? false;
  if (verb === '') return list(deps, values.all ?? false, json, print);
  if (id !== undefined && uuid.test(id) && more.length === 0) {
    if (verb === 'erase') return erase(deps, id, json, print);
    if (values.note) {
      const done = await refuseRequest(deps.database, id, values.note);
      printAnswer(print, json, done ? { refused: id } : { error: noRequest }, [done ? 'refused' : noRequest]);
      return done ? 0 : 1;
    }
  }
  print(dataRequestsUsage);
  return wrongUse;
}
