/** `ops waitlist …`: lists entries of the waiting list, offers seats to them, and closes them. */
import type { Kysely } from 'kysely';
import { type ListedEntry as Entry, listEntries } from '../../enrolment/waitlist/entries.ts';
import { offerPath } from '../../enrolment/waitlist/waitlist.ts';
import type { Database } from '../../platform/database/database.ts';
import { usageOf, usagesOf } from './action-arguments.ts';
import { runAction } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const waitlistUsage = [
  'ops waitlist [list] [--batch ID] [--all] [--limit N] [--json]',
  usageOf('waitlist.offer-all'),
  ...usagesOf('waitlist'),
].join('\n');

const options = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  batch: { type: 'string' },
  limit: { type: 'string' },
} as const;

const listed = ['all', 'json', 'batch', 'limit'] as const;
const verbs = { '': listed, list: listed } as const;

const defaultLimit = 200;
const maxListed = 10_000;

interface WaitlistDependencies {
  database: Kysely<Database>;
  /** Origin of the site; if undefined, links are paths. */
  publicUrl: string | undefined;
}

function linkOf({ publicUrl }: WaitlistDependencies, { token }: Entry): string | null {
  if (token === null) return null;
  return publicUrl === undefined ? offerPath(token) : new URL(offerPath(token), publicUrl).href;
}

/** Describes an entry as JSON without personal data. `ops leads show ID` shows the contact details. */
function dataOf(deps: WaitlistDependencies, entry: Entry) {
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
    link: linkOf(deps, entry),
  };
}

function describeState(entry: Entry): string {
  if (entry.state === 'offered') return `offered until ${formatTimestamp(entry.offer_ends_at)}`;
  if (entry.state !== 'waiting' || entry.passed_over_at === null)
    return [entry.state, entry.note].filter(Boolean).join(': ');
  return `waiting, passed over ${formatTimestamp(entry.passed_over_at)} (${entry.passed_over_seats} free)`;
}

function shown(deps: WaitlistDependencies, entries: readonly Entry[]) {
  const rows = entries.map((entry) => [
    entry.lead_id,
    String(entry.batch_id),
    entry.seats,
    formatTimestamp(entry.joined_at),
    describeState(entry),
  ]);
  const links = entries.flatMap((entry) => {
    const link = entry.state === 'offered' ? linkOf(deps, entry) : null;
    return link === null ? [] : [`${entry.lead_id}  ${link}`];
  });
  const table = tableLines(['id', 'batch', 'seats', 'joined', 'state'], rows);
  return { data: { waitlist: entries.map((entry) => dataOf(deps, entry)) }, lines: [...table, ...links] };
}

async function showEntries(deps: WaitlistDependencies, ids: readonly string[]) {
  const found = await Promise.all(ids.map((entryId) => listEntries(deps.database, { entryId, limit: 1 })));
  return shown(deps, found.flat());
}

/**
 * @param args arguments after `ops waitlist`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function waitlistCommand(
  args: readonly string[],
  deps: WaitlistDependencies & OperationCommandDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  // Without an id, all free seats are offered in the order of the list.
  if (word === 'offer' && others.every((other) => other.startsWith('-')))
    return runOperationCommand('waitlist.offer-all', others, deps, print, ({ offered }) =>
      showEntries(deps, offered),
    );
  if (word === 'offer' || word === 'close')
    return runAction(`waitlist.${word}`, others, deps.actions, print, async ({ done, waitlist }) => {
      const entries = await showEntries(
        deps,
        waitlist.map(({ id }) => id),
      );
      return { ...entries, data: { done, ...entries.data } };
    });
  const read = readArguments(args, { options, verbs, usage: waitlistUsage }, print);
  if (!read) return usageErrorStatus;
  const usageError = (sentence: string) => {
    print(`${sentence}\n${waitlistUsage}`);
    return usageErrorStatus;
  };
  const { all = false, batch, limit: limitText, json } = read.values;
  if (read.rest.length > 0) return usageError('Unexpected argument.');
  const limit = wholeNumber(limitText, defaultLimit, maxListed);
  if (limit === undefined) return usageError('--limit takes a whole number from 1.');
  if (batch !== undefined && !/^\d{1,16}$/.test(batch)) return usageError('--batch takes the id of a batch.');
  const ofBatch = batch === undefined ? {} : { batchId: Number(batch) };
  const { data, lines } = shown(deps, await listEntries(deps.database, { all, ...ofBatch, limit }));
  printAnswer(print, json, data, lines);
  return 0;
}
