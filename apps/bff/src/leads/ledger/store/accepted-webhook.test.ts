import { webhookBody } from '@meridian/contracts/integrations/webhook-events';
import { beforeEach, expect, it } from 'vitest';
import { useLeadStack } from '../../../../testing/leads/lead-stack.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { addEndpoint } from '../../../integrations/webhooks/endpoints.ts';
import { transact } from '../../../platform/database/transact.ts';
import { releaseLead } from '../operator/operator-changes.ts';

const stack = await useLeadStack();
const { http, database, jobs } = stack;

beforeEach(async () => {
  await stack.reset();
  for (const table of ['webhook_messages', 'webhook_endpoints'] as const)
    await database.deleteFrom(table).execute();
  const leads = { url: 'https://example.com/hooks', events: ['lead.accepted'], personalData: true };
  await transact(database, (transaction) => addEndpoint(transaction, leads, true));
});

async function events() {
  const rows = await database.selectFrom('webhook_messages').selectAll().orderBy('created_at').execute();
  return rows.map(({ type, data, people, created_at: at }) =>
    webhookBody.parse({
      type,
      timestamp: at.toISOString(),
      data: { ...(data as object), ...(people as object) },
    }),
  );
}

it('a lead that the upstream saves causes one event, with its contact', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.work();
  const [lead] = await stack.ledger();
  expect(await events()).toEqual([
    {
      type: 'lead.accepted',
      timestamp: expect.any(String),
      data: {
        lead_id: lead?.id,
        form: 'contact_us',
        contact: { name: 'Asha Nair', email: 'Asha.Nair@example.com', phone: '+91 98450 00000' },
      },
    },
  ]);
});

it('a lead that is accepted without the upstream causes one event', async () => {
  await stack.upstreamFault({ kind: 'http_500', times: 1 });
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.makeDue();
  await stack.work();
  expect(await events()).toHaveLength(1);
});

it('a quarantined lead causes its event on release', async () => {
  await http
    .post('/api/contact_us')
    .send({ ...samples.contact_us, website: 'https://spam.example' })
    .expect(200);
  await stack.work();
  const [lead] = await stack.ledger();
  expect(lead?.forward_state).toBe('quarantined');
  expect(await events()).toEqual([]);
  await transact(database, (transaction) => releaseLead(transaction, jobs, lead?.id ?? ''));
  await stack.work();
  expect(await events()).toHaveLength(1);
});
