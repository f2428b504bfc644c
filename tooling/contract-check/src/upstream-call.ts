/** One upstream call, without the retries and the normalisation of the BFF's client. */
import { type CallName, callPath } from '@meridian/contracts/calls';

const timeoutMs = 15_000;

export type Answered =
  | { kind: 'answered'; httpStatus: number; json: unknown; durationMs: number }
  /** No connection, a time-out, or no JSON. */
  | { kind: 'unreachable'; reason: string };

export interface Asked {
  name: CallName;
  body: Readonly<Record<string, unknown>>;
  /** A file, for the call that takes one. */
  file?: { field: string; name: string; type: string; bytes: Uint8Array<ArrayBuffer> };
  idempotencyKey?: string;
}

function requestOf({ body, file, idempotencyKey }: Asked): RequestInit {
  const headers = {
    accept: 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  if (!file)
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set(file.field, new Blob([file.bytes], { type: file.type }), file.name);
  return { headers, body: form };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}

/** @param upstream base URL of the calls */
export async function ask(upstream: string, requested: Asked): Promise<Answered> {
  const startedMs = performance.now();
  let response: Response;
  let text: string;
  try {
    const url = upstream.replace(/\/+$/, '') + callPath(requested.name);
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(url, { ...requestOf(requested), method: 'POST', redirect: 'manual', signal });
    text = await response.text();
  } catch (error) {
    // A refused or broken connection, or a time-out.
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
  try {
    const durationMs = Math.round(performance.now() - startedMs);
    return { kind: 'answered', httpStatus: response.status, json: JSON.parse(text), durationMs };
  } catch {
    return { kind: 'unreachable', reason: `HTTP ${response.status} without JSON` };
  }
}
