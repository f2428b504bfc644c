import { setTimeout as sleep } from 'node:timers/promises';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import { bodyOf, createPersonas } from './personas.ts';
import { post } from './post.ts';
import { startProduct } from './product.ts';
import { countPending } from './time-travel.ts';

export interface Backlog {
  /** Number of leads in the CRM exactly once. */
  delivered: number;
  doubled: number;
  /** Attempts that the CRM's concurrency limit paused. */
  paused: number;
  acceptMs: number;
  /** Milliseconds from the worker's start to the last lead. */
  deliverMs: number;
}

const atOnce = 50;
const forms = formNames.filter((form) => !fileFieldOf(form));
const crm = { ZOHO_LATENCY_MS: '100', ZOHO_CONCURRENCY: '5' };

/** Sends leads of all JSON forms to a site without workers. */
async function accept(dataDir: string, leads: number): Promise<number> {
  const site = await startProduct({ dataDir, env: { ...crm, BFF_ROLE: 'web', LOG_LEVEL: 'warn' } });
  const personas = createPersonas('backlog');
  const startedAt = Date.now();
  async function sendSome(): Promise<void> {
    while (personas.all.length < leads) {
      const form = forms[personas.all.length % forms.length] ?? 'contact_us';
      const bytes = Buffer.from(JSON.stringify(bodyOf(form, personas.next())));
      const answer = await post(`${site.stack.baseUrl}/api/${form}`, bytes, 'application/json');
      if (answer.httpStatus !== 200) throw new TypeError(`${form} answered ${answer.httpStatus}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  await site.stop();
  return Date.now() - startedAt;
}

/**
 * Builds up a backlog, then starts a worker with a CRM that takes 100 ms per call and allows five concurrent
 * calls.
 */
export async function runBacklog(leads: number, timeoutMs: number): Promise<Backlog> {
  const dataDir = await temporaryDataDir();
  try {
    const acceptMs = await accept(dataDir, leads);
    const startedAt = Date.now();
    const product = await startProduct({ dataDir, env: { ...crm, LOG_LEVEL: 'warn' } });
    try {
      while ((await countPending(product)) > 0 && Date.now() - startedAt < timeoutMs) await sleep(200);
      const deliverMs = Date.now() - startedAt;
      const counts = [...(await product.crmCounts()).values()];
      const { rows } = await product.ledger.query<{ paused: number }>(
        `select count(*)::integer as paused from lead_events where kind = 'crm_paused'`,
      );
      return {
        delivered: counts.filter((count) => count === 1).length,
        doubled: counts.filter((count) => count > 1).length,
        paused: rows[0]?.paused ?? 0,
        acceptMs,
        deliverMs,
      };
    } finally {
      await product.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}
