/**
 * Runs every event from each set of facts, with both attempts due or neither, through the production
 * statements and compares with the transition
 * table.
 */

import { randomUUID } from 'node:crypto';
import { success } from '@meridian/contracts/envelope';
import type { Transaction } from 'kysely';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { useMigratedDatabase } from '../../../../testing/test-database.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { transact } from '../../../platform/database/transact.ts';
import { createJobs } from '../../../platform/jobs/create-jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { erasePerson } from '../erasure/erasure.ts';
import { applyRetention } from '../erasure/retention.ts';
import type { DeliveryResult, ForwardResult } from '../lead.ts';
import { countUnaccounted } from '../lead-queries.ts';
import { editLead } from '../operator/edit-lead.ts';
import { rejectLead, releaseLead, resendToCrm, resendToUpstream } from '../operator/operator-changes.ts';
import { arrivals, crmStates, forwardStates, type LeadFacts } from '../state/lead-facts.ts';
import { type LeadEvent, leadEvents } from '../state/lead-rules.ts';
import { isAccountedFor, mayDeliver, mayForward, transition } from '../state/lead-state.ts';
import { insertRecord } from './insert-leads.ts';
import { createLeadStore } from './lead-store.ts';
import { type Lead, toLead } from './tables.ts';

const { url: databaseUrl } = await useMigratedDatabase();
const database = openDatabase(databaseUrl);
await migrate(database);
const jobs = createJobs({ databaseUrl, log: pino({ level: 'silent' }) });
await jobs.start();
const store = createLeadStore(database, jobs);

afterAll(async () => {
  await jobs.stop(2_000);
  await database.destroy();
});

const longAgo = new Date(Date.now() - 40 * 24 * 3_600_000);
const yes = { status: success, message: 'Thank you!', data: {} };
const no = { status: 0, message: 'No.' };
const email = 'asha@example.com';
const bools = [false, true];

const allFacts = forwardStates.flatMap((forward) =>
  crmStates.flatMap((crm) =>
    bools.flatMap((thanked) =>
      bools.flatMap((erased) =>
        bools.map((due): LeadFacts => ({ forward, crm, thanked, erased, forwardDue: due, crmDue: due })),
      ),
    ),
  ),
);

function answerOf({ forward, thanked }: LeadFacts) {
  if (thanked) return JSON.stringify(yes);
  return forward === 'received' || forward === 'withdrawn' ? null : JSON.stringify(no);
}

/** Inserts leads with these facts, and old timestamps. */
async function place(facts: readonly LeadFacts[]): Promise<{ id: string; facts: LeadFacts }[]> {
  await database.deleteFrom('leads').execute();
  const placed = facts.map((each) => ({ id: randomUUID(), facts: each }));
  const rows = placed.map(({ id, facts: each }) => ({
    id,
    endpoint: 'form' as const,
    form: 'contact_us' as const,
    body_hash: '',
    email,
    values: '{}',
    page_url: '',
    forward_state: each.forward,
    forward_due_at: each.forwardDue ? longAgo : null,
    crm_state: each.crm,
    crm_due_at: each.crmDue ? longAgo : null,
    answer: answerOf(each),
    received_at: longAgo,
    updated_at: longAgo,
    erased_at: each.erased ? longAgo : null,
  }));
  if (rows.length > 0) await database.insertInto('leads').values(rows).execute();
  return placed;
}

function factsOf(lead: Lead): LeadFacts {
  return {
    forward: lead.forward_state,
    crm: lead.crm_state,
    thanked: lead.answer?.status === success,
    erased: lead.erased_at !== null,
    forwardDue: lead.forward_due_at !== null,
    crmDue: lead.crm_due_at !== null,
  };
}

async function read(): Promise<Map<string, Lead>> {
  const leads = await database.selectFrom('leads').selectAll().execute();
  return new Map(leads.map((lead) => [lead.id, toLead(lead)]));
}

const forward = (result: ForwardResult) => store.writeForward(result);
/** Run concurrently, sharing group commits. */
const together = (ids: string[], once: (id: string) => Promise<unknown>) => Promise.all(ids.map(once));
const deliver = (ids: string[], result: (id: string) => DeliveryResult) =>
  store.writeDeliveries(ids.map(result));
/** With limited concurrency, so that no call waits long for a connection. */
async function each(ids: string[], once: (id: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += 8)
    await Promise.all(ids.slice(start, start + 8).map(once));
}

