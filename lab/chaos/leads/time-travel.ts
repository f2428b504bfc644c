import { setTimeout as sleep } from 'node:timers/promises';
import { observer, type Product } from './product.ts';

/** Makes every waiting attempt due and runs the sweeper. Attempts in progress keep their lease. */
export async function advanceTime({ ledger, sweep }: Product): Promise<void> {
  await ledger.query(`
    update leads set forward_due_at = now() - interval '1 minute'
    where forward_state in ('received', 'refused_late') and forward_due_at > now() - interval '1 minute'
      and (forward_busy_until is null or forward_busy_until < now())`);
  await ledger.query(`
    update leads set crm_due_at = now() - interval '1 minute'
    where crm_state = 'pending' and crm_due_at > now() - interval '1 minute'
      and (crm_busy_until is null or crm_busy_until < now())`);
  await ledger.query('update crm_session set paused_until = null');
  await sweep();
}

const orphans = `
  select count(*)::integer as orphans from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and application_name <> '${observer}'`;
const orphansTimeoutMs = 5_000;

/** Waits until the statements and connections of the killed process have ended. */
async function waitForOrphans({ ledger }: Product): Promise<void> {
  const deadline = Date.now() + orphansTimeoutMs;
  while (Date.now() < deadline) {
    const { rows } = await ledger.query<{ orphans: number }>(orphans);
    if (rows[0]?.orphans === 0) return;
    await sleep(20);
  }
}

/**
 * Expires the leases of a killed process. Call it only while the BFF is down, or with `everybodyDead: false` while
 * running BFFs have no attempt in progress.
 */
export async function expireLeases(product: Product, { everybodyDead = true } = {}): Promise<void> {
  const { ledger } = product;
  if (everybodyDead) await waitForOrphans(product);
  await ledger.query(`
    update leads set forward_due_at = now() - interval '1 minute', forward_busy_until = null
    where forward_busy_until is not null`);
  await ledger.query(`
    update leads set crm_due_at = now() - interval '1 minute', crm_busy_until = null
    where crm_busy_until is not null`);
}

const pendingLeads = `
  select count(*)::integer as leads from leads
  where forward_state = 'received' or crm_state = 'pending'
    or (forward_state = 'refused_late' and forward_due_at is not null)`;
const dead = `select count(*)::integer as leads from leads where crm_state = 'dead'`;

async function count({ ledger }: Product, query: string): Promise<number> {
  const { rows } = await ledger.query<{ leads: number }>(query);
  return rows[0]?.leads ?? 0;
}

/** Number of leads not delivered yet, to the upstream or the CRM. */
export function countPending(product: Product): Promise<number> {
  return count(product, pendingLeads);
}

export interface Delivery {
  /** Number of dead letters that were resent. */
  resent: number;
}

/**
 * Makes attempts due until every lead is delivered. Resends dead letters, as an operator does.
 * @throws TypeError if undelivered after `timeoutMs`
 */
export async function deliverAll(product: Product, timeoutMs = 90_000): Promise<Delivery> {
  const deadline = Date.now() + timeoutMs;
  let resent = 0;
  for (;;) {
    const left = await countPending(product);
    if (left === 0) {
      const letters = await count(product, dead);
      if (letters === 0) return { resent };
      await product.ops('leads', 'resend', '--all-dead');
      resent += letters;
    }
    if (Date.now() > deadline) throw new TypeError(`${left} leads are not delivered yet`);
    await advanceTime(product);
    await sleep(400);
  }
}
