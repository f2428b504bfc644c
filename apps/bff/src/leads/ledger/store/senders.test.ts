import { expect, test } from 'vitest';
import { useLeadStack } from '../../../../testing/leads/lead-stack.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { ago } from '../../../platform/database/clock.ts';
import { forgetSenders } from './senders.ts';

const { database, http, ledger } = await useLeadStack();

test('the sender key of a lead is kept for a day', async () => {
  await http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await http.post('/api/partner_with_us').send(samples.partner_with_us).expect(200);
  await database
    .updateTable('leads')
    .set({ received_at: ago(25 * 60 * 60_000) })
    .where('form', '=', 'contact_us')
    .execute();
  await forgetSenders(database);
  const senders = new Map((await ledger()).map(({ form, sent_from }) => [form, sent_from]));
  expect(senders.get('contact_us')).toBeNull();
  expect(senders.get('partner_with_us')).toMatch(/^[0-9a-f]{64}$/);
});
