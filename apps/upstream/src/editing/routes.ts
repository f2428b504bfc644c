import {
  batchChange,
  batchChangeCall,
  batchChangeRequest,
  batchCreateCall,
  batchCreateRequest,
  batchListCall,
  batchListRequest,
  maxEditedBatches,
  newBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { firstIssue } from '../http/first-issue.ts';
import { idempotencyKeyOf, keyReusedMessage } from '../http/idempotency-key.ts';
import type { BatchCatalogue } from '../schedule/batch-catalogue.ts';
import { dateOf } from '../schedule/calendar.ts';
import { readItems } from './draft.ts';
import { runEdit, type WriteBatches } from './edit.ts';
import { listBatches } from './list-batches.ts';
import { changing, creating } from './write-batches.ts';

export interface EditingServices {
  content: () => Content;
  batches: BatchCatalogue;
  database: Database;
  /** Returns the current date in India as a day number. */
  today: () => number;
}

/** Enough bytes for 200 batches with their joining instructions. */
const bodyLimit = 4 * 1024 * 1024;

const items = z.array(z.unknown()).min(1).max(maxEditedBatches);
const createRequest = batchCreateRequest.extend({ batches: items });
const changeRequest = batchChangeRequest.extend({ changes: items });

/** `POST /batch_list`, `/batch_create` and `/batch_change`. */
export function editingRoutes(app: FastifyInstance, services: EditingServices): void {
  const { content, database, today } = services;

  app.post(`/${batchListCall}`, async (request) => {
    const parsed = batchListRequest.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    return succeed(await listBatches(database, content(), parsed.data));
  });

  app.post(`/${batchCreateCall}`, { bodyLimit }, async (request) => {
    const parsed = createRequest.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    const { batches, check_only: checkOnly, unusual_prices: unusualPrices } = parsed.data;
    const context = { content: content(), today: dateOf(today()), unusualPrices, postpones: false };
    const write = creating(readItems(batches, newBatch), context);
    return answerEdit(request, services, { call: batchCreateCall, checkOnly, write });
  });

  app.post(`/${batchChangeCall}`, { bodyLimit }, async (request) => {
    const parsed = changeRequest.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(firstIssue(parsed.error));
    const { changes, check_only: checkOnly, unusual_prices: unusualPrices, postpones } = parsed.data;
    const context = { content: content(), today: dateOf(today()), unusualPrices, postpones };
    const write = changing(readItems(changes, batchChange), context);
    return answerEdit(request, services, { call: batchChangeCall, checkOnly, write });
  });
}

async function answerEdit(
  request: FastifyRequest,
  { content, batches, database }: EditingServices,
  { write, ...edit }: { call: string; checkOnly: boolean; write: WriteBatches },
) {
  const body = request.body as object;
  const idempotencyKey = idempotencyKeyOf(request);
  const outcome = await runEdit(database, content(), { ...edit, body, idempotencyKey }, write);
  if (outcome === 'key-reused') return refuse(keyReusedMessage);
  const { faults } = outcome;
  if (faults.length > 0)
    return { ...refuse(`Nothing was saved: ${faults.length} to correct.`), data: outcome };
  // If this refresh fails, a saved edit stays saved, and the next refresh reads it.
  await batches
    .refresh()
    .catch((error: Error) => request.log.warn({ reason: error.message }, 'batches: changes not read'));
  return succeed(outcome, edit.checkOnly ? 'Nothing to correct. Nothing was saved.' : 'Saved.');
}
