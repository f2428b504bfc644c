/** Delivers to another CRM, to show that leads depend only on `crm/provider.ts`. */
import { instance, setInstance } from '@meridian/contracts/site/instance';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { jsonForms, samples } from '../../../testing/leads/samples.ts';
import type { CrmLead, CrmProvider } from '../../partners/crm/provider.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { createLeads } from '../leads.ts';

const stack = await useLeadStack();
beforeEach(() => stack.reset());

/** Minimal CRM: stores the first record with an id. */
function createMemoryCrm(failures: RemoteError[] = []) {
  const records = new Map<string, CrmLead>();
  const provider: CrmProvider = {
    maxRecords: 3,
    maxCalls: 2,
    async insert(leads) {
      const failure = failures.shift();
      if (failure) throw failure;
      return leads.map((lead) => {
        const earlier = records.has(lead.id);
        if (!earlier) records.set(lead.id, lead);
        return { kind: 'delivered', crmId: `m-${lead.id}`, earlier };
      });
    },
    pausedSeconds: async () => 0,
  };
  return { provider, records };
}

async function deliverWith(crm: CrmProvider): Promise<void> {
  const [first] = await stack.ledger();
  await createLeads({ ...stack.leadsOptions, crm }).deliver([first?.id ?? '']);
}

const states = async () => [...new Set((await stack.ledger()).map((lead) => lead.crm_state))];

test('a CRM that implements the interface gets leads of all forms', async () => {
  for (const form of jsonForms) await stack.http.post(`/api/${form}`).send(samples[form]).expect(200);
  const { provider, records } = createMemoryCrm();
  await deliverWith(provider);
  expect(await states()).toEqual(['delivered']);
  expect(records.size).toBe(jsonForms.length);
  expect([...records.values()]).toContainEqual(
    expect.objectContaining({ company: instance().name, lastName: 'Nair', source: 'Direct' }),
  );
  expect(await stack.crmLeads()).toEqual([]);
});

test('the company is the name of the brand at the time of delivery', async () => {
  await stack.http.post('/api/contact_us').send(samples.contact_us).expect(200);
  const before = instance();
  onTestFinished(() => setInstance(before));
  setInstance({ ...before, name: 'Kaveri Skills' });
  const { provider, records } = createMemoryCrm();
  await deliverWith(provider);
  expect([...records.values()]).toMatchObject([{ company: 'Kaveri Skills' }]);
});

test('leads are retried after a remote error of the CRM', async () => {
  await stack.http.post('/api/contact_us').send(samples.contact_us).expect(200);
  const { provider, records } = createMemoryCrm([
    new RemoteError('crm', 'throttled', 'a rest', { retryAfterSeconds: 60 }),
    new RemoteError('crm', 'server_error', 'HTTP 500'),
  ]);
  await deliverWith(provider);
  expect(await stack.ledger()).toMatchObject([{ crm_state: 'pending', crm_attempts: 0 }]);
  await stack.makeDue();
  await deliverWith(provider);
  expect(await stack.ledger()).toMatchObject([{ crm_state: 'pending', crm_attempts: 1 }]);
  await stack.makeDue();
  await deliverWith(provider);
  expect(await states()).toEqual(['delivered']);
  expect(records.size).toBe(1);
});
