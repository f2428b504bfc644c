import type { CallName } from '@meridian/contracts/calls';
import type { Classification } from '@meridian/contracts/classify-answer';
import type { Result } from './result.ts';
import type { Answered, Asked } from './upstream-call.ts';

export type Ask = (requested: Asked) => Promise<Answered>;

/** Ids from the answers of reads, for later calls. */
export interface Found {
  courseSlug?: string;
  courseId?: number;
  batch?: { id: number; fee: number };
  postSlug?: string;
  postId?: number;
  resourceId?: number;
}

/** HTTP statuses that are tolerated for a refusal with a valid envelope. */
const refusalStatuses = new Set([400, 404, 422]);

/**
 * Converts an answer to a result: HTTP status first, then content.
 * @param options.refusal whether a refusal is the expected answer
 */
export function resultOf(
  call: CallName,
  question: string,
  answered: Answered,
  classify: (json: unknown) => Classification,
  options: { refusal?: boolean } = {},
): Result {
  if (answered.kind === 'unreachable')
    return { call, question, verdict: 'unreachable', findings: [answered.reason] };
  const { httpStatus, json, durationMs } = answered;
  const borne = options.refusal === true && refusalStatuses.has(httpStatus);
  if (httpStatus !== 200 && !borne)
    return {
      call,
      question,
      verdict: 'deviates',
      findings: [`HTTP ${httpStatus}, expected 200`],
      durationMs,
    };
  const { verdict, findings } = classify(json);
  if (borne && verdict === 'ok')
    return {
      call,
      question,
      verdict: 'tolerated',
      findings: [`HTTP ${httpStatus}, expected 200`],
      durationMs,
    };
  return { call, question, verdict, findings, durationMs };
}

/** Result of a check that was skipped. @param missing the missing thing, for example "no course" */
export function skipped(call: CallName, question: string, missing: string): Result {
  return { call, question, verdict: 'skipped', findings: [`${missing} was found`] };
}

/** Data of a usable answer. */
export function dataOf(answered: Answered): unknown {
  return answered.kind === 'answered' && answered.json instanceof Object && 'data' in answered.json
    ? answered.json.data
    : undefined;
}
