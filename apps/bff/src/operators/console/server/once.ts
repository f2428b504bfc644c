/** Runs a writing call once for its `Idempotency-Key`, which the console's pages send with every deed. */
import { parseUuid } from '@meridian/contracts/uuid';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  type Deed,
  DeedDoneError,
  type FoundDeed,
  findDeed,
  hashOfRequest,
  noteDone,
} from '../../audit/deeds.ts';
import type { ConsoleDependencies } from './route.ts';

/** @returns undefined without a key @throws HttpProblem 400 for one that is not a UUID */
export function deedOf(
  request: { method: string; url: string; body: unknown; id: string; headers: Record<string, unknown> },
  operatorId: string | undefined,
): Deed | undefined {
  const header = request.headers['idempotency-key'];
  if (request.method !== 'POST' || header === undefined || operatorId === undefined) return undefined;
  const key = typeof header === 'string' ? parseUuid(header) : undefined;
  if (key === undefined) throw new HttpProblem(400, 'The key of this call is not a UUID.');
  const requestHash = hashOfRequest(request.url, request.body);
  return { key, operatorId, requestHash, requestId: request.id };
}

function answerOf(found: FoundDeed): { done: string } {
  if (found.kind === 'other_content')
    throw new HttpProblem(
      409,
      'This was sent before with other content, and done. Look at the page, and do it again where that is right.',
    );
  return { done: found.done ?? 'This was done already. The page shows how far it is.' };
}

const doneOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'done' in data && typeof data.done === 'string'
    ? data.done
    : undefined;

/** @param run does it, and stores the key in its commit @returns its data, or what the first request answered */
export async function once(
  { database }: Pick<ConsoleDependencies, 'database'>,
  deed: Deed | undefined,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!deed) return run();
  const before = await findDeed(database, deed);
  if (before) return answerOf(before);
  try {
    const data = await run();
    const done = doneOf(data);
    if (done !== undefined) await noteDone(database, deed, done);
    return data;
  } catch (error) {
    // It may have been refused because the other request had done it.
    const meanwhile =
      error instanceof DeedDoneError || error instanceof Refusal || error instanceof HttpProblem
        ? await findDeed(database, deed)
        : undefined;
    if (meanwhile) return answerOf(meanwhile);
    throw error;
  }
}
