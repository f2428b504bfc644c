/** `ops operators …`: invites, lists and changes operators of the console, and checks the audit log. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { listOperators, type OperatorSummary } from '../accounts/operators.ts';
import type { Executor } from '../actions/execute.ts';
import { findAuditFault } from '../audit/audit-log.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const operatorsUsage = [
  'ops operators list [--json]',
  ...usagesOf('operators'),
  'ops operators audit [--json]',
].join('\n');

const options = { json: { type: 'boolean' } } as const;
const verbs = { list: ['json'], audit: ['json'] } as const;

interface OperatorsDependencies {
  database: Kysely<Database>;
  actions: Executor;
}

interface Use {
  database: Kysely<Database>;
  print: Print;
  json: boolean | undefined;
}

const stateOf = ({ disabled_at: disabled, ready }: OperatorSummary) =>
  disabled ? 'disabled' : ready ? 'active' : 'second factor missing';

async function list({ database, print, json }: Use): Promise<number> {
  const operators = await listOperators(database);
  const rows = operators.map((operator) => [
    operator.email,
    operator.name,
    operator.role,
    stateOf(operator),
    operator.last_seen_at ? formatTimestamp(operator.last_seen_at) : '',
  ]);
  printAnswer(print, json, { operators }, tableLines(['email', 'name', 'role', 'state', 'last seen'], rows));
  return 0;
}

async function checkAudit({ database, print, json }: Use): Promise<number> {
  const fault = await findAuditFault(database);
  const text =
    fault === undefined ? 'The audit log is intact.' : `The audit log was changed at entry ${fault}.`;
  printAnswer(print, json, { whole: fault === undefined, first_fault: fault ?? null }, [text]);
  return fault === undefined ? 0 : 1;
}

const withLink = ({ done, link }: { done: string; link: string }) => ({ lines: [done, link] });

/**
 * @param args arguments after `ops operators`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function operatorsCommand(
  args: readonly string[],
  { database, actions }: OperatorsDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'invite') return runAction('operators.invite', others, actions, print, withLink);
  if (word === 'reset-2fa') return runAction('operators.reset-2fa', others, actions, print, withLink);
  const acted = runVerb('operators', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: operatorsUsage }, print);
  if (!read) return usageErrorStatus;
  const { verb, rest, values } = read;
  if (rest.length > 0) {
    print(operatorsUsage);
    return usageErrorStatus;
  }
  const use = { database, print, json: values.json };
  return verb === 'list' ? list(use) : checkAudit(use);
}
