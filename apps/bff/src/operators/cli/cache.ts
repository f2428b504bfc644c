/** `ops cache purge`: purges the caches of all running servers. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { announcePurge, countListeners } from '../../site/purge/purge-channel.ts';
import { purgeTarget, purgeWords } from '../../site/purge/purge-target.ts';
import { printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';

export const cacheUsage = 'ops cache purge [all|courses|blog|resources|CALL|/PATH] [--json]';

const options = { json: { type: 'boolean' } } as const;

/**
 * @param args arguments after `ops cache`
 * @returns exit status: 0, or 2 for wrong usage
 */
export async function cacheCommand(
  args: readonly string[],
  { database }: { database: Kysely<Database> },
  print: (line: string) => void,
): Promise<number> {
  const verbs = { purge: ['json'] } as const;
  const read = readArguments(args, { options, verbs, usage: cacheUsage }, print);
  if (!read) return wrongUse;
  const { values } = read;
  const [target = 'all', ...rest] = read.rest;
  if (rest.length > 0) {
    print(cacheUsage);
    return wrongUse;
  }
  if (!purgeTarget(target)) {
    print(`"${target}" is not known. What can be purged: ${purgeWords}.`);
    return 2;
  }
  const servers = await countListeners(database);
  await announcePurge(database, { target });
  printAnswer(print, values.json, { target, servers }, [
    servers === 0
      ? 'No running server listens on this database.'
      : `${target}: read anew from now on by ${servers} running server${servers === 1 ? '' : 's'}`,
  ]);
  return 0;
}
