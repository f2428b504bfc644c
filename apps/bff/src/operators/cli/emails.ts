/** `ops emails …`: lists, shows and resends emails, and lists and removes suppressed addresses. */
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { toEmailRow } from '../../mail/outbox/email-row.ts';
import { type MailState, mailStates } from '../../mail/outbox/mail-state.ts';
import { listSuppressions } from '../../mail/outbox/suppressions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const emailsUsage = [
  'ops emails [list] [--state STATE] [--order ID] [--limit N] [--json]',
  'ops emails show ID [--json]',
  'ops emails suppressions [--limit N] [--json]',
  ...usagesOf('emails'),
].join('\n');

const options = {
  state: { type: 'string' },
  order: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const listed = ['state', 'order', 'limit', 'json'] as const;
const verbs = { '': listed, list: listed, show: ['json'], suppressions: ['limit', 'json'] } as const;

const defaultLimit = 200;
const maxListed = 10_000;

interface Use {
  database: Kysely<Database>;
  print: Print;
  json: boolean | undefined;
}

const isState = (text: string): text is MailState => mailStates.some((state) => state === text);

async function list(
  { database, print, json }: Use,
  { state, order, limit }: { state?: MailState | undefined; order?: string | undefined; limit: number },
): Promise<number> {
  const emails = await database
    .selectFrom('mails')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'due'))
    .$if(order !== undefined, (query) => query.where('order_id', '=', order ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  const rows = emails.map((email) => [
    email.id,
    email.kind,
    email.state,
    email.attempts,
    formatTimestamp(email.created_at),
    email.reason ?? '',
  ]);
  const header = ['id', 'kind', 'state', 'tries', 'created', 'reason'];
  const data = emails.map((email) => ({
    ...toEmailRow(email),
    cause: email.cause,
    message_id: email.message_id,
  }));
  printAnswer(print, json, { emails: data }, tableLines(header, rows));
  return 0;
}

/** Shows an email with its content, unmasked, because users of this command can also read the tables. */
async function show({ database, print, json }: Use, id: string): Promise<number> {
  const email = await database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!email) {
    const reason = 'Email not found';
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  }
  const { cause, message_id, recipient, facts, data } = email;
  const full = { ...toEmailRow(email), cause, message_id, recipient, facts, data };
  const lines = Object.entries(full).map(
    ([name, value]) =>
      `${name.padEnd(12)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  printAnswer(print, json, { emails: [full] }, lines);
  return 0;
}

async function suppressions({ database, print, json }: Use, limit: number): Promise<number> {
  const found = await listSuppressions(database, limit);
  const data = found.map(({ shown, source, reason, created_at }) => ({
    address: shown,
    source,
    reason,
    created_at: created_at.toISOString(),
  }));
  const rows = found.map((one) => [one.shown, one.source, formatTimestamp(one.created_at), one.reason ?? '']);
  const table = tableLines(['address', 'source', 'since', 'reason'], rows);
  printAnswer(print, json, { suppressions: data }, table);
  return 0;
}

/**
 * @param args arguments after `ops emails`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function emailsCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('emails', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: emailsUsage }, print);
  if (!read) return usageErrorStatus;
  const { values, rest } = read;
  const { state, order, json } = values;
  const use: Use = { database, print, json };
  const usageError = (sentence: string) => {
    print(`${sentence}\n${emailsUsage}`);
    return usageErrorStatus;
  };
  const limit = wholeNumber(values.limit, defaultLimit, maxListed);
  if (limit === undefined) return usageError('--limit takes a whole number from 1.');
  if (state !== undefined && !isState(state))
    return usageError(`Unknown state "${state}". States: ${mailStates.join(', ')}.`);
  if (order !== undefined && parseUuid(order) === undefined)
    return usageError(`"${order}" is not an order id.`);
  const [id, ...more] = rest;
  if (read.verb === 'show') {
    if (id === undefined || more.length > 0 || parseUuid(id) === undefined)
      return usageError('The id of the email is missing or invalid.');
    return show(use, id);
  }
  if (id !== undefined) return usageError('Unexpected argument.');
  return read.verb === 'suppressions' ? suppressions(use, limit) : list(use, { state, order, limit });
}
