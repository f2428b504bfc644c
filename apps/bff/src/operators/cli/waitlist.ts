/** `ops waitlist …`: lists who waits for seats, offers them seats, takes them off the list. */
import { parseUuid } from '@meridian/contracts/uuid';
import { ScheduleError } from '../../enrolment/seats/schedule-pages.ts';
import { closeEntry, type ListedEntry as Entry, listEntries } from '../../enrolment/waitlist/entries.ts';
import { type OfferDependencies, offerByHand } from '../../enrolment/waitlist/offer-seats.ts';
import { offerPath } from '../../enrolment/waitlist/waitlist.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { usageOf } from './action-command.ts';
import { orRefused, type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';
import { momentText, tableLines } from './table.ts';

export const waitlistUsage = `ops waitlist [list] [--batch ID] [--all] [--limit N] [--json]
${usageOf('waitlist.offer-all')}
ops waitlist offer ID [--json]
ops waitlist close ID --note TEXT [--json]`;

const options = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  batch: { type: 'string' },
  limit: { type: 'string' },
  note: { type: 'string' },
} as const;

const verbs = {
  '': ['all', 'json', 'batch', 'limit'],
  list: ['all', 'json', 'batch', 'limit'],
  offer: ['json'],
  close: ['json', 'note'],
} as const;

const defaultLimit = 200;
const mostListed = 10_000;

/** @param publicUrl origin of the site; without it links are paths */
export type WaitlistDependencies = OfferDependencies & { publicUrl: string | undefined };

type Dependencies = WaitlistDependencies & OperationCommandDependencies;

interface Use {
  deps: WaitlistDependencies;
  print: Print;
  json: boolean | undefined;
}

function linkOf({ deps }: Use, { token }: Entry): string | null {
  if (token === null) return null;
  return deps.publicUrl === undefined ? offerPath(token) : new URL(offerPath(token), deps.publicUrl).href;
}

/** Nothing of the person: `ops leads show ID` has the contact. */
function dataOf(use: Use, entry: Entry) {
  return {
    id: entry.lead_id,
    course_id: Number(entry.course_id),
    batch_id: Number(entry.batch_id),
    seats: entry.seats,
    state: entry.state,
    joined_at: entry.joined_at.toISOString(),
    passed_over_at: entry.passed_over_at?.toISOString() ?? null,
    passed_over_seats: entry.passed_over_seats,
    offered_at: entry.offered_at?.toISOString() ?? null,
    offer_ends_at: entry.offer_ends_at?.toISOString() ?? null,
    order_id: entry.order_id,
    note: entry.note,
    link: linkOf(use, entry),
  };
}

function wordsOf(entry: Entry): string {
  if (entry.state === 'offered') return `offered until ${momentText(entry.offer_ends_at)}`;
  if (entry.state !== 'waiting' || entry.passed_over_at === null)
    return [entry.state, entry.note].filter(Boolean).join(': ');
  return `waiting, passed over ${momentText(entry.passed_over_at)} (${entry.passed_over_seats} free)`;
}

function shown(use: Use, entries: readonly Entry[], more: object = {}) {
  const rows = entries.map((entry) => [
    entry.lead_id,
    String(entry.batch_id),
    entry.seats,
    momentText(entry.joined_at),
    wordsOf(entry),
  ]);
  const links = entries.flatMap((entry) => {
    const link = entry.state === 'offered' ? linkOf(use, entry) : null;
    return link === null ? [] : [`${entry.lead_id}  ${link}`];
  });
  const data = { ...more, waitlist: entries.map((entry) => dataOf(use, entry)) };
  const table = tableLines(['id', 'batch', 'seats', 'joined', 'state'], rows);
  return { data, lines: [...table, ...links] };
}

function show(use: Use, entries: readonly Entry[], more: object = {}): void {
  const { data, lines } = shown(use, entries, more);
  printAnswer(use.print, use.json, data, lines);
}

function wrong({ print }: Use, sentence: string): number {
  print(`${sentence}\n${waitlistUsage}`);
  return wrongUse;
}

function impossible({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

async function list(
  use: Use,
  values: { all?: boolean | undefined; batch?: string | undefined; limit?: string | undefined },
): Promise<number> {
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) return wrong(use, '--limit takes a whole number from 1 up.');
  if (values.batch !== undefined && !/^\d{1,15}$/.test(values.batch))
    return wrong(use, '--batch takes the id of a batch.');
  const batch = values.batch === undefined ? {} : { batchId: Number(values.batch) };
  show(use, await listEntries(use.deps.database, { all: values.all ?? false, ...batch, limit }));
  return 0;
}

async function entriesOf({ deps }: Use, ids: readonly string[]): Promise<Entry[]> {
  const found = await Promise.all(ids.map((entryId) => listEntries(deps.database, { entryId, limit: 1 })));
  return found.flat();
}

async function offer(use: Use, entryId: string): Promise<number> {
  try {
    await offerByHand(use.deps, entryId);
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    return impossible(use, `The seats cannot be read: ${error.message}`);
  }
  show(use, await entriesOf(use, [entryId]));
  return 0;
}

async function close(use: Use, entryId: string, note: string): Promise<number> {
  if (note === '') return wrong(use, 'Say why with --note.');
  await closeEntry(use.deps.database, entryId, note);
  show(use, await entriesOf(use, [entryId]), { done: 'The entry is closed' });
  return 0;
}

/**
 * @param args what follows `ops waitlist`
 * @param print takes each line of the answer
 * @returns the exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function waitlistCommand(
  args: readonly string[],
  deps: Dependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  // Without an id all that is free is offered in turn.
  if (word === 'offer' && others.every((other) => other.startsWith('-')))
    return runOperationCommand('waitlist.offer-all', others, deps, print, async ({ offered }) => {
      const use: Use = { deps, print, json: undefined };
      return shown(use, await entriesOf(use, offered));
    });
  const read = readArguments(args, { options, verbs, usage: waitlistUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { deps, print, json: values.json };
  const [id, ...more] = rest;
  if (more.length > 0) return wrong(use, `"${more[0]}" is one word too many.`);
  if (verb === '' || verb === 'list')
    return id === undefined ? list(use, values) : wrong(use, `"${id}" is one word too many.`);
  if (id !== undefined && parseUuid(id) === undefined) return wrong(use, `"${id}" is no id of an entry.`);
  if (id === undefined) return wrong(use, 'Which entry?');
  return orRefused(use, () =>
    verb === 'offer' ? offer(use, id) : close(use, id, values.note?.trim() ?? ''),
  );
}
