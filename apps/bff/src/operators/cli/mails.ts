/** `ops mails …`: lists and shows mails, sends them again, and shows or lifts suppressions. */
import type { Kysely, Selectable } from 'kysely';
import { type MailState, mailStates } from '../../mail/outbox/mail-state.ts';
import { notResent, resendMail } from '../../mail/outbox/resend-mail.ts';
import { liftSuppression, listSuppressions } from '../../mail/outbox/suppressions.ts';
import type { MailTable } from '../../mail/outbox/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { momentText, tableLines } from './table.ts';

export const mailsUsage = `ops mails [list] [--state STATE] [--order ID] [--limit N] [--json]
ops mails show ID [--json]
ops mails resend ID [--json]
ops mails suppressions [--limit N] [--json]
ops mails unsuppress ADDRESS [--json]`;

const options = {
  state: { type: 'string' },
  order: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const listed = ['state', 'order', 'limit', 'json'] as const;
const verbs = {
  '': listed,
  list: listed,
  show: ['json'],
  resend: ['json'],
  suppressions: ['limit', 'json'],
  unsuppress: ['json'],
} as const;

const defaultLimit = 200;
const mostListed = 10_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface MailsDependencies {
  database: Kysely<Database>;
  /** Lazy: most commands only read. */
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
}

interface Use {
  deps: MailsDependencies;
  print: Print;
  json: boolean | undefined;
}

type Mail = Selectable<MailTable>;

function dataOf(mail: Mail) {
  return {
    id: mail.id,
    kind: mail.kind,
    state: mail.state,
    reason: mail.reason,
    cause: mail.cause,
    order_id: mail.order_id,
    lead_id: mail.lead_id,
    attempts: mail.attempts,
    message_id: mail.message_id,
    created_at: mail.created_at.toISOString(),
    next_try_at: mail.state === 'due' ? mail.next_try_at.toISOString() : null,
    sent_at: mail.sent_at?.toISOString() ?? null,
  };
}

function show({ print, json }: Use, mails: readonly Mail[], more: object = {}): void {
  const rows = mails.map((mail) => [
    mail.id,
    mail.kind,
    mail.state,
    mail.attempts,
    momentText(mail.created_at),
    mail.reason ?? '',
  ]);
  const header = ['id', 'kind', 'state', 'tries', 'created', 'reason'];
  printAnswer(print, json, { ...more, mails: mails.map(dataOf) }, tableLines(header, rows));
}

function impossible({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

const isState = (text: string): text is MailState => mailStates.some((state) => state === text);

async function list(
  use: Use,
  { state, order, limit }: { state?: string | undefined; order?: string | undefined; limit: number },
): Promise<number> {
  let query = use.deps.database
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit);
  if (state !== undefined && isState(state)) query = query.where('state', '=', state);
  if (order !== undefined) query = query.where('order_id', '=', order);
  show(use, await query.execute());
  return 0;
}

/** With what it says: whoever may run this command may read the tables. */
async function showOne(use: Use, mailId: string): Promise<number> {
  const { deps, print, json } = use;
  const query = deps.database.selectFrom('mails').selectAll().where('id', '=', mailId);
  const mail = await query.executeTakeFirst();
  if (!mail) return impossible(use, 'There is no such mail');
  const full = { ...dataOf(mail), recipient: mail.recipient, facts: mail.facts, data: mail.data };
  const lines = Object.entries(full).map(
    ([name, value]) =>
      `${name.padEnd(12)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  printAnswer(print, json, { mails: [full] }, lines);
  return 0;
}

async function resend(use: Use, mailId: string): Promise<number> {
  const { database } = use.deps;
  const mail = await resendMail({ database, jobs: await use.deps.jobs() }, mailId);
  if (!mail) return impossible(use, notResent);
  show(use, [mail], { done: 'The mail is sent again' });
  return 0;
}

async function suppressions({ deps, print, json }: Use, limit: number): Promise<number> {
  const found = await listSuppressions(deps.database, limit);
  const data = found.map(({ shown, source, reason, created_at }) => ({
    address: shown,
    source,
    reason,
    created_at: created_at.toISOString(),
  }));
  const rows = found.map((one) => [one.shown, one.source, momentText(one.created_at), one.reason ?? '']);
  const table = tableLines(['address', 'source', 'since', 'reason'], rows);
  printAnswer(print, json, { suppressions: data }, table);
  return 0;
}

async function unsuppress(use: Use, address: string): Promise<number> {
  if (!(await liftSuppression(use.deps.database, address)))
    return impossible(use, 'This address is not suppressed');
  printAnswer(use.print, use.json, { done: 'lifted' }, ['The address gets mails again']);
  return 0;
}

/**
 * @param args what follows `ops mails`
 * @param print takes each line of the answer
 * @returns the exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function mailsCommand(
  args: readonly string[],
  deps: MailsDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: mailsUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const { state, order } = values;
  const use: Use = { deps, print, json: values.json };
  const wrong = (sentence: string) => {
    print(`${sentence}\n${mailsUsage}`);
    return wrongUse;
  };
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) return wrong('--limit takes a whole number from 1 up.');
  if (state !== undefined && !isState(state)) return wrong(`States: ${mailStates.join(', ')}.`);
  if (order !== undefined && !uuid.test(order)) return wrong(`"${order}" is no id of an order.`);
  const [word, ...more] = rest;
  const takesWord = verb === 'show' || verb === 'resend' || verb === 'unsuppress';
  if (more.length > 0 || (word !== undefined && !takesWord)) return wrong('That is a word too many.');
  if (verb === 'suppressions') return suppressions(use, limit);
  if (!takesWord) return list(use, { state, order, limit });
  if (word === undefined) return wrong(verb === 'unsuppress' ? 'Which address?' : 'Which mail?');
  if (verb === 'unsuppress') return unsuppress(use, word);
  if (!uuid.test(word)) return wrong(`"${word}" is no id of a mail.`);
  return verb === 'show' ? showOne(use, word) : resend(use, word);
}