async function unlessRefused(
  change: (transaction: Transaction<Database>) => Promise<unknown>,
): Promise<void> {
  await transact(database, change).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Triggers each event as production does. */
const run: Record<LeadEvent, (ids: string[]) => Promise<unknown>> = {
  thanked: (ids) => each(ids, (id) => store.thank(id, yes)),
  upstream_saved: (ids) =>
    together(ids, (id) => forward({ id, kind: 'upstream_saved', answer: yes, replaces: false })),
  upstream_refused: (ids) =>
    together(ids, (id) => forward({ id, kind: 'upstream_refused', answer: no, replaces: false })),
  handled_here: (ids) =>
    together(ids, (id) => forward({ id, kind: 'handled_here', answer: yes, replaces: false })),
  forward_failed: (ids) =>
    together(ids, (id) =>
      forward({ id, kind: 'forward_failed', attempts: 1, error: 'TIMEOUT', answer: yes }),
    ),
  crm_delivered: (ids) => deliver(ids, (id) => ({ id, kind: 'crm_delivered', crmId: id, earlier: false })),
  crm_gave_up: (ids) => deliver(ids, (id) => ({ id, kind: 'crm_gave_up', error: 'INVALID_DATA' })),
  crm_failed: (ids) => deliver(ids, (id) => ({ id, kind: 'crm_failed', error: 'x', delay: 60 })),
  crm_paused: (ids) => deliver(ids, (id) => ({ id, kind: 'crm_paused', error: 'x', delay: 60 })),
  released: (ids) => each(ids, (id) => unlessRefused((transaction) => releaseLead(transaction, jobs, id))),
  rejected: (ids) => each(ids, (id) => unlessRefused((transaction) => rejectLead(transaction, id))),
  resent: () => transact(database, (transaction) => resendToCrm(transaction, jobs, 'all')),
  retry_requested: (ids) =>
    each(ids, (id) => transact(database, (transaction) => resendToUpstream(transaction, jobs, id))),
  edited: (ids) =>
    each(ids, (id) =>
      unlessRefused((transaction) =>
        editLead(transaction, jobs, id, () => ({ values: {}, email, note: 'email by ravi' })),
      ),
    ),
  withdrawn: () => transact(database, (transaction) => erasePerson(transaction, email)),
  erased: () => applyRetention(database, 30),
  forward_overdue: () => store.takeUpOverdue(),
  delivery_overdue: () => store.takeUpOverdue(),
};

const sweeps: readonly LeadEvent[] = ['forward_overdue', 'delivery_overdue'];

/** One sweep triggers both events. */
function expected(facts: LeadFacts, event: LeadEvent): LeadFacts | null {
  if (!sweeps.includes(event)) return transition(facts, event);
  return sweeps.reduce<LeadFacts | null>((before, each) => transition(before ?? facts, each) ?? before, null);
}

describe('the statements match the transition table', () => {
  test.each(leadEvents)(`%s, from each of ${allFacts.length} sets of facts`, async (event) => {
    const placed = await place(allFacts);
    const before = await read();
    await run[event](placed.map(({ id }) => id));
    const after = await read();
    const unlike = placed.flatMap(({ id, facts }) => {
      const [old, lead] = [before.get(id), after.get(id)];
      const next = expected(facts, event);
      const became = lead && factsOf(lead);
      const changed = JSON.stringify(old) !== JSON.stringify(lead);
      const right = JSON.stringify(became) === JSON.stringify(next ?? facts) && changed === (next !== null);
      return right ? [] : [{ facts, next, became, changed }];
    });
    expect(unlike).toEqual([]);
  });

  test('a late refusal is retried until the upstream has refused eight times', async () => {
    const facts = { forward: 'refused_late', crm: 'delivered', thanked: true, erased: false } as const;
    const [lead] = await place([{ ...facts, forwardDue: true, crmDue: false }]);
    const id = lead?.id ?? '';
    const history = (count: number) =>
      database
        .insertInto('lead_events')
        .values(Array.from({ length: count }, () => ({ lead_id: id, kind: 'upstream_refused_late' })))
        .execute();
    await history(6);
    await run.upstream_refused([id]);
    expect((await read()).get(id)).toMatchObject({ forward_due_at: expect.any(Date) });
    await run.upstream_refused([id]);
    expect((await read()).get(id)).toMatchObject({ forward_due_at: null });
  });

  test('leases are taken exactly for the leads that may be attempted', async () => {
    const placed = await place(allFacts);
    const forwarded = await store.takeForwardLeases(
      placed.map(({ id }) => id),
      { dueOnly: false },
    );
    const mayGo = (allowed: (facts: LeadFacts) => boolean) =>
      placed.filter(({ facts }) => allowed(facts)).map(({ id }) => id);
    expect(forwarded.map(({ id }) => id).sort()).toEqual(mayGo(mayForward).sort());
    const delivered = await store.takeDeliveryLeases(1_000);
    const due = mayGo((facts) => mayDeliver(facts) && facts.crmDue);
    expect(delivered.map(({ id }) => id).sort()).toEqual(due.sort());
  });

  test('`countUnaccounted` counts the confirmed leads that the table does not account for', async () => {
    const groups = Map.groupBy(allFacts, ({ forward, crm }) => `${forward}/${crm}`);
    for (const [name, facts] of groups) {
      await place(facts);
      const lost = facts.filter((each) => each.thanked && !isAccountedFor(each)).length;
      expect({ name, lost: await countUnaccounted(database) }).toEqual({ name, lost });
    }
  });

  test('leads are inserted in the arrival states of the table', async () => {
    await place([]);
    const lead = { form: 'contact_us', bodyHash: '', email, values: {}, pageUrl: '' } as const;
    await store.insert({ ...lead, id: randomUUID(), spamReason: null });
    await store.insert({ ...lead, id: randomUUID(), spamReason: 'hidden field filled in' });
    await database.transaction().execute((transaction) =>
      insertRecord(transaction, jobs, {
        ...lead,
        id: randomUUID(),
        requestId: 'r',
        sentFrom: '',
        spamReason: null,
        answer: yes,
      }),
    );
    const arrived = [...(await read()).values()].map((each) => [each.forward_state, each.crm_state]);
    const { form, suspect, record } = arrivals;
    expect(arrived.sort()).toEqual([form, suspect, record].map((each) => [each.forward, each.crm]).sort());
  });
});
