/** `ops batches …`: lists and shows sold batches, and runs their actions. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { describeComparison } from '../../enrolment/batches/describe-comparison.ts';
import { findSoldBatch, listSoldBatches } from '../../enrolment/batches/sold-batches.ts';
import { usageOf, usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { batchData, batchDetails, batchLines, detailLines } from './batches-view.ts';
import { importFile } from './import-file.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';
import { FileError, withText } from './text-file.ts';

export const batchesUsage = [
  'ops batches [list] [--limit N] [--json]',
  'ops batches show BATCH [--json]',
  usageOf('batches.compare'),
  usageOf('batches.call-off'),
  ...usagesOf('batches'),
  'ops batches send-message BATCH --subject TEXT --file PATH',
  'ops batches set-joining BATCH --file PATH | --clear',
].join('\n');

const options = { json: { type: 'boolean' }, limit: { type: 'string' } } as const;
const verbs = { '': ['json', 'limit'], list: ['json', 'limit'], show: ['json'] } as const;

const defaultLimit = 200;
const maxListed = 10_000;

/** Verb → the option that `--file PATH` fills with the text of the file. */
const textOptions: Readonly<Record<string, string>> = {
  'send-message': '--text',
  'set-joining': '--text',
};

/**
 * @param args arguments after `ops batches`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function batchesCommand(
  args: readonly string[],
  deps: OperationCommandDependencies,
  print: Print,
  now = new Date(),
): Promise<number> {
  const [word = '', ...others] = args;
  const usageError = (sentence: string) => {
    print(`${sentence}\n${batchesUsage}`);
    return usageErrorStatus;
  };
  if (word === 'compare')
    return runOperationCommand('batches.compare', others, deps, print, (output) => ({
      data: output,
      lines: [describeComparison(output)],
    }));
  if (word === 'import') return importFile('batches.import', others, deps.actions, print);
  if (word === 'call-off')
    return runOperationCommand('batches.call-off', others, deps, print, (output, message) => ({
      data: output,
      lines: [message],
    }));
  try {
    const option = textOptions[word];
    const words = option === undefined ? others : await withText(others, option);
    const acted = runVerb('batches', [word, ...words], deps.actions, print);
    if (acted) return await acted;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return usageError(error.message);
  }
  const read = readArguments(args, { options, verbs, usage: batchesUsage }, print);
  if (!read) return usageErrorStatus;
  const {
    rest: [id, ...more],
    values: { json, limit: limitText },
  } = read;
  const isShown = read.verb === 'show';
  if (more.length > 0 || (id !== undefined && !isShown)) return usageError('Unexpected argument.');
  if (!isShown) {
    const limit = wholeNumber(limitText, defaultLimit, maxListed);
    if (limit === undefined) return usageError('--limit takes a whole number from 1.');
    const rows = await listSoldBatches(deps.database, { since: dayInIndia(now), limit });
    printAnswer(print, json, { batches: rows.map(batchData) }, batchLines(rows));
    return 0;
  }
  if (id === undefined) return usageError('The batch id is missing.');
  if (!/^[1-9]\d{0,15}$/.test(id)) return usageError(`"${id}" is not a batch id.`);
  const batch = await findSoldBatch(deps.database, Number(id));
  if (!batch) {
    const error = 'No order has seats in this batch';
    printAnswer(print, json, { error }, [error]);
    return 1;
  }
  printAnswer(print, json, { batches: [batchDetails(batch)] }, detailLines(batch));
  return 0;
}
