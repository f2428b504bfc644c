/** Edits batches in the upstream, if the upstream supports it. */
import { randomUUID } from 'node:crypto';
import { success } from '@meridian/contracts/envelope';
import {
  type BatchListData,
  type BatchListRequest,
  type BatchSavedData,
  type batchChangeCall,
  type batchChangeRequest,
  type batchCreateCall,
  type batchCreateRequest,
  batchListCall,
  batchListData,
  batchSavedData,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { z } from 'zod';
import type { UpstreamClient } from './upstream-client.ts';
import { malformedAnswer } from './upstream-error.ts';

interface EditRequests {
  [batchCreateCall]: z.input<typeof batchCreateRequest>;
  [batchChangeCall]: z.input<typeof batchChangeRequest>;
}

/**
 * Every method throws a `RemoteError` if there is no usable answer, and returns undefined if the upstream
 * does not support editing. `list` also returns undefined if the upstream refuses the call.
 */
export interface BatchEditor {
  list(request: BatchListRequest): Promise<BatchListData | undefined>;
  /** Saves all changes, or none if any is invalid. @param key idempotency key */
  save<Call extends keyof EditRequests>(
    call: Call,
    request: EditRequests[Call],
    key?: string,
  ): Promise<BatchSavedData | undefined>;
}

export function createBatchEditor(
  upstream: Pick<UpstreamClient, 'readOptional' | 'submitOptional'>,
): BatchEditor {
  return {
    async list(request) {
      const answer = await upstream.readOptional(batchListCall, request);
      if (answer?.status !== success) return undefined;
      const parsed = batchListData.safeParse(answer.data);
      if (!parsed.success) throw malformedAnswer(batchListCall, parsed.error);
      return parsed.data;
    },
    async save(call, request, key = randomUUID()) {
      const answer = await upstream.submitOptional(call, request, { idempotencyKey: key });
      if (!answer) return undefined;
      const parsed = batchSavedData.safeParse(answer.data);
      if (!parsed.success) throw malformedAnswer(call, parsed.error);
      return parsed.data;
    },
  };
}
