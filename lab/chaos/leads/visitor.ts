import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FormName } from '@meridian/contracts/calls';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { bodyOf, type Persona, recordOf } from './personas.ts';

/**
 * A form's endpoint, or `crm`: `/api/zoho/<form>`, for clients that have stored the lead in another system.
 */
export type Endpoint = FormName | 'crm';

export interface Visit {
  endpoint: Endpoint;
  person: Persona;
  /** Last answer to the visitor, or `nothing`. */
  told: 'success' | 'refusal' | 'nothing';
  /** Number of responses with status 500 or more, except 503 with `Retry-After`. */
  serverErrors: number;
  /** Number of answers 503 with `Retry-After`. */
  putOff: number;
}

/** Meaning and time of an answer (`performance.now()`). */
export interface Answered {
  at: number;
  kind: 'thanked' | 'put_off';
}

export interface Habits {
  /** Max number of attempts, all with the same submission id. */
  tries: number;
  /** Whether each request is sent twice concurrently. */
  doubleClick: boolean;
  /** Called on each answer. */
  onAnswered?: (told: Answered) => void;
}

const answerTimeoutMs = 40_000;
const retryDelayMs = 250;
const pdf = new Blob(['%PDF-1.7\n', 'x'.repeat(300_000), '\n%%EOF\n'], { type: 'application/pdf' });

function requestOf(
  endpoint: Endpoint,
  person: Persona,
  submissionId: string,
): { path: string; init: RequestInit } {
  const json = (body: unknown): RequestInit => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (endpoint === 'crm') return { path: '/api/zoho/contact_us', init: json(recordOf(person)) };
  const body = { ...bodyOf(endpoint, person), submission_id: submissionId };
  const file = fileFieldOf(endpoint);
  if (!file) return { path: `/api/${endpoint}`, init: json(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set(file.name, pdf, 'cv.pdf');
  return { path: `/api/${endpoint}`, init: { body: form } };
}

type Answer = { status: number } | { fault: number } | { putOff: true };

/**
 * @returns the envelope's status; `putOff` for 503 with `Retry-After`; the HTTP status of another server error; null
 * without a complete response
 */
async function ask(url: string, init: RequestInit): Promise<Answer | null> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(url, { ...init, method: 'POST', signal });
    const answer: unknown = await response.json();
    if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) return { putOff: true };
    if (response.status >= 500) return { fault: response.status };
    if (response.status === 200 && answer instanceof Object && 'status' in answer)
      return { status: Number(answer.status) };
    throw new TypeError(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  } catch (error) {
    // Refused or reset connections, and truncated responses of a server that was killed.
    const cutOff = error instanceof SyntaxError || (error instanceof TypeError && error.cause !== undefined);
    if (cutOff || (error instanceof DOMException && error.name === 'TimeoutError')) return null;
    throw error;
  }
}

/** Submits a form like a browser: with the same submission id until it is answered. */
export async function visit(
  baseUrl: string,
  endpoint: Endpoint,
  person: Persona,
  habits: Habits,
): Promise<Visit> {
  const { path, init } = requestOf(endpoint, person, randomUUID());
  let [serverErrors, putOff] = [0, 0];
  for (let tried = 0; tried < habits.tries; tried += 1) {
    if (tried > 0) await sleep(retryDelayMs);
    const clicks = habits.doubleClick ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: clicks }, () => ask(baseUrl + path, init)));
    const told = answers.filter((answer) => answer !== null);
    serverErrors += told.filter((answer) => 'fault' in answer).length;
    putOff += told.filter((answer) => 'putOff' in answer).length;
    const statuses = told.flatMap((answer) => ('status' in answer ? [answer.status] : []));
    const at = performance.now();
    if (statuses.includes(1)) habits.onAnswered?.({ at, kind: 'thanked' });
    else if (told.some((answer) => 'putOff' in answer)) habits.onAnswered?.({ at, kind: 'put_off' });
    if (statuses.length > 0) {
      const last = statuses.includes(1) ? 'success' : 'refusal';
      return { endpoint, person, told: last, serverErrors, putOff };
    }
  }
  return { endpoint, person, told: 'nothing', serverErrors, putOff };
}
