import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useLeadStack } from '../../../../testing/leads/lead-stack.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { actionsOn } from '../../../../testing/operators/actions-on.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { RemoteError } from '../../../platform/remote/remote-error.ts';
import { openCases } from '../cases/case-store.ts';
import { createCopyEraser, type ErasingServices } from './erasure-copies.ts';

const stack = await useLeadStack();
const { database, http, log } = stack;
const { crm } = stack.leadsOptions;
const admin = { id: null, email: 'admin@example.com', role: 'admin', isSteppedUp: true } as const;
const call = () => ({ actor: admin, key: randomUUID(), requestId: 'request-1' });
let enqueued: string[] = [];
const jobs: Pick<Jobs, 'enqueue' | 'revive' | 'cancel'> = {
  enqueue: async (_queue, ids) => void enqueued.push(...ids),
  revive: async () => 0,
  cancel: async () => undefined,
};
const actions = actionsOn(database, { jobs });

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('erasure_copies').execute();
  await database.deleteFrom('cases').execute();
  enqueued = [];
});

/**
 * Sends a lead to the upstream and the CRM, then erases its person.
 *
 * @returns the ids of the lead and of its record in the CRM
 */
async function erasedLead() {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.work();
  const [lead] = await stack.ledger();
  const id = lead?.id ?? '';
  await actions.execute('leads.erase', { id }, call());
  return { id, crmId: lead?.crm_id ?? '' };
}

const erase = async (services: Partial<ErasingServices> = {}) => [
  ...(await createCopyEraser({ database, crm, log, ...services })(enqueued)).values(),
];
const copies = () =>
  database.selectFrom('erasure_copies').select(['system', 'record', 'state']).orderBy('system').execute();

it('deletes the record in the CRM by a job, and opens a case for the copy at the upstream', async () => {
  const { id, crmId } = await erasedLead();
  expect(await stack.crmLeads()).toMatchObject([{ id: crmId }]);
  expect(await erase()).toEqual(['done']);
  expect(await stack.crmLeads()).toEqual([]);
  expect(await copies()).toEqual([
    { system: 'crm', record: crmId, state: 'erased' },
    { system: 'upstream', record: id, state: 'by_hand' },
  ]);
  const [open] = await openCases(database);
  expect(open).toMatchObject({ kind: 'copies_left', reason: expect.stringContaining(id) });

  const close = { id: open?.id ?? '', note: 'deleted there' };
  await expect(
    sql`update cases set closed_at = now() where id = ${close.id}`.execute(database),
  ).rejects.toThrow('erasure_copies_open_case');
  await expect(
    actions.execute('cases.close', { ...close, statement: 'resolved' }, call()),
  ).rejects.toMatchObject({ code: 'statement_unfit' });
  await actions.execute('cases.close', { ...close, statement: 'deleted' }, call());
  expect(await openCases(database)).toEqual([]);
  expect((await copies()).map(({ state }) => state)).toEqual(['erased', 'erased']);
});

it('opens a case for a lead that the CRM may have under an unknown id', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.work();
  await stack.crmFault({ kind: 'lost_answer', times: 1 });
  await http
    .post('/api/contact_us')
    .send({ ...samples.contact_us, message: 'Again' })
    .expect(200);
  await stack.work();
  expect(await stack.crmLeads()).toHaveLength(2);
  await database.updateTable('leads').set({ crm_id: null }).execute();
  const leads = await stack.ledger();
  await actions.execute('leads.erase', { id: leads[0]?.id ?? '' }, call());
  const reasons = (await openCases(database)).map(({ reason }) => reason);
  for (const { id } of leads) {
    expect(await copies()).toContainEqual({ system: 'crm_search', record: id, state: 'by_hand' });
    expect(reasons).toContainEqual(expect.stringMatching(new RegExp(`search for these leads.*${id}`)));
  }
});

it('opens no case for a lead that was not sent to the CRM, or that the CRM refused', async () => {
  await stack.crmFault({ kind: 'invalid_data', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.work();
  await http
    .post('/api/contact_us')
    .send({ ...samples.contact_us, message: 'Again' })
    .expect(200);
  const leads = await stack.ledger();
  expect(leads.map(({ crm_state: state }) => state).sort()).toEqual(['dead', 'pending']);
  await actions.execute('leads.erase', { id: leads[0]?.id ?? '' }, call());
  expect((await copies()).map(({ system }) => system)).not.toContain('crm_search');
});

it.each(['http_500', 'rate_limit', 'reset'])(
  'is retried after %s, and a record that no longer exists counts as deleted',
  async (kind) => {
    await erasedLead();
    await stack.crmFault({ kind, times: 1 });
    expect(await erase()).toEqual(['retry']);
    await stack.makeDue();
    expect(await erase()).toEqual(['done']);
    expect(await stack.crmLeads()).toEqual([]);
    await sql`update erasure_copies set state = 'due' where system = 'crm'`.execute(database);
    expect(await erase()).toEqual(['done']);
  },
);

const refuse = async () => {
  throw new RemoteError('crm', 'refused', 'OAUTH_SCOPE_MISMATCH');
};
const { maxRecords, pausedSeconds } = crm;

it.each([
  { what: 'has no call that deletes records', crm: { maxRecords, pausedSeconds } },
  { what: 'OAUTH_SCOPE_MISMATCH', crm: { maxRecords, pausedSeconds, erase: refuse } },
])('ends as a case if the CRM cannot delete the record: $what', async ({ what, crm: other }) => {
  const { crmId } = await erasedLead();
  expect(await erase({ crm: other })).toEqual(['done']);
  const cases = await openCases(database);
  expect(cases.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(new RegExp(`in the CRM .*${what}.*${crmId}`)),
  );
  expect(await erase()).toEqual(['done']);
  expect(await stack.crmLeads()).toHaveLength(1);
});

it('ends as a case if the CRM does not answer for 20 hours', async () => {
  await erasedLead();
  await sql`update erasure_copies set created_at = now() - interval '21 hours'`.execute(database);
  await stack.crmFault({ kind: 'http_500', times: 1 });
  expect(await erase()).toEqual(['done']);
  expect((await copies()).map(({ state }) => state)).toEqual(['by_hand', 'by_hand']);
});
