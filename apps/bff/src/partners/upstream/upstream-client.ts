/** Client of the upstream API (specification, section 7), built from the call table. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { CallName, ReadCallName, SubmitCallName } from '@meridian/contracts/calls';
import type { bookingChangeCall } from '@meridian/contracts/enrolment/booking-change';
import type { Envelope } from '@meridian/contracts/envelope';
import type { contentFaultsCall } from '@meridian/contracts/site/content-faults';
import type {
  batchChangeCall,
  batchCreateCall,
  batchListCall,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { RemoteError } from '../../platform/remote/remote-error.ts';
import { transportError } from '../../platform/remote/transport-error.ts';
import { maxAnswerBytes, readBounded, understandAnswer } from './answer.ts';
import { createJsonPost, type RawAnswer } from './json-post.ts';
import { type MultipartBody, multipartBody, type UploadFile } from './multipart-body.ts';

/** Calls that are not in the call table; not every upstream supports them. */
type OptionalRead = typeof contentFaultsCall | typeof batchListCall;
type OptionalSubmit = typeof batchCreateCall | typeof batchChangeCall;
/** Not in the call table either. Sent only if the settings say that the upstream supports it. */
type BookingChangeCall = typeof bookingChangeCall;
type UpstreamCall = CallName | BookingChangeCall | OptionalRead | OptionalSubmit;

export interface SubmitOptions {
  /** Sent as `Idempotency-Key`. An upstream that honours it does the work once. */
  idempotencyKey: string;
  /** Timeout for the whole answer, in ms. */
  timeoutMs?: number;
}

/** Result of a call, as a label of the metric. */
export type CallResult = 'answered' | 'timeout' | 'unreachable' | 'http_error' | 'malformed';

/** One call, for the metrics. */
export interface CallObservation {
  call: UpstreamCall;
  result: CallResult;
  durationMs: number;
}

/**
 * Every method returns the upstream's envelope with any status, or throws a `RemoteError`. Methods of
 * optional calls return undefined if the upstream does not support the call.
 */
export interface UpstreamClient {
  read<Name extends ReadCallName>(name: Name, request: ReadRequest<Name>): Promise<Envelope>;
  readOptional(name: OptionalRead, request: object): Promise<Envelope | undefined>;
  submit(
    name: SubmitCallName | BookingChangeCall,
    body: Record<string, unknown>,
    options: SubmitOptions,
  ): Promise<Envelope>;
  submitOptional(name: OptionalSubmit, body: object, options: SubmitOptions): Promise<Envelope | undefined>;
  submitFile(
    name: SubmitCallName,
    fields: Record<string, string>,
    file: UploadFile,
    options: SubmitOptions,
  ): Promise<Envelope>;
}

export interface UpstreamClientOptions {
  /** Base URL of the calls. */
  baseUrl: string;
  /** Timeout of a read, for the whole answer, in ms. */
  timeoutMs: number;
  /** Timeout of a submission that states none, in ms. Default: the timeout of a read. */
  submitTimeoutMs?: number;
  onCall?: (observation: CallObservation) => void;
}

const readRefusals = new Set([400, 404, 422]);
// A 404 here means a wrong URL, not a refusal: the lead stays stored, and the call is retried.
const submitRefusals = new Set([400, 422]);
/** HTTP statuses of an upstream that does not have this path. */
const unknownCall = new Set([404, 405, 501]);
/** Long enough for 20 MiB over a slow line. */
const fileTimeoutMs = 30_000;

/** All HTTP status errors share one label; the log has the code. */
function resultOf({ code, httpStatus }: RemoteError): CallResult {
  if (httpStatus !== undefined) return 'http_error';
  return code === 'timeout' || code === 'malformed' ? code : 'unreachable';
}

const gunzipBuffer = promisify(gunzip);

/** @returns undefined for invalid gzip, or if over the limit */
async function unzip(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await gunzipBuffer(bytes, { maxOutputLength: maxAnswerBytes });
  } catch {
    // The caller throws an error with the name of the call.
    return undefined;
  }
}

/** @returns a stateless client; the platform pools the connections */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { baseUrl, timeoutMs, submitTimeoutMs = timeoutMs, onCall } = options;
  // Costs a third of `fetch` per call, and allocates far less memory.
  const post = createJsonPost(baseUrl);

  async function observed<Answer>(
    name: UpstreamCall,
    ask: (path: string) => Promise<RawAnswer>,
    understand: (answer: RawAnswer) => Answer,
  ): Promise<Answer> {
    const startedMs = performance.now();
    const observe = (result: CallResult) =>
      onCall?.({ call: name, result, durationMs: performance.now() - startedMs });
    try {
      const answer = understand(await ask(`/${name}`));
      observe('answered');
      return answer;
    } catch (thrown) {
      const error = transportError('upstream', name, thrown);
      observe(resultOf(error));
      throw error;
    }
  }

  /** Uses `fetch`, because its cost is small compared with that of the bytes of a file (decision 11). */
  async function postFile(path: string, multipart: MultipartBody, key: string, limitMs: number) {
    const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
      method: 'POST',
      headers: { ...multipart.headers, accept: 'application/json', 'idempotency-key': key },
      body: multipart.body,
      duplex: 'half',
      redirect: 'manual',
      // The timeout applies to the whole answer, including the body.
      signal: AbortSignal.timeout(limitMs),
    });
    return { httpStatus: response.status, bytes: await readBounded(response, maxAnswerBytes) };
  }

  async function readAnswer(path: string, body: unknown): Promise<RawAnswer> {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await post(path, { body, headers, timeoutMs, maxBytes: maxAnswerBytes });
    if (answer.encoding !== 'gzip' || !answer.bytes) return answer;
    return { ...answer, bytes: await unzip(answer.bytes) };
  }

  const submission = (body: object, options: SubmitOptions) => (path: string) =>
    post(path, {
      body,
      headers: { 'idempotency-key': options.idempotencyKey },
      timeoutMs: options.timeoutMs ?? submitTimeoutMs,
      maxBytes: maxAnswerBytes,
    });

  const envelopeOf = (name: UpstreamCall, refusals: ReadonlySet<number>) => (answer: RawAnswer) =>
    understandAnswer(name, answer, refusals);

  const optionalEnvelopeOf = (name: OptionalRead | OptionalSubmit) => (answer: RawAnswer) =>
    unknownCall.has(answer.httpStatus) ? undefined : understandAnswer(name, answer, submitRefusals);

  return {
    read: (name, request) =>
      observed(name, (path) => readAnswer(path, request), envelopeOf(name, readRefusals)),
    readOptional: (name, request) =>
      observed(name, (path) => readAnswer(path, request), optionalEnvelopeOf(name)),
    submit: (name, body, options) =>
      observed(name, submission(body, options), envelopeOf(name, submitRefusals)),
    submitOptional: (name, body, options) =>
      observed(name, submission(body, options), optionalEnvelopeOf(name)),
    submitFile: (name, fields, file, { idempotencyKey, timeoutMs: own = fileTimeoutMs }) =>
      observed(
        name,
        (path) => postFile(path, multipartBody(fields, file), idempotencyKey, own),
        envelopeOf(name, submitRefusals),
      ),
  };
}
