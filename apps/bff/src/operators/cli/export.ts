/** `ops export DIR`: exports the data, without secrets, to documented files. */
import { randomUUID } from 'node:crypto';
import { isAllowed } from '@meridian/contracts/operators/console/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { exportFolder } from '../export/export-folder.ts';
import { recordExport } from '../export/record-export.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { type ActorFor, shellActor } from './shell-actor.ts';

export const exportUsage = 'ops export DIR [--content FOLDER] [--json]';

const options = { content: { type: 'string' }, json: { type: 'boolean' } } as const;

/**
 * @param args arguments after `ops export`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function exportCommand(
  args: readonly string[],
  { database, actorFor }: { database: Kysely<Database>; actorFor: ActorFor },
  print: Print,
): Promise<number> {
  const read = readArguments(
    ['to', ...args],
    { options, verbs: { to: ['content', 'json'] }, usage: exportUsage },
    print,
  );
  if (!read) return usageErrorStatus;
  const { rest, values } = read;
  const [folder, ...others] = rest;
  if (folder === undefined || others.length > 0) {
    print(`${folder === undefined ? 'The folder is missing.' : 'Unexpected argument.'}\n${exportUsage}`);
    return usageErrorStatus;
  }
  const { content, json } = values;
  try {
    const actor = await actorFor('data.export', shellActor());
    if (!isAllowed(actor.role, 'admin'))
      throw new Refusal(
        'forbidden',
        'role_missing',
        `This requires the role admin; your role is ${actor.role}.`,
      );
    const { via, withoutOperator } = actor;
    const by = {
      ...(via !== undefined && { via }),
      ...(withoutOperator !== undefined && { withoutOperator }),
    };
    const manifest = await exportFolder(database, {
      folder,
      content,
      ...(!json && { onFile: ({ path, rows }) => print(`${path}: ${rows} rows`) }),
      onComplete: (files) => recordExport(database, { actor, requestId: `ops-${randomUUID()}`, files, by }),
    });
    const line = `${manifest.files.length} files in ${folder}, described in README.md. They contain personal data.`;
    printAnswer(print, json, manifest, [line]);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    printAnswer(print, json, { error: error.message, code: error.code }, [error.message]);
    return 1;
  }
}
