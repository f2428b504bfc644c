import { type Envelope, envelope, success } from '@meridian/contracts/envelope';
import type { RawAnswer } from './json-post.ts';
import { httpError, malformedAnswer } from './upstream-error.ts';

/** Max bytes of an answer, far above real ones. */
export const maxAnswerBytes = 10 * 1024 * 1024;

/**
 * Reads a body up to a limit.
 * @returns undefined if it is longer
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
    // Leaving the loop cancels the rest of the body.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function parseEnvelope(bytes: Buffer): ReturnType<typeof envelope.safeParse> | undefined {
  try {
    return envelope.safeParse(JSON.parse(bytes.toString('utf8')));
  } catch {
    // Not JSON; the caller throws an error with the name of the call.
    return undefined;
  }
}

/**
 * Parses an answer into the envelope of the call.
 * @param refusals HTTP statuses with which some upstreams send a refusal: a valid envelope whose `status` is
 * not 1 then counts as the answer
 * @throws RemoteError for any other HTTP status or an invalid envelope
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
