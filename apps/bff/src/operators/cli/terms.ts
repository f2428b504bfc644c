/** `ops terms …`: shows the versions of the terms of refunds and moves, and sets new terms. */
import { changeSentences, refundRows } from '@meridian/contracts/enrolment/terms-text';
import type { Kysely } from 'kysely';
import { readTermsVersions, type TermsVersion } from '../../enrolment/orders/terms-versions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { toTermsRow } from '../actions/installation/terms.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp } from './table.ts';

export const termsUsage = ['ops terms [--json]', ...usagesOf('terms')].join('\n');

const options = { json: { type: 'boolean' } } as const;
const verbs = { '': ['json'] } as const;

function linesOf({ version, validFrom, changedBy, note, refundPolicy, changePolicy }: TermsVersion) {
  const by = changedBy === null ? '' : `, by ${changedBy}`;
  return [
    `Version ${version}, from ${formatTimestamp(validFrom)}${by}: ${note}`,
    ...refundRows(refundPolicy).map(([when, refund]) => `  Cancelled ${when}: ${refund}`),
    ...changeSentences(changePolicy).map((sentence) => `  ${sentence}`),
  ];
}

/**
 * @param args arguments after `ops terms`
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function termsCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('terms', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: termsUsage }, print);
  if (!read) return usageErrorStatus;
  const versions = await readTermsVersions(database);
  printAnswer(print, read.values.json, { terms: versions.map(toTermsRow) }, versions.flatMap(linesOf));
  return 0;
}
