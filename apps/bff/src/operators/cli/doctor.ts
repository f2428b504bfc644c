/** `ops doctor`: checks the installation without changing it, and reports faults with advice. */

import { servingDeadlines, withDeadlines } from '../../platform/database/connection/deadlines.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { DoctorContext } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import { type NamedFinding, runChecks } from '../doctor/run-checks.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { openDoctorContext } from './doctor-context.ts';

export const doctorUsage = 'ops doctor [--data] [--json]';

const options = { json: { type: 'boolean' }, data: { type: 'boolean' } } as const;
const verbs = { '': ['json', 'data'] } as const;
function linesOf(findings: readonly NamedFinding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const indent = ' '.repeat('skipped'.length + width + 4);
  return findings.flatMap(({ name, state, text, advice }) => [
    `${state.padEnd('skipped'.length)}  ${name.padEnd(width)}  ${text}`,
    ...(advice === undefined ? [] : [`${indent}→ ${advice}`]),
  ]);
}

/**
 * @param args arguments after `ops doctor`
 * @param environment settings as for a server
 * @returns exit status: 0; 1 if a check finds a fault; 2 for wrong usage
 */
export async function doctorCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  print: Print,
  dns?: DoctorContext['dns'],
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: doctorUsage }, print);
  if (!read) return usageErrorStatus;
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl } = environment;
  const url = environment.DATABASE_CONSOLE_URL || directUrl || databaseUrl;
  const database = url ? openDatabase(url, { maxConnections: 1 }) : undefined;
  try {
    const context = openDoctorContext(environment, database, dns);
    const chosen = checks.filter(({ ofData }) => ofData || !read.values.data);
    const findings = await withDeadlines(servingDeadlines, () => runChecks(context, chosen));
    printAnswer(print, read.values.json, { checks: findings }, linesOf(findings));
    return findings.some(({ state }) => state === 'fault') ? 1 : 0;
  } finally {
    await database?.destroy();
  }
}
