/** `ops batches …`: sold batches, what the upstream says otherwise of them, and how to join. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dayInIndia } from '@meridian/contracts/india-time';
import { comparisonInWords } from '../../enrolment/batches/batch-words.ts';
import type { CompareDependencies } from '../../enrolment/batches/compare-batches.ts';
import {
  audienceInWords,
  cleanMessage,
  previewMessage,
  sendMessage,
} from '../../enrolment/batches/message.ts';
import { findSoldBatch, listSoldBatches } from '../../enrolment/batches/sold-batches.ts';
import { runAction, runVerb, usageOf, usagesOf } from './action-command.ts';
import { orRefused, type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { batchData, batchDetails, batchLines, detailLines } from './batches-view.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';

export const batchesUsage = [
  'ops batches [list] [--limit N] [--json]',
  'ops batches show BATCH [--json]',
  usageOf('batches.compare'),
  ...usagesOf('batches'),
  'ops batches set-joining BATCH --file PATH | --clear',
  'ops batches message BATCH --subject TEXT --text TEXT | --file PATH [--preview] [--json]',
].join('\n');

const options = {
  json: { type: 'boolean' },
  limit: { type: 'string' },
  subject: { type: 'string' },
  preview: { type: 'boolean' },
  text: { type: 'string' },
  file: { type: 'string' },
} as const;

const verbs = {
  '': ['json', 'limit'],
  list: ['json', 'limit'],
  show: ['json'],
  message: ['json', 'subject', 'text', 'file', 'preview'],
} as const;

const defaultLimit = 200;
const mostListed = 10_000;

/** Settings are read at their first use: to look at what is kept the database is enough. */
export type BatchesDependencies = CompareDependencies;

interface Use {
  deps: BatchesDependencies;
  print: Print;
  json: boolean | undefined;
}

function impossible({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

async function list({ deps, print, json }: Use, limit: number): Promise<number> {
  const since = dayInIndia(deps.now());
  const rows = await listSoldBatches(deps.database, { since, limit });
  printAnswer(print, json, { batches: rows.map(batchData) }, batchLines(rows));
  return 0;
}

async function show(use: Use, batchId: number): Promise<number> {
  const page = await findSoldBatch(use.deps.database, batchId);
  if (!page) return impossible(use, 'No order has seats in this batch');
  printAnswer(use.print, use.json, { batches: [batchDetails(page)] }, detailLines(page));
  return 0;
}

/** Replaces `--file PATH` by `--text` with its content, and `--clear` by an empty text. */
async function withText(args: readonly string[]): Promise<string[]> {
  const words: string[] = [];
  for (const [at, word] of args.entries()) {
    if (args[at - 1] === '--file') words.push(await readFile(word, 'utf8'));
    else if (word === '--file') words.push('--text');
    else if (word.startsWith('--file=')) words.push('--text', await readFile(word.slice(7), 'utf8'));
    else if (word === '--clear') words.push('--text', '');
    else words.push(word);
  }
  return words;
}

async function message(
  use: Use,
  batchId: number,
  values: {
    subject?: string | undefined;
    text?: string | undefined;
    file?: string | undefined;
    preview?: boolean | undefined;
  },
): Promise<number> {
  const text = values.text ?? (await readFile(values.file ?? '', 'utf8'));
  const said = { subject: values.subject ?? '', text };
  if (values.preview) {
    const { example: _example, ...audience } = await previewMessage(use.deps.database, batchId, said);
    const clean = cleanMessage(said);
    const lines = [...audienceInWords(audience), '', clean.subject, '', ...clean.text.split('\n')];
    printAnswer(use.print, use.json, { ...audience, ...clean }, lines);
    return 0;
  }
  const by = userInfo().username;
  const audience = await sendMessage(use.deps, batchId, { message: said, by });
  printAnswer(use.print, use.json, { done: 'sent', ...audience }, ['Sent to', ...audienceInWords(audience)]);
  return 0;
}

/**
 * @param args what follows `ops batches`
 * @param print takes each line of the answer
 * @returns the exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function batchesCommand(
  args: readonly string[],
  deps: BatchesDependencies & OperationCommandDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'compare')
    return runOperationCommand('batches.compare', others, deps, print, (output) => ({
      data: output,
      lines: [comparisonInWords(output)],
    }));
  const { actions } = deps;
  // The names before.
  if (word === 'confirm') return runAction('batches.confirm-change', others, actions, print);
  if (word === 'dismiss') return runAction('batches.dismiss-change', others, actions, print);
  if (word === 'joining' || word === 'set-joining')
    return runAction('batches.set-joining', await withText(others), actions, print);
  const acted = runVerb('batches', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: batchesUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { deps, print, json: values.json };
  const wrong = (sentence: string) => {
    print(`${sentence}\n${batchesUsage}`);
    return wrongUse;
  };
  const [id, ...more] = rest;
  const takesId = verb !== '' && verb !== 'list';
  if (more.length > 0 || (id !== undefined && !takesId)) return wrong('That is a word too many.');
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) return wrong('--limit takes a whole number from 1 up.');
  if (!takesId) return list(use, limit);
  if (id === undefined) return wrong('Which batch?');
  if (!/^[1-9]\d{0,14}$/.test(id)) return wrong(`"${id}" is no id of a batch.`);
  if (verb === 'show') return show(use, Number(id));
  return (values.subject ?? '') !== '' && (values.text === undefined) !== (values.file === undefined)
    ? orRefused(use, () => message(use, Number(id), values))
    : wrong('--subject, and either --text or --file.');
}
