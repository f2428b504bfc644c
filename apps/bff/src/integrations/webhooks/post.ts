import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { publicLookup, refusalOfUrl } from './public-address.ts';

export interface PostOutcome {
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** The start of the response body, or why there was no response. */
  answer: string;
  durationMs: number;
}

const maxAnswerBytes = 1_024;
const maxShown = 200;
const userAgent = 'Webhooks/1';

/** Makes a text one line, without control characters that a terminal would interpret. */
const shown = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxShown);

async function startOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
}

/**
 * Posts JSON to an endpoint. Does not follow redirects; reads at most 1 KiB of the response.
 * @param options.timeoutMs timeout of the whole call
 * @returns the response, or why there was none; never throws
 */
export async function postJson(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { isDemo, timeoutMs }: { isDemo: boolean; timeoutMs: number },
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const outcome = (status: number | null, answer: string): PostOutcome => ({
    status,
    answer: shown(answer),
    durationMs: Math.round(performance.now() - startedAt),
  });
  const target = new URL(url);
  const refusal = refusalOfUrl(target, isDemo);
  if (refusal !== undefined) return outcome(null, refusal);
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = target.protocol === 'https:' ? requestEncrypted : requestPlain;
  const request = send(
    target,
    {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': userAgent,
      },
      // Connections are not reused, because the address of a connection was checked only for its own host.
      agent: false,
      signal,
      ...(!isDemo && { lookup: publicLookup }),
    },
    resolve,
  );
  request.on('error', reject);
  request.end(body);
  try {
    const response = await promise;
    const status = response.statusCode ?? null;
    return outcome(status, await startOf(response));
  } catch (error) {
    if (signal.aborted) return outcome(null, `no answer in ${timeoutMs / 1_000} seconds`);
    return outcome(null, error instanceof Error ? error.message : String(error));
  } finally {
    request.destroy();
  }
}
