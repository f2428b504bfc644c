import { type Envelope, envelope, success } from '@meridian/contracts/envelope';
import type { RawAnswer } from './json-post.ts';
import { httpError, malformedAnswer } from './upstream-error.ts';

/** More than any answer of the upstream; one that does not end is cut off here. */
export const maxAnswerBytes = 10 * 1024 * 1024;

/**
 * Reads a body up to a limit.
 * @returns undefined where it is longer
 */
export async function readBounded(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function parseEnvelope(bytes: Buffer): ReturnType<typeof envelope.safeParse> | undefined {
  try {
    return envelope.safeParse(JSON.parse(bytes.toString('utf8')));
  } catch {
    // Whatever is not JSON is no envelope; the caller says so with the call's name.
    return undefined;
  }
}

/**
 * Turns an answer into the call's envelope.
 * @param refusals HTTP statuses that some back ends put beside a refusal; with them a well-formed envelope whose
 *   status is not 1 counts as the answer
 * @throws RemoteError for any other HTTP status and for a body that is no envelope
 */
export function understandAnswer(
  call: string,
  { httpStatus, bytes }: RawAnswer,
  refusals: ReadonlySet<number>,
): Envelope {
  const parsed = bytes && parseEnvelope(bytes);
  if (httpStatus >= 200 && httpStatus < 300) {
    if (parsed?.success) return parsed.data;
    throw malformedAnswer(call, parsed?.error);
  }
  if (refusals.has(httpStatus) && parsed?.success && parsed.data.status !== success) return parsed.data;
  throw httpError(call, httpStatus);
}
