/** Answers to visitors, with times. */

export type Kind = 'page' | 'lead' | 'checkout' | 'claim';

/**
 * `done`: the expected answer. `refused`: 503 with `Retry-After`. `cut`: no answer of the product, because
 * the replica was killed or did not answer in time. `fault`: any other answer.
 */
export type Outcome = 'done' | 'refused' | 'cut' | 'fault';

export interface Event {
  kind: Kind;
  outcome: Outcome;
  /** Time of the request and of the answer, as `performance.now()`. */
  sentAt: number;
  at: number;
  /** Status and path of a fault. */
  detail?: string;
}

export interface Asked {
  outcome: Outcome;
  body: unknown;
}

const answerTimeoutMs = 25_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hasStatus = (body: unknown): body is { status: unknown } => body instanceof Object && 'status' in body;

/** The product sends `x-content-type-options` with each answer. The proxy's own 503 does not have it. */
const whose = ({ headers }: Response) =>
  headers.has('x-content-type-options') ? 'of the product' : 'of the proxy';

/** Sends a request and records its outcome. @param options.body of a POST; undefined for a GET */
export async function ask(
  url: string,
  { kind, events, body }: { kind: Kind; events: Event[]; body?: object },
): Promise<Asked> {
  const sentAt = performance.now();
  const note = (outcome: Outcome, answer: unknown, detail?: string): Asked => {
    events.push({ kind, outcome, sentAt, at: performance.now(), ...(detail && { detail }) });
    return { outcome, body: answer };
  };
  try {
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(url, { ...(body && post), signal });
    const text = await response.text();
    if (kind === 'page')
      return response.status === 200
        ? note('done', undefined)
        : note('fault', undefined, `${response.status} ${whose(response)} ${url}`);
    const answer = parse(text);
    // The proxy's own answer after the replica was killed.
    if (!hasStatus(answer)) return note('cut', undefined);
    if (response.status === 200 && answer.status === 1) return note('done', answer);
    if (response.status === 503 && Number(response.headers.get('retry-after')) > 0)
      return note('refused', answer);
    return note('fault', answer, `${response.status} ${new URL(url).pathname} ${text.slice(0, 200)}`);
  } catch (error) {
    return note('cut', undefined, error instanceof Error ? `${error.name} ${url}` : undefined);
  }
}
