/**
 * A steady public load: pages with their files, reads, forms and purchases. Every failed request is recorded.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import { bodyOf, createPersonas } from '../leads/personas.ts';
import { type Visit, visit } from '../leads/visitor.ts';
import type { ProductClient } from '../payments/client.ts';
import { visit as buy } from '../payments/visitor.ts';
import type { Random } from '../random.ts';
import type { Release } from './releases.ts';

const pages = ['/', '/view-schedule/101', '/blogs', '/safe/safe-agilist-certification'];
const reads = ['/api/home', '/api/course_schedule?id=101', '/api/blog'];
const fileAddress = /(?:href|src)="(\/assets\/[^"]+)"/g;

/** Pauses in ms between two requests of a kind: 20 pages and reads, 10 leads and one purchase per second. */
const pausesMs = { page: 100, read: 100, lead: 200, oldForm: 200, purchase: 1_000 };

/** The time-out is long, because one machine runs all parts. */
const answerTimeoutMs = 30_000;

/** @returns the time in UTC, for printed steps and failures */
export const clockTime = () => new Date().toISOString().slice(11, 19);

export interface Load {
  /** Number of requests by kind. */
  sent: Record<string, number>;
  /** One line for each failed request. */
  failed: string[];
  visits: Visit[];
  personas: ReturnType<typeof createPersonas>;
  /** Number of bought seats. */
  purchases: number;
  end: () => Promise<void>;
}

/**
 * @param name prefix of the visitors' email addresses
 * @param earlier release whose form bodies are sent too, beside those of this tree
 */
export async function startLoad(
  baseUrl: string,
  client: ProductClient,
  earlier: Release,
  name: string,
  random: Random,
): Promise<Load> {
  const personas = createPersonas(name);
  const load: Load = { sent: {}, failed: [], visits: [], personas, purchases: 0, end: async () => undefined };
  const filesSeen = new Set<string>();
  const forms = formNames.filter((form) => form !== 'instructor');
  const [batch] = await client.batchesOf(101);
  if (!batch) throw new TypeError('the course has no batch');
  const offered = batch;

  function note(kind: string, problem: string | undefined): void {
    load.sent[kind] = (load.sent[kind] ?? 0) + 1;
    if (problem !== undefined) load.failed.push(`${clockTime()} ${kind}: ${problem}`);
  }
  async function get(kind: string, path: string): Promise<string> {
    try {
      const answer = await fetch(baseUrl + path, { signal: AbortSignal.timeout(answerTimeoutMs) });
      const text = await answer.text();
      note(kind, answer.ok ? undefined : `${path} answered ${answer.status}`);
      return text;
    } catch (error) {
      note(
        kind,
        `${path} ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : error}`,
      );
      return '';
    }
  }
  // A browser may have a page of one version and request its files from a replica of the other version.
  async function page(): Promise<void> {
    const text = await get('page', random.pick(pages));
    const files = [...text.matchAll(fileAddress)].flatMap(([, path]) => path ?? []);
    for (const path of files.filter((one) => !filesSeen.has(one) || random.chance(0.02))) {
      filesSeen.add(path);
      await get('file', path);
    }
  }
  async function lead(): Promise<void> {
    const one = await visit(baseUrl, random.pick(formNames), personas.next(), {
      tries: 1,
      doubleClick: false,
    });
    load.visits.push(one);
    const { endpoint, told, serverErrors, putOff } = one;
    const got = `${told} (${serverErrors} server errors, ${putOff} times 503)`;
    note('lead', told === 'success' ? undefined : `${endpoint} got ${got}`);
  }
  async function oldForm(): Promise<void> {
    const form = random.pick(forms);
    const person = personas.next();
    const body = { ...bodyOf(form, person, earlier.formOf), submission_id: randomUUID() };
    const answer = await client.api(form, body).catch(() => undefined);
    const told = (answer?.body as { status?: number } | undefined)?.status === 1 ? 'success' : 'nothing';
    load.visits.push({ endpoint: form, person, told, serverErrors: 0, putOff: 0 });
    note('old form', told === 'success' ? undefined : `${form} got ${answer?.httpStatus ?? 'no answer'}`);
  }
  const counting: ProductClient = {
    ...client,
    async api(path, body, headers) {
      try {
        const answer = await client.api(path, body, headers);
        note(
          path,
          answer.httpStatus === 200
            ? undefined
            : `answered ${answer.httpStatus} ${JSON.stringify(answer.body)}`,
        );
        return answer;
      } catch (error) {
        note(path, String(error));
        throw error;
      }
    },
  };
  async function purchase(): Promise<void> {
    load.purchases += 1;
    const email = `${name}-payer-${load.purchases}@visitor.example`;
    const plan = {
      outcome: 'captured',
      webhook: random.pick(['send', 'drop'] as const),
      callsBack: true,
    } as const;
    await buy(counting, plan, { email, seats: 1, batch: offered }, random);
  }

  let open = true;
  const inProgress = new Set<Promise<void>>();
  const every = async (pauseMs: number, act: () => Promise<void>) => {
    while (open) {
      const acting = act()
        .catch((error: unknown) => void load.failed.push(String(error)))
        .finally(() => inProgress.delete(acting));
      inProgress.add(acting);
      await sleep(pauseMs);
    }
  };
  const acts = {
    page,
    read: async () => void (await get('read', random.pick(reads))),
    lead,
    oldForm,
    purchase,
  };
  const loops = Object.entries(acts).map(([kind, act]) =>
    every(pausesMs[kind as keyof typeof pausesMs], act),
  );
  load.end = async () => {
    open = false;
    await Promise.all(loops);
    await Promise.all(inProgress);
  };
  return load;
}
