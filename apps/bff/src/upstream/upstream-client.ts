/** The upstream API (specification, section 7): every call of the call table over HTTP. */
import type { ReadRequest } from '@meridian/contracts/call-schemas';
import { type CallName, calls, type ReadCallName, type SubmitCallName } from '@meridian/contracts/calls';
import type { Envelope } from '@meridian/contracts/envelope';
import ky, { type Options } from 'ky';
import { readAnswer } from './answer.ts';
import { multipartBody, type UploadFile } from './multipart-body.ts';
import { transportError, type UpstreamErrorCode } from './upstream-error.ts';

export { UpstreamError } from './upstream-error.ts';

export interface SubmitOptions {
  /** Sent as `Idempotency-Key`: an upstream that honours it does the work once, however often it is asked. */
  idempotencyKey: string;
  /** Longest wait for the whole answer. */
  timeoutMs?: number;
}

/** What became of one call, for the metrics. */
export interface CallObservation {
  call: CallName;
  result: 'answered' | UpstreamErrorCode;
  durationMs: number;
}

/** Every method answers with the upstream's envelope, whatever its status, and throws `UpstreamError` without one. */
export interface UpstreamClient {
  read<Name extends ReadCallName>(name: Name, request: ReadRequest<Name>): Promise<Envelope>;
  submit(name: SubmitCallName, body: Record<string, unknown>, options: SubmitOptions): Promise<Envelope>;
  submitFile(
    name: 'instructor',
    fields: Record<string, string>,
    file: UploadFile,
    options: SubmitOptions,
  ): Promise<Envelope>;
}

export interface UpstreamClientOptions {
  /** Address below which the calls are. */
  baseUrl: string;
  /** Longest wait for the whole answer to a read. */
  timeoutMs: number;
  /** Longest wait for a submission that names no time of its own; without it the time of a read. */
  submitTimeoutMs?: number;
  onCall?: (observation: CallObservation) => void;
}

const readRefusals = new Set([400, 404, 422]);
// A 404 here is a wrong address, not an answer to the visitor: the lead is kept and tried again.
const submitRefusals = new Set([400, 422]);
/** A file of 20 MiB over a slow line takes its time. */
const fileTimeoutMs = 30_000;

/** @returns a client without state of its own; the platform keeps connections alive and uses them again */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { baseUrl, timeoutMs, submitTimeoutMs = timeoutMs, onCall } = options;
  const http = ky.create({
    prefix: baseUrl,
    method: 'post',
    // Retries are the caller's: a submission that is sent twice needs its own care.
    retry: 0,
    redirect: 'manual',
    throwHttpErrors: false,
    // The signal bounds the whole answer, body included.
    timeout: false,
    headers: { accept: 'application/json' },
  });

  async function call(
    name: CallName,
    request: Options,
    limits: { timeoutMs: number; refusals: ReadonlySet<number> },
  ): Promise<Envelope> {
    const startedMs = performance.now();
    const observe = (result: CallObservation['result']) =>
      onCall?.({ call: name, result, durationMs: performance.now() - startedMs });
    try {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      const response = await http(calls[name].path.slice(1), { ...request, signal });
      const answer = await readAnswer(name, response, limits.refusals);
      observe('answered');
      return answer;
    } catch (thrown) {
      const error = transportError(name, thrown);
      observe(error.code);
      throw error;
    }
  }

  return {
    read: (name, request) => call(name, { json: request }, { timeoutMs, refusals: readRefusals }),
    submit: (name, body, { idempotencyKey, timeoutMs: own = submitTimeoutMs }) =>
      call(
        name,
        { json: body, headers: { 'idempotency-key': idempotencyKey } },
        { timeoutMs: own, refusals: submitRefusals },
      ),
    submitFile: (name, fields, file, { idempotencyKey, timeoutMs: own = fileTimeoutMs }) => {
      const { headers, body } = multipartBody(fields, 'resume', file);
      return call(
        name,
        { body, headers: { ...headers, 'idempotency-key': idempotencyKey } },
        { timeoutMs: own, refusals: submitRefusals },
      );
    },
  };
}
