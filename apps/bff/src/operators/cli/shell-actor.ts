/**
 * Finds the actor of a command that changes data: an operator with an authenticator code, or a shell user
 * without an account.
 */
import { hostname, userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { checkCode } from '../accounts/check-code.ts';
import { findEnabledOperator, hasOperators } from '../accounts/operators.ts';
import type { Actor } from '../actions/action.ts';
import type { Executor } from '../actions/execute.ts';

const names = ['as', 'code', 'without-operator'] as const;
type Identity = Partial<Record<(typeof names)[number], string>>;

export const identityUsage =
  'Commands that change data also take --as EMAIL [--code CODE], or --without-operator REASON.';

/** @returns the options that name the operator, and the other arguments */
export function takeIdentity(args: readonly string[]): { identity: Identity; rest: string[] } {
  const identity: Identity = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [, option, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? [];
    const name = names.find((candidate) => candidate === option);
    if (name === undefined) {
      rest.push(args[at] ?? '');
      continue;
    }
    if (value === undefined) at += 1;
    identity[name] = value ?? args[at] ?? '';
  }
  return { identity, rest };
}

/** Asks for the code at the terminal. @returns an empty text if there is no terminal */
async function askForCode(email: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(`Authenticator code of ${email}: `);
  } finally {
    terminal.close();
  }
}

interface ShellDependencies {
  database: Kysely<Database>;
  environment: NodeJS.ProcessEnv;
  identity: Identity;
  askCode?: (email: string) => Promise<string>;
}

const invalid = (message: string) => new Refusal('invalid', 'operator_invalid', message);
const forbidden = (code: string, message: string) => new Refusal('forbidden', code, message);

/** @throws Refusal unless the operator is enabled and the authenticator code is right */
async function steppedUpOperator(
  { database, environment, identity, askCode = askForCode }: ShellDependencies,
  given: string,
  via: string,
): Promise<Actor> {
  const email = given.trim().toLowerCase();
  const operator = await findEnabledOperator(database, email);
  if (!operator) throw forbidden('operator_unknown', `No enabled operator has the email address ${email}.`);
  const key = environment.CONSOLE_SECRET;
  if (!key) throw invalid('--as needs CONSOLE_SECRET, which decrypts the secrets of authenticators');
  const code = (identity.code ?? (await askCode(email))).replaceAll(/\s/g, '');
  if (code === '') throw invalid('Give the authenticator code with --code');
  if (!(await checkCode({ database, key }, operator.id, code)))
    throw forbidden(
      'code_wrong',
      'The code is wrong or has already been used, or too many wrong codes were entered.',
    );
  return { ...operator, isSteppedUp: true, via };
}

/** Finds the actor of a change. `name` is the action's name, `shell` the shell user. @throws Refusal */
export type ActorFor = (name: string, shell: Actor) => Promise<Actor>;

/**
 * Refuses a change without an operator in production, unless a reason is given or the first operator is
 * invited.
 * @returns a function that returns the operator of `--as` or `OPS_OPERATOR`; without both, or with
 * `--without-operator`, the shell user
 */
export function createActorFor(deps: ShellDependencies): ActorFor {
  const { database, environment, identity } = deps;
  const email = identity.as ?? environment.OPS_OPERATOR;
  const reason = identity['without-operator'];
  let steppedUp: Promise<Actor> | undefined;

  return async (name, shell) => {
    if (reason !== undefined) {
      if (reason.trim() === '') throw invalid('--without-operator needs a reason');
      return { ...shell, withoutOperator: reason.trim() };
    }
    if (email) {
      steppedUp ??= steppedUpOperator(deps, email, shell.email);
      return steppedUp;
    }
    const isFirst = name === 'operators.invite' && !(await hasOperators(database));
    if (environment.APP_ENV === 'production' && !isFirst)
      throw forbidden(
        'operator_missing',
        'In production a change needs --as EMAIL. In an emergency use --without-operator "reason", which raises an alert.',
      );
    return shell;
  };
}

/** @returns an executor that replaces the actor of a call by that of {@link createActorFor} */
export const executorOfShell = (executor: Executor, actorFor: ActorFor): Executor => ({
  execute: async (name, request, call) =>
    executor.execute(name, request, { ...call, actor: await actorFor(name, call.actor) }),
  preview: async (name, request, actor) => executor.preview(name, request, await actorFor(name, actor)),
});

/** @returns the name of the shell user; empty for a user without a name, for example in a container */
function shellUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** @param user name of the shell user, for the audit log */
export const shellActor = (user = shellUser()): Actor => ({
  id: null,
  email: `shell ${user}@${hostname()}`,
  role: 'admin',
  isSteppedUp: true,
});
