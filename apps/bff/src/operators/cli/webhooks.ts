/**
 * `ops webhooks …`: lists and changes endpoints of outgoing webhooks, and shows the log of their deliveries.
 */
import type { ActionResult } from '@meridian/contracts/operators/actions';
import {
  outcomeOfAttempt,
  type WebhookAttemptRow,
  type WebhookEndpointRow,
} from '@meridian/contracts/operators/actions/webhooks';
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { listAttempts, listEndpoints } from '../../integrations/webhooks/endpoints.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const webhooksUsage = [
  'ops webhooks list [--json]',
  'ops webhooks log [ENDPOINT] [--limit N] [--json]',
  ...usagesOf('webhooks'),
].join('\n');

const options = { json: { type: 'boolean' }, limit: { type: 'string' } } as const;
const defaultLimit = 50;
const maxListed = 10_000;

const stateOf = ({ paused_by: by }: WebhookEndpointRow) =>
  by === null ? 'active' : by === 'operator' ? 'paused' : 'paused after failures';

const endpointTable = (endpoints: readonly WebhookEndpointRow[]) =>
  tableLines(
    ['endpoint', 'url', 'state', 'due', 'failed', 'personal data', 'events'],
    endpoints.map((endpoint) => [
      endpoint.id,
      endpoint.url,
      stateOf(endpoint),
      String(endpoint.due),
      String(endpoint.failed),
      endpoint.personal_data ? 'yes' : 'no',
      endpoint.events.join(','),
    ]),
  );

const attemptTable = (attempts: readonly WebhookAttemptRow[]) =>
  tableLines(
    ['at', 'event', 'delivery', 'outcome', 'status', 'ms', 'answer'],
    attempts.map((attempt) => [
      formatTimestamp(new Date(attempt.at)),
      attempt.event,
      attempt.delivery,
      outcomeOfAttempt(attempt),
      String(attempt.status ?? '-'),
      String(attempt.duration_ms),
      attempt.answer,
    ]),
  );

/**
 * @param args arguments after `ops webhooks`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function webhooksCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const [verb, ...others] = args;
  const withSecret = ({ done, endpoint, secret }: ActionResult<'webhooks.add'>) => ({
    lines: [done, `Endpoint: ${endpoint.id}`, `Secret: ${secret}`],
  });
  if (verb === 'add') return runAction('webhooks.add', others, actions, print, withSecret);
  if (verb === 'rotate-secret')
    return runAction('webhooks.rotate-secret', others, actions, print, withSecret);
  const acted = runVerb('webhooks', args, actions, print);
  if (acted) return acted;
  const verbs = { list: ['json'], log: ['json', 'limit'] } as const;
  const read = readArguments(args, { options, verbs, usage: webhooksUsage }, print);
  if (!read) return usageErrorStatus;
  const { json, limit: limitText } = read.values;
  const limit = wholeNumber(limitText, defaultLimit, maxListed);
  const usageError = (message: string) => {
    print(`${message}\n${webhooksUsage}`);
    return usageErrorStatus;
  };
  if (limit === undefined) return usageError('--limit takes a whole number from 1.');
  const [word] = read.rest;
  const surplus = read.rest[verb === 'log' ? 1 : 0];
  if (surplus !== undefined) return usageError(`Unexpected argument "${surplus}".`);
  const endpoint = word === undefined ? undefined : parseUuid(word);
  if (word && !endpoint) return usageError('ENDPOINT must be an id from "ops webhooks list".');
  if (verb === 'log') {
    const attempts = await listAttempts(database, { endpoint, limit });
    printAnswer(print, json, { attempts }, attemptTable(attempts));
    return 0;
  }
  const endpoints = await listEndpoints(database);
  printAnswer(print, json, { endpoints }, endpointTable(endpoints));
  return 0;
}
