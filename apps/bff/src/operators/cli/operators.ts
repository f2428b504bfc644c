/** `ops operators …`: invites operators of the console, lists and disables them, resets a second factor. */
import { userInfo } from 'node:os';
import { isRole, roles } from '@meridian/contracts/console/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { invitationLink, inviteOperator } from '../accounts/invitations.ts';
import {
  disableOperator,
  listOperators,
  type OperatorSummary,
  resetSecondFactor,
} from '../accounts/operators.ts';
import { findAuditFault } from '../audit/audit-log.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';
import { momentText, tableLines } from './table.ts';

export const operatorsUsage = `ops operators list [--json]
ops operators invite EMAIL --role viewer|desk|finance|admin [--json]
ops operators disable EMAIL [--json]
ops operators reset-2fa EMAIL [--json]
ops operators audit [--json]`;

const options = { json: { type: 'boolean' }, role: { type: 'string' } } as const;
const verbs = {
  list: ['json'],
  invite: ['json', 'role'],
  disable: ['json'],
  'reset-2fa': ['json'],
  audit: ['json'],
} as const;

export interface OperatorsDependencies {
  database: Kysely<Database>;
  /** Origin of the console, for the links of invitations. */
  consoleUrl: string;
}

interface Use extends OperatorsDependencies {
  print: Print;
  json: boolean | undefined;
}

/** Who works on the command line has no account; a container's user may have no name either. */
function shellActor() {
  try {
    return { id: null, email: `${userInfo().username} (command line)` };
  } catch {
    return { id: null, email: 'command line' };
  }
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
    operator.last_seen_at ? momentText(operator.last_seen_at) : '',
  ]);
  printAnswer(print, json, { operators }, tableLines(['e-mail', 'name', 'role', 'state', 'last seen'], rows));
  return 0;
}

function refuse({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

function printLink({ consoleUrl, print, json }: Use, email: string, token: string): number {
  const link = invitationLink(consoleUrl, token);
  printAnswer(print, json, { invited: email, link }, [
    `Send this link to ${email}; it works once, for 72 hours:`,
    link,
  ]);
  return 0;
}

async function invite(use: Use, email: string, role: string | undefined): Promise<number> {
  if (!isRole(role)) {
    use.print(`--role takes one of ${roles.join(', ')}.\n${operatorsUsage}`);
    return wrongUse;
  }
  const invited = await inviteOperator(use.database, { email, role, by: shellActor() });
  return invited.kind === 'known'
    ? refuse(use, 'This address is an operator already. For a lost phone: ops operators reset-2fa EMAIL')
    : printLink(use, email, invited.token);
}

async function checkAudit({ database, print, json }: Use): Promise<number> {
  const fault = await findAuditFault(database);
  const text =
    fault === undefined ? 'The audit log is whole.' : `The audit log was changed at entry ${fault}.`;
  printAnswer(print, json, { whole: fault === undefined, first_fault: fault ?? null }, [text]);
  return fault === undefined ? 0 : 1;
}

const unknown = 'There is no operator with this address';

/**
 * @param args arguments after `ops operators`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function operatorsCommand(
  args: readonly string[],
  dependencies: OperatorsDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: operatorsUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { ...dependencies, print, json: values.json };
  const [email, ...more] = rest;
  if (verb === 'list' && email === undefined) return list(use);
  if (verb === 'audit' && email === undefined) return checkAudit(use);
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || more.length > 0) {
    print(operatorsUsage);
    return wrongUse;
  }
  if (verb === 'invite') return invite(use, email, values.role);
  if (verb === 'disable') {
    if (!(await disableOperator(use.database, email, shellActor()))) return refuse(use, unknown);
    printAnswer(print, use.json, { disabled: email }, ['disabled; all sessions are over']);
    return 0;
  }
  const token = await resetSecondFactor(use.database, email, shellActor());
  return token === undefined ? refuse(use, unknown) : printLink(use, email, token);
}
